import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { CollectorWatch } from "../../src/telemetry/CollectorWatch.ts"
import { OpenTelemetry } from "../../src/telemetry/OpenTelemetry.ts"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { Tracing } from "../../src/telemetry/Tracing.ts"
import { makeOtlpReceiver } from "../support/OtlpReceiver.ts"

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
      traces: { url: `${endpoint}/v1/traces`, protocol: "http/json" },
      metrics: { url: `${endpoint}/v1/metrics`, protocol: "http/json" }
    })),
    Layer.provideMerge(CollectorWatch.layer({ isUsed: true, sdkLogLevel: "none" })),
    Layer.provideMerge(RequestMeter.layer({ publicUrl: "http://127.0.0.1:8080" })),
    Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, new Map()))
  )

const route = "dinkes/klinik/:id"
const use = (traceparent: string | undefined) =>
  Effect.gen(function*() {
    const tracing = yield* Tracing
    const meter = yield* RequestMeter
    const trace = tracing.begin({ traceparent }, "GET")
    const call = () => ({ agency: "dinkes", template: "/klinik/:id" })
    tracing.attempts(trace, call)?.(0).ended(200, undefined)
    trace.span?.end({ failed: false, name: `GET ${route}`, attributes: { "http.route": route, "http.response.status_code": 200 } })
    meter.request({ method: "GET", route, agency: "dinkes", status: 200, durationMs: 3, cache: "MISS" })
  })

describe("OpenTelemetry", () => {
  it.live("exports the server span, its child and the metrics over OTLP/HTTP when its scope closes", () =>
    Effect.scoped(Effect.gen(function*() {
      const receiver = yield* makeOtlpReceiver
      yield* Effect.provide(
        Effect.andThen(use(undefined), use("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")),
        telemetry(receiver.url)
      )

      assert.deepStrictEqual([...new Set(receiver.paths)].sort(), ["/v1/metrics", "/v1/traces"])
      const spans = receiver.spans()
      assert.strictEqual(spans.length, 4)
      for (const client of spans.filter(({ kind }) => kind === "client")) {
        const server = spans.find(({ spanId }) => spanId === client.parentSpanId)
        assert.strictEqual(server?.kind, "server")
        assert.strictEqual(server?.traceId, client.traceId)
      }
      const roots = spans.filter(({ kind }) => kind === "server").map(({ parentSpanId }) => parentSpanId)
      assert.includeMembers(roots, [undefined, "00f067aa0ba902b7"])
      assert.deepStrictEqual(
        [...new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)))].sort(),
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
      assert.include(spans[0]?.resource, { "service.name": "gapura", "service.version": "4.0.0", "service.instance.id": "gw-1/17" })

      const byName = new Map(receiver.metrics().map((metric) => [metric.name, metric]))
      const duration = byName.get("http.server.request.duration")
      assert.deepStrictEqual([duration?.unit, duration?.type], ["s", "histogram"])
      assert.deepStrictEqual(Object.keys(duration?.points[0]?.attributes ?? {}), [
        "http.request.method",
        "http.route",
        "http.response.status_code",
        "agency",
        "url.scheme"
      ])
      assert.strictEqual(byName.get("gapura.requests")?.type, "sum")
    })))

  it.live("closes in time when nobody listens", () =>
    Effect.gen(function*() {
      const done = yield* Effect.timeoutOption(Effect.provide(use(undefined), telemetry("http://127.0.0.1:9")), "8 seconds")
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
