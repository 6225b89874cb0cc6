/**
 * The metric series of one route: its latencies, and a counter for each status and cache result it has answered.
 *
 * `errors`, `stale` and `byCache` are sums over those counters, not counts of their own.
 */
import type { LatencyHistogram } from "./LatencyHistogram.ts"

export type CacheResult = "HIT" | "STALE-CIRCUIT" | "MISS"

const cacheLabels = ["none", "hit", "stale", "miss"] as const
const cacheIndex = (cache: CacheResult | null): 0 | 1 | 2 | 3 => cache === null ? 0 : cache === "HIT" ? 1 : cache === "MISS" ? 3 : 2

interface AnswerCounter {
  readonly error: boolean
  readonly cache: 0 | 1 | 2 | 3
  count: number
}

/** Registers a counter under its labels; `read` gives its value from then on. */
export type OpenCounter = (status: string, cache: string, read: () => number) => void

export class RouteSeries {
  /** Empty where no agency stands behind the route: an aggregate, a preset, a request that reached nothing. */
  readonly agency: string
  readonly latency: LatencyHistogram
  readonly #open: OpenCounter
  readonly #answers = new Map<number, AnswerCounter>()

  constructor(agency: string, latency: LatencyHistogram, open: OpenCounter) {
    this.agency = agency
    this.latency = latency
    this.#open = open
  }

  record(status: number, durationMs: number, cache: CacheResult | null): void {
    const key = status * 4 + cacheIndex(cache)
    const counter = this.#answers.get(key) ?? this.#counter(status, cache)
    counter.count++
    this.latency.record(durationMs)
  }

  /** Answers with a status of 500 or above. */
  errors(): number {
    let total = 0
    for (const counter of this.#answers.values()) if (counter.error) total += counter.count
    return total
  }

  /** Answers from a copy that stood in for a failing agency. */
  stale(): number {
    return this.byCache("STALE-CIRCUIT")
  }

  /** Answers by what the store of copies had to do with them. */
  byCache(cache: CacheResult): number {
    const index = cacheIndex(cache)
    let total = 0
    for (const counter of this.#answers.values()) if (counter.cache === index) total += counter.count
    return total
  }

  #counter(status: number, cache: CacheResult | null): AnswerCounter {
    const valid = Number.isInteger(status) && status >= 100 && status <= 599
    const index = cacheIndex(cache)
    const key = (valid ? status : 0) * 4 + index
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const counter: AnswerCounter = { error: valid && status >= 500, cache: index, count: 0 }
    this.#answers.set(key, counter)
    this.#open(valid ? String(status) : "other", cacheLabels[index], () => counter.count)
    return counter
  }
}
