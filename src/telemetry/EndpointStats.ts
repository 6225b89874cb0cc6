/**
 * How each endpoint has been doing over the last 5 minutes, hour and day.
 *
 * It keeps no counts of its own: every 10 s it copies the cumulative numbers of RequestMeter into rings, and a window
 * is the difference between now and the oldest copy, so that its length is the window's less at most one step (10 s,
 * 2 min, 30 min) and never more. A percentile is interpolated within a histogram bucket. Memory: 22 KiB for each route
 * that was ever called. A restart begins at zero. Time is monotonic: a clock that jumps changes nothing.
 *
 * Health of a window, the first that holds:
 * - `unknown`: no calls;
 * - `down`: at least 50 % of the answers had a status of 500 or above (the agency or the gateway failed);
 * - `degraded`: at least 5 % had, or at least 5 % were stale copies (the callers were served, the agency failed);
 * - `up`.
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { Health } from "../domain/Health.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { quantile } from "./LatencyHistogram.ts"
import { RequestMeter } from "./RequestMeter.ts"
import { add, copyLive, errorsAt, makeRings, type Rings, rowLength, staleAt, tickMillis, type Window, windows } from "./SlidingWindows.ts"

export interface Stats {
  readonly count: number
  /** Answers with a status of 500 or above. */
  readonly errors: number
  /** 0 to 1; 0 without calls. */
  readonly errorShare: number
  /** Milliseconds; null without calls. */
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly health: Health
}

export class EndpointStats extends Context.Service<EndpointStats, {
  /** Of one route template. */
  readonly of: (route: string) => Readonly<Record<Window, Stats>>
  /** Of all agencies' routes together: an aggregate counts through its entries, and what reached no route is left out. */
  readonly overall: () => Readonly<Record<Window, Stats>>
  /** The last 5 minutes of each agency that was called, by slug. */
  readonly agencies: () => ReadonlyMap<string, Stats>
}>()("gapura/telemetry/EndpointStats") {
  static readonly layer: Layer.Layer<EndpointStats, never, RequestMeter> = Layer.effect(
    EndpointStats,
    Effect.gen(function*() {
      const meter = yield* RequestMeter
      const clock = yield* Clock.Clock
      const nowMillis = (): number => monotonicMillis(clock)
      const started = nowMillis()
      const live = new Uint32Array(rowLength)
      const rings = new Map<string, Rings>()
      let tick = 0

      const advance = Effect.sync(() => {
        const due = Math.floor((nowMillis() - started) / tickMillis)
        for (const [route, series] of meter.routes()) {
          let ring = rings.get(route)
          // A ring of zeros is right for a route that nobody had called before.
          if (ring === undefined) rings.set(route, ring = makeRings())
          copyLive(series, live)
          ring.advance(live, tick, due)
        }
        tick = due
      })
      yield* Effect.sleep(tickMillis).pipe(Effect.andThen(advance), Effect.forever, Effect.forkScoped)

      const collect = (route: string, window: Window, into: Float64Array): void => {
        const series = meter.routes().get(route)
        if (series === undefined) return
        copyLive(series, live)
        add(into, live, rings.get(route)?.oldest(window, tick))
      }
      const each = (routes: () => Iterable<string>): Readonly<Record<Window, Stats>> => {
        const of = (window: Window): Stats => {
          const counts = new Float64Array(rowLength)
          for (const route of routes()) collect(route, window, counts)
          return summarise(counts)
        }
        return { "5m": of(windows[0]), "1h": of(windows[1]), "24h": of(windows[2]) }
      }
      const agencies = (): ReadonlyMap<string, Stats> => {
        const sums = new Map<string, Float64Array>()
        for (const [route, { agency }] of meter.routes()) {
          if (agency === "") continue
          let counts = sums.get(agency)
          if (counts === undefined) sums.set(agency, counts = new Float64Array(rowLength))
          collect(route, "5m", counts)
        }
        return new Map([...sums].map(([agency, counts]) => [agency, summarise(counts)]))
      }
      return EndpointStats.of({
        of: (route) => each(() => [route]),
        agencies,
        overall: () => each(() => [...meter.routes()].flatMap(([route, series]) => series.agency === "" ? [] : [route]))
      })
    })
  )
}

const summarise = (counts: Float64Array): Stats => {
  let count = 0
  for (let i = 0; i < errorsAt; i++) count += counts[i] ?? 0
  const errors = counts[errorsAt] ?? 0
  const stale = counts[staleAt] ?? 0
  return {
    count,
    errors,
    errorShare: count === 0 ? 0 : errors / count,
    p50: rounded(quantile(counts, 0.5)),
    p95: rounded(quantile(counts, 0.95)),
    p99: rounded(quantile(counts, 0.99)),
    health: healthOf(count, errors, stale)
  }
}

export const healthOf = (count: number, errors: number, stale: number): Health => {
  if (count === 0) return "unknown"
  if (errors / count >= 0.5) return "down"
  if (errors / count >= 0.05 || stale / count >= 0.05) return "degraded"
  return "up"
}

const rounded = (millis: number | null): number | null => millis === null ? null : Math.round(millis * 100) / 100
