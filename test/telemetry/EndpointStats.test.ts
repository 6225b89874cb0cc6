import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import { EndpointStats, healthOf, type Stats } from "../../src/telemetry/EndpointStats.ts"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { StatusHistory } from "../../src/telemetry/StatusHistory.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const layer = () =>
  EndpointStats.layer.pipe(
    Layer.provideMerge(StatusHistory.layer({ timeZone: "Asia/Jakarta" })),
    Layer.provideMerge(Layer.orDie(TempDatabase.layer)),
    Layer.provideMerge(RequestMeter.layer({ publicUrl: "https://data.kota.go.id" })),
    Layer.provideMerge(Layer.succeed(Metric.MetricRegistry, new Map()))
  )
const route = "dinkes/klinik/daftar"
const call = (status = 200, durationMs = 10, cache: "HIT" | "STALE-CIRCUIT" | "MISS" | null = "MISS") =>
  Effect.map(RequestMeter, (meter) => meter.request({ method: "GET", route, agency: "dinkes", status, durationMs, cache }))
const counts = Effect.map(EndpointStats, (stats) => {
  const { "1h": hour, "24h": day, "5m": minutes } = stats.of(route)
  return [minutes.count, hour.count, day.count]
})

describe("EndpointStats", () => {
  it.effect("knows nothing of an endpoint that nobody called", () =>
    Effect.gen(function*() {
      const nothing: Stats = { count: 0, errors: 0, stale: 0, errorShare: 0, p50: null, p95: null, p99: null, health: "unknown", since: 0 }
      assert.deepStrictEqual((yield* EndpointStats).of(route), { "5m": nothing, "1h": nothing, "24h": nothing })
    }).pipe(Effect.provide(layer())))

  it.effect("sees a call at once, before any copy was made", () =>
    Effect.gen(function*() {
      yield* call()
      assert.deepStrictEqual(yield* counts, [1, 1, 1])
    }).pipe(Effect.provide(layer())))

  it.effect("lets a call leave each window as time passes", () =>
    Effect.gen(function*() {
      yield* call()
      yield* TestClock.adjust("4 minutes")
      assert.deepStrictEqual(yield* counts, [1, 1, 1])
      yield* call()
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* counts, [1, 2, 2])
      yield* TestClock.adjust("4 minutes")
      assert.deepStrictEqual(yield* counts, [0, 2, 2])
      yield* TestClock.adjust("51 minutes")
      assert.deepStrictEqual(yield* counts, [0, 1, 2])
      yield* TestClock.adjust("22 hours")
      assert.deepStrictEqual(yield* counts, [0, 0, 2])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* counts, [0, 0, 0])
      assert.strictEqual((yield* EndpointStats).of(route)["24h"].health, "unknown")
    }).pipe(Effect.provide(layer())))

  it.effect("counts an endpoint that is called first long after the start", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("3 hours")
      yield* call()
      yield* TestClock.adjust("4 minutes")
      assert.deepStrictEqual(yield* counts, [1, 1, 1])
    }).pipe(Effect.provide(layer())))

  it.effect("says from when each window counts: its beginning, or the beginning of all counting", () =>
    Effect.gen(function*() {
      const sinceOf = Effect.map(EndpointStats, (stats) => Object.values(stats.of(route)).map(({ since }) => since / 60_000))
      assert.deepStrictEqual(yield* sinceOf, [0, 0, 0])
      yield* TestClock.adjust("90 minutes")
      assert.deepStrictEqual(yield* sinceOf, [86, 31, 0])
    }).pipe(Effect.provide(layer())))

  it.effect("gives percentiles in milliseconds", () =>
    Effect.gen(function*() {
      for (let i = 1; i <= 1_000; i++) yield* call(200, i)
      const { p50, p95, p99 } = (yield* EndpointStats).of(route)["5m"]
      assert.closeTo(p50 ?? 0, 500, 50)
      assert.closeTo(p95 ?? 0, 950, 95)
      assert.closeTo(p99 ?? 0, 990, 99)
    }).pipe(Effect.provide(layer())))

  it.effect("counts as errors what the agency or the gateway failed, and not what the caller did wrong", () =>
    Effect.gen(function*() {
      for (const status of [200, 304, 401, 403, 404, 429, 500, 502, 503, 504]) yield* call(status)
      const { errors, errorShare, health } = (yield* EndpointStats).of(route)["5m"]
      assert.deepStrictEqual([errors, errorShare, health], [4, 0.4, "degraded"])
    }).pipe(Effect.provide(layer())))

  it.effect("takes stale answers for a sign of trouble and not for errors", () =>
    Effect.gen(function*() {
      for (let i = 0; i < 19; i++) yield* call()
      assert.strictEqual((yield* EndpointStats).of(route)["5m"].health, "up")
      yield* call(200, 1, "STALE-CIRCUIT")
      const { errors, health } = (yield* EndpointStats).of(route)["5m"]
      assert.deepStrictEqual([errors, health], [0, "degraded"])
    }).pipe(Effect.provide(layer())))

  it.effect("recovers when the failures have left the window", () =>
    Effect.gen(function*() {
      for (let i = 0; i < 10; i++) yield* call(502)
      assert.strictEqual((yield* EndpointStats).of(route)["5m"].health, "down")
      yield* TestClock.adjust("5 minutes")
      yield* call()
      const { "1h": hour, "5m": minutes } = (yield* EndpointStats).of(route)
      assert.deepStrictEqual([minutes.health, hour.health], ["up", "down"])
    }).pipe(Effect.provide(layer())))

  it.effect("sums up the agencies' routes and leaves out aggregates and what reached no route", () =>
    Effect.gen(function*() {
      const meter = yield* RequestMeter
      yield* call()
      meter.request({ method: "GET", route: "dishub/parkir", agency: "dishub", status: 502, durationMs: 40, cache: null })
      meter.request({ method: "GET", route: "aggregate", agency: "", status: 200, durationMs: 40, cache: null })
      meter.request({ method: "GET", route: "", agency: "", status: 401, durationMs: 0, cache: null })
      const { count, errors } = (yield* EndpointStats).overall()["5m"]
      assert.deepStrictEqual([count, errors], [2, 1])
    }).pipe(Effect.provide(layer())))

  it("calls an endpoint down from half failed, degraded from a twentieth, else up", () => {
    assert.deepStrictEqual(
      [[0, 0, 0], [100, 50, 0], [100, 49, 0], [100, 5, 0], [100, 4, 4], [100, 0, 5], [1, 1, 0], [1, 0, 1]].map((
        [n = 0, errors = 0, stale = 0]
      ) => healthOf(n, errors, stale)),
      ["unknown", "down", "degraded", "degraded", "up", "degraded", "down", "degraded"]
    )
  })
})
