/** How many tokens a client has had since then, counted anew within a statement that has waited for a lock. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0100TokensSince = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      sql`CREATE OR REPLACE FUNCTION gapura_tokens_since(client TEXT, since BIGINT) RETURNS BIGINT LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
          RETURN (SELECT COUNT(*) FROM tokens WHERE client_id = client AND issued_at > since);
        END
      $$`,
    orElse: () => Effect.void
  })
})
