import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OpenTelemetry, type SpanOutcome, type SpanSource } from "../../src/telemetry/OpenTelemetry.ts"
import type { SamplerName } from "../../src/telemetry/Sampler.ts"
import { parseTraceparent } from "../../src/telemetry/Traceparent.ts"
import { type CallersTrace, Tracing, type TracingOptions } from "../../src/telemetry/Tracing.ts"

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const callerSpan = "00f067aa0ba902b7"
const sampledCaller = `00-${traceId}-${callerSpan}-01`
const unsampledCaller = `00-${traceId}-${callerSpan}-00`

interface Recorded {
  readonly started: Parameters<SpanSource["start"]>[0]
  readonly spanId: string
  readonly links: Array<string>
  ended: SpanOutcome | undefined
}

const recorder = () => {
  const recorded: Array<Recorded> = []
  const spans: SpanSource = {
    start: (started) => {
      const span: Recorded = { started, spanId: String(recorded.length + 1).padStart(16, "0"), links: [], ended: undefined }
      recorded.push(span)
      return {
        spanId: span.spanId,
        link: (linkedTrace, linkedSpan) => void span.links.push(`${linkedTrace} ${linkedSpan}`),
        end: (outcome) => void (span.ended = outcome)
      }
    }
  }
  return { recorded, spans }
}

const options = (sampler: SamplerName): TracingOptions => ({
  sampler,
  ratio: 0.1,
  publicUrl: "https://data.kota.go.id",
  propagates: true
})
const traced = (spans: SpanSource, sampler: SamplerName = "always_on") =>
  Tracing.layer(options(sampler)).pipe(Layer.provide(OpenTelemetry.layerTest(spans)))
const disabled = Tracing.layer(options("always_on")).pipe(Layer.provide(OpenTelemetry.layerDisabled))

const agencyCall = { agency: "dinkes", template: "/klinik/:id" }

/** One request that calls an agency; gives the trace it saw and the header it sent on. */
const journey = (headers: CallersTrace) =>
  Effect.map(Tracing, (tracing) => {
    const trace = tracing.begin(headers, "GET")
    const attempt = tracing.attempts(trace, () => agencyCall)?.(0)
    return { trace, attempt, sent: attempt?.traceparent ?? trace.outgoing, state: tracing.tracestateOf(trace) }
  })

describe("Tracing", () => {
  it.effect("opens a server span for a sampled request and the attempt at an agency as its child", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const { sent, trace } = yield* journey({ traceparent: sampledCaller })
      const [server, client] = recorded
      assert.deepStrictEqual([server?.started.kind, client?.started.kind], ["server", "client"])
      assert.deepStrictEqual([server?.started.traceId, client?.started.traceId], [traceId, traceId])
      assert.deepStrictEqual([server?.started.parentSpanId, client?.started.parentSpanId], [callerSpan, server?.spanId])
      assert.strictEqual(sent, `00-${traceId}-${client?.spanId}-01`)
      assert.deepInclude(trace, { traceId, spanId: server?.spanId ?? "", sampled: true, traceparent: `00-${traceId}-${server?.spanId}-01` })
      assert.deepStrictEqual(server?.started.attributes, {
        "http.request.method": "GET",
        "url.scheme": "https",
        "server.address": "data.kota.go.id",
        "server.port": 443
      })
      assert.deepStrictEqual(client?.started.attributes, {
        "http.request.method": "GET",
        "url.template": "/klinik/:id",
        "gapura.agency": "dinkes"
      })
    }).pipe(Effect.provide(traced(spans)))
  })

  it.effect("gives every request a trace of its own where the caller sent none or a bad one", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const one = yield* journey({ traceparent: undefined })
      const two = yield* journey({ traceparent: "00-not-a-trace-01", tracestate: "a=1" })
      assert.notStrictEqual(one.trace.traceId, two.trace.traceId)
      assert.strictEqual(parseTraceparent(two.trace.traceparent)?.traceId, two.trace.traceId)
      assert.isUndefined(recorded[0]?.started.parentSpanId)
      assert.isUndefined(two.state)
    }).pipe(Effect.provide(traced(spans)))
  })

  it.effect("starts no span for a request that is not sampled, and sends its trace on unsampled", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const { sent, state, trace } = yield* journey({ traceparent: unsampledCaller, tracestate: "a=1" })
      assert.strictEqual(recorded.length, 0)
      assert.deepInclude(trace, { traceId, sampled: false, traceparent: `00-${traceId}-${trace.spanId}-00` })
      assert.notStrictEqual(trace.spanId, callerSpan)
      assert.deepStrictEqual([sent, state], [trace.traceparent, "a=1"])
      assert.strictEqual((yield* Tracing).entry(trace), trace)
    }).pipe(Effect.provide(traced(spans, "parentbased_always_on")))
  })

  it.effect("passes the caller's headers on untouched when tracing is off", () =>
    Effect.gen(function*() {
      assert.isFalse((yield* Tracing).enabled)
      const known = yield* journey({ traceparent: sampledCaller, tracestate: "a=1,b=2" })
      assert.deepStrictEqual([known.sent, known.state], [sampledCaller, "a=1,b=2"])
      assert.deepInclude(known.trace, { traceId, sampled: false })
      const fresh = yield* journey({ traceparent: undefined, tracestate: "a=1" })
      assert.deepInclude(parseTraceparent(fresh.sent), { traceId: fresh.trace.traceId, sampled: false })
      assert.isUndefined(fresh.state)
      const malformed = yield* journey({ traceparent: "x; DROP TABLE\r\nX-Evil: 1" })
      assert.deepInclude(parseTraceparent(malformed.sent), { traceId: malformed.trace.traceId })
    }).pipe(Effect.provide(disabled)))

  it.effect("neither reads nor sends anything where nothing is to be propagated", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const { attempt, state, trace } = yield* journey({ traceparent: sampledCaller, tracestate: "a=1" })
      assert.notStrictEqual(trace.traceId, traceId)
      assert.isUndefined(recorded[0]?.started.parentSpanId)
      assert.isUndefined(attempt?.traceparent)
      assert.isUndefined(state)
    }).pipe(
      Effect.provide(Tracing.layer({ ...options("always_on"), propagates: false }).pipe(Layer.provide(OpenTelemetry.layerTest(spans))))
    )
  })

  it.effect("tells of each attempt what it came to, and how many came before it", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const tracing = yield* Tracing
      const attempts = tracing.attempts(tracing.begin({ traceparent: undefined }, "GET"), () => agencyCall)
      attempts?.(0).ended(null, "http_response_timeout")
      attempts?.(1).ended(503, "destination_unavailable")
      attempts?.(2).ended(200, undefined)
      attempts?.(3).abandoned()
      const clients = recorded.slice(1)
      assert.deepStrictEqual(clients.map(({ started }) => started.attributes["http.request.resend_count"]), [undefined, 1, 2, 3])
      assert.deepStrictEqual(clients.map(({ ended }) => ended), [
        { failed: true, attributes: { "error.type": "http_response_timeout" } },
        { failed: true, attributes: { "http.response.status_code": 503, "error.type": "503" } },
        { failed: false, attributes: { "http.response.status_code": 200 } },
        { failed: false, attributes: { "gapura.interrupted": true } }
      ])
    }).pipe(Effect.provide(traced(spans)))
  })

  it.effect("puts an entry between its request and its calls, and links who joins another's call to that one", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const tracing = yield* Tracing
      const request = tracing.begin({ traceparent: sampledCaller, tracestate: "a=1" }, "POST")
      const [one, two] = [tracing.entry(request), tracing.entry(request)]
      tracing.attempts(one, () => agencyCall)?.(0)
      tracing.joined(two, one)
      tracing.joined(one, one)
      const [server, first, second, client] = recorded
      assert.deepStrictEqual(recorded.map(({ started }) => started.kind), ["server", "internal", "internal", "client"])
      assert.deepStrictEqual([first?.started.parentSpanId, client?.started.parentSpanId], [server?.spanId, first?.spanId])
      assert.deepStrictEqual([first?.links, second?.links], [[], [`${traceId} ${first?.spanId}`]])
      assert.strictEqual(tracing.tracestateOf(one), "a=1")
    }).pipe(Effect.provide(traced(spans)))
  })

  it.effect("names a method that the conventions do not know as such", () => {
    const { recorded, spans } = recorder()
    return Effect.gen(function*() {
      const tracing = yield* Tracing
      tracing.begin({ traceparent: undefined }, "PROPFIND")
      assert.deepInclude(recorded[0]?.started.attributes, {
        "http.request.method": "_OTHER",
        "http.request.method_original": "PROPFIND"
      })
    }).pipe(Effect.provide(traced(spans)))
  })
})
