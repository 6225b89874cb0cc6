import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { execFileSync } from "node:child_process"
import { expositionType, renderMetrics } from "../../src/telemetry/Exposition.ts"
import { metricNames } from "../../src/telemetry/MetricNames.ts"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { promtool } from "../support/Promtool.ts"

const registry = () => Layer.succeed(Metric.MetricRegistry, new Map())
const metered = () => Layer.provideMerge(RequestMeter.layer, registry())

/** Every metric there is, moved at least once. */
const everything = Effect.gen(function*() {
  const meter = yield* RequestMeter
  meter.request({ route: "diskominfo/portal-publik/events", agency: "diskominfo", status: 200, durationMs: 12, cache: "MISS" })
  meter.request({ route: "diskominfo/portal-publik/events", agency: "diskominfo", status: 200, durationMs: 0.2, cache: "HIT" })
  meter.request({ route: "diskominfo/portal-publik/events", agency: "diskominfo", status: 200, durationMs: 0.3, cache: "STALE-CIRCUIT" })
  meter.request({ route: "", agency: "", status: 401, durationMs: 0.1, cache: null })
  meter.agencyCall({ agency: "diskominfo", outcome: "failure", attempts: 3, durationMs: 900 })
  meter.limited()
  meter.masked("diskominfo", 7)
  meter.drift("diskominfo", "portal-publik", 2)
  meter.linked("warn", 3)
  meter.transition({ agency: "diskominfo", from: "closed", to: "open" })
  meter.transition({ agency: "diskominfo", from: "open", to: "half-open" })
  meter.certificate({ isFailing: () => true, expiresAt: () => 1_900_000_000_000 })
  meter.registry("a1")
  meter.registry("b2")
  meter.gauges({
    cache: () => ({ entries: 3, bytes: 4096 }),
    audit: { backlog: () => 5, isFailing: () => true, lost: () => 4 },
    limiter: () => 2,
    registries: () => 2,
    isRedisUp: () => false,
    clockOffset: () => -7.5,
    overload: { isShedding: () => true, shed: [["late", () => 6], ["heap", () => 1]] }
  })
})

const lines = Effect.map(renderMetrics, (text) => text.split("\n"))

describe("RequestMeter", () => {
  it.effect("counts requests by route, agency, status and cache result", () =>
    Effect.gen(function*() {
      yield* everything
      const text = yield* lines
      const labels = `http_route="diskominfo/portal-publik/events",agency="diskominfo"`
      assert.include(text, `gapura_requests_total{${labels},http_response_status_code="200",cache="miss"} 1`)
      assert.include(text, `gapura_requests_total{${labels},http_response_status_code="200",cache="hit"} 1`)
      assert.include(text, `gapura_requests_total{${labels},http_response_status_code="200",cache="stale"} 1`)
      assert.include(text, `gapura_requests_total{http_route="unmatched",agency="none",http_response_status_code="401",cache="none"} 1`)
      assert.include(text, `http_server_request_duration_seconds_bucket{${labels},le="0.0005"} 2`)
      assert.include(text, `http_server_request_duration_seconds_bucket{${labels},le="0.016"} 3`)
      assert.include(text, `http_server_request_duration_seconds_count{${labels}} 3`)
    }).pipe(Effect.provide(metered())))

  it.effect("shows agency calls, circuits, limiter, masking, cache and audit", () =>
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
      assert.deepStrictEqual(text.filter((line) => line.startsWith("gapura_registry_info")), [`gapura_registry_info{hash="b2"} 1`])
      assert.include(text, "gapura_registries 2")
      assert.include(text, "gapura_cache_entries 3")
      assert.include(text, "gapura_cache_size_bytes 4096")
      assert.include(text, "gapura_audit_backlog 5")
      assert.include(text, "gapura_limiter_tokens 2")
    }).pipe(Effect.provide(metered())))

  it.effect("exposes every metric of the table under its Prometheus name and type, but what the parent of workers tells", () =>
    Effect.gen(function*() {
      yield* everything
      const text = yield* lines
      const { workers: _, workersEnded: __, workersWanted: ___, ...names } = metricNames
      assert.deepStrictEqual(text.filter((line) => line.includes("gapura_workers")), [])
      for (const { id, prometheus } of Object.values(names)) {
        const type = prometheus.endsWith("_total") ? "counter" : /(?<!_timestamp|_offset)_seconds$/.test(prometheus) ? "histogram" : "gauge"
        assert.include(text, `# TYPE ${prometheus} ${type}`, id)
      }
      assert.strictEqual(expositionType, "text/plain; version=0.0.4; charset=utf-8")
    }).pipe(Effect.provide(metered())))

  it.effect("bounds its labels however many routes, statuses and agencies it is shown", () =>
    Effect.gen(function*() {
      const meter = yield* RequestMeter
      for (let i = 0; i < 6_000; i++) {
        meter.request({ route: `a/b/${i}`, agency: "a", status: 200, durationMs: 1, cache: null })
        meter.agencyCall({ agency: `agency-${i}`, outcome: "success", attempts: 1, durationMs: 1 })
      }
      for (const status of [0, -1, 99, 600, 200.5, Number.NaN, 1e9]) {
        meter.request({ route: "a/b/0", agency: "a", status, durationMs: 1, cache: null })
      }
      const text = yield* lines
      const of = (start: string) => text.filter((line) => line.startsWith(start))
      assert.strictEqual(of("http_server_request_duration_seconds_count").length, 4_097)
      assert.strictEqual(of("gapura_agency_call_duration_seconds_count").length, 1_025)
      assert.deepStrictEqual(of(`gapura_requests_total{http_route="a/b/0"`), [
        `gapura_requests_total{http_route="a/b/0",agency="a",http_response_status_code="200",cache="none"} 1`,
        `gapura_requests_total{http_route="a/b/0",agency="a",http_response_status_code="other",cache="none"} 7`
      ])
      assert.include(text, `http_server_request_duration_seconds_count{http_route="other",agency="other"} ${6_000 - 4_096}`)
    }).pipe(Effect.provide(metered())))

  it.effect("leaves the registry as it found it when its scope closes", () =>
    Effect.gen(function*() {
      yield* Effect.scoped(Effect.gen(function*() {
        const context = yield* Layer.build(RequestMeter.layer)
        yield* Effect.provide(everything, context)
        assert.include(yield* renderMetrics, "gapura_limiter_refused_total")
      }))
      assert.strictEqual(yield* renderMetrics, "")
    }).pipe(Effect.provide(registry())))
})

describe.runIf(promtool !== undefined)("RequestMeter, with promtool", () => {
  it.effect("is accepted without a complaint", () =>
    Effect.gen(function*() {
      yield* everything
      const input = yield* renderMetrics
      const output = execFileSync(promtool ?? "", ["check", "metrics"], { input, encoding: "utf8" })
      assert.strictEqual(output, "")
    }).pipe(Effect.provide(metered())))
})
