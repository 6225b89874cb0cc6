/**
 * SqlClient over the SQLite that Node has built in.
 *
 * One connection writes, behind a semaphore; a transaction holds the semaphore from BEGIN IMMEDIATE to COMMIT, nested
 * ones are savepoints. Every `stream` reads through a read-only connection of its own, so a consumer may write while
 * it reads.
 *
 * Gotchas: `node:sqlite` is synchronous, so SQLite never waits for a lock itself (that would stall every request);
 * a locked statement is tried again from a timer until `lockWaitMillis` is over. A step cannot be interrupted. A stream
 * does not see what its own open transaction wrote.
 */
import { Context, Effect, Layer, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, SqlError, Statement } from "effect/sql"
import type { SqlConnection } from "effect/sql"
import { LRUCache } from "lru-cache"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { followVersion } from "./ChangeFeed.ts"
import { hasErrcode, isBusy, toSqlError } from "./SqliteError.ts"

export interface SqliteOptions {
  readonly filename: string
  /** How long a statement waits for another process's lock before it fails with `LockTimeoutError`. Default 5,000. */
  readonly lockWaitMillis?: number
  /** Whether every commit waits for the disk. */
  readonly powerSafe?: boolean | undefined
}

/** What `SqlClient.driver` says of this client. */
export const driver = "node-sqlite"

const maxStatements = 128

const toInput = (value: unknown): SQLInputValue => {
  switch (typeof value) {
    case "string":
    case "number":
    case "bigint":
      return value
    case "boolean":
      return value ? 1 : 0
    default:
      if (value === null || value instanceof Uint8Array) return value
      // node:sqlite itself would store NULL without a word.
      throw new TypeError("SQLite stores text, numbers, bytes, booleans and null only")
  }
}

/** Tries `step` until the lock is free. Real timers: another process holds the lock, whatever clock a test has set. */
const whenUnlocked = <A>(step: () => A, lockWaitMillis: number): Effect.Effect<A, SqlError.SqlError> =>
  Effect.callback<A, SqlError.SqlError>((resume) => {
    const deadline = performance.now() + lockWaitMillis
    let pause = 1
    let timer: NodeJS.Timeout | undefined
    const attempt = (): void => {
      try {
        resume(Effect.succeed(step()))
      } catch (cause) {
        if (isBusy(cause) && performance.now() < deadline) {
          timer = setTimeout(attempt, pause * (0.5 + Math.random()))
          pause = Math.min(pause * 2, 40)
        } else {
          resume(Effect.fail(toSqlError(cause)))
        }
      }
    }
    attempt()
    return Effect.sync(() => clearTimeout(timer))
  })

const open = (filename: string, readOnly: boolean) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => new DatabaseSync(filename, { readOnly, timeout: 0, enableForeignKeyConstraints: true }),
      catch: toSqlError
    }),
    (database) => Effect.sync(() => database.close())
  )

const streamRows = (filename: string, sql: string, params: ReadonlyArray<unknown>, lockWaitMillis: number) =>
  Stream.unwrap(Effect.gen(function*() {
    const reader = yield* open(filename, true)
    const rows = yield* whenUnlocked(() => reader.prepare(sql).iterate(...params.map(toInput)), lockWaitMillis)
    return Stream.fromIteratorSucceed(rows, 64).pipe(
      Stream.catchDefect((cause) => hasErrcode(cause) ? Stream.fail(toSqlError(cause)) : Stream.die(cause))
    )
  }))

/** A client for one database file; the connections close with the scope. */
export const make = Effect.fnUntraced(function*({ filename, lockWaitMillis = 5_000, powerSafe = false }: SqliteOptions) {
  const database = yield* open(filename, false)
  const pragma = (text: string) => whenUnlocked(() => database.exec(`PRAGMA ${text}`), lockWaitMillis)
  yield* pragma("journal_mode = WAL")
  // With a write-ahead log NORMAL loses nothing when the process is killed, and leaves a sound file when power fails,
  // without the latest commits.
  yield* pragma(`synchronous = ${powerSafe ? "FULL" : "NORMAL"}`)
  // Folding the log back is a pause for every request: often and short (1 MiB) rather than long.
  yield* pragma("wal_autocheckpoint = 256")

  const statements = new LRUCache<string, StatementSync>({ max: maxStatements })
  const prepared = (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (statement === undefined) statements.set(sql, statement = database.prepare(sql))
    return statement
  }

  const rows = (sql: string, params: ReadonlyArray<unknown>) =>
    whenUnlocked(() => prepared(sql).all(...params.map(toInput)), lockWaitMillis)
  const values = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.map(rows(sql, params), (found) => found.map((row) => Object.values(row)))
  const connection: SqlConnection.Connection = {
    execute: (sql, params, transform) => transform === undefined ? rows(sql, params) : Effect.map(rows(sql, params), transform),
    executeRaw: (sql, params) => whenUnlocked(() => prepared(sql).run(...params.map(toInput)), lockWaitMillis),
    executeStream: (sql, params, transform) => {
      const stream = streamRows(filename, sql, params, lockWaitMillis)
      return transform === undefined ? stream : Stream.mapArray(stream, (chunk) => transform(chunk) as typeof chunk)
    },
    executeValues: values,
    executeValuesUnprepared: values,
    executeUnprepared: (sql, params, transform) => connection.execute(sql, params, transform)
  }

  yield* Effect.forkScoped(followVersion(Effect.map(rows("PRAGMA data_version", []), ([row]) => row?.data_version)))

  const { borrower, isTransaction, onCommitFailure, transactionAcquirer } = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(connection),
    semaphore: yield* Semaphore.make(1),
    isTransaction: () => database.isTransaction
  })
  return yield* SqlClient.make({
    // Only `stream` comes through here, and it has its own connection: it must not hold the semaphore.
    acquirer: Effect.succeed(connection),
    borrower,
    transactionAcquirer,
    onCommitFailure,
    isTransaction,
    compiler: Statement.makeCompilerSqlite(),
    driver,
    beginTransaction: "BEGIN IMMEDIATE",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    prepareTransactionControls: true,
    spanAttributes: [["db.system.name", "sqlite"]]
  })
})

export const layer = (options: SqliteOptions): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.effectContext(Effect.map(make(options), (client) => Context.make(SqlClient.SqlClient, client))).pipe(
    Layer.provide(Reactivity.layer)
  )
