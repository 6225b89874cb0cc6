/** Incidents from the circuits themselves, over a real database and the test's clock. */
import { assert, describe, it } from "@effect/vitest"
import { Array as Arrays, Context, Effect, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Breaker } from "../../src/resilience/Breaker.ts"
import { ForcedCircuits } from "../../src/resilience/ForcedCircuits.ts"
import { Incidents, incidentsOf, type IncidentSpan } from "../../src/telemetry/Incidents.ts"
import { RequestMeter } from "../../src/telemetry/RequestMeter.ts"
import { IncidentWatch } from "../../src/watch/IncidentWatch.ts"
import { agencyNamed } from "../support/AgencyNamed.ts"
import { eventually, pause } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const start = Date.UTC(2026, 10, 21, 3)
const minute = 60_000

const dinkes = agencyNamed("dinkes")

/** A database's own time-outs follow the test's clock: what is under way has to end before it jumps. */
const settle = Effect.promise(() => pause(120))
const minutes = (count: number) => Effect.repeat(Effect.andThen(TestClock.adjust("1 minute"), settle), { times: count - 1 })

/** No operator holds anything here. */
const NoHolds = Layer.succeed(
  ForcedCircuits,
  ForcedCircuits.of({ hold: () => Effect.void, release: () => Effect.succeed(false), current: () => new Map() })
)

const gatewayAt = (dataDir: string) =>
  Effect.tap(
    Layer.build(Layer.fresh(IncidentWatch.pipe(
      Layer.provideMerge(
        Layer.mergeAll(Breaker.layer, RequestMeter.layer({ publicUrl: "https://data.kota.go.id" }), Incidents.layer, NoHolds)
      ),
      Layer.provideMerge(TempDatabase.at({ dataDir })),
      Layer.provide(Layer.succeed(Metric.MetricRegistry, new Map()))
    ))),
    () => settle
  )
type Gateway = Context.Context<Breaker | Incidents | RequestMeter | SqlClient.SqlClient>

const call = (gateway: Gateway, outcome: Effect.Effect<void, string>) =>
  Effect.exit(Context.get(gateway, Breaker).execute(dinkes)(outcome, () => "slow"))
const trip = (gateway: Gateway) => Effect.repeat(call(gateway, Effect.fail("down")), { times: 4 })
const answered = (gateway: Gateway, times: number, cache: "MISS" | "STALE-CIRCUIT", status: number): void => {
  for (let i = 0; i < times; i++) {
    Context.get(gateway, RequestMeter).request({ method: "GET", route: "dinkes/a/b", agency: "dinkes", status, durationMs: 1, cache })
  }
}
const spansAt = (gateway: Gateway) => Context.get(gateway, SqlClient.SqlClient)`SELECT * FROM incident_spans`
/** The rows that the listening gateway has written when they hold. */
const written = (gateway: Gateway, what: string, holds: (rows: ReadonlyArray<object>) => boolean) =>
  Effect.promise(() => eventually(what, async () => holds(await Effect.runPromise(spansAt(gateway)))))
const isEnded = (row: object | undefined): boolean => row !== undefined && "ended_at" in row && row.ended_at !== null
const recentAt = (gateway: Gateway) => Effect.andThen(TestClock.adjust("6 seconds"), Context.get(gateway, Incidents).recent)

describe("an incident", () => {
  it.effect("begins when the circuit opens, ends when it closes, and tells what callers got meanwhile", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const gateway = yield* gatewayAt(yield* TempDatabase.tempDirectory)
      answered(gateway, 100, "STALE-CIRCUIT", 200)
      yield* trip(gateway)
      yield* written(gateway, "the opening", (rows) => rows.length === 1)
      answered(gateway, 7, "STALE-CIRCUIT", 200)
      answered(gateway, 2, "MISS", 503)
      assert.deepStrictEqual(yield* recentAt(gateway), [{
        agency: "dinkes",
        startedAt: start,
        endedAt: null,
        stale: 0,
        failed: 0,
        isCounted: true,
        cause: "slow",
        reason: null,
        changedAt: start
      }])
      yield* TestClock.adjust("54 seconds")
      yield* written(gateway, "the counts of a minute", ([row]) => row !== undefined && "stale" in row && row.stale === 7)
      yield* call(gateway, Effect.void)
      yield* written(gateway, "the closing", ([row]) => isEnded(row))
      assert.deepStrictEqual(yield* recentAt(gateway), [{
        agency: "dinkes",
        startedAt: start,
        endedAt: start + minute,
        stale: 7,
        failed: 2,
        isCounted: true,
        cause: "slow",
        reason: null,
        changedAt: start + minute
      }])
    }))

  it.effect("of an agency that flaps is one, and one row", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const gateway = yield* gatewayAt(yield* TempDatabase.tempDirectory)
      for (let round = 0; round < 3; round++) {
        yield* trip(gateway)
        yield* written(gateway, "open", ([row]) => row !== undefined && !isEnded(row))
        yield* minutes(5)
        yield* TestClock.adjust("31 seconds")
        yield* call(gateway, Effect.void)
        yield* written(gateway, "closed", ([row]) => isEnded(row))
      }
      assert.strictEqual((yield* spansAt(gateway)).length, 1)
      assert.strictEqual((yield* recentAt(gateway)).length, 1)
    }))

  it.effect("goes on over a restart: the next gateway's circuit opens within minutes", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const dataDir = yield* TempDatabase.tempDirectory
      yield* Effect.scoped(Effect.flatMap(gatewayAt(dataDir), trip))
      yield* TestClock.adjust("1 minute")
      const gateway = yield* gatewayAt(dataDir)
      assert.deepStrictEqual((yield* recentAt(gateway)).map(({ endedAt }) => endedAt), [null])
      yield* trip(gateway)
      yield* written(gateway, "the second opening", (rows) => rows.length === 2)
      yield* minutes(10)
      yield* written(gateway, "the first span's end", (rows) => rows.filter(isEnded).length === 1)
      assert.deepStrictEqual((yield* recentAt(gateway)).map(({ endedAt, startedAt }) => [startedAt, endedAt]), [[start, null]])
    }))

  it.effect("that a dead process left open ended when it was last seen", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const dataDir = yield* TempDatabase.tempDirectory
      yield* Effect.scoped(Effect.flatMap(gatewayAt(dataDir), trip))
      yield* minutes(4)
      const gateway = yield* gatewayAt(dataDir)
      assert.deepStrictEqual(yield* recentAt(gateway), [{
        agency: "dinkes",
        startedAt: start,
        endedAt: start,
        stale: 0,
        failed: 0,
        isCounted: false,
        cause: "slow",
        reason: null,
        changedAt: start
      }])
      yield* written(gateway, "its end in the table", ([row]) => isEnded(row))
    }))

  it.effect("of an agency that never comes to rest is told with a bound, the latest ones first", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const gateway = yield* gatewayAt(yield* TempDatabase.tempDirectory)
      const spans = Arrays.makeBy(1_500, (index): IncidentSpan => {
        const begun = start - (index + 1) * 10 * minute
        return {
          id: `span-${index}`,
          agency: "dinkes",
          started_at: begun,
          seen_at: begun + minute,
          ended_at: begun + minute,
          stale: 0,
          failed: 1,
          cause: null,
          reason: null,
          changed_at: null
        }
      })
      for (const some of Arrays.chunksOf(spans, 500)) {
        if (Arrays.isReadonlyArrayNonEmpty(some)) yield* Context.get(gateway, Incidents).put(some)
      }
      const told = yield* recentAt(gateway)
      assert.lengthOf(told, 1_000)
      assert.deepStrictEqual([told[0]?.startedAt, told[999]?.startedAt], [start - 10 * minute, start - 10_000 * minute])
    }))

  it.effect("is written when the database is back, as of its beginning", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const gateway = yield* gatewayAt(yield* TempDatabase.tempDirectory)
      const sql = Context.get(gateway, SqlClient.SqlClient)
      yield* sql`ALTER TABLE incident_spans RENAME TO away`
      yield* trip(gateway)
      yield* TestClock.adjust("10 seconds")
      yield* sql`ALTER TABLE away RENAME TO incident_spans`
      yield* TestClock.adjust("1 minute")
      yield* written(gateway, "the opening", (rows) => rows.length === 1)
      assert.deepStrictEqual((yield* recentAt(gateway)).map(({ startedAt }) => startedAt), [start])
    }))
})

describe("incidentsOf", () => {
  const span = (agency: string, from: number, to: number | null, seen = to ?? from): IncidentSpan => ({
    id: `${agency} ${from}`,
    agency,
    started_at: from * minute,
    seen_at: seen * minute,
    ended_at: to === null ? null : to * minute,
    stale: 1,
    failed: 2,
    cause: null,
    reason: null,
    changed_at: null
  })
  const shown = (spans: ReadonlyArray<IncidentSpan>, now: number) =>
    incidentsOf(spans, now * minute).map((
      { agency, endedAt, failed, stale, startedAt }
    ) => [agency, startedAt / minute, endedAt === null ? null : endedAt / minute, stale, failed])

  it("what several gateways saw of one outage is one incident, whatever the order of the rows", () => {
    const spans = [span("a", 0, 30), span("a", 2, 10), span("a", 33, 40), span("b", 3, 4), span("a", 46, 47)]
    const expected = [["a", 46, 47, 1, 2], ["b", 3, 4, 1, 2], ["a", 0, 40, 3, 6]]
    assert.deepStrictEqual(shown(spans, 60), expected)
    assert.deepStrictEqual(shown(Arrays.reverse(spans), 60), expected)
  })

  it("an operator's stop is none of the agency's incidents, however near they are", () => {
    const stop: IncidentSpan = { ...span("a", 5, 20), id: "stop", cause: "operator", reason: "Pindah server" }
    const found = incidentsOf([span("a", 0, 5), stop, span("a", 21, 30), { ...span("a", 22, 24), cause: "slow" }], 60 * minute)
    assert.deepStrictEqual(found.map(({ cause, endedAt, startedAt }) => [cause, startedAt / minute, (endedAt ?? 0) / minute]), [
      ["slow", 21, 30],
      ["operator", 5, 20],
      [null, 0, 5]
    ])
  })

  it("is counted where each gateway that saw it saw its end, and not where one was killed before", () => {
    const seen: IncidentSpan = { ...span("a", 0, 5), changed_at: 5 * minute }
    const ended: IncidentSpan = { ...span("a", 2, 5), changed_at: 2 * minute }
    const later: IncidentSpan = { ...span("a", 2, 5), changed_at: 9 * minute }
    const countedOf = (...spans: ReadonlyArray<IncidentSpan>) => incidentsOf(spans, 60 * minute).map(({ isCounted }) => isCounted)
    assert.deepStrictEqual([seen, ended, later, span("a", 0, null)].map((one) => countedOf(one)[0]), [true, false, false, false])
    assert.deepStrictEqual(countedOf(seen, ended), [false])
  })

  it("lasts while one gateway still sees it", () => {
    assert.deepStrictEqual(shown([span("a", 0, null, 59), span("a", 1, 5)], 60), [["a", 0, null, 2, 4]])
    assert.deepStrictEqual(shown([span("a", 0, 5), span("a", 1, null, 59)], 60), [["a", 0, null, 2, 4]])
    assert.deepStrictEqual(shown([span("a", 0, null, 10), span("a", 1, 5)], 60), [["a", 0, 10, 2, 4]])
  })
})
