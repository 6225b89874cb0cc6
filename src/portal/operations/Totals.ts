/** The meter's cumulative numbers at one moment, and what was counted between two moments. Pure; nothing is counted here. */
import { bucketCount, quantile } from "../../telemetry/LatencyHistogram.ts"
import type { RequestMeter } from "../../telemetry/RequestMeter.ts"

export interface Totals {
  /** Monotonic milliseconds. */
  readonly at: number
  /** Answers of the agencies' routes, by latency bucket; an aggregate counts through its entries. */
  readonly latency: Float64Array
  /** Of these, status 500 and above. */
  readonly errors: number
  readonly hit: number
  readonly stale: number
  readonly miss: number
  /** Requests refused for their quota. */
  readonly limited: number
  /** Requests that were answered before any route was found for them. */
  readonly turnedAway: number
}

export const totalsOf = (meter: RequestMeter["Service"], at: number): Totals => {
  const latency = new Float64Array(bucketCount)
  let errors = 0
  let hit = 0
  let stale = 0
  let miss = 0
  let turnedAway = 0
  for (const [route, series] of meter.routes()) {
    if (route === "") turnedAway = series.latency.count
    if (series.agency === "") continue
    const { buckets } = series.latency
    for (let i = 0; i < bucketCount; i++) latency[i] = (latency[i] ?? 0) + (buckets[i] ?? 0)
    errors += series.errors()
    hit += series.byCache("HIT")
    stale += series.stale()
    miss += series.byCache("MISS")
  }
  return { at, latency, errors, hit, stale, miss, limited: meter.refused(), turnedAway }
}

/** Numbers over the time between two moments. */
export interface Span {
  readonly seconds: number
  readonly requests: number
  readonly errors: number
  readonly hit: number
  readonly stale: number
  readonly miss: number
  readonly limited: number
  readonly turnedAway: number
  /** Milliseconds; null without requests. */
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

const tenth = (millis: number | null): number | null => millis === null ? null : Math.round(millis * 10) / 10

export const spanOf = (from: Totals, to: Totals): Span => {
  const latency = to.latency.map((count, bucket) => count - (from.latency[bucket] ?? 0))
  return {
    seconds: Math.max(0.001, (to.at - from.at) / 1000),
    requests: latency.reduce((sum, count) => sum + count, 0),
    errors: to.errors - from.errors,
    hit: to.hit - from.hit,
    stale: to.stale - from.stale,
    miss: to.miss - from.miss,
    limited: to.limited - from.limited,
    turnedAway: to.turnedAway - from.turnedAway,
    p50: tenth(quantile(latency, 0.5)),
    p95: tenth(quantile(latency, 0.95)),
    p99: tenth(quantile(latency, 0.99))
  }
}
