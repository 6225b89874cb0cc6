/**
 * Which segments may have a record that is found by its request, token, application or address, so that the others need
 * not be read: a filter of keys for each run of segments, made in the background once a run is long enough. So it costs
 * loading nothing, and segments that were there before it get theirs in the same way.
 *
 * Segments without a filter, the latest ones among them, are read. It proves nothing: a filter that somebody changed hides
 * records from a search and from nothing else.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { reading } from "./AuditRow.ts"
import { everything, KeyHashes, mayHold, placeOf } from "./KeyFilter.ts"
import { addKeys, type AskedKey } from "./SegmentKeys.ts"
import { forEachSegment, rowsWhere, segmentsOf } from "./StoredSegments.ts"

/** A run has so many records or rows. */
export const longest = { records: 65_536, segments: 1_024 }

const decodeNext = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ sequence: Schema.Int, record_count: Schema.Int })))
const decodeRuns = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ first_sequence: Schema.Int, last_sequence: Schema.Int, block: Schema.Uint8Array }))
)

const decodeLast = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ last: Schema.Int })]))

/** The next run that has no filter; undefined where it is not long enough yet. */
const nextRun = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, most: typeof longest) {
  const [{ last: after }] = yield* Effect.flatMap(sql`SELECT COALESCE(MAX(last_sequence), 0) AS last FROM audit_index`, decodeLast)
  const rows = yield* Effect.flatMap(
    sql`SELECT sequence, record_count FROM audit_segments WHERE sequence > ${after} ORDER BY sequence LIMIT ${most.segments}`,
    decodeNext
  )
  let records = 0
  const end = rows.findIndex(({ record_count }) => (records += record_count) >= most.records) + 1
  const last = rows[(end > 0 ? end : most.segments) - 1]
  return last && { after, until: last.sequence }
})

/** A filter of all keys in these places. */
export const filterOf = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, { after, until }: Places) {
    const keys = new KeyHashes()
    for (let last = after; last < until;) {
      const [row] = yield* rowsWhere(sql, sql`sequence > ${last}`, "ASC", 1)
      if (row === undefined) break
      const segments = (yield* segmentsOf(row)).filter(({ sequence }) => sequence > last && sequence <= until)
      yield* forEachSegment(segments, ({ entries }) => reading(() => addKeys(entries, keys)))
      last = row.sequence
    }
    return keys.filter()
  },
  // What cannot be read hides nothing: whoever searches has to meet it.
  Effect.catchTag(["EntriesDamaged", "SchemaError"], () => Effect.succeed(everything))
)

/** Makes the next filter where there is one to make. @returns whether there was */
export const extendIndex = Effect.fn("AuditIndex.extendIndex")(function*(most = longest) {
  const sql = yield* SqlClient.SqlClient
  const run = yield* nextRun(sql, most)
  if (run === undefined) return false
  const filter = yield* filterOf(sql, run)
  yield* sql`INSERT INTO audit_index ${sql.insert({ first_sequence: run.after + 1, last_sequence: run.until, filter })}
    ON CONFLICT (first_sequence) DO NOTHING`
  return true
})

/** Segments of a place after one and up to another. */
export interface Places {
  readonly after: number
  readonly until: number
}

export const everywhere: Places = { after: 0, until: Number.MAX_SAFE_INTEGER }

/** Where records may be that have all of these keys, in their order. */
export const placesWith = Effect.fn("AuditIndex.placesWith")(function*(sql: SqlClient.SqlClient, asked: ReadonlyArray<AskedKey>) {
  const without: Array<{ readonly first_sequence: number; readonly last_sequence: number }> = []
  for (const { key } of asked) {
    const place = placeOf(key)
    // One block of each filter is all that is read of it.
    const runs = yield* Effect.flatMap(
      sql`SELECT first_sequence, last_sequence, substr(filter, ${place.block} % (length(filter) / 32) * 32 + 1, 32) AS block
        FROM audit_index`,
      decodeRuns
    )
    without.push(...runs.filter((run) => !mayHold(run.block, place)))
  }
  const places: Array<Places> = []
  let after = 0
  for (const { first_sequence, last_sequence } of without.sort((one, other) => one.first_sequence - other.first_sequence)) {
    if (first_sequence > after + 1) places.push({ after, until: first_sequence - 1 })
    after = Math.max(after, last_sequence)
  }
  return [...places, { after, until: everywhere.until }]
})
