/** What agencies changed of their own registry entries; the file holds the rest. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "./ColumnTypes.ts"

export const M0040RegistryChanges = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { sequence } = columnTypes(sql)
  yield* sql`CREATE TABLE registry_changes (
    sequence ${sequence},
    agency TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    made_by TEXT NOT NULL,
    settings TEXT NOT NULL,
    undone_at BIGINT,
    undone_by TEXT
  )`
  yield* sql`CREATE INDEX registry_changes_of_agency ON registry_changes (agency, sequence)`
  yield* sql.onDialectOrElse({
    pg: () =>
      sql`CREATE TRIGGER gapura_changed AFTER INSERT OR UPDATE ON registry_changes FOR EACH STATEMENT EXECUTE FUNCTION gapura_changed()`,
    orElse: () => Effect.void
  })
})
