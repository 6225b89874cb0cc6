/**
 * The records of one request, found by its id: its own and those of its entries.
 *
 * An id of ours is a UUID of version 7 and tells when the request came, so only the segments of that moment are
 * unpacked, however long the log is. One that a proxy gave may be of another version: it is looked for in the latest
 * segments of the last day. What is not in the database yet is looked for in the journal. One search at a time in this
 * process: anybody who may ask can ask for a time at which there was much.
 */
import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditRecord } from "../domain/AuditRecord.ts"
import type { AuditUnreadable } from "./AuditLog.ts"
import { reading } from "./AuditRow.ts"
import { at, entryType, flag } from "./EntryFormat.ts"
import { Definitions, entriesOf, recordAt } from "./EntryReader.ts"
import { listJournal, readJournal } from "./JournalFiles.ts"
import { forEachSegment, rowHolding, rowsEnding, segmentsOf } from "./StoredSegments.ts"

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const pattern = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** How far the clocks of the id and of the record, or of an aggregate's first and last entry, may lie apart. */
const slackMillis = 5_000
/** A streamed answer is recorded when it ends, in a segment of records of that time. */
const longestMillis = 3_600_000
/** How far back an id is looked for that does not tell its time. */
const recentMillis = 86_400_000
/** As many segments as one search unpacks. */
const maxSegments = 200

/** When the request came, epoch milliseconds; undefined where the id does not tell. */
export const timeOfId = (id: string): number | undefined => {
  const [, high, low] = pattern.exec(id) ?? []
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16)
}

/** When a request may have come, epoch milliseconds. */
interface Span {
  readonly from: number
  readonly to: number
}

/** Throws `EntriesDamaged`. */
const recordsWith = (entries: Buffer, id: Buffer): ReadonlyArray<AuditRecord> => {
  if (!entries.includes(id)) return []
  const found = entriesOf(entries)
  const definitions = new Definitions(entries, found)
  return found.flatMap(({ start, type }) =>
    type === entryType.record && ((entries[start + 3] ?? 0) & flag.textRequestId) === 0 &&
      id.equals(entries.subarray(start + at.requestId, start + at.traceId))
      ? [recordAt(entries, start, definitions)]
      : []
  )
}

export class RequestRecords extends Context.Service<RequestRecords, {
  /** Each one once, the request's own first; none where there is no such request. @param id of lower case, without an alias */
  readonly of: (id: string) => Effect.Effect<ReadonlyArray<AuditRecord>, AuditUnreadable>
}>()("gapura/audit/RequestRecords") {
  static readonly layer = ({ directory }: { readonly directory: string }): Layer.Layer<RequestRecords, never, SqlClient.SqlClient> =>
    Layer.effect(
      RequestRecords,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const turn = yield* Semaphore.make(1)

        const waiting = Effect.fn("RequestRecords.waiting")(function*(bytes: Buffer, { from, to }: Span) {
          const found: Array<AuditRecord> = []
          // The time of a file is the system's, whatever clock the records are by.
          const ahead = Date.now() - (yield* Clock.currentTimeMillis)
          for (const { changedAt: changed, id } of yield* listJournal(directory)) {
            const changedAt = changed - ahead
            if (changedAt < from - slackMillis || changedAt > to + longestMillis + slackMillis) continue
            const segment = yield* readJournal(directory, id)
            if (segment !== undefined) found.push(...(yield* reading(() => recordsWith(segment.entries, bytes))))
            yield* Effect.yieldNow
          }
          return found
        })

        const loaded = Effect.fn("RequestRecords.loaded")(function*(bytes: Buffer, { from, to }: Span) {
          const found: Array<AuditRecord> = []
          const ended = { from: from - slackMillis, until: to + longestMillis, begunBy: to + slackMillis }
          const segments = yield* rowsEnding(sql, ended, from === to ? "ASC" : "DESC", maxSegments)
          for (const { sequence } of segments) {
            for (const row of yield* rowHolding(sql, sequence)) {
              yield* forEachSegment(
                yield* segmentsOf(row, (entries) => entries.includes(bytes)),
                ({ entries }) => Effect.map(reading(() => recordsWith(entries, bytes)), (records) => void found.push(...records))
              )
            }
          }
          return found
        })

        return {
          of: Effect.fn("RequestRecords.of")(function*(id) {
            if (!uuid.test(id)) return []
            const now = yield* Clock.currentTimeMillis
            const time = timeOfId(id)
            const span = time === undefined ? { from: now - recentMillis, to: now } : { from: time, to: time }
            const bytes = Buffer.from(id.replaceAll("-", ""), "hex")
            // The journal first: what is loaded meanwhile is then found in the database.
            const found = yield* turn.withPermit(Effect.gen(function*() {
              return [...(yield* waiting(bytes, span)), ...(yield* loaded(bytes, span))]
            }))
            return [...new Map(found.map((record) => [record.requestId, record])).values()].sort((one, other) =>
              Number(one.alias !== null) - Number(other.alias !== null)
            )
          })
        }
      })
    )
}
