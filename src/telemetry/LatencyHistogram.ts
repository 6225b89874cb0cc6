/**
 * Cumulative counts of durations in fixed buckets: the state behind a latency metric, and pure.
 *
 * 49 boundaries, a third of an octave apart, from 0.5 ms to 32.8 s; what is longer has a bucket of its own. A
 * percentile is interpolated within its bucket, so it is off by a quarter in the worst case and by a few percent as a
 * rule. Scrapers get every sixth boundary, the powers of four: the same counts in a sixth of the lines.
 */
import type { Metric } from "effect"

const octaves = 16
const perOctave = 3
/** Of the boundaries, those that are shown: every so many. */
const shownEvery = 2 * perOctave
/** Upper bounds in milliseconds, inclusive, ascending. */
export const boundaries: Float64Array = Float64Array.from(
  { length: octaves * perOctave + 1 },
  (_, i) => 0.5 * 2 ** (i / perOctave)
)
/** Buckets: one for each boundary and one for everything above. */
export const bucketCount = boundaries.length + 1

/** Which bucket counts a duration. */
export const bucketOf = (millis: number): number => {
  let from = 0
  let to = boundaries.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (millis <= (boundaries[middle] ?? Infinity)) to = middle
    else from = middle + 1
  }
  return from
}

export class LatencyHistogram {
  /** Counts of each bucket since the process started, not cumulated over buckets. */
  readonly buckets: Float64Array = new Float64Array(bucketCount)
  count = 0
  sumMillis = 0
  minMillis = 0
  maxMillis = 0

  record(durationMs: number): void {
    // A duration that is not a number at all would poison the sum for good.
    const millis = durationMs > 0 && durationMs < Infinity ? durationMs : 0
    const bucket = bucketOf(millis)
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1
    if (this.count === 0 || millis < this.minMillis) this.minMillis = millis
    if (millis > this.maxMillis) this.maxMillis = millis
    this.count++
    this.sumMillis += millis
  }

  /** As exporters read it: seconds, counts cumulated over buckets. */
  state(): Metric.HistogramState {
    return stateOfAll([this])
  }
}

/** The durations of several together, as exporters read them. */
export const stateOfAll = (parts: Iterable<LatencyHistogram>): Metric.HistogramState => {
  const sums = new Float64Array(bucketCount)
  let [count, sumMillis, minMillis, maxMillis] = [0, 0, Number.POSITIVE_INFINITY, 0]
  for (const part of parts) {
    if (part.count === 0) continue
    for (let i = 0; i < bucketCount; i++) sums[i] = (sums[i] ?? 0) + (part.buckets[i] ?? 0)
    count += part.count
    sumMillis += part.sumMillis
    minMillis = Math.min(minMillis, part.minMillis)
    maxMillis = Math.max(maxMillis, part.maxMillis)
  }
  const shown: Array<[number, number]> = []
  let cumulated = 0
  for (let i = 0; i < boundaries.length; i++) {
    cumulated += sums[i] ?? 0
    if (i % shownEvery === 0) shown.push([(boundaries[i] ?? 0) / 1000, cumulated])
  }
  return { buckets: shown, count, min: count === 0 ? 0 : minMillis / 1000, max: maxMillis / 1000, sum: sumMillis / 1000 }
}

/**
 * The duration in milliseconds below which the share `q` of the counted calls stayed; null without calls. `counts` has
 * one entry for each bucket. Beyond the last boundary nothing is known, so that boundary is the answer.
 */
export const quantile = (counts: ArrayLike<number>, q: number): number | null => {
  let total = 0
  for (let i = 0; i < bucketCount; i++) total += counts[i] ?? 0
  if (total === 0) return null
  const rank = q * total
  let below = 0
  for (let i = 0; i < boundaries.length; i++) {
    const inside = counts[i] ?? 0
    if (inside > 0 && below + inside >= rank) {
      const lower = i === 0 ? 0 : boundaries[i - 1] ?? 0
      const upper = boundaries[i] ?? 0
      return lower + (upper - lower) * Math.max(0, rank - below) / inside
    }
    below += inside
  }
  return boundaries[boundaries.length - 1] ?? null
}
