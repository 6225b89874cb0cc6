/**
 * The log over OTLP/HTTP, beside its lines: each record with its severity, its text as the body, what is known beside it
 * as attributes, and the trace of the request that it is about.
 *
 * Names that are no conventional ones get `gapura.` before them. Nothing is loaded without an address. Records wait in a
 * queue that is bounded and go out in batches; closing the scope sends the last ones, for at most two seconds.
 */
import type { AnyValueMap } from "@opentelemetry/api-logs"
import { Cause, Clock, Effect, Formatter, Layer, Logger } from "effect"
import { CollectorWatch } from "./CollectorWatch.ts"
import type { Destination } from "./Destination.ts"
import { logRecordOf } from "./LogRecord.ts"
import { makeOtelResource, type ResourceOptions } from "./OtelResource.ts"

export interface LogExportOptions extends ResourceOptions {
  /** Undefined: nothing is sent. */
  readonly logs: Destination | undefined
  readonly batch: {
    readonly delayMillis: number
    readonly queueSize: number
    readonly size: number
    readonly timeoutMillis: number
  }
  /** Of a record: attributes, and characters of each; undefined: all. */
  readonly limits: { readonly attributes: number; readonly characters: number | undefined }
}

const shutdownTimeout = "2 seconds"

const exporterOf = async ({ protocol, url }: Destination) => {
  const { OTLPLogExporter } = protocol === "http/json"
    ? await import("@opentelemetry/exporter-logs-otlp-http")
    : await import("@opentelemetry/exporter-logs-otlp-proto")
  return new OTLPLogExporter({ url })
}

const valueOf = (value: unknown): string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : Formatter.formatJson(value) ?? ""

const makeLogger = Effect.fnUntraced(function*(options: LogExportOptions & { readonly logs: Destination }) {
  const { watched } = yield* CollectorWatch
  const { batch, instance, limits, version } = options
  const [api, { SeverityNumber }, sdk, exporter] = yield* Effect.promise(() =>
    Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/api-logs"),
      import("@opentelemetry/sdk-logs"),
      exporterOf(options.logs)
    ])
  )
  const clock = yield* Clock.Clock
  const provider = yield* Effect.acquireRelease(
    Effect.map(makeOtelResource(options), (resource) =>
      new sdk.LoggerProvider({
        resource,
        logRecordLimits: {
          attributeCountLimit: limits.attributes,
          ...limits.characters === undefined ? {} : { attributeValueLengthLimit: limits.characters }
        },
        processors: [
          new sdk.BatchLogRecordProcessor({
            exporter: watched("logs", exporter),
            scheduledDelayMillis: batch.delayMillis,
            maxQueueSize: batch.queueSize,
            maxExportBatchSize: Math.min(batch.size, batch.queueSize),
            exportTimeoutMillis: batch.timeoutMillis
          })
        ]
      })),
    (opened) =>
      Effect.promise(() => opened.forceFlush().finally(() => opened.shutdown())).pipe(
        Effect.ignoreCause,
        Effect.interruptible,
        Effect.timeoutOption(shutdownTimeout)
      )
  )
  const logger = provider.getLogger("gapura", version)
  const severities: Readonly<Record<string, number>> = {
    TRACE: SeverityNumber.TRACE,
    DEBUG: SeverityNumber.DEBUG,
    INFO: SeverityNumber.INFO,
    WARN: SeverityNumber.WARN,
    ERROR: SeverityNumber.ERROR,
    FATAL: SeverityNumber.FATAL
  }
  const recordOf = logRecordOf(instance)
  return Logger.make<unknown, void>((line) => {
    const { annotations, level, message, request_id: requestId, span_id: spanId, trace_flags: flags, trace_id: traceId } = recordOf(line)
    const attributes: AnyValueMap = {}
    for (const [name, value] of Object.entries(annotations)) attributes[name.includes(".") ? name : `gapura.${name}`] = valueOf(value)
    if (requestId !== undefined) attributes["gapura.request.id"] = requestId
    const [error] = Cause.prettyErrors(line.cause)
    if (error !== undefined) {
      attributes["exception.type"] = error.name
      attributes["exception.message"] = error.message
      attributes["exception.stacktrace"] = Cause.pretty(line.cause)
    }
    logger.emit({
      body: message,
      severityText: level,
      severityNumber: severities[level] ?? SeverityNumber.UNSPECIFIED,
      timestamp: line.date,
      observedTimestamp: clock.currentTimeMillisUnsafe(),
      attributes,
      context: traceId === undefined || spanId === undefined
        ? api.ROOT_CONTEXT
        : api.trace.setSpanContext(api.ROOT_CONTEXT, {
          traceId,
          spanId,
          traceFlags: flags === "01" ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE
        })
    })
  })
})

/** Beside the loggers that are there. */
export const LogExport = (options: LogExportOptions): Layer.Layer<never, never, CollectorWatch> =>
  options.logs === undefined
    ? Layer.empty
    : Logger.layer([makeLogger({ ...options, logs: options.logs })], { mergeWithExisting: true })
