/** Sign-ins that came back from the city's sign-on: each can do so once, on whichever gateway. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0032SignIns = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE sign_ins (state_hash TEXT PRIMARY KEY, finished_at BIGINT NOT NULL)`
})
