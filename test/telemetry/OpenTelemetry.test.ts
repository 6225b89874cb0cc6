import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric, Schema } from "effect"
import { createServer } from "node:http"
import { gunzipSync } from "node:zlib"
import { CollectorWatch } from "../../src/telemetry/CollectorWatch.ts"
import { OpenTelemetry } from "../../src/telemetry/OpenTelemetry.ts"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { Tracing } from "../../src/telemetry/Tracing.ts"

const Attribute = Schema.Struct({ key: Schema.String, value: Schema.Unknown })
const Resource = Schema.Struct({ attributes: Schema.Array(Attribute) })
const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optionalKey(Schema.String),
  name: Schema.String,
  kind: Schema.Int,
  attributes: Schema.Array(Attribute),
  events: Schema.optionalKey(Schema.Array(Schema.Unknown))
})
const Traces = Schema.Struct({
  resourceSpans: Schema.Array(Schema.Struct({ resource: Resource, scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) })) }))
})
const Points = Schema.Struct({ dataPoints: Schema.Array(Schema.Struct({ attributes: Schema.Array(Attribute) })) })
const MetricData = Schema.Struct({
  name: Schema.String,
  unit: Schema.String,
  histogram: Schema.optionalKey(Points),
  sum: Schema.optionalKey(Points),
  gauge: Schema.optionalKey(Points)
})
const Metrics = Schema.Struct({
  resourceMetrics: Schema.Array(
    Schema.Struct({ resource: Resource, scopeMetrics: Schema.Array(Schema.Struct({ metrics: Schema.Array(MetricData) })) })
  )
})

/** An OTLP/HTTP receiver on a port of its own, with what it was sent by path. */
const receiver = Effect.acquireRelease(
  Effect.callback<{ readonly endpoint: string; readonly received: Map<string, Array<string>>; readonly close: () => void }>((resume) => {
    const received = new Map<string, Array<string>>()
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const body = Buffer.concat(chunks)
        const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString()
        const path = request.url ?? ""
        received.set(path, [...received.get(path) ?? [], text])
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed({ endpoint: `http://127.0.0.1:${port}/`, received, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

const options = {
  version: "4.0.0",
  serviceName: undefined,
  instance: "gw-1/17",
  attributes: {},
  detectors: [],
  metricIntervalMillis: 60_000,
  metricTimeoutMillis: 10_000,
  metricTemporality: "cumulative"
} as const

const telemetry = (endpoint: string) =>
  Tracing.layer({ sampler: "parentbased_always_on", ratio: 1, publicUrl: "http://127.0.0.1:8080", propagates: true }).pipe(
    Layer.provideMerge(OpenTelemetry.layer({
      ...options,
      traces: { url: `${endpoint}v1/traces`, protocol: "http/json" },
      metrics: { url: `${endpoint}v1/metrics`, protocol: "http/json" }
    })),
    Layer.provideMerge(CollectorWatch.layer({ isUsed: true, sdkLogLevel: "none" })),
    Layer.provideMerge(RequestMeter.layer),
    Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, new Map()))
  )

const route = "dinkes/klinik/:id"
const use = (traceparent: string | undefined) =>
  Effect.gen(function*() {
    const tracing = yield* Tracing
    const meter = yield* RequestMeter
    const trace = tracing.begin({ traceparent }, "GET")
    const call = () => ({ agency: "dinkes", server: "http://10.20.0.7:8080", template: "/klinik/:id" })
    tracing.attempts(trace, call)?.(0).ended(200, undefined)
    trace.span?.end({ failed: false, name: `GET ${route}`, attributes: { "http.route": route, "http.response.status_code": 200 } })
    meter.request({ method: "GET", route, agency: "dinkes", status: 200, durationMs: 3, cache: "MISS" })
  })

describe("OpenTelemetry", () => {
  it.live("exports the server span, its child and the metrics over OTLP/HTTP when its scope closes", () =>
    Effect.scoped(Effect.gen(function*() {
      const { endpoint, received } = yield* receiver
      yield* Effect.provide(
        Effect.andThen(use(undefined), use("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")),
        telemetry(endpoint)
      )

      assert.deepStrictEqual([...received.keys()].sort(), ["/v1/metrics", "/v1/traces"])
      const traces = yield* Schema.decodeEffect(Schema.fromJsonString(Traces))(received.get("/v1/traces")?.[0] ?? "")
      const spans = traces.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
      assert.strictEqual(spans.length, 4)
      for (const client of spans.filter((span) => span.kind === 3)) {
        const server = spans.find((span) => span.spanId === client.parentSpanId)
        assert.strictEqual(server?.kind, 2)
        assert.strictEqual(server?.traceId, client.traceId)
      }
      const roots = spans.filter((span) => span.kind === 2).map((span) => span.parentSpanId)
      assert.includeMembers(roots, [undefined, "00f067aa0ba902b7"])
      assert.deepStrictEqual(
        [...new Set(spans.flatMap((span) => span.attributes.map(({ key }) => key)))].sort(),
        [
          "gapura.agency",
          "http.request.method",
          "http.response.status_code",
          "http.route",
          "server.address",
          "server.port",
          "url.scheme",
          "url.template"
        ]
      )
      assert.includeDeepMembers([...traces.resourceSpans[0]?.resource.attributes ?? []], [
        { key: "service.name", value: { stringValue: "gapura" } },
        { key: "service.version", value: { stringValue: "4.0.0" } },
        { key: "service.instance.id", value: { stringValue: "gw-1/17" } }
      ])

      const metrics = yield* Schema.decodeEffect(Schema.fromJsonString(Metrics))(received.get("/v1/metrics")?.at(-1) ?? "")
      const byName = new Map(
        metrics.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)).map((
          metric
        ) => [metric.name, metric])
      )
      const duration = byName.get("http.server.request.duration")
      assert.strictEqual(duration?.unit, "s")
      assert.deepStrictEqual(duration?.histogram?.dataPoints[0]?.attributes.map(({ key }) => key), [
        "http.request.method",
        "http.route",
        "http.response.status_code",
        "agency"
      ])
      assert.isDefined(byName.get("gapura.requests")?.sum)
    })))

  it.live("closes in time when nobody listens", () =>
    Effect.gen(function*() {
      const done = yield* Effect.timeoutOption(Effect.provide(use(undefined), telemetry("http://127.0.0.1:9/")), "8 seconds")
      assert.strictEqual(done._tag, "Some")
    }))

  it.effect("exports nothing without an endpoint", () =>
    Effect.gen(function*() {
      const { spans } = yield* OpenTelemetry
      assert.isUndefined(spans)
    }).pipe(
      Effect.provide(OpenTelemetry.layer({ ...options, traces: undefined, metrics: undefined })),
      Effect.provide(CollectorWatch.layer({ isUsed: false, sdkLogLevel: "none" }))
    ))
})
