/**
 * Segments of the audit log that were merged into one row: `parts` says which ones stand in it, and is NULL where a row is one
 * segment. `audit_merged` says how far that has come and since when there has been a program that reads such rows; a row at most.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "./ColumnTypes.ts"

export const M0131AuditMerge = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bytes } = columnTypes(sql)
  yield* sql`ALTER TABLE audit_segments ADD COLUMN parts ${bytes}`
  // By time a segment is found in the row that it was merged into: every segment that is loaded asks for that.
  yield* sql`CREATE INDEX audit_segments_merged ON audit_segments (last_time) WHERE parts IS NOT NULL`
  yield* sql`CREATE TABLE audit_merged (id INTEGER PRIMARY KEY, through BIGINT NOT NULL, since BIGINT NOT NULL)`
  // Filters of what was merged take more records each.
  yield* sql`ALTER TABLE audit_index ADD COLUMN merged INTEGER NOT NULL DEFAULT 0`
})
