/** The rows of a board's table: its points by minute of the clock, or the slots of a longer range; the newest first. Pure. */
import { quantile } from "../../telemetry/LatencyHistogram.ts"
import { summaryOf } from "../../telemetry/SlotCounts.ts"
import type { CourseSlot } from "../../telemetry/SlotWindows.ts"
import { rangeShapes } from "./BoardRange.ts"
import type { Point } from "./LiveBoard.ts"

export interface Minute {
  /** Epoch milliseconds of its beginning; a quarter of an hour in the longest ranges. */
  readonly time: number
  readonly requests: number
  readonly errors: number
  /** Undefined where that is not told apart. */
  readonly hit: number | undefined
  readonly stale: number
  readonly miss: number | undefined
  /** The highest within the minute; null without requests. */
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

const minutesShown = rangeShapes["15m"].rows
const minuteMillis = 60_000

const higher = (a: number | null, b: number | null): number | null => a === null ? b : b === null ? a : Math.max(a, b)

const empty = (time: number): Minute => ({ time, requests: 0, errors: 0, hit: 0, stale: 0, miss: 0, p50: null, p95: null, p99: null })

export const minutesOf = (points: ReadonlyArray<Point>): ReadonlyArray<Minute> => {
  const minutes = new Map<number, Minute>()
  for (const { second, time } of points) {
    const begin = Math.floor(time / minuteMillis) * minuteMillis
    const minute = minutes.get(begin) ?? empty(begin)
    minutes.set(begin, {
      time: begin,
      requests: minute.requests + second.requests,
      errors: minute.errors + second.errors,
      hit: (minute.hit ?? 0) + second.hit,
      stale: minute.stale + second.stale,
      miss: (minute.miss ?? 0) + second.miss,
      p50: higher(minute.p50, second.p50),
      p95: higher(minute.p95, second.p95),
      p99: higher(minute.p99, second.p99)
    })
  }
  return [...minutes.values()].sort((a, b) => b.time - a.time).slice(0, minutesShown)
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
