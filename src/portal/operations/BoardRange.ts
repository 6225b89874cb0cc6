/** How far back the board's charts, table and notes reach, as its address says. Pure. */
import { quantile } from "../../telemetry/LatencyHistogram.ts"
import { summaryOf } from "../../telemetry/SlotCounts.ts"
import { type CourseSlot, type CourseWindow, courseWindows } from "../../telemetry/SlotWindows.ts"
import type { Minute } from "./Minutes.ts"

/** Minutes of the gateway that answers, from its readings; or a window of all gateways, slot by slot. */
export const ranges = ["15m", ...courseWindows] as const
export type Range = "15m" | CourseWindow

export const rangeParameter = "rentang"

export const askedRange = (query: URLSearchParams): Range => ranges.find((one) => one === query.get(rangeParameter)) ?? "15m"

interface RangeShape {
  readonly millis: number
  /** Rows of its table, and the minutes of each. */
  readonly rows: number
  readonly minutes: number
}
const hour = 3_600_000
export const rangeShapes: Readonly<Record<Range, RangeShape>> = {
  "15m": { millis: hour / 4, rows: 15, minutes: 1 },
  "1h": { millis: hour, rows: 60, minutes: 1 },
  "6h": { millis: 6 * hour, rows: 24, minutes: 15 },
  "24h": { millis: 24 * hour, rows: 96, minutes: 15 }
}

const tenth = (millis: number | null): number | null => millis === null ? null : Math.round(millis * 10) / 10

/** The rows of a course, the newest first; a slot knows no copies but those that stood in. */
export const rowsOf = (course: ReadonlyArray<CourseSlot>): ReadonlyArray<Minute> =>
  course.map(({ counts, slot }): Minute => {
    const { answers, failures, stale } = summaryOf(counts)
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => tenth(quantile(counts, share)))
    return {
      time: slot,
      requests: answers,
      errors: failures,
      hit: undefined,
      stale,
      miss: undefined,
      p50: p50 ?? null,
      p95: p95 ?? null,
      p99: p99 ?? null
    }
  }).toReversed()
