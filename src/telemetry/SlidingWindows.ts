/**
 * Rings of copies of cumulative counts, one ring a window: the difference to the oldest copy is the window.
 *
 * Pure. A copy holds 32 bits of each count; differences are taken modulo 2^32, so that a count that overflows them
 * stays right. Before a ring is full its oldest copy is zero, which is what the counts were before the start.
 */
import { bucketCount } from "./LatencyHistogram.ts"
import type { RouteSeries } from "./RouteSeries.ts"

export const windows = ["5m", "1h", "24h"] as const
export type Window = typeof windows[number]

/** How often a copy is made. */
export const tickMillis = 10_000
const shapes: Readonly<Record<Window, { readonly every: number; readonly slots: number }>> = {
  "5m": { every: 1, slots: 30 },
  "1h": { every: 12, slots: 30 },
  "24h": { every: 180, slots: 48 }
}

/** A copy: the histogram's buckets, then errors, then stale answers. */
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

export interface Rings {
  /** Makes the copies that fell due after tick `from` and up to tick `to`. */
  readonly advance: (live: Uint32Array, from: number, to: number) => void
  /** The oldest copy of a window after tick `tick`. */
  readonly oldest: (window: Window, tick: number) => Uint32Array
}

export const makeRings = (): Rings => {
  const rings = {
    "5m": new Uint32Array(shapes["5m"].slots * rowLength),
    "1h": new Uint32Array(shapes["1h"].slots * rowLength),
    "24h": new Uint32Array(shapes["24h"].slots * rowLength)
  }
  return {
    advance: (live, from, to) => {
      for (const window of windows) {
        const { every, slots } = shapes[window]
        const last = Math.floor(to / every)
        // After a long pause every slot is overwritten once, not once for each missed tick.
        const first = Math.max(Math.floor(from / every), last - slots)
        for (let step = first + 1; step <= last; step++) rings[window].set(live, (step % slots) * rowLength)
      }
    },
    oldest: (window, tick) => {
      const { every, slots } = shapes[window]
      const slot = (Math.floor(tick / every) + 1) % slots
      return rings[window].subarray(slot * rowLength, (slot + 1) * rowLength)
    }
  }
}
