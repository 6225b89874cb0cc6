/**
 * How long answers of one method, route and status took: how many there were, their sum, and how many of them stayed
 * within each of two bounds. With a thousand endpoints in use a bucket more is a thousand lines more; an agency's
 * latencies have many (`LatencyHistogram.ts`). Of each bucket the last request is known that was traced: its exemplar.
 */
import type { Metric } from "effect"

/** A traced request, and how long it took in seconds. */
export interface Exemplar {
  readonly traceId: string
  readonly spanId: string
  readonly seconds: number
}

/** As exporters read it, with the exemplar of each bucket and of what is beyond all. */
export class TracedState implements Metric.HistogramState {
  readonly buckets: ReadonlyArray<[number, number]>
  readonly count: number
  readonly min: number
  readonly max: number
  readonly sum: number
  readonly exemplars: ReadonlyArray<Exemplar | undefined>

  constructor({ buckets, count, max, min, sum }: Metric.HistogramState, exemplars: ReadonlyArray<Exemplar | undefined>) {
    this.buckets = buckets
    this.count = count
    this.min = min
    this.max = max
    this.sum = sum
    this.exemplars = exemplars
  }
}

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
  readonly #exemplars: Array<Exemplar | undefined> = []

  /** @param trace where it was traced */
  record(durationMs: number, trace?: Omit<Exemplar, "seconds">): void {
    // One that is no number would poison the sum for good.
    const millis = durationMs > 0 && durationMs < Infinity ? durationMs : 0
    this.count++
    this.#sumMillis += millis
    if (millis < this.#minMillis) this.#minMillis = millis
    if (millis > this.#maxMillis) this.#maxMillis = millis
    if (trace !== undefined) {
      const bucket = millis <= promptMillis ? 0 : millis <= tolerableMillis ? 1 : 2
      this.#exemplars[bucket] = { traceId: trace.traceId, spanId: trace.spanId, seconds: millis / 1000 }
    }
    if (millis > tolerableMillis) return
    this.#tolerable++
    if (millis <= promptMillis) this.#prompt++
  }

  /** As exporters read it: seconds, counts cumulated over buckets. */
  state(): TracedState {
    const state: Metric.HistogramState = {
      buckets: [[bounds[0], this.#prompt], [bounds[1], this.#tolerable]],
      count: this.count,
      min: this.count === 0 ? 0 : this.#minMillis / 1000,
      max: this.#maxMillis / 1000,
      sum: this.#sumMillis / 1000
    }
    return new TracedState(state, this.#exemplars)
  }
}
