/** PostgreSQL tells every gateway that a table has changed when the change commits; SQLite needs nothing of the kind. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { channel } from "../ChangeFeed.ts"

export const M0003Notify = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      Effect.andThen(
        sql`CREATE OR REPLACE FUNCTION gapura_changed() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            PERFORM pg_notify('${sql.literal(channel)}', TG_TABLE_NAME);
            RETURN NULL;
          END
        $$`,
        sql`CREATE TRIGGER gapura_changed AFTER INSERT ON access_changes FOR EACH STATEMENT EXECUTE FUNCTION gapura_changed()`
      ),
    orElse: () => Effect.void
  })
})
