/**
 * The tables of slots: minutes for an hour of each endpoint that was called; quarters of an hour for 25 hours and days of
 * the city for 31 of each of these and of each agency as a whole. Minutes have a table of their own, since programs from
 * before there were any share the other.
 *
 * Days of agencies are kept for 400, for the scorecards of their months. An endpoint has at most 196 rows however much it
 * is called, and one that nobody calls has none. Several gateways add to the same rows. A day's slot is its midnight as if the
 * city lay in UTC, so that every day has one number, summer time or not; a quarter's is its epoch millisecond.
 */
import { Array, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { addCounts, countsOf, failuresOf, latencyPattern, latencyText, type SlotCounts, staleOf } from "./SlotCounts.ts"

export const minute = 1
export const quarter = 15
export const day = 1_440
export const lengths = [minute, quarter, day] as const
export type SlotMinutes = typeof lengths[number]

export const minuteMillis = 60_000
export const quarterMillis = quarter * 60_000
export const dayMillis = day * 60_000

export interface Slot {
  /** Empty: the whole agency. */
  readonly route: string
  readonly agency: string
  readonly minutes: SlotMinutes
  readonly slot: number
  readonly counts: SlotCounts
}

export const slotKey = ({ agency, minutes, route, slot }: Omit<Slot, "counts">): string => `${minutes} ${slot} ${agency} ${route}`

/** How many are kept, with the one that is under way, and how far apart they are. */
const shapes: Readonly<Record<SlotMinutes, { readonly kept: number; readonly millis: number }>> = {
  [minute]: { kept: 65, millis: minuteMillis },
  [quarter]: { kept: 100, millis: quarterMillis },
  [day]: { kept: 31, millis: dayMillis }
}

/** Of agencies as wholes, for the scorecards of thirteen months. */
const agencyDaysKept = 400

/** The first slot that is kept, but for the days of agencies. */
export const oldestKept = (minutes: SlotMinutes, latest: number): number => latest - (shapes[minutes].kept - 1) * shapes[minutes].millis

const Row = Schema.Struct({
  route: Schema.String,
  agency: Schema.String,
  minutes: Schema.Literals(lengths),
  slot: Schema.Int,
  failures: Schema.Int,
  stale: Schema.Int,
  latencies: Schema.String.check(Schema.isPattern(latencyPattern))
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const tableOf = (minutes: SlotMinutes) => minutes === minute ? "status_minutes" : "status_slots"
const columns = "route, agency, minutes, slot, failures, stale, latencies"

const toSlots = (rows: ReadonlyArray<unknown>) =>
  Effect.map(
    decodeRows(rows),
    (decoded) =>
      decoded.map(({ failures, latencies, stale, ...place }): Slot => ({ ...place, counts: countsOf(latencies, failures, stale) }))
  )

/** Far from the bound of parameters that SQLite has; one statement takes about a millisecond. */
const rowsAtOnce = 50
/** Any number, the same for every gateway: whoever holds this lock adds, so that no addition is lost. */
const advisoryLock = 1_735_420_933

/** Of some agencies as wholes: as many as one statement should ask for. */
export const readAgencies = (sql: SqlClient.SqlClient, agencies: ReadonlyArray<string>, from: number) =>
  Effect.flatMap(
    sql`SELECT ${sql.literal(columns)} FROM status_slots WHERE route = '' AND slot >= ${from} AND ${sql.in("agency", agencies)}`,
    toSlots
  )

/** Of some routes, likewise. */
export const readRoutes = (sql: SqlClient.SqlClient, routes: ReadonlyArray<string>) =>
  Effect.flatMap(sql`SELECT ${sql.literal(columns)} FROM status_slots WHERE ${sql.in("route", routes)}`, toSlots)

/** Days of every agency as a whole, from one slot to before another. */
export const readDays = (sql: SqlClient.SqlClient, from: number, to: number) =>
  Effect.flatMap(
    sql`SELECT ${sql.literal(columns)} FROM status_slots WHERE minutes = ${day} AND slot >= ${from} AND slot < ${to} AND route = ''`,
    toSlots
  )

/** Of every route in one slot. */
export const readSlot = (sql: SqlClient.SqlClient, minutes: SlotMinutes, slot: number) =>
  Effect.flatMap(
    sql`SELECT ${sql.literal(columns)} FROM ${sql(tableOf(minutes))} WHERE minutes = ${minutes} AND slot = ${slot} AND route <> ''`,
    toSlots
  )

const decodeSince = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ minutes: Schema.Int, since: Schema.Int })))
const decodeFirst = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ slot: Schema.NullOr(Schema.Int) })))

/**
 * Since when there are counts of minutes, and of quarters and days: this moment where nobody counted before.
 *
 * @param beginOf a day's slot
 */
export const countedSince = Effect.fn("StatusSlots.countedSince")(
  function*(sql: SqlClient.SqlClient, nowMillis: number, beginOf: (slot: number) => number) {
    const [first] = yield* Effect.flatMap(sql`SELECT MIN(slot) AS slot FROM status_slots WHERE minutes = ${day}`, decodeFirst)
    const oldest = Math.min(nowMillis, first?.slot === undefined || first.slot === null ? nowMillis : beginOf(first.slot))
    yield* sql`INSERT INTO status_since ${sql.insert([{ minutes: minute, since: nowMillis }, { minutes: day, since: oldest }])}
      ON CONFLICT (minutes) DO NOTHING`
    const rows = yield* Effect.flatMap(sql`SELECT minutes, since FROM status_since`, decodeSince)
    const of = (minutes: SlotMinutes): number => rows.find((row) => row.minutes === minutes)?.since ?? nowMillis
    return { minutes: of(minute), slots: Math.min(of(day), oldest) }
  }
)

/** Adds to what is there, all or nothing. */
export const addSlots = Effect.fn("StatusSlots.addSlots")(function*(sql: SqlClient.SqlClient, slots: ReadonlyArray<Slot>) {
  const lock = sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(advisoryLock))})`),
    // SQLite's transactions that write wait for each other from their beginning.
    orElse: () => Effect.void
  })
  const sorts = Map.groupBy(slots, ({ minutes, slot }) => `${minutes} ${slot}`)
  const add = Effect.fn("StatusSlots.add")(function*(some: Array.NonEmptyReadonlyArray<Slot>) {
    const { minutes, slot } = some[0]
    const routes = [...new Set(some.map(({ route }) => route))]
    const found = yield* Effect.flatMap(
      sql`SELECT ${sql.literal(columns)} FROM ${sql(tableOf(minutes))}
        WHERE minutes = ${minutes} AND slot = ${slot} AND ${sql.in("route", routes)}`,
      toSlots
    )
    const known = new Map(found.map((one) => [slotKey(one), one.counts]))
    const rows = Array.map(some, (one) => {
      const before = known.get(slotKey(one))
      const counts = before === undefined ? one.counts : addCounts(before, one.counts)
      return {
        route: one.route,
        agency: one.agency,
        minutes,
        slot,
        failures: failuresOf(counts),
        stale: staleOf(counts),
        latencies: latencyText(counts)
      }
    })
    yield* sql`INSERT INTO ${sql(tableOf(minutes))} ${sql.insert(rows)} ON CONFLICT (route, agency, minutes, slot)
      DO UPDATE SET failures = excluded.failures, stale = excluded.stale, latencies = excluded.latencies`
    yield* Effect.yieldNow
  })
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* lock
    for (const sort of sorts.values()) {
      for (const some of Array.chunksOf(sort, rowsAtOnce)) if (Array.isReadonlyArrayNonEmpty(some)) yield* add(some)
    }
  }))
})

export const pruneSlots = Effect.fn("StatusSlots.pruneSlots")(
  function*(sql: SqlClient.SqlClient, latest: Readonly<Record<SlotMinutes, number>>) {
    for (const minutes of lengths) {
      yield* sql`DELETE FROM ${sql(tableOf(minutes))} WHERE minutes = ${minutes} AND slot < ${oldestKept(minutes, latest[minutes])}
        AND (route <> '' OR minutes <> ${day} OR slot < ${latest[day] - (agencyDaysKept - 1) * dayMillis})`
    }
  }
)
