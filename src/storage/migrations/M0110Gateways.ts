/** The gateways that are there, and the salt of the names under which they share what they count. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0110Gateways = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE gateways (id TEXT PRIMARY KEY, seen_at BIGINT NOT NULL)`
  yield* sql`CREATE TABLE shared_salts (name TEXT PRIMARY KEY, salt TEXT NOT NULL)`
})
