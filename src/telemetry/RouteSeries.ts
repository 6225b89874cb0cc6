/**
 * The metric series of one route: its latencies, and a counter for each status and cache result it has answered.
 *
 * `errors`, `stale` and `byCache` are sums over those counters, not counts of their own. What the gateway shed has its
 * counter and nothing else: neither a latency nor an error.
 */
import { cacheCode, type CacheResult } from "../domain/CacheResult.ts"
import type { LatencyHistogram } from "./LatencyHistogram.ts"

const cacheLabels: Readonly<Record<CacheResult, string>> = { HIT: "hit", "STALE-CIRCUIT": "stale", MISS: "miss" }

interface AnswerCounter {
  readonly error: boolean
  readonly cache: CacheResult | null
  count: number
  /** Those among them that the gateway had no room for. */
  shed: number
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
    const key = status * 4 + cacheCode(cache)
    const counter = this.#answers.get(key) ?? this.#counter(status, cache)
    counter.count++
    this.latency.record(durationMs)
  }

  shed(status: number, cache: CacheResult | null): void {
    const counter = this.#answers.get(status * 4 + cacheCode(cache)) ?? this.#counter(status, cache)
    counter.count++
    counter.shed++
  }

  /** Answers with a status of 500 or above, without what was shed. */
  errors(): number {
    let total = 0
    for (const counter of this.#answers.values()) if (counter.error) total += counter.count - counter.shed
    return total
  }

  /** Answers from a copy that stood in for a failing agency. */
  stale(): number {
    return this.byCache("STALE-CIRCUIT")
  }

  /** Answers by what the store of copies had to do with them. */
  byCache(cache: CacheResult): number {
    let total = 0
    for (const counter of this.#answers.values()) if (counter.cache === cache) total += counter.count
    return total
  }

  #counter(status: number, cache: CacheResult | null): AnswerCounter {
    const valid = Number.isInteger(status) && status >= 100 && status <= 599
    const key = (valid ? status : 0) * 4 + cacheCode(cache)
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const counter: AnswerCounter = { error: valid && status >= 500, cache, count: 0, shed: 0 }
    this.#answers.set(key, counter)
    this.#open(valid ? String(status) : "other", cache === null ? "none" : cacheLabels[cache], () => counter.count)
    return counter
  }
}
