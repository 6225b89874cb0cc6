/**
 * Times in which an agency's circuit was open, kept in the database.
 *
 * A span is what one gateway saw, and that gateway tells once a minute that it still sees it. A span without an end that
 * nobody spoke of for 3 minutes belongs to a process that is gone: it ended when it was last seen. Spans of one agency
 * that overlap, or follow each other within 5 minutes, are one incident, whichever gateways saw them. They are kept for
 * 31 days; the latest thousand spans are read, so that an agency that fails every few minutes for a month makes nobody's
 * page slow.
 */
import { Array as Arrays, Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** A pause as short as this does not end an incident. */
export const calmMillis = 5 * 60_000
const silentMillis = 3 * 60_000
const keptMillis = 31 * 86_400_000
const readAtMost = 1_000

const Row = Schema.Struct({
  id: Schema.String,
  agency: Schema.String,
  started_at: Schema.Int,
  seen_at: Schema.Int,
  ended_at: Schema.NullOr(Schema.Int),
  stale: Schema.Int,
  failed: Schema.Int
})
export type IncidentSpan = typeof Row.Type
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

export interface Incident {
  readonly agency: string
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** Null while it lasts. */
  readonly endedAt: number | null
  /** Requests that were answered from stored copies meanwhile. */
  readonly stale: number
  /** Requests that could not be answered. */
  readonly failed: number
}

/** The latest first. */
export const incidentsOf = (spans: ReadonlyArray<IncidentSpan>, nowMillis: number): ReadonlyArray<Incident> => {
  const incidents: Array<Incident> = []
  const latest = new Map<string, number>()
  for (const { agency, ended_at, failed, seen_at, stale, started_at } of spans.toSorted((a, b) => a.started_at - b.started_at)) {
    const endedAt = ended_at ?? (nowMillis - seen_at > silentMillis ? seen_at : null)
    const place = latest.get(agency) ?? incidents.length
    const before = incidents[place]
    if (before !== undefined && started_at - (before.endedAt ?? started_at) <= calmMillis) {
      incidents[place] = {
        agency,
        startedAt: before.startedAt,
        endedAt: before.endedAt === null || endedAt === null ? null : Math.max(before.endedAt, endedAt),
        stale: before.stale + stale,
        failed: before.failed + failed
      }
    } else {
      latest.set(agency, incidents.length)
      incidents.push({ agency, startedAt: started_at, endedAt, stale, failed })
    }
  }
  return incidents.toReversed()
}

export class Incidents extends Context.Service<Incidents, {
  /** Writes spans as they are now. */
  readonly put: (spans: Arrays.NonEmptyReadonlyArray<IncidentSpan>) => Effect.Effect<void, SqlError.SqlError>
  /** Ends what dead processes left open, and removes what is too old. */
  readonly upkeep: Effect.Effect<void, SqlError.SqlError>
  /** The latest first; fails where the database cannot be read. Kept for 5 s. */
  readonly recent: Effect.Effect<ReadonlyArray<Incident>, SqlError.SqlError | Schema.SchemaError>
}>()("gapura/telemetry/Incidents") {
  static readonly layer: Layer.Layer<Incidents, never, SqlClient.SqlClient> = Layer.effect(
    Incidents,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const read = Effect.gen(function*() {
        const spans = yield* Effect.flatMap(
          sql`SELECT id, agency, started_at, seen_at, ended_at, stale, failed FROM incident_spans
            ORDER BY seen_at DESC LIMIT ${readAtMost}`,
          decodeRows
        )
        return incidentsOf(spans, yield* Clock.currentTimeMillis)
      })
      return Incidents.of({
        put: (spans) =>
          Effect.asVoid(sql`INSERT INTO incident_spans ${sql.insert(Arrays.map(spans, (span) => ({ ...span })))} ON CONFLICT (id)
          DO UPDATE SET seen_at = excluded.seen_at, ended_at = excluded.ended_at, stale = excluded.stale, failed = excluded.failed`),
        upkeep: Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          yield* sql`UPDATE incident_spans SET ended_at = seen_at WHERE ended_at IS NULL AND seen_at < ${now - silentMillis}`
          yield* sql`DELETE FROM incident_spans WHERE seen_at < ${now - keptMillis}`
        }),
        recent: yield* Effect.cachedWithTTL(read, "5 seconds")
      })
    })
  )
}
