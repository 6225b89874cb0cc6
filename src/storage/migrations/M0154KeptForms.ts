/** What was typed into forms that came after their session's end, sealed with keys that browsers have. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0154KeptForms = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // Of the browser's cookie only the hash.
  yield* sql`CREATE TABLE kept_forms (
    hash TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    kept_until BIGINT NOT NULL,
    sealed TEXT NOT NULL
  )`
  yield* sql`CREATE INDEX kept_forms_by_time ON kept_forms (kept_until)`
})
