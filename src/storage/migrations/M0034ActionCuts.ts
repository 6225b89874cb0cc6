/** Where the log of actions begins once older ones were removed: at most one row, signed. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0034ActionCuts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE actions_cut (
    id INTEGER PRIMARY KEY,
    sequence BIGINT NOT NULL,
    link TEXT NOT NULL,
    signed_at BIGINT NOT NULL,
    key_id TEXT NOT NULL,
    signature TEXT NOT NULL
  )`
})
