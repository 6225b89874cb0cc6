/** What is in which segments of the audit log: a filter of keys for each run of segments. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "./ColumnTypes.ts"

export const M0130AuditIndex = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bytes } = columnTypes(sql)
  yield* sql`CREATE TABLE audit_index (first_sequence BIGINT PRIMARY KEY, last_sequence BIGINT NOT NULL, filter ${bytes} NOT NULL)`
  // Compressing what is random gains nothing, and what is not compressed can be read in part.
  yield* sql.onDialectOrElse({
    pg: () => sql`ALTER TABLE audit_index ALTER COLUMN filter SET STORAGE EXTERNAL`,
    orElse: () => Effect.void
  })
})
