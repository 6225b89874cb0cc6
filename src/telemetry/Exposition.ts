/**
 * The metrics as Prometheus reads them (text format 0.0.4), for `/metrics` on the management listener.
 *
 * It renders the metric registry of the fiber that runs it. Metrics that Effect's own modules register come out too.
 */
import type { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { metricNames } from "./MetricNames.ts"

export const expositionType = "text/plain; version=0.0.4; charset=utf-8"

const prometheusNames: ReadonlyMap<string, string> = new Map(Object.values(metricNames).map((name) => [name.id, name.prometheus]))

export const renderMetrics: Effect.Effect<string> = PrometheusMetrics.format({
  metricNameMapper: (id) => prometheusNames.get(id) ?? id
})
