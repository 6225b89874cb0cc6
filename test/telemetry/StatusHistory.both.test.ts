import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { summaryOf } from "../../src/telemetry/SlotCounts.ts"
import { StatusHistory } from "../../src/telemetry/StatusHistory.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const quarter = 15 * 60_000
const route = "dinkes/faskes/klinik"
/** 10.00 of 21 November in Jakarta. */
const morning = Date.UTC(2026, 10, 21, 3)

const gatewayAt = (dataDir: string) =>
  Layer.build(Layer.fresh(
    StatusHistory.layer({ timeZone: "Asia/Jakarta" }).pipe(
      Layer.provideMerge(RequestMeter.layer({ publicUrl: "https://data.kota.go.id" })),
      Layer.provideMerge(TempDatabase.at({ dataDir })),
      Layer.provide(Layer.succeed(Metric.MetricRegistry, new Map()))
    )
  ))
type Gateway = Context.Context<RequestMeter | SqlClient.SqlClient | StatusHistory>

const call = (
  gateway: Gateway,
  times = 1,
  options: { readonly route?: string; readonly status?: number; readonly durationMs?: number; readonly cache?: "MISS" | "STALE-CIRCUIT" } =
    {}
): void => {
  for (let i = 0; i < times; i++) {
    Context.get(gateway, RequestMeter).request({
      method: "GET",
      route,
      agency: "dinkes",
      status: 200,
      durationMs: 10,
      cache: "MISS",
      ...options
    })
  }
}
const agencyAt = (gateway: Gateway) =>
  Effect.map(Context.get(gateway, StatusHistory).agencies(["dinkes"]), ({ value }) => value.get("dinkes") ?? assert.fail())
const windowsAt = (gateway: Gateway, of = route) =>
  Effect.map(Context.get(gateway, StatusHistory).endpoints([of]), ({ value }) => value.get(of))
const answersAt = (gateway: Gateway, of = route) =>
  Effect.map(
    windowsAt(gateway, of),
    (windows) => windows === undefined ? [] : [windows["24h"].answers, windows["7d"].answers, windows["30d"].answers]
  )

/** Closed before the test goes on, as at a shutdown. */
const during = <A, E, R>(dataDir: string, use: (gateway: Gateway) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(gatewayAt(dataDir), use))

describe("StatusHistory", () => {
  it.effect("shows at once what was answered: failures, copies, response times", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(morning)
      const gateway = yield* gatewayAt(yield* TempDatabase.tempDirectory)
      call(gateway, 90)
      call(gateway, 6, { status: 503, durationMs: 1_000 })
      call(gateway, 4, { cache: "STALE-CIRCUIT" })
      // What the caller did wrong is an answer like any other.
      call(gateway, 100, { status: 403 })
      const windows = yield* windowsAt(gateway)
      assert.deepInclude(windows?.["24h"], { answers: 200, failures: 6, stale: 4, availability: 0.97 })
      assert.closeTo(windows?.["24h"].p50 ?? 0, 10, 2)
      assert.closeTo(windows?.["24h"].p95 ?? 0, 10, 2)
      assert.deepStrictEqual(windows?.["7d"], windows?.["24h"])
      // Nobody counted before.
      assert.strictEqual(windows?.["7d"].since, morning)
      assert.deepStrictEqual((yield* agencyAt(gateway)).windows["30d"], windows?.["30d"])
    }))

  it.effect("an endpoint that nobody called has no availability, not a perfect one", () =>
    Effect.gen(function*() {
      const gateway = yield* gatewayAt(yield* TempDatabase.tempDirectory)
      assert.deepStrictEqual((yield* windowsAt(gateway))?.["30d"], {
        answers: 0,
        failures: 0,
        stale: 0,
        availability: null,
        p50: null,
        p95: null,
        since: 0
      })
      const history = yield* agencyAt(gateway)
      assert.deepStrictEqual([
        history.windows["7d"].availability,
        history.days.length,
        history.days.find(({ summary }) => summary.availability !== null)
      ], [null, 30, undefined])
    }))

  it.effect("requests that reached no agency's endpoint are left out", () =>
    Effect.gen(function*() {
      const gateway = yield* gatewayAt(yield* TempDatabase.tempDirectory)
      Context.get(gateway, RequestMeter).request({ method: "GET", route: "", agency: "", status: 404, durationMs: 1, cache: null })
      const { value } = yield* Context.get(gateway, StatusHistory).agencies(["", "none"])
      assert.deepStrictEqual([value.get("")?.windows["24h"].answers, value.get("none")?.windows["24h"].answers], [0, 0])
    }))

  it.effect("survives a restart, and counts what was answered just before it", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(morning)
      const dataDir = yield* TempDatabase.tempDirectory
      yield* during(dataDir, (gateway) => Effect.sync(() => call(gateway, 3)))
      yield* during(dataDir, (gateway) => Effect.sync(() => call(gateway, 2, { status: 502 })))
      const gateway = yield* gatewayAt(dataDir)
      assert.deepInclude((yield* windowsAt(gateway))?.["24h"], { answers: 5, failures: 2, availability: 0.6 })
      assert.deepInclude((yield* agencyAt(gateway)).windows["24h"], { answers: 5, failures: 2 })
    }))

  it.effect("calls leave 24 hours by quarters, 7 and 30 days at the city's midnight", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(morning)
      const dataDir = yield* TempDatabase.tempDirectory
      yield* during(dataDir, (gateway) => Effect.sync(() => call(gateway)))
      const after = (hours: number) =>
        Effect.andThen(TestClock.setTime(morning + hours * 3_600_000), during(dataDir, (gateway) => answersAt(gateway)))
      assert.deepStrictEqual(yield* after(23.99), [1, 1, 1])
      assert.deepStrictEqual(yield* after(24), [0, 1, 1])
      // Seven days with today: six midnights later it is still within, and the seventh is at 17.00 UTC.
      assert.deepStrictEqual(yield* after(6 * 24 + 13.9), [0, 1, 1])
      assert.deepStrictEqual(yield* after(6 * 24 + 14), [0, 0, 1])
      assert.deepStrictEqual(yield* after(29 * 24 + 13.9), [0, 0, 1])
      assert.deepStrictEqual(yield* after(29 * 24 + 14), [0, 0, 0])
    }))

  it.effect("gives 30 days of the city and 96 quarters, with what happened in each", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      // 23.50 in Jakarta, then 00.10 of the next day.
      const evening = Date.UTC(2026, 10, 20, 16, 50)
      yield* TestClock.setTime(evening)
      yield* during(dataDir, (gateway) => Effect.sync(() => call(gateway, 2)))
      yield* TestClock.setTime(evening + 20 * 60_000)
      const gateway = yield* gatewayAt(dataDir)
      call(gateway, 1, { status: 504, durationMs: 5_000 })
      const history = yield* agencyAt(gateway)
      const days = history.days
      assert.strictEqual(days.length, 30)
      assert.deepStrictEqual(
        days.slice(-2).map(({ slot, summary }) => [new Date(slot).toISOString().slice(0, 10), summary.answers, summary.availability]),
        [["2026-11-20", 2, 1], ["2026-11-21", 1, 0]]
      )
      assert.deepStrictEqual(days.slice(0, -2).map(({ summary }) => summary.answers), Array.from({ length: 28 }, () => 0))
      const quarters = (yield* Context.get(gateway, StatusHistory).quarters([route])).value.get(route) ?? []
      assert.strictEqual(quarters.length, 96)
      assert.deepStrictEqual(quarters.filter(({ summary }) => summary.answers > 0).map(({ slot, summary }) => [slot, summary.answers]), [
        [Math.floor(evening / quarter) * quarter, 2],
        [Math.floor((evening + 20 * 60_000) / quarter) * quarter, 1]
      ])
    }))

  it.effect("what several gateways counted is one history, a minute later at the latest", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(morning)
      const dataDir = yield* TempDatabase.tempDirectory
      const gateways = yield* Effect.all([gatewayAt(dataDir), gatewayAt(dataDir), gatewayAt(dataDir)])
      for (const [index, gateway] of gateways.entries()) call(gateway, 10 + index, { durationMs: 10 ** index })
      yield* TestClock.adjust("1 minute")
      const reader = yield* gatewayAt(dataDir)
      yield* Effect.promise(() =>
        eventually("all have written", async () => {
          const [row] = await Effect.runPromise(
            Context.get(reader, SqlClient.SqlClient)`SELECT latencies FROM status_slots WHERE route = ${route} AND minutes = 15`
          )
          return String(row?.["latencies"] ?? "").split(" ").length === 3
        })
      )
      assert.deepStrictEqual(yield* answersAt(reader), [33, 33, 33])
      // Nothing twice, however often they write.
      yield* TestClock.adjust("10 minutes")
      yield* Effect.forEach(
        gateways,
        (gateway) => Effect.map(answersAt(gateway), (answers) => assert.deepStrictEqual(answers, [33, 33, 33]))
      )
    }))

  it.effect("while the database is away counts wait, readers are told, and nothing is lost", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(morning)
      const dataDir = yield* TempDatabase.tempDirectory
      yield* during(dataDir, (gateway) => Effect.sync(() => call(gateway, 5)))
      const gateway = yield* gatewayAt(dataDir)
      const sql = Context.get(gateway, SqlClient.SqlClient)
      yield* sql`ALTER TABLE status_slots RENAME TO away`
      call(gateway, 2)
      yield* TestClock.adjust("16 minutes")
      call(gateway, 1)
      const reading = yield* Context.get(gateway, StatusHistory).endpoints([route])
      assert.isFalse(reading.isComplete)
      // What was read before is known; of whole days there is what this process counted.
      assert.deepStrictEqual([reading.value.get(route)?.["24h"].answers, reading.value.get(route)?.["7d"].answers], [8, 3])
      yield* sql`ALTER TABLE away RENAME TO status_slots`
      yield* TestClock.adjust("1 minute")
      const healed = yield* Context.get(gateway, StatusHistory).endpoints([route])
      assert.isTrue(healed.isComplete)
      assert.deepStrictEqual(yield* answersAt(gateway), [8, 8, 8])
    }))

  it.effect("loses nothing that is answered and looked at while it writes", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(morning)
      const dataDir = yield* TempDatabase.tempDirectory
      let called = 0
      yield* during(dataDir, (gateway) =>
        Effect.gen(function*() {
          const { counted } = Context.get(gateway, StatusHistory)
          const written = Context.get(gateway, SqlClient.SqlClient)`SELECT slot FROM status_slots WHERE route = ${route}`
          const callAndLook = Effect.sync(() => {
            call(gateway)
            called++
            assert.strictEqual(summaryOf(counted(route, "1h")).answers, called)
          })
          // Each route is some rows: writing them takes many turns.
          for (let each = 0; each < 500; each++) call(gateway, 1, { route: `dinkes/data/${each}` })
          yield* callAndLook
          const isWritten = Effect.repeat(written, { until: (rows) => rows.length > 0 })
          const writing = yield* Effect.forkChild(Effect.andThen(TestClock.adjust("1 minute"), isWritten))
          while (writing.pollUnsafe() === undefined) yield* Effect.andThen(callAndLook, Effect.yieldNow)
        }))
      yield* during(dataDir, (gateway) =>
        Effect.gen(function*() {
          assert.isAbove(called, 5)
          assert.deepStrictEqual(yield* answersAt(gateway), [called, called, called])
          assert.strictEqual(summaryOf(Context.get(gateway, StatusHistory).counted(route, "1h")).answers, called)
        }))
    }))

  it.effect("keeps 25 hours of quarters and 31 days, and no row for what nobody called", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      for (const daysAgo of [40, 31, 30, 2, 1, 0]) {
        yield* TestClock.setTime(morning - daysAgo * 86_400_000)
        yield* during(dataDir, (gateway) => Effect.sync(() => call(gateway)))
      }
      const gateway = yield* gatewayAt(dataDir)
      yield* TestClock.adjust("1 minute")
      const sql = Context.get(gateway, SqlClient.SqlClient)
      const rows = (minutes: number) => sql`SELECT slot FROM status_slots WHERE route = ${route} AND minutes = ${minutes}`
      yield* Effect.promise(() => eventually("the old ones are gone", async () => (await Effect.runPromise(rows(1_440))).length === 4))
      assert.strictEqual((yield* rows(15)).length, 2)
    }))

  it.effect("reads an agency of a thousand endpoints", () =>
    Effect.gen(function*() {
      const gateway = yield* gatewayAt(yield* TempDatabase.tempDirectory)
      const routes = Array.from({ length: 1_000 }, (_, index) => `dinkes/data/${index}`)
      for (const one of routes) call(gateway, 1, { route: one })
      const { value } = yield* Context.get(gateway, StatusHistory).endpoints(routes)
      assert.strictEqual(value.size, 1_000)
      assert.isTrue([...value.values()].every((windows) => windows["24h"].answers === 1))
      assert.strictEqual((yield* agencyAt(gateway)).windows["24h"].answers, 1_000)
    }))

  it.effect("tells a window slot by slot, of all endpoints together, before and after they are kept", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(morning)
      const dataDir = yield* TempDatabase.tempDirectory
      const told = Effect.fnUntraced(function*(gateway: Gateway, window: "1h" | "6h" | "24h") {
        const course = yield* Context.get(gateway, StatusHistory).course(window)
        return course.flatMap(({ counts, slot }) => {
          const { answers, failures, stale } = summaryOf(counts)
          return answers === 0 ? [] : [[(slot - morning) / 60_000, answers, failures, stale]]
        })
      })
      yield* during(dataDir, (gateway) =>
        Effect.gen(function*() {
          call(gateway, 4)
          call(gateway, 2, { route: "dinkes/faskes/lain", status: 503 })
          assert.deepStrictEqual(yield* told(gateway, "1h"), [[0, 6, 2, 0]])
          yield* TestClock.adjust("20 minutes")
          assert.deepStrictEqual(yield* told(gateway, "1h"), [[0, 6, 2, 0]])
          call(gateway, 3, { cache: "STALE-CIRCUIT" })
          yield* TestClock.adjust("5 seconds")
          assert.deepStrictEqual(yield* told(gateway, "1h"), [[0, 6, 2, 0], [20, 3, 0, 3]])
        }))
      yield* during(dataDir, (gateway) =>
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* told(gateway, "1h"), [[0, 6, 2, 0], [20, 3, 0, 3]])
          for (const window of ["6h", "24h"] as const) {
            assert.deepStrictEqual(yield* told(gateway, window), [[0, 6, 2, 0], [15, 3, 0, 3]])
          }
          assert.lengthOf(yield* Context.get(gateway, StatusHistory).course("6h"), 24)
        }))
    }))
})
