/** Whose quota a token goes on with that took another's place: the first token's of them; NULL is its own. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0075TokenBuckets = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE tokens ADD COLUMN bucket TEXT`
})
