/** What is counted: metrics, health of endpoints, history of status, incidents, traces. Stands on storage. */
import { Layer } from "effect"
import { productVersion } from "../domain/Version.ts"
import type { Settings } from "../settings/Settings.ts"
import { EndpointStats } from "../telemetry/EndpointStats.ts"
import { Incidents } from "../telemetry/Incidents.ts"
import { OpenTelemetry } from "../telemetry/OpenTelemetry.ts"
import { ProcessMetrics } from "../telemetry/ProcessMetrics.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { StatusHistory } from "../telemetry/StatusHistory.ts"
import { Tracing } from "../telemetry/Tracing.ts"

type Told = Pick<typeof Settings.Service, "otelSdkDisabled" | "otlpEndpoint">

/** Where one kind goes; undefined: nowhere. @param own its own address, where it has one */
const addressOf = ({ otelSdkDisabled, otlpEndpoint }: Told, exporter: "otlp" | "none", own: string | undefined, path: string) => {
  if (otelSdkDisabled === "true" || exporter === "none") return undefined
  return own ?? (otlpEndpoint === undefined ? undefined : `${otlpEndpoint.replace(/\/+$/, "")}${path}`)
}

const Exported = (settings: typeof Settings.Service) =>
  OpenTelemetry.layer({
    tracesUrl: addressOf(settings, settings.tracesExporter, settings.otlpTracesEndpoint, "/v1/traces"),
    metricsUrl: addressOf(settings, settings.metricsExporter, settings.otlpMetricsEndpoint, "/v1/metrics"),
    version: productVersion,
    metricIntervalMillis: settings.metricExportInterval,
    metricTimeoutMillis: settings.metricExportTimeout
  })

export const TelemetryFloor = (settings: typeof Settings.Service) =>
  Layer.mergeAll(
    EndpointStats.layer,
    StatusHistory.layer({ timeZone: settings.timeZone }),
    Incidents.layer,
    Tracing.layer({ sampler: settings.tracesSampler, ratio: settings.tracesSamplerArg }).pipe(Layer.provide(Exported(settings)))
  ).pipe(
    // What is counted goes after it was exported for the last time.
    Layer.provideMerge(ProcessMetrics.pipe(Layer.provideMerge(RequestMeter.layer)))
  )
