/**
 * The database for all that reads or changes access. Its transactions run one at a time, on every gateway together.
 *
 * SQLite has that anyway. On PostgreSQL a lock of the transaction gives the same: what a transaction has counted or
 * looked up stays true until it commits, and the change log is committed in the order of its sequence, so that a reader
 * who has seen one number has missed none below it. Gotcha: reading outside a transaction waits for nobody, and neither
 * does issuing a token, which is one statement (`NewToken.ts`).
 *
 * On PostgreSQL few transactions of this process wait for the lock, the others for their turn without a session: they
 * would keep it from readers, and a flood of grants would delay revocations.
 */
import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { nowMonotonic } from "../domain/MonotonicTime.ts"
import { AccessTransaction } from "./AccessTransaction.ts"

/** Any number; the same in every gateway. */
const lock = 1_735_420_932

/** Who has waited for longer gives up rather than waiting for a database that does not answer, one after the other. */
const longestWaitMillis = 5_000

/** As many sessions as may wait for the lock: one that has begun already takes over without a pause. */
const waitingSessions = 3

const tooLong = new SqlError.SqlError({
  reason: new SqlError.LockTimeoutError({
    cause: undefined,
    message: "too many transactions about access wait for their turn",
    operation: "execute"
  })
})

export interface AccessClient extends SqlClient.SqlClient {
  readonly withTransaction: <R, E, A>(
    self: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError.SqlError, Exclude<R, AccessTransaction>>
}

const oneWriter = (sql: SqlClient.SqlClient): AccessClient => {
  const turns = Semaphore.makeUnsafe(waitingSessions)
  const locking: SqlClient.SqlClient["withTransaction"] = (effect) =>
    sql.withTransaction(Effect.andThen(sql`SELECT pg_advisory_xact_lock(${sql.literal(String(lock))})`, effect))
  const inTurn: SqlClient.SqlClient["withTransaction"] = (effect) =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) => {
      // Inside a transaction there is a session already, and perhaps the turn.
      if (Option.isSome(outer)) return locking(effect)
      return Effect.flatMap(nowMonotonic, (asked) =>
        turns.withPermit(
          Effect.flatMap(nowMonotonic, (now) => now - asked > longestWaitMillis ? Effect.fail(tooLong) : locking(effect))
        ))
    })
  const alone = sql.onDialectOrElse({ pg: () => inTurn, orElse: () => sql.withTransaction })
  const withTransaction: AccessClient["withTransaction"] = (effect) => alone(Effect.provideService(effect, AccessTransaction, true))
  const client = new Proxy(sql, { get: (target, key): unknown => key === "withTransaction" ? withTransaction : Reflect.get(target, key) })
  // Its `withTransaction` is the one above.
  return client as AccessClient
}

export class AccessSql extends Context.Service<AccessSql, AccessClient>()("gapura/access/AccessSql") {
  static readonly layer: Layer.Layer<AccessSql, never, SqlClient.SqlClient> = Layer.effect(
    AccessSql,
    Effect.map(SqlClient.SqlClient, oneWriter)
  )
}
