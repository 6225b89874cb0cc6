/** Tokens of kind `latihan`, which open nothing real. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0152RehearsalTokens = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // 1 where the token is for rehearsals. It has no scope, so a gateway of the version before lets it read nothing.
  yield* sql`ALTER TABLE tokens ADD COLUMN rehearsal INTEGER NOT NULL DEFAULT 0`
})
