/** Registries that were put into the database: the latest that is not withdrawn stands in for the registry file. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { columnTypes } from "./ColumnTypes.ts"

export const M0041RegistryImports = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { sequence } = columnTypes(sql)
  yield* sql`CREATE TABLE registry_imports (
    sequence ${sequence},
    imported_at BIGINT NOT NULL,
    text TEXT NOT NULL,
    withdrawn_at BIGINT
  )`
  yield* sql.onDialectOrElse({
    pg: () =>
      sql`CREATE TRIGGER gapura_changed AFTER INSERT OR UPDATE ON registry_imports FOR EACH STATEMENT EXECUTE FUNCTION gapura_changed()`,
    orElse: () => Effect.void
  })
})
