/** Audit records, many to a row. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "./ColumnTypes.ts"

export const M0002Audit = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bytes, sequence } = columnTypes(sql)
  yield* sql`CREATE TABLE audit_batches (
    sequence ${sequence},
    first_time TEXT NOT NULL,
    last_time TEXT NOT NULL,
    record_count INTEGER NOT NULL,
    records ${bytes} NOT NULL
  )`
  yield* sql`CREATE INDEX audit_batches_by_time ON audit_batches (last_time)`
})
