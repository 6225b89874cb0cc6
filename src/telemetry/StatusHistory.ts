/**
 * How agencies and endpoints did over the last 5 minutes, hour and 24 hours, 7 and 30 days: the one source of every page
 * that says so. Kept in the database, so that it survives restarts and is the same at every gateway.
 *
 * It counts nothing: every minute and when it closes it reads the cumulative numbers of RequestMeter and adds what they
 * grew by to the slots of the database. Readers see what was not written yet too, so the gateway that they ask is up to
 * date with itself, and a minute or two behind the others; what a killed process had not written is lost. While the database is
 * away the counts wait in memory, bounded as the tables are, and readers are told that something is missing.
 *
 * The windows up to 24 hours of a route are at hand without a reading (`KeptSlots.ts`). Readings are kept for 5 s: nobody can make the
 * database work by asking for the page.
 */
import { Array as Arrays, Cache, Clock, Context, Effect, Fiber, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { dayBeginOf, utcDayOf } from "../domain/CityDays.ts"
import { makeOutage } from "../domain/Outage.ts"
import { makeKeptSlots } from "./KeptSlots.ts"
import { makeOwnSlots } from "./OwnSlots.ts"
import { RequestMeter } from "./RequestMeter.ts"
import { addCounts, noCounts, type SlotCounts, type SlotSummary, summaryOf } from "./SlotCounts.ts"
import {
  type CourseSlot,
  type CourseWindow,
  daysOf,
  emptyCourse,
  firstOf,
  type HistoryWindow,
  isWithin,
  type Latest,
  latestSlots,
  type Point,
  quartersOf,
  type RecentWindow,
  windowsOf
} from "./SlotWindows.ts"
import { makeSlotWriter } from "./SlotWriter.ts"
import {
  countedSince,
  day,
  minuteMillis,
  oldestKept,
  pruneSlots,
  quarterMillis,
  readAgencies,
  readRoutes,
  type Slot
} from "./StatusSlots.ts"

/** With the moment from which it counts, epoch milliseconds: its beginning, or later where nobody counted before. */
export type WindowSummary = SlotSummary & { readonly since: number }
export type HistoryWindows = Readonly<Record<HistoryWindow, WindowSummary>>

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

const pruneMillis = 60 * 60_000
/** How long a start waits for what is kept, at most. */
const patience = "2 seconds"
/** What is read or written in one go: a few milliseconds of an embedded database, for which every request waits. */
const readAtOnce = 8
const writtenAtOnce = 100
const readingKept = "5 seconds"

export class StatusHistory extends Context.Service<StatusHistory, {
  /** By slug; all that are asked for. */
  readonly agencies: (slugs: ReadonlyArray<string>) => Effect.Effect<Reading<ReadonlyMap<string, AgencyHistory>>>
  /** By route template; all that are asked for. */
  readonly endpoints: (routes: ReadonlyArray<string>) => Effect.Effect<Reading<ReadonlyMap<string, HistoryWindows>>>
  /** The last 24 hours by quarters of an hour, by route template. */
  readonly quarters: (routes: ReadonlyArray<string>) => Effect.Effect<Reading<ReadonlyMap<string, ReadonlyArray<Point>>>>
  /** What lies in a window of a route, at this moment. */
  readonly counted: (route: string, window: RecentWindow) => SlotCounts
  /** A window of all routes together, slot by slot, the oldest first. */
  readonly course: (window: CourseWindow) => Effect.Effect<ReadonlyArray<CourseSlot>>
  /** All that were called within a day, and their agencies. */
  readonly routes: () => ReadonlyMap<string, string>
  /** From when a window counts, epoch milliseconds. */
  readonly since: (window: RecentWindow | HistoryWindow) => number
  /** Since when quarters and days are counted. */
  readonly begun: () => number
}>()("gapura/telemetry/StatusHistory") {
  static readonly layer = (options: { readonly timeZone: string }): Layer.Layer<StatusHistory, never, RequestMeter | SqlClient.SqlClient> =>
    Layer.effect(
      StatusHistory,
      Effect.gen(function*() {
        const meter = yield* RequestMeter
        const sql = yield* SqlClient.SqlClient
        const clock = yield* Clock.Clock
        const now = (): number => clock.currentTimeMillisUnsafe()
        const latestAt = latestSlots(options.timeZone)
        const own = makeOwnSlots(meter, () => latestAt(now()))
        const kept = makeKeptSlots(sql)
        const beginOf = (slot: number): number => dayBeginOf(utcDayOf(slot), options.timeZone)
        let started: { readonly minutes: number; readonly slots: number } | undefined
        const opened = now()
        let pruned = Number.NEGATIVE_INFINITY
        let wholeAt: number | undefined
        /** As the database had them last. */
        const lastRead = new Map<string, ReadonlyArray<Slot>>()
        const turn = yield* Semaphore.make(1)

        const outage = makeOutage({
          failing: "the history of the status page waits in memory: the database does not take it",
          working: "the history of the status page is kept in the database again"
        })

        const writer = makeSlotWriter(sql, (some) => {
          own.drop(some)
          kept.added(some)
        })
        const writeAll = Effect.suspend(() => Effect.forEach(Arrays.chunksOf(own.all(), writtenAtOnce), writer.write, { discard: true }))
        const write = Effect.suspend(() => {
          own.collect()
          own.dropOld(latestAt(now()))
          return outage.watched(Effect.andThen(writer.settle, writeAll))
        })
        const refresh = Effect.suspend(() => {
          const quarterNow = Math.floor(now() / quarterMillis)
          const whole = wholeAt !== quarterNow
          return outage.watched(Effect.gen(function*() {
            started ??= yield* countedSince(sql, opened, beginOf)
            yield* kept.refresh(latestAt(now()), whole)
            wholeAt = quarterNow
          }))
        })
        const prune = Effect.suspend(() => {
          if (now() - pruned < pruneMillis) return Effect.void
          pruned = now()
          return outage.watched(pruneSlots(sql, latestAt(now())))
        })
        const flush = turn.withPermit(Effect.andThen(Effect.ignoreCause(Effect.andThen(write, prune)), Effect.ignoreCause(refresh)))

        yield* Effect.addFinalizer(() => turn.withPermit(Effect.ignoreCause(write)))
        const isRead = yield* Effect.forkScoped(turn.withPermit(Effect.ignoreCause(refresh)))
        yield* Effect.timeoutOption(Fiber.join(isRead), patience)
        // On the clock's own minutes, so that no count lies in two slots.
        yield* Effect.suspend(() => Effect.sleep(minuteMillis - now() % minuteMillis)).pipe(
          Effect.andThen(flush),
          Effect.forever,
          Effect.forkScoped
        )

        const counted = (route: string, window: RecentWindow): SlotCounts => {
          own.collectOne(route)
          const latest = latestAt(now())
          const counts = noCounts()
          kept.sum(route, window, latest, counts)
          for (const slot of own.of(route)) if (isWithin(slot, window, latest)) addCounts(counts, slot.counts)
          return counts
        }
        const since = (window: RecentWindow | HistoryWindow): number => {
          const first = firstOf(window, latestAt(now()))
          switch (window) {
            case "5m":
            case "1h":
              return Math.max(first, started?.minutes ?? opened)
            case "24h":
              return Math.max(first, started?.slots ?? opened)
            case "7d":
            case "30d":
              return Math.max(beginOf(first), started?.slots ?? opened)
          }
        }
        const dated = (windows: Readonly<Record<HistoryWindow, SlotSummary>>): HistoryWindows => ({
          "24h": { ...windows["24h"], since: since("24h") },
          "7d": { ...windows["7d"], since: since("7d") },
          "30d": { ...windows["30d"], since: since("30d") }
        })

        /** What the database has, and what is not in it yet; `fallback` where it cannot be read. */
        const slotsOf = <E>(
          read: Effect.Effect<ReadonlyArray<Slot>, E>,
          waitingNow: () => ReadonlyArray<Slot>,
          fallback: () => ReadonlyArray<Slot> = () => []
        ) =>
          turn.withPermit(Effect.suspend(() => {
            const waiting = waitingNow()
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
          const read = Effect.tap(readAgencies(sql, agencies, oldestKept(day, latestAt(now())[day])), (slots) =>
            Effect.sync(() => {
              const found = Map.groupBy(slots, ({ agency }) => agency)
              for (const agency of agencies) lastRead.set(agency, found.get(agency) ?? [])
            }))
          return slotsOf(
            read,
            () => [...own.of("")].filter(({ agency }) => wanted.has(agency)),
            () => agencies.flatMap((agency) => lastRead.get(agency) ?? [])
          )
        }
        const routeSlots = (routes: ReadonlyArray<string>) => {
          const read = Effect.tap(readRoutes(sql, routes), (slots) =>
            Effect.sync(() => {
              const found = Map.groupBy(slots, ({ route }) => route)
              for (const route of routes) kept.readAnew(route, found.get(route) ?? [])
            }))
          return slotsOf(read, () => routes.flatMap((route) => [...own.of(route)]))
        }

        /** A reading of many names, a few at a time. Untraced: public pages ask. */
        const reading = Effect.fnUntraced(function*<A>(
          capacity: number,
          nameOf: (slot: Slot) => string,
          read: (names: ReadonlyArray<string>) => Effect.Effect<Reading<ReadonlyArray<Slot>>>,
          view: (slots: ReadonlyArray<Slot>, latest: Latest) => A
        ) {
          const lookup = Effect.fnUntraced(function*(key: string) {
            yield* turn.withPermit(Effect.sync(own.collect))
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
          const cache = yield* Cache.make({ capacity, timeToLive: readingKept, lookup })
          return (names: ReadonlyArray<string>) => Cache.get(cache, names.join("\n"))
        })

        const courseOf = (window: CourseWindow) => {
          const read = turn.withPermit(Effect.suspend(() => {
            own.collect()
            const course = emptyCourse(window, latestAt(now()))
            own.course(course)
            return Effect.as(kept.course(course), course)
          }))
          return Effect.cachedWithTTL(read, readingKept)
        }
        const courses = { "1h": yield* courseOf("1h"), "6h": yield* courseOf("6h"), "24h": yield* courseOf("24h") }

        const endpoints = yield* reading(64, ({ route }) => route, routeSlots, windowsOf)
        return StatusHistory.of({
          agencies: yield* reading(
            4,
            ({ agency }) => agency,
            agencySlots,
            (slots, latest) => ({
              windows: dated(windowsOf(slots, latest)),
              days: daysOf(slots, latest),
              quarters: quartersOf(slots, latest)
            })
          ),
          // The latest of the 24 hours is known, whenever the rest was read.
          endpoints: (routes) =>
            Effect.map(endpoints(routes), ({ isComplete, value }) => ({
              isComplete,
              value: new Map(
                [...value].map(([route, windows]) => [route, dated({ ...windows, "24h": summaryOf(counted(route, "24h")) })] as const)
              )
            })),
          quarters: yield* reading(512, ({ route }) => route, routeSlots, quartersOf),
          counted,
          course: (window) => courses[window],
          routes: () => {
            const known = new Map(kept.routes())
            for (const [route, { agency }] of meter.routes()) if (agency !== "") known.set(route, agency)
            return known
          },
          since,
          begun: () => started?.slots ?? opened
        })
      })
    )
}
