/**
 * How agencies and endpoints did over the last 24 hours, 7 and 30 days: kept in the database, so that it survives
 * restarts and is the same at every gateway.
 *
 * It counts nothing: every 5 minutes and when it closes it reads the cumulative numbers of RequestMeter and adds what
 * they grew by to the slots of the database. Readers see what was not written yet too, so the gateway that they ask is
 * up to date and the others are 5 minutes behind; what a killed process had not written is lost. While the database is
 * away the counts wait in memory, bounded as the table is, and readers are told that something is missing.
 *
 * Readings are kept for 5 s: nobody can make the database work by asking for the page.
 */
import { Array as Arrays, Cache, Clock, Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { daySlotOf } from "../domain/CityDays.ts"
import { makeOutage } from "../domain/Outage.ts"
import { RequestMeter } from "./RequestMeter.ts"
import { add, copyLive, rowLength } from "./SlidingWindows.ts"
import { addCounts, answersOf, noCounts, type SlotSummary } from "./SlotCounts.ts"
import { daysOf, type HistoryWindow, type Latest, type Point, quartersOf, windowsOf } from "./SlotWindows.ts"
import {
  addSlots,
  day,
  oldestKept,
  pruneSlots,
  quarter,
  quarterMillis,
  readAgencies,
  readRoutes,
  type Slot,
  slotKey
} from "./StatusSlots.ts"

export type HistoryWindows = Readonly<Record<HistoryWindow, SlotSummary>>

export interface AgencyHistory {
  readonly windows: HistoryWindows
  /** 30 days of the city, the oldest first. */
  readonly days: ReadonlyArray<Point>
  /** 96 quarters of an hour, the oldest first. */
  readonly quarters: ReadonlyArray<Point>
}

export interface Reading<A> {
  readonly value: A
  /** False while the database cannot be read: then there is what this process knows. */
  readonly isComplete: boolean
}

const flushMillis = 5 * 60_000
const pruneMillis = 60 * 60_000
/** What is read or written in one go: a few milliseconds of an embedded database, for which every request waits. */
const readAtOnce = 8
const writtenAtOnce = 100
const kept = "5 seconds"

export class StatusHistory extends Context.Service<StatusHistory, {
  /** By slug; all that are asked for. */
  readonly agencies: (slugs: ReadonlyArray<string>) => Effect.Effect<Reading<ReadonlyMap<string, AgencyHistory>>>
  /** By route template; all that are asked for. */
  readonly endpoints: (routes: ReadonlyArray<string>) => Effect.Effect<Reading<ReadonlyMap<string, HistoryWindows>>>
  /** The last 24 hours by quarters of an hour, by route template. */
  readonly quarters: (routes: ReadonlyArray<string>) => Effect.Effect<Reading<ReadonlyMap<string, ReadonlyArray<Point>>>>
}>()("gapura/telemetry/StatusHistory") {
  static readonly layer = (options: { readonly timeZone: string }): Layer.Layer<StatusHistory, never, RequestMeter | SqlClient.SqlClient> =>
    Layer.effect(
      StatusHistory,
      Effect.gen(function*() {
        const meter = yield* RequestMeter
        const sql = yield* SqlClient.SqlClient
        const clock = yield* Clock.Clock
        const now = (): number => clock.currentTimeMillisUnsafe()
        const latestAt = (millis: number): Latest => ({
          [quarter]: Math.floor(millis / quarterMillis) * quarterMillis,
          [day]: daySlotOf(millis, options.timeZone)
        })

        const collected = new Map<string, Uint32Array>()
        const pending = new Map<string, Slot>()
        const live = new Uint32Array(rowLength)
        let since = now()
        let pruned = Number.NEGATIVE_INFINITY
        /** As the database had them last. */
        const lastRead = new Map<string, ReadonlyArray<Slot>>()
        const turn = yield* Semaphore.make(1)

        /** Moves what was counted since the last time to the slots of that time. */
        const collect = (): void => {
          const latest = latestAt(since)
          for (const [route, series] of meter.routes()) {
            if (series.agency === "") continue
            copyLive(series, live)
            const before = collected.get(route)
            const grown = noCounts()
            add(grown, live, before)
            if (answersOf(grown) === 0) continue
            if (before === undefined) collected.set(route, live.slice())
            else before.set(live)
            for (const minutes of [quarter, day] as const) {
              for (const name of [route, ""]) {
                const place = { route: name, agency: series.agency, minutes, slot: latest[minutes] }
                const waiting = pending.get(slotKey(place))
                if (waiting === undefined) pending.set(slotKey(place), { ...place, counts: grown.slice() })
                else addCounts(waiting.counts, grown)
              }
            }
          }
          since = now()
        }

        const outage = makeOutage({
          failing: "the history of the status page waits in memory: the database does not take it",
          working: "the history of the status page is kept in the database again"
        })

        const write = Effect.suspend(() => {
          collect()
          const latest = latestAt(now())
          for (const [key, one] of pending) if (one.slot < oldestKept(one.minutes, latest[one.minutes])) pending.delete(key)
          // A write that was committed and not noted would be added twice.
          const writeSome = (some: ReadonlyArray<readonly [key: string, slot: Slot]>) =>
            Effect.uninterruptible(
              Effect.andThen(addSlots(sql, some.map(([, one]) => one)), Effect.sync(() => some.forEach(([key]) => pending.delete(key))))
            )
          return outage.watched(Effect.forEach(Arrays.chunksOf([...pending], writtenAtOnce), writeSome, { discard: true }))
        })
        const prune = Effect.suspend(() => {
          if (now() - pruned < pruneMillis) return Effect.void
          pruned = now()
          return outage.watched(pruneSlots(sql, latestAt(now())))
        })
        const flush = turn.withPermit(Effect.ignoreCause(Effect.andThen(write, prune)))

        yield* Effect.addFinalizer(() => turn.withPermit(Effect.ignoreCause(write)))
        // On the clock's own fives, so that no count lies in two slots.
        yield* Effect.suspend(() => Effect.sleep(flushMillis - now() % flushMillis)).pipe(
          Effect.andThen(flush),
          Effect.forever,
          Effect.forkScoped
        )

        /** What the database has, and what is not in it yet; `fallback` where it cannot be read. */
        const slotsOf = <E>(
          read: Effect.Effect<ReadonlyArray<Slot>, E>,
          isWanted: (slot: Slot) => boolean,
          fallback: () => ReadonlyArray<Slot> = () => []
        ) =>
          turn.withPermit(Effect.suspend(() => {
            const waiting = [...pending.values()].filter(isWanted)
            return outage.watched(read).pipe(
              Effect.match({
                onSuccess: (value) => ({ value, isComplete: true }),
                onFailure: () => ({ value: fallback(), isComplete: false })
              }),
              Effect.map((found): Reading<ReadonlyArray<Slot>> => ({ ...found, value: [...found.value, ...waiting] }))
            )
          }))
        const agencySlots = (agencies: ReadonlyArray<string>) => {
          const wanted = new Set(agencies)
          const read = Effect.tap(readAgencies(sql, agencies), (slots) =>
            Effect.sync(() => {
              const found = Map.groupBy(slots, ({ agency }) => agency)
              for (const agency of agencies) lastRead.set(agency, found.get(agency) ?? [])
            }))
          return slotsOf(
            read,
            ({ agency, route }) => route === "" && wanted.has(agency),
            () => agencies.flatMap((agency) => lastRead.get(agency) ?? [])
          )
        }
        const routeSlots = (routes: ReadonlyArray<string>) => {
          const wanted = new Set(routes)
          return slotsOf(readRoutes(sql, routes), ({ route }) => wanted.has(route))
        }

        /** A reading of many names, a few at a time. Untraced: public pages ask. */
        const reading = Effect.fnUntraced(function*<A>(
          capacity: number,
          nameOf: (slot: Slot) => string,
          read: (names: ReadonlyArray<string>) => Effect.Effect<Reading<ReadonlyArray<Slot>>>,
          view: (slots: ReadonlyArray<Slot>, latest: Latest) => A
        ) {
          const lookup = Effect.fnUntraced(function*(key: string) {
            yield* turn.withPermit(Effect.sync(collect))
            const views = new Map<string, A>()
            let isComplete = true
            for (const names of Arrays.chunksOf(key.split("\n"), readAtOnce)) {
              const found = yield* read(names)
              isComplete &&= found.isComplete
              const latest = latestAt(now())
              const byName = Map.groupBy(found.value, nameOf)
              for (const name of names) views.set(name, view(byName.get(name) ?? [], latest))
              yield* Effect.yieldNow
            }
            const whole: Reading<ReadonlyMap<string, A>> = { isComplete, value: views }
            return whole
          })
          const cache = yield* Cache.make({ capacity, timeToLive: kept, lookup })
          return (names: ReadonlyArray<string>) => Cache.get(cache, names.join("\n"))
        })

        return StatusHistory.of({
          agencies: yield* reading(
            4,
            ({ agency }) => agency,
            agencySlots,
            (slots, latest) => ({ windows: windowsOf(slots, latest), days: daysOf(slots, latest), quarters: quartersOf(slots, latest) })
          ),
          endpoints: yield* reading(64, ({ route }) => route, routeSlots, windowsOf),
          quarters: yield* reading(512, ({ route }) => route, routeSlots, quartersOf)
        })
      })
    )
}
