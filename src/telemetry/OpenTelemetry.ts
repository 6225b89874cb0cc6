/**
 * OpenTelemetry: the SDK for traces and metrics, and their export over OTLP/HTTP. `LogExport.ts` has the log's.
 *
 * Without an endpoint nothing is loaded and nothing is exported; the SDK's modules are imported only with one, since
 * they add an eighth of a second to the start. Metrics are the ones of Effect's registry; spans are started here by hand and not
 * through Effect's `Tracer`, whose spans record the text and stack of every failure. Closing the scope sends what is
 * left, for at most two seconds.
 *
 * Gotcha: while a collector is away, spans wait in a queue of 2,048 (`OTEL_BSP_MAX_QUEUE_SIZE`) and the rest are lost; the
 * log hears of the collector alone (`CollectorWatch.ts`).
 */
import type { Resource } from "@effect/opentelemetry/Resource"
import type { Attributes } from "@opentelemetry/api"
import type { MetricData, MetricProducer } from "@opentelemetry/sdk-metrics"
import { Context, Effect, Layer } from "effect"
import { CollectorWatch } from "./CollectorWatch.ts"
import type { Destination } from "./Destination.ts"
import { makeOtelResource, type ResourceOptions } from "./OtelResource.ts"
import { makeTraceIds } from "./TraceIds.ts"

export interface SpanOutcome {
  readonly failed: boolean
  readonly attributes?: Attributes
  /** What it is called now that its end is known. */
  readonly name?: string
  /** How long ago it ended, in milliseconds; absent: now. */
  readonly agoMillis?: number
}

export interface RunningSpan {
  readonly spanId: string
  /** Another span that it has to do with, in whatever trace. */
  readonly link: (traceId: string, spanId: string) => void
  readonly end: (outcome: SpanOutcome) => void
}

export interface SpanSource {
  readonly start: (options: {
    readonly kind: "server" | "internal" | "client"
    readonly name: string
    readonly traceId: string
    /** Undefined makes the span the root of its trace. */
    readonly parentSpanId: string | undefined
    readonly attributes: Attributes
  }) => RunningSpan
}

export interface OpenTelemetryOptions extends ResourceOptions {
  /** Undefined: those are not sent. */
  readonly traces: Destination | undefined
  readonly metrics: Destination | undefined
  /** How often metrics are sent, and how long that may take. */
  readonly metricIntervalMillis: number
  readonly metricTimeoutMillis: number
  readonly metricTemporality: "cumulative" | "delta" | "lowmemory"
}

export class OpenTelemetry extends Context.Service<OpenTelemetry, {
  /** Undefined where none are sent. */
  readonly spans: SpanSource | undefined
}>()("gapura/telemetry/OpenTelemetry") {
  static readonly layer = (options: OpenTelemetryOptions): Layer.Layer<OpenTelemetry, never, CollectorWatch> =>
    options.traces === undefined && options.metrics === undefined
      ? OpenTelemetry.layerDisabled
      : Layer.effect(OpenTelemetry, exporting(options))

  static readonly layerDisabled: Layer.Layer<OpenTelemetry> = Layer.succeed(OpenTelemetry, { spans: undefined })

  /** Spans go where the test wants them. */
  static readonly layerTest = (spans: SpanSource): Layer.Layer<OpenTelemetry> => Layer.succeed(OpenTelemetry, { spans })
}

const shutdownTimeout = "2 seconds"

const exporting = Effect.fnUntraced(function*(options: OpenTelemetryOptions) {
  const { Resource } = yield* Effect.promise(() => import("@effect/opentelemetry/Resource"))
  const resource = Layer.effect(Resource, makeOtelResource(options))
  if (options.metrics !== undefined) yield* Layer.build(Layer.provide(metricsLayer(options, options.metrics), resource))
  if (options.traces === undefined) return { spans: undefined }
  return { spans: { start: yield* spanStarter(options.traces, resource) } }
})

const metricExporterOf = async ({ protocol, url }: Destination, temporality: OpenTelemetryOptions["metricTemporality"]) => {
  const { AggregationTemporalityPreference, OTLPMetricExporter } = await import("@opentelemetry/exporter-metrics-otlp-http")
  const temporalityPreference = {
    cumulative: AggregationTemporalityPreference.CUMULATIVE,
    delta: AggregationTemporalityPreference.DELTA,
    lowmemory: AggregationTemporalityPreference.LOWMEMORY
  }[temporality]
  const config = { url, temporalityPreference }
  if (protocol === "http/json") return new OTLPMetricExporter(config)
  const proto = await import("@opentelemetry/exporter-metrics-otlp-proto")
  return new proto.OTLPMetricExporter(config)
}

const metricsLayer = (options: OpenTelemetryOptions, destination: Destination) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const { metricIntervalMillis, metricTemporality, metricTimeoutMillis } = options
    const { watched } = yield* CollectorWatch
    const [{ PeriodicExportingMetricReader }, { makeProducer, registerProducer }, exporter] = yield* Effect.promise(() =>
      Promise.all([
        import("@opentelemetry/sdk-metrics"),
        import("@effect/opentelemetry/OtelMetrics"),
        metricExporterOf(destination, metricTemporality)
      ])
    )
    const producer = yield* makeProducer(metricTemporality === "cumulative" ? "cumulative" : "delta")
    yield* registerProducer(asConventional(producer), () =>
      new PeriodicExportingMetricReader({
        exporter: watched("metrics", exporter),
        exportIntervalMillis: metricIntervalMillis,
        exportTimeoutMillis: Math.min(metricIntervalMillis, metricTimeoutMillis)
      }), { shutdownTimeout })
  }))

const traceExporterOf = async ({ protocol, url }: Destination) => {
  const { OTLPTraceExporter } = protocol === "http/json"
    ? await import("@opentelemetry/exporter-trace-otlp-http")
    : await import("@opentelemetry/exporter-trace-otlp-proto")
  return new OTLPTraceExporter({ url })
}

const spanStarter = Effect.fnUntraced(function*(destination: Destination, resource: Layer.Layer<Resource>) {
  const { watched } = yield* CollectorWatch
  const [api, sdk, NodeSdk, OtelTracer, exporter] = yield* Effect.promise(() =>
    Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-base"),
      import("@effect/opentelemetry/NodeSdk"),
      import("@effect/opentelemetry/OtelTracer"),
      traceExporterOf(destination)
    ])
  )
  const ids = makeTraceIds()
  // The SDK asks for a root's trace id while it starts the span, which is synchronous: it is given the one decided on.
  let rootTraceId = ""
  const provider = NodeSdk.layerTracerProvider(new sdk.BatchSpanProcessor(watched("traces", exporter)), {
    shutdownTimeout,
    // The gateway's own sampler has decided already; the SDK's would decide again.
    sampler: new sdk.AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => rootTraceId, generateSpanId: ids.spanId }
  })
  const built = yield* Layer.build(OtelTracer.layerTracer.pipe(Layer.provide(provider), Layer.provide(resource)))
  const tracer = Context.get(built, OtelTracer.OtelTracer)

  const kinds = { server: api.SpanKind.SERVER, internal: api.SpanKind.INTERNAL, client: api.SpanKind.CLIENT }
  const start: SpanSource["start"] = ({ attributes, kind, name, parentSpanId, traceId }) => {
    rootTraceId = traceId
    const parent = parentSpanId === undefined ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId,
      spanId: parentSpanId,
      traceFlags: api.TraceFlags.SAMPLED,
      isRemote: kind === "server"
    })
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
    return {
      spanId: span.spanContext().spanId,
      link: (linkedTrace, linkedSpan) =>
        void span.addLink({ context: { traceId: linkedTrace, spanId: linkedSpan, traceFlags: api.TraceFlags.SAMPLED } }),
      end: ({ agoMillis, attributes: learnt, failed, name: last }) => {
        if (last !== undefined) span.updateName(last)
        if (learnt !== undefined) span.setAttributes(learnt)
        if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.end(agoMillis === undefined ? undefined : Date.now() - agoMillis)
      }
    }
  }
  return start
})

/**
 * Effect keeps a metric's unit among its attributes and makes texts of all of them: in OTLP a unit has a field of its own, and a
 * status is a number.
 */
const asConventional = (producer: MetricProducer): MetricProducer => ({
  collect: async (options) => {
    const result = await producer.collect(options)
    const scopeMetrics = result.resourceMetrics.scopeMetrics.map((scope) => ({ ...scope, metrics: scope.metrics.map(corrected) }))
    return { ...result, resourceMetrics: { ...result.resourceMetrics, scopeMetrics } }
  }
})

const corrected = (metric: MetricData): MetricData => {
  for (const { attributes } of metric.dataPoints) {
    delete attributes["unit"]
    const status = attributes["http.response.status_code"]
    if (status !== undefined) attributes["http.response.status_code"] = Number(status)
  }
  return metric
}
