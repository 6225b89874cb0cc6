/** Calls of each token by the hour and endpoint, beside the use of whole applications. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0155TokenUse = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // Counted with `application_usage`, in the same transaction, and kept as long.
  yield* sql`CREATE TABLE token_usage (
    application TEXT NOT NULL,
    hour BIGINT NOT NULL,
    token_id TEXT NOT NULL,
    route TEXT NOT NULL,
    calls BIGINT NOT NULL,
    limited BIGINT NOT NULL,
    PRIMARY KEY (application, hour, token_id, route)
  )`
  yield* sql`CREATE INDEX token_usage_by_hour ON token_usage (hour)`
})
