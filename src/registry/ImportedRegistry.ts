/**
 * A registry in the database, which stands in for the registry file on every gateway until it is withdrawn. The latest
 * one holds; those before it stay for whoever wants to look back.
 */
import { Clock, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"

const Row = Schema.Struct({ sequence: Schema.Int, imported_at: Schema.Finite, text: Schema.String })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

export const ImportedRegistry = Schema.Struct({
  sequence: Schema.Int,
  /** Epoch milliseconds. */
  importedAt: Schema.Finite,
  text: Schema.String
})
export type ImportedRegistry = typeof ImportedRegistry.Type

/** For the places of its faults. */
export const nameOf = ({ sequence }: ImportedRegistry): string => `registry import ${sequence}`

export const latestImport = (sql: SqlClient.SqlClient) =>
  Effect.map(
    Effect.flatMap(
      sql`SELECT sequence, imported_at, text FROM registry_imports
        WHERE withdrawn_at IS NULL AND sequence = (SELECT MAX(sequence) FROM registry_imports)`,
      decodeRows
    ),
    ([row]): ImportedRegistry | undefined =>
      row === undefined ? undefined : { sequence: row.sequence, importedAt: row.imported_at, text: row.text }
  )

/** @param text checked */
export const importRegistry = Effect.fn("ImportedRegistry.importRegistry")(function*(sql: SqlClient.SqlClient, text: string) {
  const imported_at = yield* Clock.currentTimeMillis
  yield* sql`INSERT INTO registry_imports ${sql.insert({ imported_at, text })}`
})

/** The registry file holds again. False where it held already. */
export const withdrawImport = Effect.fn("ImportedRegistry.withdrawImport")(function*(sql: SqlClient.SqlClient) {
  const withdrawn_at = yield* Clock.currentTimeMillis
  const rows = yield* sql`UPDATE registry_imports SET withdrawn_at = ${withdrawn_at} WHERE withdrawn_at IS NULL RETURNING sequence`
  return rows.length > 0
})
