/**
 * Segments as they lie in the database, each in a row of its own or merged with its neighbours into one (`MergeSegments.ts`). Whoever
 * looks for records or segments comes by here, and hears of segments alone.
 *
 * A merged row has the place, the name and the link of its last segment, the position of its first record, and the times of all.
 */
import { Array, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type AuditRow, decodeRows, unpack } from "./AuditRow.ts"
import { bytesIn, type Cells, cellsOf, integerIn, textIn } from "./Cells.ts"
import { EntriesDamaged } from "./EntryReader.ts"
import { partsIn } from "./SegmentParts.ts"

/** A merged row spans no more. */
export const longestMillis = 86_400_000

/** Rows of which this is true, in an order of their own. */
export const rowsWhere = (sql: SqlClient.SqlClient, condition: Statement.Fragment, order: "ASC" | "DESC", most: number) =>
  Effect.flatMap(
    sql`SELECT sequence, segment, first_position, record_count, first_time, last_time, entries, link, parts FROM audit_segments
      WHERE ${condition} ORDER BY sequence ${sql.literal(order)} LIMIT ${most}`,
    decodeRows
  )

/** The row in which the segment of this place is, or the next one where there is none. */
export const rowHolding = (sql: SqlClient.SqlClient, sequence: number) => rowsWhere(sql, sql`sequence >= ${sequence}`, "ASC", 1)

/** That a row is up to the one in which the segment of this place is. */
export const upTo = (sql: SqlClient.SqlClient, sequence: number): Statement.Fragment =>
  sql`sequence <= COALESCE((SELECT MIN(sequence) FROM audit_segments WHERE sequence >= ${sequence}), ${sequence})`

const decodeSequences = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ sequence: Schema.Int })))

/**
 * The places of rows that may have a segment whose last record is from then on or later, and not later than until then, and whose first is
 * not later than `begunBy`; by their ends.
 */
export const rowsEnding = (
  sql: SqlClient.SqlClient,
  { begunBy, from, until }: { readonly from: number; readonly until: number; readonly begunBy: number },
  order: "ASC" | "DESC",
  most: number
) =>
  Effect.flatMap(
    sql`SELECT sequence, last_time FROM audit_segments WHERE last_time >= ${from} AND last_time <= ${until} AND first_time <= ${begunBy}
      UNION ALL SELECT sequence, last_time FROM audit_segments
      WHERE parts IS NOT NULL AND last_time > ${until} AND last_time <= ${until + longestMillis} AND first_time <= ${begunBy}
      ORDER BY last_time ${sql.literal(order)} LIMIT ${most}`,
    decodeSequences
  )

export interface StoredSegment {
  readonly sequence: number
  readonly segment: string
  readonly link: string
  /** Unpacked. */
  readonly entries: Buffer
}

const always = () => true

/**
 * The segments of a row, in their order.
 *
 * @param mayHold whether something that is looked for may be in the entries: merged ones are not told apart where it is in none of them
 */
export const segmentsOf = Effect.fnUntraced(function*(row: AuditRow, mayHold: (entries: Buffer) => boolean = always) {
  const { link, parts, segment, sequence } = row
  const entries = yield* unpack(row)
  if (parts === null) return [{ sequence, segment, link, entries }] satisfies ReadonlyArray<StoredSegment>
  if (!mayHold(entries)) return []
  const found = yield* partsIn(parts, segment)
  let end = 0
  const segments = found.map((part, index): StoredSegment => ({
    sequence: sequence - found.length + 1 + index,
    segment: part.segment,
    link: part.link,
    entries: entries.subarray(end, end += part.bytes)
  }))
  return end === entries.length ? segments : yield* new EntriesDamaged({ reason: `segment ${sequence} is not as long as what was merged` })
})

/** As many small segments as are read in one go, some milliseconds. */
const atOnce = 64

/** Does something with each segment, and lets others have their turn now and then. */
export const forEachSegment = Effect.fnUntraced(
  function*<S, E, R>(segments: ReadonlyArray<S>, run: (segment: S) => Effect.Effect<unknown, E, R>) {
    for (const some of Array.chunksOf(segments, atOnce)) {
      for (const segment of some) yield* run(segment)
      yield* Effect.yieldNow
    }
  }
)

/** Times of the first and the last record of a segment, epoch milliseconds. */
export interface Times {
  readonly firstTime: number
  readonly lastTime: number
}

const decodeNames = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ sequence: Schema.Int, segment: Schema.String, parts: Schema.NullOr(Schema.Uint8Array) }))
)

/** The place of the segment of that name; undefined where there is none. */
const placeOf = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, segment: string, { firstTime, lastTime }: Times) {
  const rows = yield* Effect.flatMap(
    sql`SELECT sequence, segment, NULL AS parts FROM audit_segments WHERE segment = ${segment}
      UNION ALL SELECT sequence, segment, parts FROM audit_segments
      WHERE parts IS NOT NULL AND last_time >= ${lastTime} AND last_time <= ${firstTime + longestMillis} AND first_time <= ${firstTime}`,
    decodeNames
  )
  for (const row of rows) {
    if (row.segment === segment) return { sequence: row.sequence }
    if (row.parts === null) continue
    // What cannot be read has nothing: a record twice is better than none.
    const parts = yield* Effect.catchTag(partsIn(row.parts, row.segment), "EntriesDamaged", () => Effect.succeed([]))
    const index = parts.findIndex((part) => part.segment === segment)
    if (index !== -1) return { sequence: row.sequence - parts.length + 1 + index }
  }
  return undefined
})

/** Whether the database has the segment of that name. */
export const isStored = (sql: SqlClient.SqlClient, segment: string, times: Times) =>
  Effect.map(placeOf(sql, segment, times), (place) => place !== undefined)

/** The segment of that name; undefined where the database does not have it. */
export const segmentNamed = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, segment: string, times: Times) {
  const place = yield* placeOf(sql, segment, times)
  if (place === undefined) return undefined
  for (const row of yield* rowHolding(sql, place.sequence)) {
    return (yield* segmentsOf(row)).find(({ sequence }) => sequence === place.sequence)
  }
  return undefined
})

/** The link of the segment in that place, whose cell may be damaged; undefined where the database has no such segment. */
export const linkAt = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, sequence: number) {
  const [row] = yield* sql<Cells>`SELECT ${
    cellsOf(sql, { sequence: "integer", segment: "text", link: "text", parts: "blob" })
  } FROM audit_segments WHERE sequence = (SELECT MIN(sequence) FROM audit_segments WHERE sequence >= ${sequence})`
  if (row === undefined) return undefined
  const last = integerIn(row, "sequence")
  if (last === sequence) return { link: textIn(row, "link") }
  const packed = bytesIn(row, "parts")
  if (last === undefined || packed === undefined) return undefined
  const parts = yield* Effect.catchTag(partsIn(packed, textIn(row, "segment")), "EntriesDamaged", () => Effect.succeed(undefined))
  if (parts === undefined) return { link: undefined }
  const part = parts[parts.length - 1 - (last - sequence)]
  return part === undefined ? undefined : { link: part.link }
})
