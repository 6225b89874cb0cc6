import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { AgencyTimeout } from "../../src/domain/GatewayError.ts"
import { OpenTelemetry, type SpanSource } from "../../src/telemetry/OpenTelemetry.ts"
import type { SamplerName } from "../../src/telemetry/Sampler.ts"
import { parseTraceparent } from "../../src/telemetry/Traceparent.ts"
import { Tracing } from "../../src/telemetry/Tracing.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const callerSpan = "00f067aa0ba902b7"
const sampledCaller = `00-${traceId}-${callerSpan}-01`
const unsampledCaller = `00-${traceId}-${callerSpan}-00`

interface Recorded {
  readonly started: Parameters<SpanSource["start"]>[0]
  readonly spanId: string
  ended: { readonly failed: boolean; readonly attributes?: object } | undefined
}

const recorder = () => {
  const recorded: Array<Recorded> = []
  const spans: SpanSource = {
    start: (started) => {
      const span: Recorded = { started, spanId: String(recorded.length + 1).padStart(16, "0"), ended: undefined }
      recorded.push(span)
      return { spanId: span.spanId, end: (outcome) => void (span.ended = outcome) }
    }
  }
  return { recorded, spans }
}

const traced = (spans: SpanSource, sampler: SamplerName = "always_on") =>
  Tracing.layer({ sampler, ratio: 0.1 }).pipe(Layer.provide(OpenTelemetry.layerTest(spans)))
const disabled = Tracing.layer({ sampler: "always_on", ratio: 1 }).pipe(Layer.provide(OpenTelemetry.layerDisabled))

const request = (traceparent?: string) => ({ traceparent, route: "dinkes/klinik/:id", method: "GET", requestId: "req-1" })
const agencyCall = { agency: "dinkes", route: "dinkes/klinik/:id" }

/** One request that calls an agency; gives the trace it saw and the header it sent on. */
const journey = (traceparent?: string) =>
  Effect.flatMap(
    Tracing,
    (tracing) =>
      tracing.server(request(traceparent), (trace) => tracing.client(trace, agencyCall, (sent) => Effect.succeed({ trace, sent })))
  )

describe("Tracing", () => {
  it.effect("opens a server span for a sampled request and the agency call as its child", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const { sent, trace } = yield* journey(sampledCaller)
      const [server, client] = recorded
      assert.deepStrictEqual([server?.started.kind, client?.started.kind], ["server", "client"])
      assert.deepStrictEqual([server?.started.traceId, client?.started.traceId], [traceId, traceId])
      assert.deepStrictEqual([server?.started.parentSpanId, client?.started.parentSpanId], [callerSpan, server?.spanId])
      assert.strictEqual(sent, `00-${traceId}-${client?.spanId}-01`)
      assert.deepInclude(trace, { traceId, spanId: server?.spanId ?? "", sampled: true, traceparent: `00-${traceId}-${server?.spanId}-01` })
      assert.isTrue(recorded.every((span) => span.ended?.failed === false))
    }).pipe(Effect.provide(traced(spans)))
  })

  it.effect("gives every request a trace of its own where the caller sent none or a bad one", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const one = yield* journey()
      const two = yield* journey("00-not-a-trace-01")
      assert.notStrictEqual(one.trace.traceId, two.trace.traceId)
      assert.strictEqual(parseTraceparent(two.trace.traceparent)?.traceId, two.trace.traceId)
      assert.isUndefined(recorded[0]?.started.parentSpanId)
    }).pipe(Effect.provide(traced(spans)))
  })

  it.effect("starts no span for a request that is not sampled, and sends its trace on unsampled", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const { sent, trace } = yield* journey(unsampledCaller)
      assert.strictEqual(recorded.length, 0)
      assert.deepInclude(trace, { traceId, sampled: false, traceparent: `00-${traceId}-${trace.spanId}-00` })
      assert.notStrictEqual(trace.spanId, callerSpan)
      assert.strictEqual(sent, trace.traceparent)
    }).pipe(Effect.provide(traced(spans, "parentbased_always_on")))
  })

  it.effect("passes the caller's header on untouched when tracing is off", () =>
    Effect.gen(function*() {
      assert.isFalse((yield* Tracing).enabled)
      const known = yield* journey(sampledCaller)
      assert.strictEqual(known.sent, sampledCaller)
      assert.deepInclude(known.trace, { traceId, sampled: false })
      const fresh = yield* journey()
      assert.deepInclude(parseTraceparent(fresh.sent), { traceId: fresh.trace.traceId, sampled: false })
      const malformed = yield* journey("x; DROP TABLE\r\nX-Evil: 1")
      assert.deepInclude(parseTraceparent(malformed.sent), { traceId: malformed.trace.traceId })
    }).pipe(Effect.provide(disabled)))

  it.effect("keeps the traces of concurrent requests apart", () => {
    const { spans } = recorder()
    return Effect.gen(function*() {
      const tracing = yield* Tracing
      const seen = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () =>
          tracing.server(request(), (trace) =>
            Effect.andThen(
              Effect.yieldNow,
              tracing.client(trace, agencyCall, (sent) => Effect.succeed([trace.traceId, parseTraceparent(sent)?.traceId]))
            )),
        { concurrency: "unbounded" }
      )
      for (const [own, sent] of seen) assert.strictEqual(sent, own)
      assert.strictEqual(new Set(seen.map(([own]) => own)).size, 50)
    }).pipe(Effect.provide(traced(spans)))
  })

  it.effect("marks a server span as failed from status 500 on", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const tracing = yield* Tracing
      for (const status of [200, 404, 503]) {
        yield* tracing.server({ ...request(), status: (answer: number) => answer }, () => Effect.succeed(status))
      }
      assert.deepStrictEqual(recorded.map((span) => span.ended), [
        { failed: false, attributes: { "http.response.status_code": 200 } },
        { failed: false, attributes: { "http.response.status_code": 404 } },
        { failed: true, attributes: { "http.response.status_code": 503, "error.type": "503" } }
      ])
    }).pipe(Effect.provide(traced(spans)))
  })

  it.effect("fault-90 keeps the text of an error out of the span and names only its kind", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const tracing = yield* Tracing
      const error = new AgencyTimeout({
        detail: "3171234567890001 at http://10.1.2.3:9101",
        attempts: 3,
        agencyStatus: null,
        proxyError: "http_response_timeout"
      })
      yield* Effect.exit(tracing.server(request(), (trace) => tracing.client(trace, agencyCall, () => Effect.fail(error))))
      yield* Effect.exit(tracing.server(request(), () => Effect.die(new Error("token gpr_secret"))))
      assert.deepStrictEqual(recorded.map((span) => span.ended), [
        { failed: true, attributes: { "error.type": "agency-timeout" } },
        { failed: true, attributes: { "error.type": "agency-timeout" } },
        { failed: true, attributes: { "error.type": "defect" } }
      ])
      assert.notMatch(JSON.stringify(recorded), /3171234567890001|10\.1\.2\.3|gpr_secret/)
    }).pipe(Effect.provide(traced(spans)))
  })

  it.effect("ends both spans when the caller leaves, without calling it a failure", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const tracing = yield* Tracing
      const called = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        tracing.server(
          request(),
          (trace) => tracing.client(trace, agencyCall, () => Effect.andThen(Deferred.succeed(called, undefined), Effect.never))
        )
      )
      yield* Deferred.await(called)
      yield* Fiber.interrupt(fiber)
      const left = { failed: false, attributes: { "gapura.interrupted": true } }
      assert.deepStrictEqual(recorded.map((span) => span.ended), [left, left])
    }).pipe(Effect.provide(traced(spans)))
  })
})
