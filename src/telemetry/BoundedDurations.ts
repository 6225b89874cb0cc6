/**
 * Latencies by what a call came to, where somebody else decides what that may be: of so many kinds each has a histogram, and all
 * further ones share another.
 */
import { LatencyHistogram } from "./LatencyHistogram.ts"

const maxKinds = 16
const other = "_OTHER"

export class BoundedDurations {
  readonly #kinds = new Map<string, LatencyHistogram>()

  /** @param opened told of a new histogram once, and whether it is the one that all further kinds share */
  record(kind: string, durationMs: number, opened: (histogram: LatencyHistogram, isOther: boolean) => void): void {
    const isOther = this.#kinds.size >= maxKinds
    const known = this.#kinds.get(kind) ?? (isOther ? this.#kinds.get(other) : undefined)
    if (known !== undefined) return known.record(durationMs)
    const histogram = new LatencyHistogram()
    histogram.record(durationMs)
    this.#kinds.set(isOther ? other : kind, histogram)
    opened(histogram, isOther)
  }
}
