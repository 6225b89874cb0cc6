/** The database's clock, by which what is old enough goes: a gateway's own may be wrong by years. SQLite has this machine's. */
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const decode = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ now: Schema.Int })]))

/** Epoch milliseconds. */
export const databaseTimeMillis = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.onDialectOrElse({
    pg: () =>
      Effect.map(
        Effect.flatMap(sql`SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT AS now`, decode),
        ([{ now }]) => now
      ),
    orElse: () => Clock.currentTimeMillis
  })
})
