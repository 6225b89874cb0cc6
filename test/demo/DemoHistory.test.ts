import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { seedHistory } from "../../src/commands/DemoHistory.ts"
import { city, placedEndpoints } from "../../src/demo/City.ts"
import { minutesOf, pastCallsOf, quarterMillis } from "../../src/demo/DemoHistory.ts"
import { cityDayOf, dayAfter, dayBeginOf, daySlotOf } from "../../src/domain/CityDays.ts"
import { answersOf } from "../../src/telemetry/SlotCounts.ts"
import { readAgencies } from "../../src/telemetry/StatusSlots.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

/** A Wednesday in western Indonesia, by quarters of an hour. */
const midnight = Date.parse("2026-11-18T00:00:00+07:00")
const quarters = Array.from({ length: 96 }, (_, index) => midnight + index * quarterMillis)
const endpoints = placedEndpoints()
const callsAt = (millis: number): number => endpoints.reduce((sum, endpoint) => sum + pastCallsOf(endpoint)(millis).calls, 0)

describe("the demo city's past", () => {
  it("is busy by day, quiet by night, and the same each time", () => {
    const counted = quarters.map(callsAt)
    const ofHours = (from: number, to: number): number =>
      counted.slice(from * 4, to * 4).reduce((sum, calls) => sum + calls, 0) / (to - from)
    assert.isAbove(ofHours(9, 12), 4 * ofHours(1, 4))
    assert.deepStrictEqual(quarters.map(callsAt), counted)
  })

  it("has what everybody may read lead, and what a city is asked for most", () => {
    const callsOf = (placed: typeof endpoints[number]): number =>
      quarters.reduce((sum, millis) => sum + pastCallsOf(placed)(millis).calls, 0)
    const ofDatasets = Map.groupBy(endpoints, ({ agency, dataset }) => `${agency.slug}/${dataset.slug}`)
    const counted = [...ofDatasets].map(([address, some]) => ({
      address,
      isPrivate: some.some(({ endpoint }) => endpoint.private === true),
      calls: some.reduce((sum, placed) => sum + callsOf(placed), 0)
    })).toSorted((one, other) => other.calls - one.calls)
    assert.deepStrictEqual(counted.slice(0, 10).filter(({ isPrivate }) => isPrivate), [])
    assert.includeMembers(counted.slice(0, 6).map(({ address }) => address), ["dlh/kualitas-udara", "diskop-ukm/harga-pangan"])
  })

  it("adds up: every call took some time, and no more failed than were made", () => {
    for (const endpoint of endpoints) {
      const past = pastCallsOf(endpoint)
      for (const millis of quarters.filter((_, index) => index % 7 === 0)) {
        const { calls, failures, stale, took } = past(millis)
        assert.strictEqual(took.reduce((sum, [, some]) => sum + some, 0), calls)
        assert.isAtMost(failures, calls)
        assert.isAtMost(stale, calls)
        for (const [time, some] of took) assert.isTrue(time > (endpoint.agency.slowMillis ?? 0) * 0.7 && some >= 0)
        const minutes = minutesOf(past(millis))
        const sumOf = (what: "calls" | "failures" | "stale"): number => minutes.reduce((sum, minute) => sum + minute[what], 0)
        assert.deepStrictEqual([minutes.length, sumOf("calls"), sumOf("failures"), sumOf("stale")], [15, calls, failures, stale])
      }
    }
  })

  it.live("is written once, up to the minute that is under way, and never over what was counted", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const begun = Date.now()
      yield* seedHistory("Asia/Jakarta")
      const rows = yield* sql`SELECT minutes, COUNT(DISTINCT slot) AS slots, MAX(slot) AS latest, COUNT(DISTINCT agency) AS agencies
          FROM status_slots GROUP BY minutes ORDER BY minutes`
      assert.deepStrictEqual(rows.map(({ minutes }) => minutes), [15, 1_440])
      // In the first minute of a quarter of an hour nothing of that quarter is over.
      const quartersBegun = (millis: number): number => Math.floor(millis / 60_000) % 15 === 0 ? 95 : 96
      assert.include([quartersBegun(begun), quartersBegun(Date.now())], rows[0]?.["slots"])
      assert.isAtLeast(Number(rows[1]?.["slots"]), 30)
      assert.isAtMost(Number(rows[0]?.["latest"]), Date.now())
      const [minutes] = yield* sql`SELECT COUNT(DISTINCT slot) AS slots, MIN(slot) AS first, MAX(slot) AS latest FROM status_minutes`
      assert.strictEqual(minutes?.["slots"], 60)
      assert.isBelow(Number(minutes?.["latest"]), Math.floor(Date.now() / 60_000) * 60_000)
      // The desks' week is that of everybody else.
      const totals = yield* sql`SELECT agency, CAST(SUM(calls) AS BIGINT) AS calls FROM application_usage GROUP BY agency`
      assert.strictEqual(totals.length, city.agencies.length)
      const week = dayBeginOf(dayAfter(cityDayOf(begun, "Asia/Jakarta"), -6), "Asia/Jakarta")
      const slots = yield* readAgencies(sql, city.agencies.map(({ slug }) => slug), daySlotOf(week, "Asia/Jakarta"))
      for (const { agency, calls } of totals) {
        const own = slots.filter((slot) => slot.agency === agency && slot.minutes === 1_440)
        assert.strictEqual(Number(calls), own.reduce((sum, { counts }) => sum + answersOf(counts), 0), String(agency))
      }
      const since = yield* sql`SELECT minutes, since FROM status_since ORDER BY minutes`
      assert.isAtMost(Number(since[0]?.["since"]), Date.now() - 3_600_000)
      assert.isAtMost(Number(since[1]?.["since"]), begun - 29 * 86_400_000)
      assert.strictEqual(rows[0]?.["agencies"], city.agencies.length)
      const sumOf = Effect.map(sql`SELECT COUNT(*) AS rows, SUM(LENGTH(latencies)) AS size FROM status_slots`, ([row]) => ({ ...row }))
      const before = yield* sumOf
      yield* seedHistory("Asia/Jakarta")
      assert.deepStrictEqual(yield* sumOf, before)
    }).pipe(Effect.provide(TempDatabase.layer)))
})
