/**
 * A client whose transactions about access run one at a time, on every gateway together.
 *
 * SQLite has that anyway. On PostgreSQL a lock of the transaction gives the same: what a transaction has counted or
 * looked up stays true until it commits, and the change log is committed in the order of its sequence, so that a reader
 * who has seen one number has missed none below it. Gotcha: reading outside a transaction waits for nobody.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Any number; the same in every gateway. */
const lock = 1_735_420_932

export const oneWriter = (sql: SqlClient.SqlClient): SqlClient.SqlClient => {
  const turn = sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(lock))})`),
    orElse: () => Effect.void
  })
  const withTransaction: SqlClient.SqlClient["withTransaction"] = (effect) => sql.withTransaction(Effect.andThen(turn, effect))
  return new Proxy(sql, { get: (target, key): unknown => key === "withTransaction" ? withTransaction : Reflect.get(target, key) })
}
