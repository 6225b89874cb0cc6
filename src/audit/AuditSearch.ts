/**
 * Finds an agency's own records, newest first, page by page, at a bounded cost: a page looks at so many rows of segments and no
 * more, whether it is full or not, and says where the next one goes on. One search at a time in this process.
 *
 * It reads the database alone, so a record is found once it is loaded, about a second after its answer. A segment is
 * unpacked whole, but only records that fit are made.
 */
import { Context, Effect, Layer, Schema, Semaphore } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { AuditRecord } from "../domain/AuditRecord.ts"
import type { AuditUnreadable } from "./AuditLog.ts"
import { reading } from "./AuditRow.ts"
import { at, entryType, flag } from "./EntryFormat.ts"
import { Definitions, entriesOf, recordAt, timeOf } from "./EntryReader.ts"
import { rowsWhere, segmentsOf, upTo } from "./StoredSegments.ts"

export interface AuditQuestion {
  /** Slug; nobody else's records are found. */
  readonly agency: string
  /** Epoch milliseconds: from then on, and before then. */
  readonly from: number
  readonly to: number
  /** The application that called. */
  readonly application?: string | undefined
  readonly status?: number | undefined
  /** Whole, or without the part after `#`: then its entries are found too. */
  readonly requestId?: string | undefined
}

/** After which record a page begins: its segment, and its place there from the end. */
export const AuditPlace = Schema.Struct({ sequence: Schema.Int, skip: Schema.Int })
export type AuditPlace = typeof AuditPlace.Type

export interface AuditPage {
  readonly records: ReadonlyArray<AuditRecord>
  /** Where the search goes on; undefined where it is at its end. */
  readonly next: AuditPlace | undefined
}

const segmentsAtOnce = 8
/** Of those that were merged, as many as are looked at before others have their turn. */
const turnSegments = 64

interface Found {
  readonly record: AuditRecord
  /** How many of the segment's fitting records, counted from its end, are behind once this one is shown. */
  readonly skip: number
}

/** The fitting records of a segment, latest first. */
const search = (entries: Buffer, question: AuditQuestion, skip: number, most: number): ReadonlyArray<Found> => {
  const found = entriesOf(entries)
  const definitions = new Definitions(entries, found)
  /** By reference: whether the place is the agency's, the caller the application. */
  const places = new Map<number, boolean>()
  const callers = new Map<number, boolean>()
  const remembered = (known: Map<number, boolean>, reference: number, fits: () => boolean): boolean => {
    let answer = known.get(reference)
    if (answer === undefined) known.set(reference, answer = fits())
    return answer
  }
  const fits = (start: number): boolean => {
    if (((entries[start + 3] ?? 0) & flag.bareRoute) !== 0) return false
    const time = timeOf(entries, start)
    if (time < question.from || time >= question.to) return false
    if (question.status !== undefined && entries.readUInt16LE(start + at.status) !== question.status) return false
    const place = entries.readUInt16LE(start + at.place)
    if (!remembered(places, place, () => definitions.list(place)[1] === question.agency)) return false
    if (question.application === undefined) return true
    const caller = entries.readUInt16LE(start + at.caller)
    return caller !== 0 && remembered(callers, caller, () => definitions.list(caller)[0] === question.application)
  }
  const page: Array<Found> = []
  let behind = 0
  for (let index = found.length - 1; index >= 0 && page.length < most; index--) {
    const { start, type } = found[index]!
    if (type !== entryType.record || !fits(start)) continue
    const record = recordAt(entries, start, definitions)
    if (
      question.requestId !== undefined && record.requestId !== question.requestId && !record.requestId.startsWith(`${question.requestId}#`)
    ) continue
    behind++
    if (behind > skip) page.push({ record, skip: behind })
  }
  return page
}

export class AuditSearch extends Context.Service<AuditSearch, {
  /** @param after where the page before ended @param size records of a page @param segments that a page may look at, merged ones as one */
  readonly page: (
    question: AuditQuestion,
    options: { readonly after?: AuditPlace | undefined; readonly size: number; readonly segments: number }
  ) => Effect.Effect<AuditPage, AuditUnreadable>
}>()("gapura/audit/AuditSearch") {
  static readonly layer: Layer.Layer<AuditSearch, never, SqlClient.SqlClient> = Layer.effect(
    AuditSearch,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const turn = yield* Semaphore.make(1)

      const rowsFrom = ({ from, to }: AuditQuestion, which: Statement.Fragment, most: number) =>
        rowsWhere(sql, sql`${which} AND last_time >= ${from} AND first_time < ${to}`, "DESC", most)

      const page = Effect.fn("AuditSearch.page")(
        function*(
          question: AuditQuestion,
          { after, segments, size }: { readonly after?: AuditPlace | undefined; readonly size: number; readonly segments: number }
        ) {
          const records: Array<AuditRecord> = []
          let place: AuditPlace = after ?? { sequence: Number.MAX_SAFE_INTEGER, skip: 0 }
          let which = upTo(sql, place.sequence)
          for (let looked = 0; looked < segments;) {
            const rows = yield* rowsFrom(question, which, Math.min(segmentsAtOnce, segments - looked))
            if (rows.length === 0) return { records, next: undefined }
            for (const row of rows) {
              const stored = (yield* segmentsOf(row)).filter((one) => one.sequence <= place.sequence).toReversed()
              for (const [index, { entries, sequence }] of stored.entries()) {
                const skip = sequence === place.sequence ? place.skip : 0
                const found = yield* reading(() => search(entries, question, skip, size - records.length))
                for (const { record: { address: _, ...record } } of found) records.push(record)
                if (records.length === size) return { records, next: { sequence, skip: found.at(-1)?.skip ?? skip } }
                place = { sequence: sequence - 1, skip: 0 }
                if (index % turnSegments === turnSegments - 1) yield* Effect.yieldNow
              }
              which = sql`sequence < ${row.sequence}`
              looked++
              yield* Effect.yieldNow
            }
          }
          return { records, next: place }
        }
      )
      return AuditSearch.of({ page: (question, options) => turn.withPermit(page(question, options)) })
    })
  )
}
