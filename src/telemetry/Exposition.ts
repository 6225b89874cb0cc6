/**
 * The metrics as Prometheus reads them (text format 0.0.4), for `/metrics` on the management listener.
 *
 * It renders the metric registry of the fiber that runs it. Metrics that Effect's own modules register come out too.
 */
import { Effect } from "effect"
import { readFamilies, writeFamilies } from "./MetricFamilies.ts"

export const expositionType = "text/plain; version=0.0.4; charset=utf-8"

export const renderMetrics: Effect.Effect<string> = Effect.map(Effect.context<never>(), (context) => writeFamilies(readFamilies(context)))
