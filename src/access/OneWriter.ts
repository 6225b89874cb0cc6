/**
 * A client whose transactions about access run one at a time, on every gateway together.
 *
 * SQLite has that anyway. On PostgreSQL a lock of the transaction gives the same: what a transaction has counted or
 * looked up stays true until it commits, and the change log is committed in the order of its sequence, so that a reader
 * who has seen one number has missed none below it. Gotcha: reading outside a transaction waits for nobody.
 *
 * On PostgreSQL few transactions of this process wait for the lock, the others for their turn without a session: they
 * would keep it from readers, and a flood of grants would delay revocations.
 */
import { Effect, Option, Semaphore } from "effect"
import { type SqlClient, SqlError } from "effect/sql"

/** Any number; the same in every gateway. */
const lock = 1_735_420_932

/** Who has waited for longer gives up rather than waiting for a database that does not answer, one after the other. */
const longestWaitMillis = 5_000

/** As many sessions as may wait for the lock: one that has begun already takes over without a pause. */
const waitingSessions = 3

/** By client, which several services share. */
const turns = new WeakMap<SqlClient.SqlClient, Semaphore.Semaphore>()

const turnOf = (sql: SqlClient.SqlClient): Semaphore.Semaphore => {
  const found = turns.get(sql) ?? Semaphore.makeUnsafe(waitingSessions)
  turns.set(sql, found)
  return found
}

const tooLong = new SqlError.SqlError({
  reason: new SqlError.LockTimeoutError({ cause: undefined, message: "too many transactions about access wait for their turn", operation: "execute" })
})

export const oneWriter = (sql: SqlClient.SqlClient): SqlClient.SqlClient => {
  const locking: SqlClient.SqlClient["withTransaction"] = (effect) =>
    sql.withTransaction(Effect.andThen(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(lock))})`, effect))
  const inTurn: SqlClient.SqlClient["withTransaction"] = (effect) =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) => {
      // Inside a transaction there is a session already, and perhaps the turn.
      if (Option.isSome(outer)) return locking(effect)
      const asked = performance.now()
      return turnOf(sql).withPermit(Effect.suspend(() => performance.now() - asked > longestWaitMillis ? Effect.fail(tooLong) : locking(effect)))
    })
  const withTransaction = sql.onDialectOrElse({ pg: () => inTurn, orElse: () => sql.withTransaction })
  return new Proxy(sql, { get: (target, key): unknown => key === "withTransaction" ? withTransaction : Reflect.get(target, key) })
}
