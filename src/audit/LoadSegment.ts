/**
 * Puts a segment of the journal into the database: its row in the chain and its counts in the privacy ledger and in
 * the use of applications, in one transaction. A segment that is there already changes nothing, so a crash after the
 * commit doubles no record. Of one whose beginning alone is there, as a backup had it, the rest becomes a segment of its own.
 */
import { Array, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { constants, zstdCompressSync } from "node:zlib"
import { reading } from "./AuditRow.ts"
import { linkOf, marksOf, spanOf } from "./Chain.ts"
import { type EntriesDamaged, entriesOf } from "./EntryReader.ts"
import { type LedgerRow, ledgerRows } from "./LedgerRows.ts"
import { restOf } from "./RestOfSegment.ts"
import { segmentNamed } from "./StoredSegments.ts"
import { type TokenUsageRow, type UsageRow, usageRows } from "./UsageRows.ts"

const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Rows of one statement: far from the bound of parameters that SQLite has. */
const rowsAtOnce = 100

export const Head = Schema.Struct({ sequence: Schema.Int, records: Schema.Int, link: Schema.String })
export type Head = typeof Head.Type
const decodeHead = Schema.decodeUnknownEffect(Schema.Tuple([Head]))

/** Untraced, like the loading: the journal's loader asks each time. */
export const readHead = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const rows = yield* sql`SELECT sequence, records, link FROM audit_head WHERE id = 1`
  if (rows.length === 0) return { sequence: 0, records: 0, link: "" }
  const [head] = yield* decodeHead(rows)
  return head
})

const addToLedger = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<LedgerRow>) =>
  sql`INSERT INTO privacy_ledger ${sql.insert(Array.map(rows, (row) => ({ ...row })))}
    ON CONFLICT (day, application, agency, class, form)
    DO UPDATE SET answers = privacy_ledger.answers + excluded.answers, occurrences = privacy_ledger.occurrences + excluded.occurrences`

const addToUsage = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<UsageRow>) =>
  sql`INSERT INTO application_usage ${
    sql.insert(Array.map(rows, (row) => ({ ...row })))
  } ON CONFLICT (application, hour, agency, route, status, code) DO UPDATE SET
    calls = application_usage.calls + excluded.calls, entries = application_usage.entries + excluded.entries,
    last_at = CASE WHEN excluded.last_at > application_usage.last_at THEN excluded.last_at ELSE application_usage.last_at END`

const addToTokens = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<TokenUsageRow>) =>
  sql`INSERT INTO token_usage ${sql.insert(Array.map(rows, (row) => ({ ...row })))} ON CONFLICT (application, hour, token_id, route)
    DO UPDATE SET calls = token_usage.calls + excluded.calls, limited = token_usage.limited + excluded.limited`

/** @returns how many records were added */
export const loadSegment: (segment: string, entries: Buffer) => Effect.Effect<
  number,
  EntriesDamaged | Schema.SchemaError | SqlError.SqlError,
  SqlClient.SqlClient
> = Effect.fnUntraced(function*(segment, entries) {
  const sql = yield* SqlClient.SqlClient
  const { all, ledger, marks, span, usage } = yield* reading(() => {
    const found = entriesOf(entries)
    return {
      all: found,
      span: spanOf(entries, found),
      marks: marksOf(entries, found),
      ledger: ledgerRows(entries, found),
      usage: usageRows(entries, found)
    }
  })
  if (span.recordCount === 0) return 0
  yield* Effect.yieldNow
  const packed = zstdCompressSync(entries, compression)
  yield* Effect.yieldNow
  const stored = yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`INSERT INTO audit_head (id, sequence, records, link) VALUES (1, 0, 0, '') ON CONFLICT (id) DO NOTHING`
    // Locks the end of the chain against every other gateway.
    const [head] = yield* Effect.flatMap(
      sql`UPDATE audit_head SET sequence = sequence + 1 WHERE id = 1 RETURNING sequence, records, link`,
      decodeHead
    )
    const there = yield* segmentNamed(sql, segment, span)
    if (there !== undefined) {
      yield* sql`UPDATE audit_head SET sequence = sequence - 1 WHERE id = 1`
      return there
    }
    const place = { sequence: head.sequence, segment, firstPosition: head.records + 1, ...span }
    const link = linkOf(head.link, { ...place, entries, marks })
    yield* sql`INSERT INTO audit_segments ${
      sql.insert({
        sequence: place.sequence,
        segment,
        first_position: place.firstPosition,
        record_count: span.recordCount,
        first_time: span.firstTime,
        last_time: span.lastTime,
        entries: packed,
        marks,
        link
      })
    }`
    yield* sql`UPDATE audit_head SET records = ${head.records + span.recordCount}, link = ${link} WHERE id = 1`
    if (Array.isReadonlyArrayNonEmpty(ledger)) { for (const rows of Array.chunksOf(ledger, rowsAtOnce)) yield* addToLedger(sql, rows) }
    const { applications, tokens } = usage
    if (Array.isReadonlyArrayNonEmpty(applications)) {
      for (const rows of Array.chunksOf(applications, rowsAtOnce)) yield* addToUsage(sql, rows)
    }
    if (Array.isReadonlyArrayNonEmpty(tokens)) { for (const rows of Array.chunksOf(tokens, rowsAtOnce)) yield* addToTokens(sql, rows) }
    return undefined
  }))
  if (stored === undefined) return span.recordCount
  const rest = yield* reading(() => restOf(entries, all, stored.entries))
  return rest === undefined ? 0 : yield* loadSegment(`${segment}+${stored.entries.length}`, rest)
})
