/** What is counted and told: metrics, health of endpoints, history of status, incidents, traces, on storage; below all the log's export. */
import { Layer } from "effect"
import { productVersion } from "../domain/Version.ts"
import type { Settings } from "../settings/Settings.ts"
import { Announcements } from "../telemetry/Announcements.ts"
import { CollectorWatch } from "../telemetry/CollectorWatch.ts"
import type { Destination } from "../telemetry/Destination.ts"
import { EndpointStats } from "../telemetry/EndpointStats.ts"
import { Incidents } from "../telemetry/Incidents.ts"
import { LogExport } from "../telemetry/LogExport.ts"
import { MonthlyFigures } from "../telemetry/MonthlyFigures.ts"
import { OpenTelemetry } from "../telemetry/OpenTelemetry.ts"
import { ProcessMetrics } from "../telemetry/ProcessMetrics.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { StatusHistory } from "../telemetry/StatusHistory.ts"
import { Tracing } from "../telemetry/Tracing.ts"

type Values = typeof Settings.Service

/** Where one kind goes; undefined: nowhere. @param own its own address, where it has one */
const destinationOf = (
  { otelSdkDisabled, otlpEndpoint, otlpProtocol }: Values,
  exporter: "otlp" | "none",
  own: { readonly url: string | undefined; readonly protocol: Destination["protocol"] | undefined },
  path: string
): Destination | undefined => {
  if (otelSdkDisabled === "true" || exporter === "none") return undefined
  const url = own.url ?? (otlpEndpoint === undefined ? undefined : `${otlpEndpoint.replace(/\/+$/, "")}${path}`)
  return url === undefined ? undefined : { url, protocol: own.protocol ?? otlpProtocol }
}

const destinationsOf = (settings: Values) => ({
  traces: destinationOf(
    settings,
    settings.tracesExporter,
    { url: settings.otlpTracesEndpoint, protocol: settings.otlpTracesProtocol },
    "/v1/traces"
  ),
  metrics: destinationOf(
    settings,
    settings.metricsExporter,
    { url: settings.otlpMetricsEndpoint, protocol: settings.otlpMetricsProtocol },
    "/v1/metrics"
  ),
  logs: destinationOf(settings, settings.logsExporter, { url: settings.otlpLogsEndpoint, protocol: settings.otlpLogsProtocol }, "/v1/logs")
})

const resourceOf = ({ instance, resourceAttributes, resourceDetectors, serviceName }: Values) => ({
  serviceName,
  version: productVersion,
  instance,
  attributes: resourceAttributes,
  detectors: resourceDetectors
})

/** Below all floors, so that the last lines of each go out. */
export const LogFloor = (settings: Values) => {
  const { logs, metrics, traces } = destinationsOf(settings)
  const isUsed = logs !== undefined || metrics !== undefined || traces !== undefined
  return LogExport({
    ...resourceOf(settings),
    logs,
    batch: {
      delayMillis: settings.logBatchDelay,
      queueSize: settings.logQueueSize,
      size: settings.logBatchSize,
      timeoutMillis: settings.logBatchTimeout
    },
    limits: { attributes: settings.logAttributes, characters: settings.logAttributeLength }
  }).pipe(Layer.provideMerge(CollectorWatch.layer({ isUsed, sdkLogLevel: settings.otelLogLevel })))
}

const Exported = (settings: Values) => {
  const { metrics, traces } = destinationsOf(settings)
  return OpenTelemetry.layer({
    ...resourceOf(settings),
    traces,
    metrics,
    metricIntervalMillis: settings.metricExportInterval,
    metricTimeoutMillis: settings.metricExportTimeout,
    metricTemporality: settings.metricTemporality
  })
}

export const TelemetryFloor = (settings: Values) =>
  Layer.mergeAll(
    EndpointStats.layer.pipe(Layer.provideMerge(StatusHistory.layer({ timeZone: settings.timeZone }))),
    Incidents.layer,
    Announcements.layer,
    MonthlyFigures.layer,
    Tracing.layer({
      sampler: settings.tracesSampler,
      ratio: settings.tracesSamplerArg,
      publicUrl: settings.publicUrl,
      propagates: settings.propagators
    }).pipe(Layer.provide(Exported(settings)))
  ).pipe(
    // What is counted goes after it was exported for the last time.
    Layer.provideMerge(ProcessMetrics.pipe(Layer.provideMerge(RequestMeter.layer(settings))))
  )
