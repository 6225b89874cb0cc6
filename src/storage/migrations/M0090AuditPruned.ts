/** Before which time audit records were removed: at most one row. What a gateway still has of them is not loaded again. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0090AuditPruned = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE audit_pruned (id INTEGER PRIMARY KEY, before_time BIGINT NOT NULL)`
})
