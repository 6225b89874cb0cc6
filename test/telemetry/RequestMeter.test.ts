import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { execFileSync } from "node:child_process"
import { renderMetrics } from "../../src/telemetry/Exposition.ts"
import { parseFamilies, writeFamilies } from "../../src/telemetry/MetricFamilies.ts"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { promtool } from "../support/Promtool.ts"

const registry = () => Layer.succeed(Metric.MetricRegistry, new Map())
const metered = () => Layer.provideMerge(RequestMeter.layer({ publicUrl: "https://data.kota.go.id" }), registry())

/** Every metric there is, moved at least once. */
const everything = Effect.gen(function*() {
  const meter = yield* RequestMeter
  meter.request({
    method: "GET",
    route: "diskominfo/portal-publik/events",
    agency: "diskominfo",
    status: 200,
    durationMs: 12,
    cache: "MISS"
  })
  meter.request({
    method: "GET",
    route: "diskominfo/portal-publik/events",
    agency: "diskominfo",
    status: 200,
    durationMs: 0.2,
    cache: "HIT"
  })
  meter.request({
    method: "GET",
    route: "diskominfo/portal-publik/events",
    agency: "diskominfo",
    status: 200,
    durationMs: 700,
    cache: "STALE-CIRCUIT"
  })
  meter.shed({
    method: "HEAD",
    route: "diskominfo/portal-publik/events",
    agency: "diskominfo",
    status: 503,
    durationMs: 3_000,
    cache: null
  })
  meter.request({ method: "GET", route: "", agency: "", status: 401, durationMs: 0.1, cache: null })
  meter.agencyCall({ agency: "diskominfo", outcome: "failure", attempts: 3, durationMs: 900 })
  meter.limited()
  meter.masked("diskominfo", 7)
  meter.drift("diskominfo", "portal-publik", 2)
  meter.linked("warn", 3)
  meter.transition({ agency: "diskominfo", from: "closed", to: "open" })
  meter.transition({ agency: "diskominfo", from: "open", to: "half-open" })
})

const lines = Effect.map(renderMetrics("text"), (text) => text.split("\n"))

describe("RequestMeter", () => {
  it.effect("counts and times requests by method, route and status, and by agency, status and cache result", () =>
    Effect.gen(function*() {
      yield* everything
      const text = yield* lines
      const agency = `agency="diskominfo"`
      assert.include(text, `gapura_requests_total{${agency},http_response_status_code="200",cache="miss"} 1`)
      assert.include(text, `gapura_requests_total{${agency},http_response_status_code="200",cache="hit"} 1`)
      assert.include(text, `gapura_requests_total{${agency},http_response_status_code="200",cache="stale"} 1`)
      assert.include(text, `gapura_requests_total{agency="none",http_response_status_code="401",cache="none"} 1`)
      const route = `http_route="diskominfo/portal-publik/events"`
      const of = (method: string, status: number) =>
        `http_request_method="${method}",${route},http_response_status_code="${status}",${agency},url_scheme="https"${
          status < 500 ? "" : `,error_type="${status}"`
        }`
      assert.deepStrictEqual(text.filter((line) => line.startsWith("http_") && line.includes("portal-publik")), [
        `http_server_request_duration_seconds_bucket{${of("GET", 200)},le="0.512"} 2`,
        `http_server_request_duration_seconds_bucket{${of("GET", 200)},le="2.048"} 3`,
        `http_server_request_duration_seconds_bucket{${of("GET", 200)},le="+Inf"} 3`,
        `http_server_request_duration_seconds_sum{${of("GET", 200)}} 0.7122`,
        `http_server_request_duration_seconds_count{${of("GET", 200)}} 3`,
        `http_server_request_duration_seconds_bucket{${of("HEAD", 503)},le="0.512"} 0`,
        `http_server_request_duration_seconds_bucket{${of("HEAD", 503)},le="2.048"} 0`,
        `http_server_request_duration_seconds_bucket{${of("HEAD", 503)},le="+Inf"} 1`,
        `http_server_request_duration_seconds_sum{${of("HEAD", 503)}} 3`,
        `http_server_request_duration_seconds_count{${of("HEAD", 503)}} 1`
      ])
      assert.include(text, `gapura_agency_request_duration_seconds_bucket{${agency},le="0.0005"} 1`)
      assert.include(text, `gapura_agency_request_duration_seconds_bucket{${agency},le="0.032"} 2`)
      assert.include(text, `gapura_agency_request_duration_seconds_count{${agency}} 3`)
    }).pipe(Effect.provide(metered())))

  it.effect("shows agency calls, circuits, limiter and masking", () =>
    Effect.gen(function*() {
      yield* everything
      const text = yield* lines
      assert.include(text, `gapura_agency_call_duration_seconds_count{agency="diskominfo",outcome="failure"} 1`)
      assert.include(text, `gapura_agency_attempts_total{agency="diskominfo"} 3`)
      assert.include(text, "gapura_limiter_refused_total 1")
      assert.include(text, `gapura_masked_values_total{agency="diskominfo"} 7`)
      assert.include(text, `gapura_circuit_state{agency="diskominfo",state="half-open"} 1`)
      assert.include(text, `gapura_circuit_state{agency="diskominfo",state="open"} 0`)
      assert.include(text, `gapura_circuit_transitions_total{agency="diskominfo",to="open"} 1`)
    }).pipe(Effect.provide(metered())))

  it.effect("bounds its labels however many routes, statuses and agencies it is shown", () =>
    Effect.gen(function*() {
      const meter = yield* RequestMeter
      for (let i = 0; i < 6_000; i++) {
        meter.request({ method: "GET", route: `a/b/${i}`, agency: "a", status: 200, durationMs: 1, cache: null })
        meter.agencyCall({ agency: `agency-${i}`, outcome: "success", attempts: 1, durationMs: 1 })
      }
      for (const status of [0, -1, 99, 600, 200.5, Number.NaN, 1e9]) {
        meter.request({ method: "GET", route: "a/b/0", agency: "a", status, durationMs: 1, cache: null })
      }
      const text = yield* lines
      const of = (start: string) => text.filter((line) => line.startsWith(start))
      assert.strictEqual(of("http_server_request_duration_seconds_count").length, 4_097 + 1)
      assert.strictEqual(of("gapura_agency_call_duration_seconds_count").length, 1_025)
      const firstRoute = text.filter((line) => line.includes(`_count{http_request_method="GET",http_route="a/b/0"`))
      assert.deepStrictEqual(firstRoute.map((line) => /code="(.*?)".* (\d+)$/.exec(line)?.slice(1)), [["200", "1"], ["other", "7"]])
      const beyond = text.filter((line) => line.includes(`_count{http_request_method="GET",http_route="other"`))
      assert.deepStrictEqual(beyond.map((line) => line.slice(line.lastIndexOf(" ") + 1)), [String(6_000 - 4_096)])
      for (let status = 200; status < 300; status++) meter.attempt({ agency: "a", status, fault: undefined, durationMs: 1 })
      const attempts = (yield* lines).filter((line) => line.startsWith("http_client_request_duration_seconds_count"))
      assert.strictEqual(attempts.length, 17)
      assert.deepStrictEqual(attempts.filter((line) => line.includes("_OTHER")), [
        `http_client_request_duration_seconds_count{http_request_method="GET",agency="a",error_type="_OTHER"} ${100 - 16}`
      ])
      for (const method of ["PUT", "BREW", "get", "__proto__"]) {
        meter.request({ method, route: "a/b/1", agency: "a", status: 405, durationMs: 1, cache: null })
      }
      const others = (yield* lines).filter((line) =>
        line.includes("_count{") && line.includes(`http_route="a/b/1",http_response_status_code="405"`)
      )
      assert.deepStrictEqual(others.map((line) => /method="(.*?)".* (\d+)$/.exec(line)?.slice(1)), [["_OTHER", "4"]])
    }).pipe(Effect.provide(metered())))

  it.effect("has at most 8,000 lines for a thousand endpoints in use, which fifty agencies have", () =>
    Effect.gen(function*() {
      const meter = yield* RequestMeter
      for (let i = 0; i < 1_000; i++) {
        const agency = `agency-${i % 50}`
        const request = { method: "GET", route: `${agency}/data/${i}`, agency, durationMs: 1, status: 200 }
        meter.request({ ...request, cache: "MISS" })
        meter.request({ ...request, cache: "HIT" })
        meter.agencyCall({ agency, outcome: "success", attempts: 1, durationMs: 1 })
      }
      assert.isBelow((yield* lines).length, 7_000)
      // One in ten has failed, too, or was not there.
      for (let i = 0; i < 100; i++) {
        const agency = `agency-${i % 5}`
        const request = { method: "GET", route: `${agency}/data/${i % 5 + 50 * Math.floor(i / 5)}`, agency, durationMs: 1, cache: null }
        for (const status of [404, 502]) meter.request({ ...request, status })
      }
      assert.isBelow((yield* lines).length, 8_000)
    }).pipe(Effect.provide(metered())))

  it.effect("names a traced request in the bucket of its latency, to who accepts OpenMetrics", () =>
    Effect.gen(function*() {
      const meter = yield* RequestMeter
      const request = { method: "GET", route: "a/b/c", agency: "a", status: 200, cache: null }
      const trace = (digit: string) => ({ traceId: digit.repeat(32), spanId: digit.repeat(16) })
      for (const [durationMs, digit] of [[10, "1"], [20, "2"], [900, "3"], [5_000, "4"]] as const) {
        meter.request({ ...request, durationMs, trace: trace(digit) })
      }
      meter.request({ ...request, durationMs: 30 })
      const text = yield* renderMetrics("openMetrics")
      const buckets = text.split("\n").filter((line) => line.startsWith("http_server_request_duration_seconds_bucket"))
      assert.deepStrictEqual(buckets.map((line) => line.slice(line.indexOf("le="))), [
        `le="0.512"} 3 # {trace_id="${"2".repeat(32)}",span_id="${"2".repeat(16)}"} 0.02`,
        `le="2.048"} 4 # {trace_id="${"3".repeat(32)}",span_id="${"3".repeat(16)}"} 0.9`,
        `le="+Inf"} 5 # {trace_id="${"4".repeat(32)}",span_id="${"4".repeat(16)}"} 5`
      ])
      assert.include(text, "# TYPE gapura_limiter_refused counter\ngapura_limiter_refused_total 0\n")
      assert.isTrue(text.endsWith("\n# EOF\n"))
      assert.notInclude(yield* renderMetrics("text"), "trace_id")
      // As a worker's parent reads it.
      assert.strictEqual(writeFamilies(parseFamilies(text), "openMetrics"), text)
    }).pipe(Effect.provide(metered())))

  it.effect("leaves the registry as it found it when its scope closes", () =>
    Effect.gen(function*() {
      yield* Effect.scoped(Effect.gen(function*() {
        const context = yield* Layer.build(RequestMeter.layer({ publicUrl: "https://data.kota.go.id" }))
        yield* Effect.provide(everything, context)
        assert.include(yield* renderMetrics("text"), "gapura_limiter_refused_total")
      }))
      assert.strictEqual(yield* renderMetrics("text"), "")
    }).pipe(Effect.provide(registry())))
})

describe.runIf(promtool !== undefined)("RequestMeter, with promtool", () => {
  it.effect("is accepted without a complaint", () =>
    Effect.gen(function*() {
      yield* everything
      const input = yield* renderMetrics("text")
      const output = execFileSync(promtool ?? "", ["check", "metrics"], { input, encoding: "utf8" })
      assert.strictEqual(output, "")
    }).pipe(Effect.provide(metered())))
})
