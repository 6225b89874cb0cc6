/** A month of the past, written into a gateway's database as gateways write it: what pages show of it is theirs to derive. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { daySlotOf } from "../../src/domain/CityDays.ts"
import { errorsAt, staleAt } from "../../src/telemetry/CountRow.ts"
import { boundaries } from "../../src/telemetry/LatencyHistogram.ts"
import { addCounts, noCounts, type SlotCounts } from "../../src/telemetry/SlotCounts.ts"
import { addSlots, day, dayMillis, quarter, quarterMillis, type Slot } from "../../src/telemetry/StatusSlots.ts"

export interface PastDay {
  /** 0 is today. */
  readonly daysAgo: number
  readonly answers: number
  readonly failures?: number
  readonly stale?: number
  /** Of most answers; a tenth takes four times as long. Default 40. */
  readonly millis?: number
}

const bucketOf = (millis: number): number => boundaries.findIndex((boundary) => millis <= boundary)

const counted = ({ answers, failures = 0, millis = 40, stale = 0 }: Omit<PastDay, "daysAgo">): SlotCounts => {
  const counts = noCounts()
  const slow = Math.ceil(answers / 10)
  counts[bucketOf(millis)] = answers - slow
  counts[bucketOf(millis * 4)] = slow
  counts[errorsAt] = failures
  counts[staleAt] = stale
  return counts
}

/** Days of one endpoint; today's answers lie in quarters of an hour, evenly over the last 24 hours. */
export const writeDays = Effect.fnUntraced(
  function*(route: string, days: ReadonlyArray<PastDay>, options: { readonly nowMillis: number; readonly timeZone?: string }) {
    const sql = yield* SqlClient.SqlClient
    const agency = route.split("/")[0] ?? ""
    const today = daySlotOf(options.nowMillis, options.timeZone ?? "Asia/Jakarta")
    const places: Array<Omit<Slot, "route" | "agency">> = days.map((one) => ({
      minutes: day,
      slot: today - one.daysAgo * dayMillis,
      counts: counted(one)
    }))
    const now = days.find(({ daysAgo }) => daysAgo === 0)
    const latest = Math.floor(options.nowMillis / quarterMillis) * quarterMillis
    for (let back = 0; now !== undefined && back < 96; back++) {
      const millis = (now.millis ?? 40) * (1 + 0.6 * Math.sin(back / 9) + 0.3 * Math.sin(back * 1.7))
      const failures = back === 20 ? now.failures ?? 0 : 0
      places.push({
        minutes: quarter,
        slot: latest - back * quarterMillis,
        counts: counted({ answers: Math.round(now.answers / 96), failures, millis })
      })
    }
    const mine = places.map((place): Slot => ({ route, agency, ...place }))
    const whole = places.map((place): Slot => ({ route: "", agency, ...place, counts: addCounts(noCounts(), place.counts) }))
    yield* addSlots(sql, [...mine, ...whole])
  }
)
