/** The table of what agencies say of their fields. An empty text stands for one that was taken back, so that every gateway hears of it. */
import { Array, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"

const decodeRows = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ route: Schema.String, path: Schema.String, description: Schema.String }))
)
const rowsAtOnce = 50

/** What changed at that time or later. */
export const readDescriptions = (sql: SqlClient.SqlClient, sinceMillis: number) =>
  Effect.flatMap(sql`SELECT route, path, description FROM field_descriptions WHERE changed_at >= ${sinceMillis}`, decodeRows)

export const saveDescriptions = Effect.fn("FieldDescriptions.saveDescriptions")(
  function*(sql: SqlClient.SqlClient, route: string, texts: ReadonlyMap<string, string>, nowMillis: number) {
    const rows = Array.map([...texts], ([path, description]) => ({ route, path, description, changed_at: nowMillis }))
    yield* sql.withTransaction(
      Effect.forEach(
        Array.chunksOf(rows, rowsAtOnce),
        (some) =>
          sql`INSERT INTO field_descriptions ${sql.insert(some)} ON CONFLICT (route, path)
        DO UPDATE SET description = excluded.description, changed_at = excluded.changed_at`,
        { discard: true }
      )
    )
  }
)
