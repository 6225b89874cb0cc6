/** What the slots of an endpoint or an agency come to, as of a moment. Pure. */
import { addCounts, noCounts, type SlotSummary, summaryOf } from "./SlotCounts.ts"
import { day, dayMillis, quarter, quarterMillis, type Slot, type SlotMinutes } from "./StatusSlots.ts"

const historyWindows = ["24h", "7d", "30d"] as const
export type HistoryWindow = typeof historyWindows[number]

/** The latest slots: the quarter and the city's day that are under way. */
export type Latest = Readonly<Record<SlotMinutes, number>>

const shapes: Readonly<Record<HistoryWindow, { readonly minutes: SlotMinutes; readonly slots: number }>> = {
  "24h": { minutes: quarter, slots: 96 },
  "7d": { minutes: day, slots: 7 },
  "30d": { minutes: day, slots: 30 }
}

const millisOf = (minutes: SlotMinutes): number => minutes === quarter ? quarterMillis : dayMillis

/** The 24 hours that end with this quarter; the 7 and 30 days that end with today. */
export const windowsOf = (slots: ReadonlyArray<Slot>, latest: Latest): Readonly<Record<HistoryWindow, SlotSummary>> => {
  const of = (window: HistoryWindow): SlotSummary => {
    const { minutes, slots: count } = shapes[window]
    const after = latest[minutes] - count * millisOf(minutes)
    const counts = noCounts()
    for (const one of slots) if (one.minutes === minutes && one.slot > after && one.slot <= latest[minutes]) addCounts(counts, one.counts)
    return summaryOf(counts)
  }
  return { "24h": of("24h"), "7d": of("7d"), "30d": of("30d") }
}

export interface Point {
  readonly slot: number
  readonly summary: SlotSummary
}

const points = (slots: ReadonlyArray<Slot>, latest: Latest, minutes: SlotMinutes, count: number): ReadonlyArray<Point> => {
  const length = millisOf(minutes)
  const counts = Array.from({ length: count }, noCounts)
  for (const one of slots) {
    if (one.minutes !== minutes) continue
    const at = counts[count - 1 - Math.round((latest[minutes] - one.slot) / length)]
    if (at !== undefined) addCounts(at, one.counts)
  }
  return counts.map((each, index) => ({ slot: latest[minutes] - (count - 1 - index) * length, summary: summaryOf(each) }))
}

/** 30 days, the oldest first; one that has not been counted has no availability. */
export const daysOf = (slots: ReadonlyArray<Slot>, latest: Latest): ReadonlyArray<Point> => points(slots, latest, day, shapes["30d"].slots)

/** 96 quarters of an hour, likewise. */
export const quartersOf = (slots: ReadonlyArray<Slot>, latest: Latest): ReadonlyArray<Point> =>
  points(slots, latest, quarter, shapes["24h"].slots)
