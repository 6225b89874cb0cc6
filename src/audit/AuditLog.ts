/**
 * Reads audit records back, in the order in which they were written: those of the database, then those that wait in
 * the journal. So a command beside a running gateway sees the records of all answers given so far.
 *
 * Gotcha: the gateway goes on loading meanwhile. Whatever was read from the journal is left out when its segment
 * turns up in the database. A listing of the journal is followed by a look at the database before anything of it is
 * shown: a segment that was loaded before the listing comes before all that are listed.
 */
import { Clock, Context, Effect, Layer, Option, type Schema, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AuditRecord } from "../domain/AuditRecord.ts"
import { type AuditFilter, matcher } from "./AuditFilter.ts"
import { everywhere, type Places, placesWith } from "./AuditIndex.ts"
import { type AuditRow, reading } from "./AuditRow.ts"
import { spanOf } from "./Chain.ts"
import { type EntriesDamaged, entriesOf, recordsOf } from "./EntryReader.ts"
import { type JournalFile, type JournalUnusable, listJournal, readJournal } from "./JournalFiles.ts"
import { readHead } from "./LoadSegment.ts"
import { askedKeys } from "./SegmentKeys.ts"
import { forEachSegment, isStored, rowsWhere, segmentsOf, upTo } from "./StoredSegments.ts"

export type AuditUnreadable = EntriesDamaged | JournalUnusable | Schema.SchemaError | SqlError.SqlError

export class AuditLog extends Context.Service<AuditLog, {
  /** Every record there is now. What is damaged fails the stream: silence would look like absence. */
  readonly records: (filter?: AuditFilter) => Stream.Stream<AuditRecord, AuditUnreadable>
  /** Every record from now on, less than a second after its answer, or two while a flood is counted; never ends. */
  readonly follow: (filter?: AuditFilter) => Stream.Stream<AuditRecord, AuditUnreadable>
  /** Records in the database; those in the journal come on top. */
  readonly count: Effect.Effect<number, AuditUnreadable>
}>()("gapura/audit/AuditLog") {
  static readonly layer = (options: { readonly directory: string }): Layer.Layer<AuditLog, never, SqlClient.SqlClient> =>
    Layer.effect(
      AuditLog,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        return {
          records: (filter = {}) => Stream.unwrap(Effect.sync(() => new Reader(sql, options.directory, filter).all)),
          follow: (filter = {}) =>
            Stream.unwrap(Effect.gen(function*() {
              const reader = new Reader(sql, options.directory, filter)
              yield* reader.skipAll
              return reader.following
            })),
          count: Effect.map(readHead(sql), ({ records }) => records)
        }
      })
    )
}

const segmentsAtOnce = 4
/** Where few of them have what is asked for. */
const soughtAtOnce = 64
/** A record that counts a second's requests has its last one by then. */
const countedMillis = 1_100
const followPause = "200 millis"
const none: ReadonlyArray<AuditRecord> = []

class Reader {
  readonly all: Stream.Stream<AuditRecord, AuditUnreadable>
  readonly following: Stream.Stream<AuditRecord, AuditUnreadable>
  /** Reads nothing of what there is now. */
  readonly skipAll: Effect.Effect<void, AuditUnreadable>

  constructor(sql: SqlClient.SqlClient, directory: string, filter: AuditFilter) {
    const matches = matcher(filter)
    const within = [
      ...(filter.from === undefined ? [] : [sql`last_time >= ${filter.from}`]),
      ...(filter.to === undefined ? [] : [sql`first_time < ${filter.to}`])
    ]
    const asked = askedKeys(filter)
    const mayHold = (entries: Buffer): boolean => asked.every(({ bytes }) => entries.includes(bytes))
    /** Where there may be something that is asked for; undefined before anything is read. */
    let places: Array<Places> | undefined
    let after = 0
    /** What was read of a segment in the journal; where the database has it, nothing more of it is looked for there. */
    const seen = new Map<string, { readonly records: number; readonly bytes: number }>()
    /** Files not looked at since they were listed, the oldest last. */
    let listed: Array<JournalFile> | undefined

    // Pages rather than one long read, which would keep SQLite from shortening its write-ahead log.
    const page = Effect.gen(function*() {
      places ??= asked.length === 0 ? [everywhere] : (yield* placesWith(sql, asked)).toReversed()
      for (;;) {
        const place = places.at(-1) ?? everywhere
        after = Math.max(after, place.after)
        const condition = sql.and([sql`sequence > ${after}`, upTo(sql, place.until), ...within])
        const most = asked.length === 0 ? segmentsAtOnce : soughtAtOnce
        // The row in which the last of them is may go on behind it.
        const rows = after >= place.until ? [] : yield* rowsWhere(sql, condition, "ASC", most)
        if (rows.length > 0) return yield* recordsIn(rows, place)
        if (places.length <= 1) return undefined
        places.pop()
      }
    })

    const recordsIn = Effect.fnUntraced(function*(rows: ReadonlyArray<AuditRow>, { until }: Places) {
      const found: Array<AuditRecord> = []
      for (const row of rows) {
        // Of what was merged meanwhile the beginning may have been read.
        const segments = (yield* segmentsOf(row, mayHold)).filter(({ sequence }) => sequence > after && sequence <= until)
        yield* forEachSegment(segments, ({ entries, segment }) => {
          const known = seen.get(segment)?.records ?? 0
          seen.delete(segment)
          if (!mayHold(entries)) return Effect.void
          return Effect.map(reading(() => recordsOf(entries)), (records) => {
            for (const record of Number.isFinite(known) ? records.slice(known) : records) if (matches(record)) found.push(record)
          })
        })
        after = Math.min(row.sequence, Math.max(after, until))
      }
      return found
    })

    /** What is new in the journal's next segment that has something new. Untraced: who follows asks five times a second. */
    const waiting = Effect.fnUntraced(function*(again: boolean) {
      // Who does not follow lists them once: later ones would come before the rest of those that were read.
      if (listed === undefined || (again && listed.length === 0)) {
        listed = (yield* listJournal(directory)).toReversed()
        const before = yield* page
        if (before !== undefined) return before
      }
      for (let file = listed.pop(); file !== undefined; file = listed.pop()) {
        const { bytes, id } = file
        const known = seen.get(id)
        if (known !== undefined && (!again || bytes <= known.bytes)) continue
        const segment = yield* readJournal(directory, id)
        const inDatabase = segment === undefined
          || (yield* isStored(sql, id, yield* reading(() => spanOf(segment.entries, entriesOf(segment.entries)))))
        if (inDatabase) {
          // Its row comes or came by the page, which must be looked at before any later segment.
          seen.set(id, { records: known?.records ?? Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY })
          return none
        }
        const all = yield* reading(() => recordsOf(segment.entries))
        const now = yield* Clock.currentTimeMillis
        // Who follows hears of a record that counts when it has counted, and of those behind it after it.
        const counting = again
          ? all.findIndex(({ time, times }, index) =>
            times !== undefined && index >= (known?.records ?? 0) && now < Date.parse(time) + countedMillis
          )
          : -1
        const records = counting === -1 ? all : all.slice(0, counting)
        seen.set(id, { records: records.length, bytes: counting === -1 ? bytes : 0 })
        if (records.length > (known?.records ?? 0)) return records.slice(known?.records ?? 0).filter(matches)
      }
      return undefined
    })

    const step = Effect.fnUntraced(function*(again: boolean) {
      return (yield* page) ?? (yield* waiting(again)) ?? (yield* page)
    })

    this.all = Stream.paginate(
      undefined,
      () => Effect.map(step(false), (records) => [records ?? none, records === undefined ? Option.none() : Option.some(undefined)] as const)
    )
    this.following = Stream.paginate(undefined, () =>
      Effect.gen(function*() {
        const records = yield* step(true)
        if (records === undefined) yield* Effect.sleep(followPause)
        return [records ?? none, Option.some(undefined)] as const
      }))
    this.skipAll = Effect.gen(function*() {
      // Before the journal: what is written and loaded while that is read is new.
      after = (yield* readHead(sql)).sequence
      for (const { bytes, id } of yield* listJournal(directory)) {
        const segment = yield* readJournal(directory, id)
        if (segment !== undefined) seen.set(id, { records: (yield* reading(() => recordsOf(segment.entries))).length, bytes })
      }
    })
  }
}
