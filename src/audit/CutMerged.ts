/** What retention takes out of a row of merged segments of which others must stay: the first ones, and the row keeps the rest. */
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type AuditRow, reading, unpack } from "./AuditRow.ts"
import { type Span, spanOf } from "./Chain.ts"
import { entriesOf } from "./EntryReader.ts"
import type { Head } from "./LoadSegment.ts"
import { pack, packParts, partsIn, type SegmentPart } from "./SegmentParts.ts"
import { rowsWhere, segmentsOf, type StoredSegment } from "./StoredSegments.ts"

const decodeMarks = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ marks: Schema.Uint8Array })))

interface Divided {
  readonly row: AuditRow
  readonly parts: ReadonlyArray<SegmentPart>
  readonly segments: ReadonlyArray<StoredSegment>
  readonly spans: ReadonlyArray<Span>
  /** As many of these are older, with so many records. */
  readonly older: number
  readonly records: number
  /** The end of the chain that they are. */
  readonly end: Head
}

/**
 * The row in which records of before a time and later ones are, as the two; undefined where there is none, or it cannot be read.
 *
 * @param staying the place of the first row that must stay
 */
export const dividedAt = Effect.fn("CutMerged.dividedAt")(function*(
  sql: SqlClient.SqlClient,
  staying: Statement.Fragment,
  beforeMillis: number
) {
  const condition = sql`sequence = ${staying}
    AND parts IS NOT NULL AND first_time < ${beforeMillis}`
  const [row] = yield* rowsWhere(sql, condition, "ASC", 1)
  if (row === undefined || row.parts === null) return undefined
  const parts = yield* partsIn(row.parts, row.segment)
  const segments = yield* segmentsOf(row)
  const spans = yield* reading(() => segments.map(({ entries }) => spanOf(entries, entriesOf(entries))))
  // Times may run back over a segment's border: everything before the first segment that must stay goes.
  const older = spans.findIndex(({ lastTime }) => lastTime >= beforeMillis)
  const last = segments[older - 1]
  if (last === undefined) return undefined
  const records = spans.slice(0, older).reduce((sum, { recordCount }) => sum + recordCount, 0)
  const end: Head = { sequence: last.sequence, records: row.first_position - 1 + records, link: last.link }
  return { row, parts, segments, spans, older, records, end } satisfies Divided
}, Effect.catchTag("EntriesDamaged", () => Effect.succeed(undefined)))

/** Leaves in the row what is not older. */
export const removeOlder = Effect.fn("CutMerged.removeOlder")(
  function*(
    sql: SqlClient.SqlClient,
    { older, parts, records, row, segments, spans }: Divided
  ) {
    const [{ marks }] = yield* Effect.flatMap(sql`SELECT marks FROM audit_segments WHERE sequence = ${row.sequence}`, decodeMarks)
    const all = yield* unpack({ sequence: row.sequence, entries: marks })
    const skipped = parts.slice(0, older).reduce((sum, { entries }) => sum + entries * 4, 0)
    yield* sql`UPDATE audit_segments SET ${
      sql.update({
        first_position: row.first_position + records,
        record_count: row.record_count - records,
        first_time: Math.min(...spans.slice(older).map(({ firstTime }) => firstTime)),
        entries: yield* pack(Buffer.concat(segments.slice(older).map(({ entries }) => entries))),
        marks: yield* pack(all.subarray(skipped)),
        parts: yield* packParts(parts.slice(older))
      })
    } WHERE sequence = ${row.sequence}`
  }
)
