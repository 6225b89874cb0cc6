/**
 * How long answers of one method, route and status took: how many there were, their sum, and how many of them stayed
 * within each of two bounds. With a thousand endpoints in use a bucket more is a thousand lines more; an agency's
 * latencies have many (`LatencyHistogram.ts`).
 */
import type { Metric } from "effect"

/** In seconds: what a caller hardly notices, and what he puts up with. */
export const bounds = [0.512, 2.048] as const
const [promptMillis, tolerableMillis] = [bounds[0] * 1000, bounds[1] * 1000]

export class RouteDurations {
  count = 0
  #sumMillis = 0
  #minMillis = Number.POSITIVE_INFINITY
  #maxMillis = 0
  #prompt = 0
  #tolerable = 0

  record(durationMs: number): void {
    // One that is no number would poison the sum for good.
    const millis = durationMs > 0 && durationMs < Infinity ? durationMs : 0
    this.count++
    this.#sumMillis += millis
    if (millis < this.#minMillis) this.#minMillis = millis
    if (millis > this.#maxMillis) this.#maxMillis = millis
    if (millis > tolerableMillis) return
    this.#tolerable++
    if (millis <= promptMillis) this.#prompt++
  }

  /** As exporters read it: seconds, counts cumulated over buckets. */
  state(): Metric.HistogramState {
    return {
      buckets: [[bounds[0], this.#prompt], [bounds[1], this.#tolerable]],
      count: this.count,
      min: this.count === 0 ? 0 : this.#minMillis / 1000,
      max: this.#maxMillis / 1000,
      sum: this.#sumMillis / 1000
    }
  }
}
