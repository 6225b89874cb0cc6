/**
 * Gives a demo that is started for the first time the past of its city, as gateways keep theirs: before the gateway opens the
 * database, so that every page counts it, and counts from when it begins.
 */
import { Array as Arrays, Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { placedEndpoints } from "../demo/City.ts"
import { minutesOf, type PastCalls, pastCallsOf } from "../demo/DemoHistory.ts"
import { seedOf } from "../demo/Seed.ts"
import { dayBeginOf, daySlotOf, utcDayOf } from "../domain/CityDays.ts"
import { errorsAt, staleAt } from "../telemetry/CountRow.ts"
import { bucketOf } from "../telemetry/LatencyHistogram.ts"
import { addCounts, answersOf, failuresOf, noCounts, type SlotCounts } from "../telemetry/SlotCounts.ts"
import {
  addSlots,
  countedSince,
  day,
  dayMillis,
  minute,
  minuteMillis,
  quarter,
  quarterMillis,
  type Slot,
  slotKey
} from "../telemetry/StatusSlots.ts"

const quartersShown = 96
const days = 30
/** Beyond what is shown by quarters one stands for its whole hour. */
const hourMillis = 3_600_000

const addPast = (into: SlotCounts, { failures, stale, took }: PastCalls, times = 1): SlotCounts => {
  for (const [millis, calls] of took) {
    const bucket = bucketOf(millis)
    into[bucket] = (into[bucket] ?? 0) + calls * times
  }
  into[errorsAt] = (into[errorsAt] ?? 0) + failures * times
  into[staleAt] = (into[staleAt] ?? 0) + stale * times
  return into
}

/** What an endpoint has in all slots up to the minute that is under way, which is the gateway's own. */
const slotsUntil = (nowMillis: number, timeZone: string) => {
  const thisMinute = Math.floor(nowMillis / minuteMillis) * minuteMillis
  const thisQuarter = Math.floor(nowMillis / quarterMillis) * quarterMillis
  const firstQuarter = thisQuarter - (quartersShown - 1) * quarterMillis
  const quarters = Array.from({ length: quartersShown }, (_, index) => firstQuarter + index * quarterMillis)
  const hours = Array.from({ length: (days - 1) * 24 }, (_, index) => firstQuarter - (index + 1) * hourMillis)
  const dayOf = new Map([...hours, ...quarters].map((begin) => [begin, daySlotOf(begin, timeZone)]))

  return (callsAt: (millis: number) => PastCalls): ReadonlyArray<Pick<Slot, "counts" | "minutes" | "slot">> => {
    const minutes: Array<readonly [slot: number, counts: SlotCounts]> = []
    const ofQuarters = quarters.map((begin) => {
      const counts = noCounts()
      if (begin < thisMinute - hourMillis - quarterMillis) return [begin, addPast(counts, callsAt(begin))] as const
      for (const [index, past] of minutesOf(callsAt(begin)).entries()) {
        const slot = begin + index * minuteMillis
        if (past.calls === 0 || slot >= thisMinute) continue
        addPast(counts, past)
        if (slot >= thisMinute - hourMillis) minutes.push([slot, addPast(noCounts(), past)])
      }
      return [begin, counts] as const
    })
    const ofDays = new Map<number, SlotCounts>()
    const dayAt = (begin: number): SlotCounts => {
      const slot = dayOf.get(begin) ?? 0
      const counts = ofDays.get(slot) ?? noCounts()
      ofDays.set(slot, counts)
      return counts
    }
    for (const [begin, counts] of ofQuarters) addCounts(dayAt(begin), counts)
    for (const begin of hours) addPast(dayAt(begin), callsAt(begin), hourMillis / quarterMillis)
    const sorts = [[minute, minutes], [quarter, ofQuarters], [day, [...ofDays]]] as const
    return sorts.flatMap(([length, slots]) =>
      slots.filter(([, counts]) => answersOf(counts) > 0).map(([slot, counts]) => ({ minutes: length, slot, counts }))
    )
  }
}

const pastSlots = Effect.fn("DemoHistory.pastSlots")(function*(nowMillis: number, timeZone: string) {
  const slotsOf = slotsUntil(nowMillis, timeZone)
  const slots = new Map<string, Slot>()
  for (const placed of placedEndpoints()) {
    const { agency: { slug: agency }, dataset, endpoint } = placed
    const route = `${agency}/${dataset.slug}${endpoint.path === "" ? "" : `/${endpoint.path}`}`
    for (const slot of slotsOf(pastCallsOf(placed))) {
      slots.set(slotKey({ ...slot, agency, route }), { ...slot, agency, route })
      // The agency as a whole.
      const whole = { ...slot, agency, route: "" }
      const known = slots.get(slotKey(whole))
      if (known === undefined) slots.set(slotKey(whole), { ...whole, counts: slot.counts.slice() })
      else addCounts(known.counts, slot.counts)
    }
    yield* Effect.yieldNow
  }
  return [...slots.values()]
})

/** Who made the calls of the latest days, for the agencies' desks: applications that are as made up as their calls. */
const callers = ["kota-dalam-angka", "peta-warga", "asisten-kota"] as const
const usedDays = 7

/** A row for the whole of a day, filed under its first hour. */
const usesOf = (slots: ReadonlyArray<Slot>, nowMillis: number, timeZone: string) =>
  slots.filter(({ minutes, route, slot }) =>
    minutes === day && route !== "" && slot > daySlotOf(nowMillis, timeZone) - usedDays * dayMillis
  )
    .flatMap(({ agency, counts, route, slot }) => {
      const hour = Math.ceil(dayBeginOf(utcDayOf(slot), timeZone) / hourMillis) * hourMillis
      const failed = failuresOf(counts)
      const answered = answersOf(counts) - failed
      const application = callers[seedOf(route) % callers.length] ?? callers[0]
      const row = { application, hour, agency, route, entries: 0, last_at: hour }
      return [
        { ...row, status: 200, code: "", calls: answered },
        { ...row, status: 502, code: "agency-unavailable", calls: failed }
      ].filter(({ calls }) => calls > 0)
    })

/** Does nothing where anything was ever counted. */
export const seedHistory = Effect.fn("DemoHistory.seedHistory")(function*(timeZone: string) {
  const sql = yield* SqlClient.SqlClient
  if ((yield* sql`SELECT slot FROM status_slots LIMIT 1`).length > 0) return
  const nowMillis = yield* Clock.currentTimeMillis
  const slots = yield* pastSlots(nowMillis, timeZone)
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* addSlots(sql, slots)
    for (const some of Arrays.chunksOf(usesOf(slots, nowMillis, timeZone), 100)) {
      yield* sql`INSERT INTO application_usage ${sql.insert(some)}`
    }
    yield* countedSince(sql, nowMillis - hourMillis, (slot) => dayBeginOf(utcDayOf(slot), timeZone))
  }))
})
