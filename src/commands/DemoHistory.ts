/** Gives a demo that is started for the first time the past of its city, as gateways keep theirs. */
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { placedEndpoints } from "../demo/City.ts"
import { type PastCalls, pastCallsOf } from "../demo/DemoHistory.ts"
import { daySlotOf } from "../domain/CityDays.ts"
import { errorsAt, staleAt } from "../telemetry/CountRow.ts"
import { boundaries } from "../telemetry/LatencyHistogram.ts"
import { addCounts, answersOf, noCounts, type SlotCounts } from "../telemetry/SlotCounts.ts"
import { addSlots, day, quarter, quarterMillis, type Slot, slotKey } from "../telemetry/StatusSlots.ts"

const quartersShown = 96
const days = 30
const quartersADay = 96

const countsOf = ({ failures, stale, took }: PastCalls): SlotCounts => {
  const counts = noCounts()
  for (const [millis, calls] of took) {
    const bucket = boundaries.findIndex((boundary) => millis <= boundary)
    counts[bucket] = (counts[bucket] ?? 0) + calls
  }
  counts[errorsAt] = failures
  counts[staleAt] = stale
  return counts
}

/** All slots up to the quarter that is under way, which is the gateway's own. */
const pastSlots = Effect.fn("DemoHistory.pastSlots")(function*(nowMillis: number, timeZone: string) {
  const latest = Math.floor(nowMillis / quarterMillis) * quarterMillis
  const begins = Array.from({ length: days * quartersADay }, (_, index) => latest - (index + 1) * quarterMillis)
  const dayOf = new Map(begins.map((begin) => [begin, daySlotOf(begin, timeZone)]))
  const slots = new Map<string, Slot>()
  const count = (place: Omit<Slot, "counts">, counts: SlotCounts): void => {
    const known = slots.get(slotKey(place))
    if (known === undefined) slots.set(slotKey(place), { ...place, counts: counts.slice() })
    else addCounts(known.counts, counts)
  }
  for (const placed of placedEndpoints()) {
    const { agency: { slug: agency }, dataset, endpoint } = placed
    const route = `${agency}/${dataset.slug}${endpoint.path === "" ? "" : `/${endpoint.path}`}`
    const callsAt = pastCallsOf(placed)
    const ofDays = new Map<number, SlotCounts>()
    for (const [index, begin] of begins.entries()) {
      const counts = countsOf(callsAt(begin))
      if (answersOf(counts) === 0) continue
      const slot = dayOf.get(begin) ?? 0
      ofDays.set(slot, addCounts(ofDays.get(slot) ?? noCounts(), counts))
      if (index < quartersShown) { for (const name of [route, ""]) count({ route: name, agency, minutes: quarter, slot: begin }, counts) }
    }
    for (const [slot, counts] of ofDays) for (const name of [route, ""]) count({ route: name, agency, minutes: day, slot }, counts)
    yield* Effect.yieldNow
  }
  return [...slots.values()]
})

/** Does nothing where anything was ever counted. */
export const seedHistory = Effect.fn("DemoHistory.seedHistory")(function*(timeZone: string) {
  const sql = yield* SqlClient.SqlClient
  if ((yield* sql`SELECT slot FROM status_slots LIMIT 1`).length > 0) return
  const slots = yield* pastSlots(yield* Clock.currentTimeMillis, timeZone)
  // The newest first: they are looked at first.
  const moments = Map.groupBy(slots.toSorted((a, b) => b.slot - a.slot), ({ slot }) => slot)
  for (const some of moments.values()) yield* addSlots(sql, some)
})
