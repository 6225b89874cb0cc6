/** How far back the board's charts, table and notes reach, as its address says. Pure. */
import { type CourseWindow, courseWindows } from "../../telemetry/SlotWindows.ts"

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
