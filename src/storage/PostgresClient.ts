/**
 * SqlClient over PostgreSQL: a pool of sessions, and one session more that listens for changes.
 *
 * Gotchas: `BIGINT` and `COUNT` arrive as numbers, which every value here fits; one that does not is an error, never a
 * rounded number. The server ends a statement after `statementTimeoutMillis`; a server that has stopped answering is
 * given up two seconds later, by a real timer. A session that is lost in a transaction fails it with `SqlError`. On which
 * host the sessions are: see `PostgresSessions.ts`.
 */
import { PgClient, type PgConnection, type PgPool, PgTypes } from "@effect/sql-pg"
import { Context, Effect, identity, Layer, Predicate, type Redacted, Result, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, SqlError } from "effect/sql"
import type { SqlConnection } from "effect/sql"
import { DatabaseHistory } from "../domain/DatabaseHistory.ts"
import { DatabaseUse } from "../domain/DatabaseUse.ts"
import { followNotifications } from "./ChangeFeed.ts"
import type { StorageUnusable } from "./DataDirectory.ts"
import { readPostgresAddress } from "./PostgresAddress.ts"
import { PostgresHistory } from "./PostgresHistory.ts"
import { makePostgresSessions, type PostgresSessions } from "./PostgresSessions.ts"

export interface PostgresOptions {
  readonly url: Redacted.Redacted<string>
  /** Sessions of the pool; one more listens. Default 10. */
  readonly poolSize?: number
  /** How long one statement may take; 0: as long as it needs. Default 5,000. */
  readonly statementTimeoutMillis?: number
  /** Whether to follow what others change. Default true. */
  readonly listen?: boolean
  /** About how long a session lives. Default half an hour. */
  readonly sessionMillis?: number
  /** Whose it is; a new one when absent. */
  readonly history?: PostgresHistory
  /** What every session waits for: while it fails there is none. */
  readonly gate?: Effect.Effect<void, SqlError.SqlError> | undefined
}

const defaultSessionMillis = 1_800_000
const defaultTimeoutMillis = 5_000

/** Beyond the server's own limit, for the answer to arrive. */
const graceMillis = 2_000

const fits = (value: bigint): boolean => value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
const int8 = (bytes: Uint8Array): bigint => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigInt64(0)

const types = PgTypes.makeRegistry()
types.register<number>(PgTypes.OID.int8, {
  encode: (value) => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
    return Result.succeed(bytes)
  },
  decode: (bytes) => {
    const value = int8(bytes)
    return fits(value) ? Result.succeed(Number(value)) : Result.fail(new PgTypes.CodecError({ message: "a number is beyond 2^53" }))
  }
})

const mostSessions = ({ poolSize }: PostgresOptions): number => poolSize ?? 10

const configOf = (options: PostgresOptions): PgPool.Config => ({
  types,
  applicationName: "gapura",
  maxConnections: mostSessions(options),
  keepAlive: "10 seconds",
  startupParameters: { timezone: "UTC" }
})

const limitsOf = (statementTimeoutMillis: number) => ({
  statement_timeout: String(statementTimeoutMillis),
  lock_timeout: String(statementTimeoutMillis),
  idle_in_transaction_session_timeout: statementTimeoutMillis === 0 ? "0" : "60000"
})

const failure = (message: string): SqlError.SqlError =>
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error(message), message, operation: "execute" }) })

type Limit = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>

const limitOf = (statementTimeoutMillis: number): Limit => {
  if (statementTimeoutMillis === 0) return identity
  const expired = Effect.callback<never, SqlError.SqlError>((resume) => {
    const timer = setTimeout(() => resume(Effect.fail(failure("PostgreSQL does not answer"))), statementTimeoutMillis + graceMillis)
    return Effect.sync(() => clearTimeout(timer))
  })
  return (effect) => Effect.raceFirst(effect, expired)
}

const connectionOf = (
  session: PgConnection.PgConnection,
  limited: Limit,
  failed: PostgresSessions["failed"]
): SqlConnection.Connection => {
  const watched = <A>(answer: Effect.Effect<A, SqlError.SqlError>) => Effect.tapError(limited(answer), failed)
  const rows = (sql: string, params: ReadonlyArray<unknown>, prepare: boolean) =>
    Effect.map(watched(session.query(sql, params, prepare)), (result) => result.rows)
  const connection: SqlConnection.Connection = {
    execute: (sql, params, transform) => transform === undefined ? rows(sql, params, true) : Effect.map(rows(sql, params, true), transform),
    executeUnprepared: (sql, params, transform) =>
      transform === undefined ? rows(sql, params, false) : Effect.map(rows(sql, params, false), transform),
    executeRaw: (sql, params) => watched(session.query(sql, params)),
    executeValues: (sql, params) => watched(session.queryValues(sql, params)),
    executeValuesUnprepared: (sql, params) => watched(session.queryValues(sql, params, false)),
    executeStream: (sql, params, transform) => {
      const stream = session.stream(sql, params)
      return transform === undefined ? stream : Stream.mapArray(stream, (chunk) => transform(chunk) as typeof chunk)
    }
  }
  return connection
}

/** PostgreSQL answers ROLLBACK to the COMMIT of a transaction that one of its statements has failed. */
const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(
    connection.executeRaw("COMMIT", []),
    (result) =>
      Predicate.hasProperty(result, "command") && result.command === "ROLLBACK"
        ? Effect.fail(failure("the transaction was rolled back"))
        : Effect.void
  )

/** A client for one database, and whether it is still the same; its sessions close with the scope. */
export const make = Effect.fnUntraced(function*(options: PostgresOptions) {
  const timeoutMillis = options.statementTimeoutMillis ?? defaultTimeoutMillis
  const limited = limitOf(timeoutMillis)
  const history = options.history ?? new PostgresHistory()
  const sessions = yield* makePostgresSessions(yield* readPostgresAddress(options.url), {
    config: configOf(options),
    limits: limitsOf(timeoutMillis),
    history,
    ageMillis: options.sessionMillis ?? defaultSessionMillis
  })
  const gate = options.gate ?? Effect.void
  const [get, open, reserve] = [
    Effect.andThen(gate, sessions.get),
    Effect.andThen(gate, sessions.open),
    Effect.andThen(gate, sessions.reserve)
  ]
  const { failed } = sessions
  const lend = (acquire: typeof get) => Effect.map(limited(acquire), (session) => connectionOf(session, limited, failed))
  const client = yield* SqlClient.make({
    acquirer: lend(get),
    borrower: (use) => limited(Effect.scoped(Effect.flatMap(get, (session) => use(connectionOf(session, identity, failed))))),
    transactionAcquirer: lend(reserve),
    compiler: PgClient.makeCompiler(),
    driver: "postgresql",
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    prepareTransactionControls: true,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  const { withTransaction } = client
  let isListening = false
  if (options.listen ?? true) yield* Effect.forkScoped(followNotifications(open, (heard) => void (isListening = heard)))
  const use: DatabaseUse = {
    most: mostSessions(options),
    used: sessions.used,
    waiting: sessions.waiting,
    isListening: () => isListening
  }
  const guarded = Object.assign(client, {
    // The ROLLBACK of a lost session fails too, which the library takes for a defect.
    withTransaction: ((effect) =>
      Effect.catchDefect(withTransaction(effect), (defect) =>
        SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect))) satisfies typeof withTransaction
  })
  return Context.make(SqlClient.SqlClient, guarded).pipe(Context.add(DatabaseHistory, history), Context.add(DatabaseUse, use))
})

export const layer = (options: PostgresOptions): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError | StorageUnusable> =>
  Layer.effectContext(make(options)).pipe(Layer.provide(Reactivity.layer))
