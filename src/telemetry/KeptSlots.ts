/**
 * The minutes of an hour and the quarters of a day as the database has them, of all routes and gateways: what windows are
 * added up from without asking it. Counts lie here as text, as they do there: few of fifty buckets hold anything.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { addCounts, countsOf, failuresOf, latencyText, noCounts, type SlotCounts, staleOf } from "./SlotCounts.ts"
import { type CourseSlot, isWithin, type Latest, placeIn, type RecentWindow, recentWindows } from "./SlotWindows.ts"
import { minute, minuteMillis, oldestKept, quarter, quarterMillis, readSlot, type Slot } from "./StatusSlots.ts"

interface Text {
  readonly latencies: string
  readonly failures: number
  readonly stale: number
}
/** By slot. */
type Texts = Map<number, Text>
interface Route {
  readonly agency: string
  readonly [minute]: Texts
  readonly [quarter]: Texts
  sums: { readonly at: number; readonly windows: Readonly<Record<RecentWindow, SlotCounts>> } | undefined
}
type Length = typeof minute | typeof quarter

/** What may still grow of what other gateways count, without those that could not write for a while. */
const recentSlots: Readonly<Record<Length, number>> = { [minute]: 3, [quarter]: 2 }
const millis: Readonly<Record<Length, number>> = { [minute]: minuteMillis, [quarter]: quarterMillis }

const textOf = (counts: SlotCounts): Text => ({ latencies: latencyText(counts), failures: failuresOf(counts), stale: staleOf(counts) })
const countsIn = ({ failures, latencies, stale }: Text): SlotCounts => countsOf(latencies, failures, stale)

export interface KeptSlots {
  /** Reads what may have changed; all of it where `isWhole`. */
  readonly refresh: (latest: Latest, isWhole: boolean) => Effect.Effect<void, unknown>
  /** Takes up what was added to the database just now. */
  readonly added: (slots: ReadonlyArray<Slot>) => void
  /** Takes up all quarters of a route as they were read. */
  readonly readAnew: (route: string, slots: ReadonlyArray<Slot>) => void
  /** Adds what is kept of a window. */
  readonly sum: (route: string, window: RecentWindow, latest: Latest, into: SlotCounts) => void
  /** Adds what is kept of all routes. */
  readonly course: (into: ReadonlyArray<CourseSlot>) => Effect.Effect<void>
  /** Each with its agency. */
  readonly routes: () => Iterable<readonly [route: string, agency: string]>
}

export const makeKeptSlots = (sql: SqlClient.SqlClient): KeptSlots => {
  const routes = new Map<string, Route>()
  const routeOf = (name: string, agency: string): Route => {
    const known = routes.get(name)
    if (known !== undefined) return known
    const made: Route = { agency, [minute]: new Map(), [quarter]: new Map(), sums: undefined }
    routes.set(name, made)
    return made
  }
  const put = ({ agency, counts, minutes, route, slot }: Slot): void => {
    if (route === "" || minutes !== minute && minutes !== quarter) return
    const found = routeOf(route, agency)
    found[minutes].set(slot, textOf(counts))
    found.sums = undefined
  }
  const prune = (latest: Latest): void => {
    for (const [name, route] of routes) {
      for (const minutes of [minute, quarter] as const) {
        for (const slot of route[minutes].keys()) if (slot < oldestKept(minutes, latest[minutes])) route[minutes].delete(slot)
      }
      if (route[minute].size + route[quarter].size === 0) routes.delete(name)
    }
  }
  const sumsOf = (route: Route, latest: Latest): Readonly<Record<RecentWindow, SlotCounts>> => {
    if (route.sums?.at === latest[minute]) return route.sums.windows
    const windows = { "5m": noCounts(), "1h": noCounts(), "24h": noCounts() }
    for (const minutes of [minute, quarter] as const) {
      for (const [slot, text] of route[minutes]) {
        const inside = recentWindows.filter((window) => isWithin({ minutes, slot }, window, latest))
        if (inside.length === 0) continue
        const counts = countsIn(text)
        for (const window of inside) addCounts(windows[window], counts)
      }
    }
    route.sums = { at: latest[minute], windows }
    return windows
  }
  return {
    refresh: Effect.fnUntraced(function*(latest: Latest, isWhole: boolean) {
      prune(latest)
      for (const minutes of [minute, quarter] as const) {
        const oldest = oldestKept(minutes, latest[minutes])
        const from = isWhole ? oldest : Math.max(oldest, latest[minutes] - (recentSlots[minutes] - 1) * millis[minutes])
        // The newest first: they are looked at first. What other gateways count a little ahead of this clock is read too.
        for (let slot = latest[minutes] + millis[minutes]; slot >= from; slot -= millis[minutes]) {
          for (const one of yield* readSlot(sql, minutes, slot)) put(one)
          yield* Effect.yieldNow
        }
      }
    }),
    added: (slots) => {
      for (const one of slots) {
        const { minutes, route, slot } = one
        if (minutes !== minute && minutes !== quarter) continue
        const known = routes.get(route)?.[minutes].get(slot)
        put(known === undefined ? one : { ...one, counts: addCounts(countsIn(known), one.counts) })
      }
    },
    readAnew: (route, slots) => {
      const known = routes.get(route)
      known?.[quarter].clear()
      if (known !== undefined) known.sums = undefined
      for (const one of slots) if (one.minutes === quarter) put(one)
    },
    sum: (name, window, latest, into) => {
      const route = routes.get(name)
      if (route !== undefined) addCounts(into, sumsOf(route, latest)[window])
    },
    course: Effect.fnUntraced(function*(into) {
      for (const route of routes.values()) {
        for (const minutes of [minute, quarter] as const) {
          for (const [slot, text] of route[minutes]) {
            const place = placeIn(into, { minutes, slot })
            if (place !== undefined) addCounts(place.counts, countsIn(text))
          }
        }
        yield* Effect.yieldNow
      }
    }),
    *routes() {
      for (const [name, { agency }] of routes) yield [name, agency] as const
    }
  }
}
