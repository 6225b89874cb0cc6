/** Circuits that operators hold open or closed; every gateway follows the table. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0050CircuitHolds = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE circuit_holds (
    agency TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    account TEXT NOT NULL,
    since BIGINT NOT NULL,
    ends_at BIGINT
  )`
  yield* sql.onDialectOrElse({
    pg: () =>
      sql`CREATE TRIGGER gapura_changed AFTER INSERT OR UPDATE OR DELETE ON circuit_holds FOR EACH STATEMENT
        EXECUTE FUNCTION gapura_changed()`,
    orElse: () => Effect.void
  })
})
