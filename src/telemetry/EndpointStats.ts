/**
 * How each endpoint has been doing over the last 5 minutes, hour and day, on all gateways together and across restarts.
 *
 * It keeps no counts of its own: StatusHistory has them, and every page that names a window has it from there. A window
 * ends now and is the given length less at most one slot (a minute; a quarter of an hour of the 24 hours). A percentile is
 * interpolated within a histogram bucket.
 *
 * Health of a window, the first that holds:
 * - `unknown`: no calls;
 * - `down`: at least 50 % of the answers had a status of 500 or above (the agency or the gateway failed);
 * - `degraded`: at least 5 % had, or at least 5 % were stale copies (the callers were served, the agency failed);
 * - `up`.
 */
import { Context, Effect, Layer } from "effect"
import type { Health } from "../domain/Health.ts"
import { quantile } from "./LatencyHistogram.ts"
import { addCounts, answersOf, failuresOf, noCounts, type SlotCounts, staleOf } from "./SlotCounts.ts"
import type { RecentWindow } from "./SlotWindows.ts"
import { StatusHistory } from "./StatusHistory.ts"

export interface Stats {
  readonly count: number
  /** Answers with a status of 500 or above. */
  readonly errors: number
  /** Answers from stored copies while the agency failed. */
  readonly stale: number
  /** 0 to 1; 0 without calls. */
  readonly errorShare: number
  /** Milliseconds; null without calls. */
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly health: Health
  /** From when it counts, epoch milliseconds: the window's beginning, or later where nobody counted before. */
  readonly since: number
}

export class EndpointStats extends Context.Service<EndpointStats, {
  /** Of one route template. */
  readonly of: (route: string) => Readonly<Record<RecentWindow, Stats>>
  /** Of all agencies' routes together: an aggregate counts through its entries, and what reached no route is left out. */
  readonly overall: () => Readonly<Record<RecentWindow, Stats>>
  /** The last 5 minutes of each agency that was called, by slug. */
  readonly agencies: () => ReadonlyMap<string, Stats>
}>()("gapura/telemetry/EndpointStats") {
  static readonly layer: Layer.Layer<EndpointStats, never, StatusHistory> = Layer.effect(
    EndpointStats,
    Effect.gen(function*() {
      const history = yield* StatusHistory

      const each = (countsOf: (window: RecentWindow) => SlotCounts): Readonly<Record<RecentWindow, Stats>> => {
        const of = (window: RecentWindow): Stats => summarise(countsOf(window), history.since(window))
        return { "5m": of("5m"), "1h": of("1h"), "24h": of("24h") }
      }
      const agencies = (): ReadonlyMap<string, Stats> => {
        const sums = new Map<string, SlotCounts>()
        for (const [route, agency] of history.routes()) {
          sums.set(agency, addCounts(sums.get(agency) ?? noCounts(), history.counted(route, "5m")))
        }
        const since = history.since("5m")
        return new Map([...sums].map(([agency, counts]) => [agency, summarise(counts, since)]))
      }
      return EndpointStats.of({
        of: (route) => each((window) => history.counted(route, window)),
        agencies,
        overall: () =>
          each((window) => {
            const counts = noCounts()
            for (const route of history.routes().keys()) addCounts(counts, history.counted(route, window))
            return counts
          })
      })
    })
  )
}

/** Most endpoints of a large city are quiet most of the time. */
const nothing = { count: 0, errors: 0, stale: 0, errorShare: 0, p50: null, p95: null, p99: null, health: "unknown" } as const

const summarise = (counts: SlotCounts, since: number): Stats => {
  const count = answersOf(counts)
  if (count === 0) return { ...nothing, since }
  const errors = failuresOf(counts)
  return {
    count,
    errors,
    stale: staleOf(counts),
    errorShare: errors / count,
    p50: rounded(quantile(counts, 0.5)),
    p95: rounded(quantile(counts, 0.95)),
    p99: rounded(quantile(counts, 0.99)),
    health: healthOf(count, errors, staleOf(counts)),
    since
  }
}

export const healthOf = (count: number, errors: number, stale: number): Health => {
  if (count === 0) return "unknown"
  if (errors / count >= 0.5) return "down"
  if (errors / count >= 0.05 || stale / count >= 0.05) return "degraded"
  return "up"
}

const rounded = (millis: number | null): number | null => millis === null ? null : Math.round(millis * 100) / 100
