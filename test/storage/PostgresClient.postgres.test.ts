import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option, Redacted } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import * as PostgresClient from "../../src/storage/PostgresClient.ts"
import { makeCable } from "../support/Cable.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const withClient = <A, E>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>, options: Partial<PostgresClient.PostgresOptions> = {}) =>
  Effect.gen(function*() {
    const dataDir = yield* tempDirectory
    const url = Redacted.make(databaseUrl(dataDir))
    return yield* Effect.provide(Effect.flatMap(SqlClient.SqlClient, use), PostgresClient.layer({ url, ...options }))
  })

const failureOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit)
    ? Option.getOrElse(Cause.findErrorOption(exit.cause), () => assert.fail("it is a defect"))
    : assert.fail("it succeeded")

describe("PostgresClient", () => {
  it.live("numbers of 64 bits are numbers, and one that would be rounded is an error", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* sql`SELECT COUNT(*) AS n, ${1_795_246_022_556} + 0 AS t FROM (VALUES (1), (2)) v`, [{
          n: 2,
          t: 1_795_246_022_556
        }])
        assert.strictEqual((yield* Effect.exit(sql`SELECT 9007199254740993::bigint AS n`))._tag, "Failure")
        assert.deepStrictEqual(yield* sql`SELECT 1 AS n`, [{ n: 1 }])
      })
    ))

  it.live("a statement that takes too long is ended by the server", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(sql`SELECT pg_sleep(5)`)
        assert.strictEqual(error.reason._tag, "StatementTimeoutError")
      }), { statementTimeoutMillis: 100 }))

  it.live("a transaction whose session is lost, or that a statement has failed, is an error and not a defect", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        yield* sql`CREATE TABLE kept (x INTEGER)`
        const lost = yield* Effect.exit(
          sql.withTransaction(Effect.andThen(sql`INSERT INTO kept VALUES (1)`, sql`SELECT pg_terminate_backend(pg_backend_pid())`))
        )
        assert.isTrue(SqlError.isSqlError(failureOf(lost)))
        const swallowed = yield* Effect.exit(
          sql.withTransaction(Effect.andThen(sql`INSERT INTO kept VALUES (2)`, Effect.ignore(sql`SELECT 1 / 0`)))
        )
        assert.match(String(failureOf(swallowed)), /rolled back/)
        assert.deepStrictEqual(yield* sql`SELECT x FROM kept`, [])
      })
    ))

  it.live("a server that is slow to give a session is waited for as long as connect_timeout says", () =>
    Effect.gen(function*() {
      const url = new URL(databaseUrl(yield* tempDirectory))
      const cable = yield* makeCable({ host: url.hostname, port: Number(url.port) })
      url.host = `127.0.0.1:${cable.port}`
      cable.freeze()
      // Half a second more than it has where the address says nothing.
      yield* Effect.forkChild(Effect.delay(Effect.sync(() => cable.mend()), "3500 millis"))
      const asked = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 AS x`)
      assert.deepStrictEqual(yield* Effect.provide(asked, PostgresClient.layer({ url: Redacted.make(url.href) })), [{ x: 1 }])
    }))

  it.live(
    "a server that stops answering in the middle of a transaction fails it, and closing does not wait for it",
    () =>
      Effect.gen(function*() {
        const dataDir = yield* tempDirectory
        const url = new URL(databaseUrl(dataDir))
        const cable = yield* makeCable({ host: url.hostname, port: Number(url.port) })
        url.host = `127.0.0.1:${cable.port}`
        yield* Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const exit = yield* Effect.exit(sql.withTransaction(Effect.andThen(sql`SELECT 1`, Effect.sync(() => cable.freeze()))))
          assert.match(String(failureOf(exit)), /does not answer/)
        }).pipe(Effect.provide(PostgresClient.layer({ url: Redacted.make(url.href), statementTimeoutMillis: 100 })))
      })
  )
})
