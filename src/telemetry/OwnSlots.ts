/**
 * What this process has counted and the database does not have yet: what RequestMeter's cumulative numbers grew by, in
 * slots of the time at which they were looked at last. Nothing else is counted.
 */
import { add, copyLive, rowLength } from "./CountRow.ts"
import type { RequestMeter } from "./RequestMeter.ts"
import type { RouteSeries } from "./RouteSeries.ts"
import { addCounts, answersOf, noCounts, subtractCounts } from "./SlotCounts.ts"
import { type CourseSlot, type Latest, placeIn } from "./SlotWindows.ts"
import { lengths, minute, oldestKept, type Slot, slotKey } from "./StatusSlots.ts"

export interface OwnSlots {
  /** Moves what was counted since the last time to the slots of that time. */
  readonly collect: () => void
  /** The same of one route, so that it is up to date. */
  readonly collectOne: (route: string) => void
  /** Of a route; of the agencies as wholes where it is empty. */
  readonly of: (route: string) => Iterable<Slot>
  /** Adds what there is of all routes. */
  readonly course: (into: ReadonlyArray<CourseSlot>) => void
  /** As they are now: what is counted later does not change them. */
  readonly all: () => ReadonlyArray<Slot>
  /** They are kept now: what was counted in them since they were asked for stays. */
  readonly drop: (slots: ReadonlyArray<Slot>) => void
  /** Drops what is too old to be kept, so that there is never more here than the tables would have. */
  readonly dropOld: (latest: Latest) => void
}

export const makeOwnSlots = (meter: RequestMeter["Service"], latestNow: () => Latest): OwnSlots => {
  const collected = new Map<string, Uint32Array>()
  const waiting = new Map<string, Map<string, Slot>>()
  const live = new Uint32Array(rowLength)
  let since = latestNow()

  const collectFrom = (route: string, series: RouteSeries): void => {
    if (series.agency === "") return
    copyLive(series, live)
    const before = collected.get(route)
    const grown = noCounts()
    add(grown, live, before)
    if (answersOf(grown) === 0) return
    if (before === undefined) collected.set(route, live.slice())
    else before.set(live)
    for (const minutes of lengths) {
      for (const name of minutes === minute ? [route] : [route, ""]) {
        const place = { route: name, agency: series.agency, minutes, slot: since[minutes] }
        const slots = waiting.get(name) ?? new Map<string, Slot>()
        waiting.set(name, slots)
        const known = slots.get(slotKey(place))
        if (known === undefined) slots.set(slotKey(place), { ...place, counts: grown.slice() })
        else addCounts(known.counts, grown)
      }
    }
  }
  const drop = (slots: ReadonlyArray<Slot>): void => {
    for (const one of slots) {
      const own = waiting.get(one.route)
      const known = own?.get(slotKey(one))
      if (known !== undefined && answersOf(subtractCounts(known.counts, one.counts)) === 0) own?.delete(slotKey(one))
      if (own?.size === 0) waiting.delete(one.route)
    }
  }
  const all = (): ReadonlyArray<Slot> =>
    [...waiting.values()].flatMap((slots) => Array.from(slots.values(), (one) => ({ ...one, counts: one.counts.slice() })))
  return {
    collect: () => {
      for (const [route, series] of meter.routes()) collectFrom(route, series)
      since = latestNow()
    },
    collectOne: (route) => {
      const series = meter.routes().get(route)
      if (series !== undefined) collectFrom(route, series)
    },
    of: (route) => waiting.get(route)?.values() ?? [],
    course: (into) => {
      for (const one of all()) {
        const place = one.route === "" ? undefined : placeIn(into, one)
        if (place !== undefined) addCounts(place.counts, one.counts)
      }
    },
    all,
    drop,
    dropOld: (latest) => drop(all().filter((one) => one.slot < oldestKept(one.minutes, latest[one.minutes])))
  }
}
