/**
 * The table of slots: quarters of an hour for 25 hours, days of the city for 31, of each endpoint that was called and
 * of each agency as a whole.
 *
 * An endpoint has at most 131 rows however much it is called, and one that nobody calls has none. Several gateways add
 * to the same rows. A day's slot is its midnight as if the city lay in UTC, so that every day has one number, summer
 * time or not; a quarter's is its epoch millisecond.
 */
import { Array, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { addCounts, countsOf, failuresOf, latencyPattern, latencyText, type SlotCounts, staleOf } from "./SlotCounts.ts"

export const quarter = 15
export const day = 1_440
export type SlotMinutes = typeof quarter | typeof day

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

/** The first slot that is kept: of the latest 100 quarters, of the latest 31 days. */
export const oldestKept = (minutes: SlotMinutes, latest: number): number =>
  minutes === quarter ? latest - 99 * quarterMillis : latest - 30 * dayMillis

const Row = Schema.Struct({
  route: Schema.String,
  agency: Schema.String,
  minutes: Schema.Literals([quarter, day]),
  slot: Schema.Int,
  failures: Schema.Int,
  stale: Schema.Int,
  latencies: Schema.String.check(Schema.isPattern(latencyPattern))
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
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
export const readAgencies = (sql: SqlClient.SqlClient, agencies: ReadonlyArray<string>) =>
  Effect.flatMap(sql`SELECT ${sql.literal(columns)} FROM status_slots WHERE route = '' AND ${sql.in("agency", agencies)}`, toSlots)

/** Of some routes, likewise. */
export const readRoutes = (sql: SqlClient.SqlClient, routes: ReadonlyArray<string>) =>
  Effect.flatMap(sql`SELECT ${sql.literal(columns)} FROM status_slots WHERE ${sql.in("route", routes)}`, toSlots)

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
      sql`SELECT ${sql.literal(columns)} FROM status_slots WHERE minutes = ${minutes} AND slot = ${slot} AND ${sql.in("route", routes)}`,
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
    yield* sql`INSERT INTO status_slots ${sql.insert(rows)} ON CONFLICT (route, agency, minutes, slot)
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
    for (const minutes of [quarter, day] as const) {
      yield* sql`DELETE FROM status_slots WHERE minutes = ${minutes} AND slot < ${oldestKept(minutes, latest[minutes])}`
    }
  }
)
