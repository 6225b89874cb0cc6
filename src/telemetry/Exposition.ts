/**
 * The metrics as Prometheus reads them, for `/metrics` on the management listener: the text format 0.0.4, or OpenMetrics
 * 1.0 for who accepts it, where latencies have exemplars.
 *
 * It renders the metric registry of the fiber that runs it. Metrics that Effect's own modules register come out too.
 */
import { Effect } from "effect"
import { type Format, readFamilies, writeFamilies } from "./MetricFamilies.ts"

export const expositionTypes: Readonly<Record<Format, string>> = {
  text: "text/plain; version=0.0.4; charset=utf-8",
  openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
}

/** @param accept the header, as it came */
export const formatFor = (accept: string | undefined): Format =>
  /\bapplication\/openmetrics-text\b/i.test(accept ?? "") ? "openMetrics" : "text"

export const renderMetrics = (format: Format): Effect.Effect<string> =>
  Effect.map(Effect.context<never>(), (context) => writeFamilies(readFamilies(context), format))
