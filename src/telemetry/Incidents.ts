/**
 * Times in which an agency's circuit was open, and why, kept in the database.
 *
 * A span is what one gateway saw, and that gateway tells once a minute that it still sees it. A span without an end that
 * nobody spoke of for 3 minutes belongs to a process that is gone: it ended when it was last seen. Spans of one agency
 * that overlap, or follow each other within 5 minutes, are one incident, whichever gateways saw them; but what an operator
 * caused is none of the agency's, whenever it was. They are kept for 31 days; the latest thousand spans are read, so that
 * an agency that fails every few minutes for a month makes nobody's page slow.
 */
import { Array as Arrays, Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { blameOf, type IncidentCause, incidentCauses } from "../domain/IncidentCause.ts"

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
  failed: Schema.Int,
  /** Null: not known. */
  cause: Schema.NullOr(Schema.Literals(incidentCauses)),
  /** What an operator tells the public of it. */
  reason: Schema.NullOr(Schema.String),
  /** When it last began, ended, or got another reason. */
  changed_at: Schema.NullOr(Schema.Int)
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
  /** Whether both were counted to the end: what a gateway counts that is killed is lost, from the last minute on. */
  readonly isCounted: boolean
  /** How the agency failed, or who stopped it; null where that is not known. */
  readonly cause: IncidentCause | null
  /** What an operator tells the public of it. */
  readonly reason: string | null
  /** When it last began, ended or got another reason. */
  readonly changedAt: number
}

const changedAtOf = ({ changed_at, started_at }: IncidentSpan, endedAt: number | null): number =>
  Math.max(changed_at ?? started_at, endedAt ?? started_at)

/** A gateway that sees the end notes it there and then; for one that is gone another one did so later, or nobody. */
const sawItsEnd = ({ changed_at, ended_at, started_at }: IncidentSpan): boolean =>
  ended_at !== null && ended_at > started_at && (changed_at ?? ended_at) === ended_at

/** The latest first. */
export const incidentsOf = (spans: ReadonlyArray<IncidentSpan>, nowMillis: number): ReadonlyArray<Incident> => {
  const incidents: Array<Incident> = []
  const latest = new Map<string, number>()
  for (const span of spans.toSorted((a, b) => a.started_at - b.started_at)) {
    const { agency, ended_at, failed, seen_at, stale, started_at } = span
    const endedAt = ended_at ?? (nowMillis - seen_at > silentMillis ? seen_at : null)
    const isCounted = endedAt === null || sawItsEnd(span)
    const name = `${agency} ${blameOf(span.cause)}`
    const place = latest.get(name) ?? incidents.length
    const before = incidents[place]
    if (before !== undefined && started_at - (before.endedAt ?? started_at) <= calmMillis) {
      incidents[place] = {
        agency,
        startedAt: before.startedAt,
        endedAt: before.endedAt === null || endedAt === null ? null : Math.max(before.endedAt, endedAt),
        stale: before.stale + stale,
        failed: before.failed + failed,
        isCounted: before.isCounted && isCounted,
        cause: before.cause ?? span.cause,
        reason: span.reason ?? before.reason,
        changedAt: Math.max(before.changedAt, changedAtOf(span, endedAt))
      }
    } else {
      latest.set(name, incidents.length)
      const { cause, reason } = span
      const changedAt = changedAtOf(span, endedAt)
      incidents.push({ agency, startedAt: started_at, endedAt, stale, failed, isCounted, cause, reason, changedAt })
    }
  }
  return incidents.toReversed()
}

export class Incidents extends Context.Service<Incidents, {
  /** Writes spans as they are now. */
  readonly put: (spans: Arrays.NonEmptyReadonlyArray<IncidentSpan>) => Effect.Effect<void, SqlError.SqlError>
  /** What was open when this gateway started, as another process left it: each agency and whose doing it was once. */
  readonly left: Effect.Effect<ReadonlyArray<Pick<Incident, "agency" | "cause">>, SqlError.SqlError | Schema.SchemaError>
  /** Ends it: the trouble is over, and was last seen when that process was. */
  readonly endLeft: (agency: string) => Effect.Effect<void, SqlError.SqlError>
  /** Has it last until now: the trouble went on meanwhile. */
  readonly stretchLeft: (agency: string) => Effect.Effect<void, SqlError.SqlError>
  /** Ends what dead processes left open, once this one knows of it, and removes what is too old. */
  readonly upkeep: Effect.Effect<void, SqlError.SqlError | Schema.SchemaError>
  /** The latest first; fails where the database cannot be read. Kept for 5 s. */
  readonly recent: Effect.Effect<ReadonlyArray<Incident>, SqlError.SqlError | Schema.SchemaError>
}>()("gapura/telemetry/Incidents") {
  static readonly layer: Layer.Layer<Incidents, never, SqlClient.SqlClient> = Layer.effect(
    Incidents,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const read = Effect.gen(function*() {
        const spans = yield* Effect.flatMap(
          sql`SELECT id, agency, started_at, seen_at, ended_at, stale, failed, cause, reason, changed_at FROM incident_spans
            ORDER BY seen_at DESC LIMIT ${readAtMost}`,
          decodeRows
        )
        return incidentsOf(spans, yield* Clock.currentTimeMillis)
      })
      const started = yield* Clock.currentTimeMillis
      let left: ReadonlyArray<IncidentSpan> | undefined
      // Before anything else is written: afterwards nobody knows what had been open.
      const readLeft = Effect.suspend(() =>
        left !== undefined ? Effect.succeed(left) : Effect.tap(
          Effect.flatMap(
            sql`SELECT id, agency, started_at, seen_at, ended_at, stale, failed, cause, reason, changed_at FROM incident_spans
              WHERE ended_at IS NULL AND seen_at <= ${started}`,
            decodeRows
          ),
          (found) => Effect.sync(() => left = found)
        )
      )
      const leftOf = (agency: string): ReadonlyArray<string> => (left ?? []).flatMap((span) => span.agency === agency ? [span.id] : [])
      const isLeft = (agency: string) => sql.and([sql.in("id", leftOf(agency)), sql`seen_at <= ${started}`])
      return Incidents.of({
        left: Effect.map(readLeft, (spans) => [
          ...new Map(spans.map(({ agency, cause }) => [`${agency} ${blameOf(cause)}`, { agency, cause }])).values()
        ]),
        endLeft: (agency) =>
          leftOf(agency).length === 0
            ? Effect.void
            : Effect.flatMap(Clock.currentTimeMillis, (now) =>
              Effect.asVoid(sql`UPDATE incident_spans SET ended_at = seen_at, changed_at = ${now} WHERE ${isLeft(agency)}`)),
        stretchLeft: (agency) =>
          leftOf(agency).length === 0
            ? Effect.void
            : Effect.flatMap(Clock.currentTimeMillis, (now) =>
              Effect.asVoid(sql`UPDATE incident_spans SET ended_at = ${now}, seen_at = ${now} WHERE ${isLeft(agency)}`)),
        put: (spans) =>
          Effect.asVoid(sql`INSERT INTO incident_spans ${sql.insert(Arrays.map(spans, (span) => ({ ...span })))} ON CONFLICT (id)
          DO UPDATE SET seen_at = excluded.seen_at, ended_at = excluded.ended_at, stale = excluded.stale, failed = excluded.failed,
            cause = excluded.cause, reason = excluded.reason, changed_at = excluded.changed_at`),
        upkeep: Effect.gen(function*() {
          yield* readLeft
          const now = yield* Clock.currentTimeMillis
          yield* sql`UPDATE incident_spans SET ended_at = seen_at WHERE ended_at IS NULL AND seen_at < ${now - silentMillis}`
          yield* sql`DELETE FROM incident_spans WHERE seen_at < ${now - keptMillis}`
        }),
        recent: yield* Effect.cachedWithTTL(read, "5 seconds")
      })
    })
  )
}
