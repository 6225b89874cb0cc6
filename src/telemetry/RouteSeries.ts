/**
 * What one route has answered: its latencies, how often by status and cache result, and how long by method and status.
 *
 * `errors`, `stale` and `byCache` are sums over those counters, not counts of their own. What the gateway shed counts as
 * an answer and nothing else: it is neither one of the route's latencies nor an error. Nor is what an operator's stop of the
 * agency came to, a refusal or a copy: `whileStopped` has those.
 */
import { cacheCode, type CacheResult } from "../domain/CacheResult.ts"
import { LatencyHistogram } from "./LatencyHistogram.ts"
import { RouteDurations } from "./RouteDurations.ts"

const cacheLabels: Readonly<Record<CacheResult, string>> = { HIT: "hit", "STALE-CIRCUIT": "stale", MISS: "miss" }

/** Those that have a label of their own. */
const methods = ["GET", "HEAD", "POST", "_OTHER"] as const
const methodCode = (method: string): 0 | 1 | 2 | 3 => {
  switch (method) {
    case "GET":
      return 0
    case "HEAD":
      return 1
    case "POST":
      return 2
    default:
      return 3
  }
}

export interface Answered {
  readonly method: string
  readonly status: number
  readonly durationMs: number
  readonly cache: CacheResult | null
  /** Of one that was traced. */
  readonly trace?: { readonly traceId: string; readonly spanId: string } | undefined
}

interface AnswerCounter {
  readonly error: boolean
  readonly cache: CacheResult | null
  /** Of all answers of this method and status, whatever the cache. */
  readonly durations: RouteDurations
  count: number
  /** Those among them that the gateway had no room for. */
  shed: number
  /** Those that an operator's stop of the agency came to. */
  stopped: number
}

/** Told of each new counter and each new histogram; `read` and `durations` have its value from then on. */
export interface RouteLabels {
  readonly counted: (status: string, cache: string, read: () => number) => void
  readonly timed: (method: string, status: string, durations: RouteDurations) => void
}

export class RouteSeries {
  /** Empty where no agency stands behind the route: an aggregate, a preset, a request that reached nothing. */
  readonly agency: string
  readonly latency = new LatencyHistogram()
  readonly #labels: RouteLabels
  readonly #answers = new Map<number, AnswerCounter>()
  readonly #durations = new Map<string, RouteDurations>()

  constructor(agency: string, labels: RouteLabels) {
    this.agency = agency
    this.#labels = labels
  }

  record(answered: Answered): void {
    const counter = this.#of(answered)
    counter.count++
    counter.durations.record(answered.durationMs, answered.trace)
    this.latency.record(answered.durationMs)
  }

  shed(answered: Answered): void {
    const counter = this.#of(answered)
    counter.count++
    counter.shed++
    counter.durations.record(answered.durationMs, answered.trace)
  }

  stopped(answered: Answered): void {
    const counter = this.#of(answered)
    counter.count++
    counter.stopped++
    counter.durations.record(answered.durationMs, answered.trace)
  }

  /** Answers with a status of 500 or above, without what was shed or stopped. */
  errors(): number {
    let total = 0
    for (const counter of this.#answers.values()) if (counter.error) total += counter.count - counter.shed - counter.stopped
    return total
  }

  /** Answers from a copy that stood in for a failing agency. */
  stale(): number {
    let total = 0
    for (const counter of this.#answers.values()) if (counter.cache === "STALE-CIRCUIT") total += counter.count - counter.stopped
    return total
  }

  /** What callers got while an operator had stopped the agency. */
  whileStopped(): { readonly stale: number; readonly failed: number } {
    let stale = 0
    let failed = 0
    for (const counter of this.#answers.values()) {
      if (counter.error) failed += counter.stopped
      else stale += counter.stopped
    }
    return { stale, failed }
  }

  /** Answers by what the store of copies had to do with them. */
  byCache(cache: CacheResult): number {
    let total = 0
    for (const counter of this.#answers.values()) if (counter.cache === cache) total += counter.count
    return total
  }

  #of({ cache, method, status }: Answered): AnswerCounter {
    const rest = cacheCode(cache) * methods.length + methodCode(method)
    return this.#answers.get(status * 16 + rest) ?? this.#counter(status, cache, rest)
  }

  #counter(status: number, cache: CacheResult | null, rest: number): AnswerCounter {
    const valid = Number.isInteger(status) && status >= 100 && status <= 599
    const key = (valid ? status : 0) * 16 + rest
    const known = this.#answers.get(key)
    if (known !== undefined) return known
    const label = valid ? String(status) : "other"
    const durations = this.#durationsOf(methods[rest % methods.length] ?? "_OTHER", label)
    const counter: AnswerCounter = { error: valid && status >= 500, cache, durations, count: 0, shed: 0, stopped: 0 }
    this.#answers.set(key, counter)
    this.#labels.counted(label, cache === null ? "none" : cacheLabels[cache], () => counter.count)
    return counter
  }

  #durationsOf(method: string, status: string): RouteDurations {
    const key = `${method} ${status}`
    let durations = this.#durations.get(key)
    if (durations === undefined) {
      this.#durations.set(key, durations = new RouteDurations())
      this.#labels.timed(method, status, durations)
    }
    return durations
  }
}
