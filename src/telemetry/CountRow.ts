/**
 * A route's counts in a row: the histogram's buckets, then errors, then stale answers. Pure.
 *
 * A copy holds 32 bits of each count; differences are taken modulo 2^32, so that a count that overflows them stays right.
 */
import { bucketCount } from "./LatencyHistogram.ts"
import type { RouteSeries } from "./RouteSeries.ts"

export const errorsAt = bucketCount
export const staleAt = bucketCount + 1
export const rowLength = bucketCount + 2

/** Writes a route's counts as they are now. */
export const copyLive = (series: RouteSeries, row: Uint32Array): void => {
  row.set(series.latency.buckets)
  row[errorsAt] = series.errors()
  row[staleAt] = series.stale()
}

/** Adds to `into` what was counted since `base`. */
export const add = (into: Float64Array, live: Uint32Array, base: Uint32Array | undefined): void => {
  for (let i = 0; i < rowLength; i++) {
    into[i] = (into[i] ?? 0) + (((live[i] ?? 0) - (base?.[i] ?? 0)) >>> 0)
  }
}
