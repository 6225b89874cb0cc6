/**
 * OpenTelemetry: the SDK, and its export over OTLP/HTTP (JSON).
 *
 * Without an endpoint nothing is loaded and nothing is exported; the SDK's modules are imported only with one, since
 * they add an eighth of a second to the start. Metrics are the ones of Effect's registry; spans are started here by hand and not
 * through Effect's `Tracer`, whose spans record the text and stack of every failure. Closing the scope sends what is
 * left, for at most two seconds.
 *
 * Standard `OTEL_*` variables that the SDK reads itself keep their meaning: `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_EXPORTER_OTLP_HEADERS`, `…_TIMEOUT`, `OTEL_BSP_*`; the others are settings.
 *
 * Gotcha: while a collector is away, spans wait in a queue of 2,048 and the rest are lost without a word.
 */
import type { Attributes } from "@opentelemetry/api"
import type { MetricData, MetricProducer } from "@opentelemetry/sdk-metrics"
import { Config, Context, Effect, Layer } from "effect"
import { Worker } from "../domain/Worker.ts"
import { makeTraceIds } from "./TraceIds.ts"

export interface RunningSpan {
  readonly spanId: string
  readonly end: (outcome: { readonly failed: boolean; readonly attributes?: Attributes }) => void
}

export interface SpanSource {
  readonly start: (options: {
    readonly kind: "server" | "client"
    readonly name: string
    readonly traceId: string
    /** Undefined makes the span the root of its trace. */
    readonly parentSpanId: string | undefined
    readonly attributes: Attributes
  }) => RunningSpan
}

export interface OpenTelemetryOptions {
  /** Addresses of an OTLP/HTTP receiver, for instance `http://127.0.0.1:4318/v1/traces`; undefined: those are not exported. */
  readonly tracesUrl: string | undefined
  readonly metricsUrl: string | undefined
  readonly version: string
  /** How often metrics are sent, and how long that may take. */
  readonly metricIntervalMillis: number
  readonly metricTimeoutMillis: number
}

export class OpenTelemetry extends Context.Service<OpenTelemetry, {
  /** Undefined where nothing is exported. */
  readonly spans: SpanSource | undefined
}>()("gapura/telemetry/OpenTelemetry") {
  static readonly layer = (options: OpenTelemetryOptions): Layer.Layer<OpenTelemetry> =>
    options.tracesUrl === undefined && options.metricsUrl === undefined
      ? OpenTelemetry.layerDisabled
      : Layer.effect(OpenTelemetry, exporting(options))

  static readonly layerDisabled: Layer.Layer<OpenTelemetry> = Layer.succeed(OpenTelemetry, { spans: undefined })

  /** Spans go where the test wants them. */
  static readonly layerTest = (spans: SpanSource): Layer.Layer<OpenTelemetry> => Layer.succeed(OpenTelemetry, { spans })
}

const shutdownTimeout = "2 seconds"

const exporting = Effect.fnUntraced(function*(options: OpenTelemetryOptions) {
  const [api, sdk, traceExporter, metricExporter, NodeSdk, OtelMetrics, OtelTracer, Resource] = yield* Effect.promise(() =>
    Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/exporter-metrics-otlp-http"),
      import("@effect/opentelemetry/NodeSdk"),
      import("@effect/opentelemetry/OtelMetrics"),
      import("@effect/opentelemetry/OtelTracer"),
      import("@effect/opentelemetry/Resource")
    ])
  )
  const ids = makeTraceIds()
  // The SDK asks for a root's trace id while it starts the span, which is synchronous: it is given the one decided on.
  let rootTraceId = ""

  const serviceName = yield* Config.String("OTEL_SERVICE_NAME").pipe(Config.withDefault("gapura"), Effect.orDie)
  const worker = yield* Worker
  // What several workers send is told apart by it.
  const own = worker === undefined ? {} : { "gapura.worker": String(worker.number) }
  const resource = Resource.layerFromEnv(
    Resource.configToAttributes({ serviceName, serviceVersion: options.version, attributes: own })
  )
  const { metricIntervalMillis, metricTimeoutMillis, metricsUrl, tracesUrl } = options
  const tracerLayer = (url: string) =>
    OtelTracer.layerTracer.pipe(Layer.provide(NodeSdk.layerTracerProvider(
      new sdk.tracing.BatchSpanProcessor(new traceExporter.OTLPTraceExporter({ url })),
      {
        shutdownTimeout,
        // The gateway's own sampler has decided already; the SDK's would decide again.
        sampler: new sdk.tracing.AlwaysOnSampler(),
        idGenerator: { generateTraceId: () => rootTraceId, generateSpanId: ids.spanId }
      }
    )))
  const metricsLayer = (url: string) =>
    Layer.effectDiscard(Effect.gen(function*() {
      const producer = yield* OtelMetrics.makeProducer("cumulative")
      yield* OtelMetrics.registerProducer(withoutUnitLabel(producer), () =>
        new sdk.metrics.PeriodicExportingMetricReader({
          exporter: new metricExporter.OTLPMetricExporter({ url }),
          exportIntervalMillis: metricIntervalMillis,
          exportTimeoutMillis: Math.min(metricIntervalMillis, metricTimeoutMillis)
        }), { shutdownTimeout })
    }))
  if (metricsUrl !== undefined) yield* Layer.build(Layer.provide(metricsLayer(metricsUrl), resource))
  if (tracesUrl === undefined) return { spans: undefined }
  const tracer = Context.get(yield* Layer.build(Layer.provide(tracerLayer(tracesUrl), resource)), OtelTracer.OtelTracer)

  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT }
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
      end: (outcome) => {
        if (outcome.attributes !== undefined) span.setAttributes(outcome.attributes)
        if (outcome.failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.end()
      }
    }
  }
  return { spans: { start } }
})

/** Effect keeps a metric's unit among its attributes; in OTLP it has a field of its own and is no label. */
const withoutUnitLabel = (producer: MetricProducer): MetricProducer => ({
  collect: async (options) => {
    const result = await producer.collect(options)
    const scopeMetrics = result.resourceMetrics.scopeMetrics.map((scope) => ({ ...scope, metrics: scope.metrics.map(stripped) }))
    return { ...result, resourceMetrics: { ...result.resourceMetrics, scopeMetrics } }
  }
})

const stripped = (metric: MetricData): MetricData => {
  for (const point of metric.dataPoints) delete point.attributes["unit"]
  return metric
}
