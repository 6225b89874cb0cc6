/** The keys that all gateways on this database share, wrapped, and by which key-encryption key they are. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const M0095WrappedKeys = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE key_wrapping (
    name TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    derivation TEXT NOT NULL,
    since BIGINT NOT NULL,
    handover TEXT
  )`
  yield* sql`CREATE TABLE wrapped_keys (
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    wrapped TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (name, version)
  )`
  // By row: an update that finds nothing to change must not be told, or those who hear of it and look would tell each other for ever.
  for (const table of ["key_wrapping", "wrapped_keys"]) {
    yield* sql.onDialectOrElse({
      pg: () =>
        sql`CREATE TRIGGER gapura_changed AFTER INSERT OR UPDATE OR DELETE ON ${sql(table)} FOR EACH ROW
          EXECUTE FUNCTION gapura_changed()`,
      orElse: () => Effect.void
    })
  }
})
