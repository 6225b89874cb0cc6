/**
 * What operators tell the public beforehand or afterwards: maintenance of an agency or of the whole gateway, and notes to
 * incidents. Kept in the database for 31 days after its end; each gateway follows the table, and without a database what
 * was read last goes on.
 *
 * An incident that begins within announced maintenance is named so, and failures meanwhile are not the agency's
 * (`gateway/Recorder.ts` asks). Maintenance is announced before it begins, and taken back it ends: what was named stays so.
 */
import { Clock, Context, Effect, Layer, Schedule, Schema, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { makeOutage } from "../domain/Outage.ts"

const keptMillis = 31 * 86_400_000
const readAtMost = 500
const pollInterval = "5 seconds"

/** What the public is told, in one language at least. */
export interface PublicText {
  readonly id: string | null
  readonly en: string | null
}

export interface Maintenance {
  readonly id: string
  /** Null: the whole gateway. */
  readonly agency: string | null
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
  readonly text: PublicText
  readonly changedAt: number
}

export interface IncidentNote {
  readonly agency: string
  /** When the incident began, epoch milliseconds. */
  readonly startedAt: number
  readonly text: PublicText
  readonly at: number
}

const Row = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["maintenance", "note"]),
  agency: Schema.String,
  starts_at: Schema.Int,
  ends_at: Schema.Int,
  text_id: Schema.NullOr(Schema.String),
  text_en: Schema.NullOr(Schema.String),
  made_at: Schema.Int,
  changed_at: Schema.Int
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/** What was announced for an agency at a moment. */
export const maintenanceAt = (windows: ReadonlyArray<Maintenance>, agency: string, at: number): Maintenance | undefined =>
  windows.find((window) => (window.agency === null || window.agency === agency) && window.from <= at && at < window.to)

type Failure = SqlError.SqlError | Schema.SchemaError

export class Announcements extends Context.Service<Announcements, {
  /** False where it was announced by this id before. */
  readonly announce: (window: Pick<Maintenance, "agency" | "from" | "id" | "text" | "to">) => Effect.Effect<boolean, Failure>
  /** Ends what has begun, removes what has not. False where there is no such maintenance to come or under way. */
  readonly takeBack: (id: string) => Effect.Effect<boolean, Failure>
  /** False where it was noted by this id before. */
  readonly note: (note: Pick<IncidentNote, "agency" | "startedAt" | "text"> & { readonly id: string }) => Effect.Effect<boolean, Failure>
  /** Of the last 31 days, under way and to come; the earliest first. */
  readonly maintenance: () => ReadonlyArray<Maintenance>
  /** The earliest first. */
  readonly notes: () => ReadonlyArray<IncidentNote>
  /** Whether an agency is in maintenance now. */
  readonly isMaintained: (agency: string) => boolean
}>()("gapura/telemetry/Announcements") {
  static readonly layer: Layer.Layer<Announcements, never, SqlClient.SqlClient> = Layer.effect(
    Announcements,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* Clock.Clock
      let windows: ReadonlyArray<Maintenance> = []
      let notes: ReadonlyArray<IncidentNote> = []

      const read = Effect.gen(function*() {
        const since = (yield* Clock.currentTimeMillis) - keptMillis
        const rows = yield* Effect.flatMap(
          sql`SELECT id, kind, agency, starts_at, ends_at, text_id, text_en, made_at, changed_at FROM announcements
            WHERE ends_at >= ${since} ORDER BY ends_at DESC LIMIT ${readAtMost}`,
          decodeRows
        )
        windows = rows.filter(({ kind }) => kind === "maintenance").map((
          { agency, changed_at, ends_at, id, starts_at, text_en, text_id }
        ) => ({
          id,
          agency: agency === "" ? null : agency,
          from: starts_at,
          to: ends_at,
          text: { id: text_id, en: text_en },
          changedAt: changed_at
        })).toSorted((a, b) => a.from - b.from)
        notes = rows.filter(({ kind }) => kind === "note").map(({ agency, made_at, starts_at, text_en, text_id }) => ({
          agency,
          startedAt: starts_at,
          text: { id: text_id, en: text_en },
          at: made_at
        })).toSorted((a, b) => a.at - b.at)
      })
      const { outlasted } = makeOutage({
        failing: "announced maintenance cannot be read; what is known goes on",
        working: "announced maintenance can be read again"
      })
      /** A reading that began earlier must not be applied later. */
      const turn = yield* Semaphore.make(1)
      const follow = turn.withPermit(outlasted(read))
      yield* follow
      yield* Effect.forkScoped(Effect.repeat(follow, Schedule.spaced(pollInterval)))

      const put = (id: string, kind: "maintenance" | "note", agency: string, from: number, to: number, text: PublicText) =>
        sql.withTransaction(Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          yield* sql`DELETE FROM announcements WHERE ends_at < ${now - keptMillis}`
          const row = {
            id,
            kind,
            agency,
            starts_at: from,
            ends_at: to,
            text_id: text.id,
            text_en: text.en,
            made_at: now,
            changed_at: now
          }
          const made = yield* sql`INSERT INTO announcements ${sql.insert(row)} ON CONFLICT (id) DO NOTHING RETURNING id`
          yield* sql.afterCommit(follow)
          return made.length > 0
        }))
      return Announcements.of({
        announce: ({ agency, from, id, text, to }) => put(id, "maintenance", agency ?? "", from, to, text),
        takeBack: (id) =>
          sql.withTransaction(Effect.gen(function*() {
            const now = yield* Clock.currentTimeMillis
            const removed =
              yield* sql`DELETE FROM announcements WHERE id = ${id} AND kind = 'maintenance' AND starts_at > ${now} RETURNING id`
            const ended = yield* sql`UPDATE announcements SET ends_at = ${now}, changed_at = ${now}
              WHERE id = ${id} AND kind = 'maintenance' AND starts_at <= ${now} AND ends_at > ${now} RETURNING id`
            yield* sql.afterCommit(follow)
            return removed.length + ended.length > 0
          })),
        note: ({ agency, id, startedAt, text }) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => put(id, "note", agency, startedAt, now, text)),
        maintenance: () => windows,
        notes: () => notes,
        isMaintained: (agency) => windows.length > 0 && maintenanceAt(windows, agency, clock.currentTimeMillisUnsafe()) !== undefined
      })
    })
  )
}
