/** What the slots of an endpoint or an agency come to, as of a moment. Pure. */
import { daySlotOf } from "../domain/CityDays.ts"
import { addCounts, noCounts, type SlotCounts, type SlotSummary, summaryOf } from "./SlotCounts.ts"
import { day, dayMillis, minute, minuteMillis, quarter, quarterMillis, type Slot, type SlotMinutes } from "./StatusSlots.ts"

export const recentWindows = ["5m", "1h", "24h"] as const
export type RecentWindow = typeof recentWindows[number]

const historyWindows = ["24h", "7d", "30d"] as const
export type HistoryWindow = typeof historyWindows[number]

/** Told slot by slot. */
export const courseWindows = ["1h", "6h", "24h"] as const
export type CourseWindow = typeof courseWindows[number]
type Window = RecentWindow | HistoryWindow | CourseWindow

/** The latest slots: the minute, the quarter and the city's day that are under way. */
export type Latest = Readonly<Record<SlotMinutes, number>>

/** A day of any zone begins with a quarter of an hour: which it is is looked up once in each minute. @returns by epoch milliseconds */
export const latestSlots = (timeZone: string): (millis: number) => Latest => {
  let known: Latest = { [minute]: Number.NaN, [quarter]: 0, [day]: 0 }
  return (millis) => {
    const latest = Math.floor(millis / minuteMillis) * minuteMillis
    if (latest !== known[minute]) {
      known = { [minute]: latest, [quarter]: Math.floor(millis / quarterMillis) * quarterMillis, [day]: daySlotOf(millis, timeZone) }
    }
    return known
  }
}

const shapes: Readonly<Record<Window, { readonly minutes: SlotMinutes; readonly slots: number }>> = {
  "5m": { minutes: minute, slots: 5 },
  "1h": { minutes: minute, slots: 60 },
  "6h": { minutes: quarter, slots: 24 },
  "24h": { minutes: quarter, slots: 96 },
  "7d": { minutes: day, slots: 7 },
  "30d": { minutes: day, slots: 30 }
}

const millisOf = (minutes: SlotMinutes): number => minutes === minute ? minuteMillis : minutes === quarter ? quarterMillis : dayMillis

/** The first slot of a window. */
export const firstOf = (window: Window, latest: Latest): number => {
  const { minutes, slots } = shapes[window]
  return latest[minutes] - (slots - 1) * millisOf(minutes)
}

/** Whether a slot lies in a window. */
export const isWithin = (
  { minutes, slot }: Pick<Slot, "minutes" | "slot">,
  window: Window,
  latest: Latest
): boolean => minutes === shapes[window].minutes && slot >= firstOf(window, latest) && slot <= latest[minutes]

/** The 24 hours that end with this quarter; the 7 and 30 days that end with today. */
export const windowsOf = (slots: ReadonlyArray<Slot>, latest: Latest): Readonly<Record<HistoryWindow, SlotSummary>> => {
  const of = (window: HistoryWindow): SlotSummary => {
    const counts = noCounts()
    for (const one of slots) if (isWithin(one, window, latest)) addCounts(counts, one.counts)
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

export interface CourseSlot {
  /** Epoch milliseconds at which it begins, and how long it is. */
  readonly slot: number
  readonly millis: number
  readonly counts: SlotCounts
}

/** The slots of a window with nothing in them, the oldest first. */
export const emptyCourse = (window: CourseWindow, latest: Latest): ReadonlyArray<CourseSlot> => {
  const { minutes, slots } = shapes[window]
  const millis = millisOf(minutes)
  return Array.from({ length: slots }, (_, index) => ({ slot: firstOf(window, latest) + index * millis, millis, counts: noCounts() }))
}

/** The slot of a course in which a slot lies, if it does. */
export const placeIn = (course: ReadonlyArray<CourseSlot>, { minutes, slot }: Pick<Slot, "minutes" | "slot">): CourseSlot | undefined => {
  const [first] = course
  return first === undefined || first.millis !== millisOf(minutes) ? undefined : course[(slot - first.slot) / first.millis]
}
