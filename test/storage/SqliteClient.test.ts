import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { DatabaseSync } from "node:sqlite"
import * as SqliteClient from "../../src/storage/SqliteClient.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const withClient = <A, E>(
  body: (sql: SqlClient.SqlClient, filename: string) => Effect.Effect<A, E, SqlClient.SqlClient>,
  lockWaitMillis = 2_000
) =>
  Effect.scoped(Effect.gen(function*() {
    const filename = join(yield* tempDirectory, "test.db")
    return yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE items (name TEXT UNIQUE, size INTEGER)`
      return yield* body(sql, filename)
    }).pipe(Effect.provide(SqliteClient.layer({ filename, lockWaitMillis })))
  }))

const names = (sql: SqlClient.SqlClient) => Effect.map(sql`SELECT name FROM items ORDER BY name`, (rows) => rows.map((row) => row.name))

describe("SqliteClient", () => {
  it.live("rows come back as they went in, bytes and booleans too", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        const [row] = yield* sql`SELECT ${"teks'"} AS a, ${1.5} AS b, ${null} AS c, ${true} AS d, ${new Uint8Array([0, 255])} AS e`
        assert.deepStrictEqual({ ...row }, { a: "teks'", b: 1.5, c: null, d: 1, e: new Uint8Array([0, 255]) })
      })
    ))

  it.live("commits wait for the disk where they must survive a power cut, and otherwise not", () =>
    Effect.gen(function*() {
      const filename = join(yield* tempDirectory, "test.db")
      for (const [powerSafe, expected] of [[true, 2], [false, 1]] as const) {
        const [row] = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`PRAGMA synchronous`).pipe(
          Effect.provide(SqliteClient.layer({ filename, powerSafe }))
        )
        assert.deepStrictEqual({ ...row }, { synchronous: expected })
      }
    }).pipe(Effect.scoped))

  it.live("a value that SQLite has no type for is refused rather than stored as NULL", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        const exit = yield* Effect.exit(sql`INSERT INTO items (name) VALUES (${new Date(0)})`)
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* names(sql), [])
      })
    ))

  it.live("a unique violation says which column", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        yield* sql`INSERT INTO items (name) VALUES ('a')`
        const error = yield* Effect.flip(sql`INSERT INTO items (name) VALUES ('a')`)
        assert.strictEqual(error.reason._tag, "UniqueViolation")
        assert.strictEqual(error.reason._tag === "UniqueViolation" && error.reason.constraint, "items.name")
      })
    ))

  it.live("a failed or interrupted transaction leaves nothing, a failed nested one only its own part", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        yield* Effect.exit(sql.withTransaction(Effect.andThen(sql`INSERT INTO items (name) VALUES ('failed')`, Effect.fail("no"))))
        const inside = yield* Deferred.make<void>()
        const fiber = yield* Effect.forkChild(sql.withTransaction(
          sql`INSERT INTO items (name) VALUES ('interrupted')`.pipe(
            Effect.andThen(Deferred.succeed(inside, undefined)),
            Effect.andThen(Effect.never)
          )
        ))
        yield* Deferred.await(inside)
        yield* Fiber.interrupt(fiber)
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`INSERT INTO items (name) VALUES ('outer')`
          yield* Effect.exit(sql.withTransaction(Effect.andThen(sql`INSERT INTO items (name) VALUES ('inner')`, Effect.fail("no"))))
          yield* sql.withTransaction(sql`INSERT INTO items (name) VALUES ('kept')`)
        }))
        assert.deepStrictEqual(yield* names(sql), ["kept", "outer"])
      })
    ))

  it.live("statements of others wait until a transaction is over", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        const add = (name: string) => sql`INSERT INTO items (name) VALUES (${name})`
        const inside = yield* Deferred.make<void>()
        const transaction = yield* Effect.forkChild(Effect.exit(sql.withTransaction(
          add("a").pipe(
            Effect.andThen(Deferred.succeed(inside, undefined)),
            Effect.andThen(Effect.sleep(20)),
            Effect.andThen(Effect.fail("rolled back"))
          )
        )))
        yield* Deferred.await(inside)
        yield* add("b")
        yield* Fiber.join(transaction)
        assert.deepStrictEqual(yield* names(sql), ["b"])
      })
    ))

  it.live("the consumer of a stream may write while it reads", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        for (let index = 0; index < 200; index++) yield* sql`INSERT INTO items (name, size) VALUES (${`n${index}`}, ${index})`
        const read = yield* sql<{ size: number }>`SELECT size FROM items ORDER BY size`.stream.pipe(
          Stream.mapEffect((row) => Effect.as(sql`UPDATE items SET size = -1 WHERE size = ${row.size}`, row.size)),
          Stream.runCollect
        )
        assert.deepStrictEqual(read, Array.from({ length: 200 }, (_, index) => index))
        assert.strictEqual((yield* sql`SELECT COUNT(*) AS n FROM items WHERE size = -1`)[0]?.n, 200)
      })
    ))

  it.live("a fault in a stream is an SqlError", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Stream.runCollect(sql`SELECT * FROM nowhere`.stream))
        assert.strictEqual(error._tag, "SqlError")
      })
    ))

  it.live("more statements than the cache holds go on working", () =>
    withClient((sql) =>
      Effect.gen(function*() {
        for (let index = 0; index < 400; index++) {
          assert.strictEqual((yield* sql.unsafe<{ n: number }>(`SELECT ${index % 200} AS n`))[0]?.n, index % 200)
        }
      })
    ))

  it.live("fault-92 while another process holds the lock, the event loop goes on and the write arrives afterwards", () =>
    withClient((sql, filename) =>
      Effect.gen(function*() {
        const other = new DatabaseSync(filename)
        other.exec("BEGIN IMMEDIATE")
        const delay = monitorEventLoopDelay({ resolution: 1 })
        delay.enable()
        const writer = yield* Effect.forkChild(sql`INSERT INTO items (name) VALUES ('late')`)
        for (let turn = 0; turn < 60; turn++) yield* Effect.sleep(5)
        assert.isUndefined(writer.pollUnsafe())
        other.exec("COMMIT")
        other.close()
        yield* Fiber.join(writer)
        delay.disable()
        assert.deepStrictEqual(yield* names(sql), ["late"])
        // A blocking busy timeout would hold the loop for as long as the lock: 300 ms here.
        assert.isBelow(delay.percentile(90) / 1e6, 50)
      })
    ))

  it.live("a lock that does not end fails the statement with LockTimeoutError, and an interrupted wait ends at once", () =>
    withClient((sql, filename) =>
      Effect.gen(function*() {
        const other = new DatabaseSync(filename)
        other.exec("BEGIN IMMEDIATE")
        const error = yield* Effect.flip(sql`INSERT INTO items (name) VALUES ('never')`)
        assert.strictEqual(error.reason._tag, "LockTimeoutError")
        const waiting = yield* Effect.forkChild(sql`INSERT INTO items (name) VALUES ('never')`)
        yield* Effect.yieldNow
        yield* Fiber.interrupt(waiting)
        other.exec("COMMIT")
        other.close()
        assert.deepStrictEqual(yield* names(sql), [])
      }), 60))
})
