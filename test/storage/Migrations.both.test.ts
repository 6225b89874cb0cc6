import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { appliedSteps } from "../../src/storage/Compatibility.ts"
import { Database, MayMigrate } from "../../src/storage/Database.ts"
import { Steps } from "../../src/storage/Migrations.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const ids = (sql: SqlClient.SqlClient) => Effect.map(appliedSteps(sql), (applied) => applied.map(({ id }) => id))
const steps = Effect.runSync(Steps)
const everyId = steps.map(({ id }) => id).sort((a, b) => a - b)

describe("migrations", () => {
  it("have numbers and names of their own", () => {
    assert.strictEqual(new Set(steps.map(({ id }) => id)).size, steps.length)
    assert.strictEqual(new Set(steps.map(({ name }) => name)).size, steps.length)
  })

  it.live("eight gateways that start at once on an empty database: one migrates, each step runs once", () =>
    Effect.gen(function*() {
      const options = yield* Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
      const ran = yield* Effect.all(Array.from({ length: 8 }, () => Database.prepare(options)), { concurrency: "unbounded" })
      assert.deepStrictEqual(ran.flat().map(({ id }) => id).sort((a, b) => a - b), everyId)
      assert.strictEqual(ran.filter((one) => one.length > 0).length, 1)
      yield* Effect.provide(
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* ids(yield* SqlClient.SqlClient), everyId)
        }),
        Database.layer(options)
      )
    }))

  it.live("a step that the database lacks runs, even when it has a higher one", () =>
    Effect.gen(function*() {
      const options = yield* Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
      const low = { id: 900, name: "low", migration: Effect.void }
      const high = { id: 901, name: "high", migration: Effect.void }
      yield* Effect.provideService(Database.prepare(options), Steps, [...steps, high])
      const ran = yield* Effect.provideService(Database.prepare(options), Steps, [...steps, low, high])
      assert.deepStrictEqual(ran.map(({ id }) => id), [900])
    }))

  it.live("a step that fails leaves nothing of itself", () =>
    Effect.gen(function*() {
      const options = yield* Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
      const half = (next: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) => ({
        id: 999,
        name: "half",
        migration: Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.andThen(sql`CREATE TABLE half (x INTEGER)`, next))
      })
      const failing = (next: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) =>
        Effect.flip(Effect.provideService(Database.prepare(options), Steps, [...steps, half(next)]))
      yield* Database.prepare(options)
      assert.match((yield* failing(Effect.fail(new Error("power cut")))).message, /migration 999 half failed: power cut/)
      assert.match(
        (yield* failing(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DROP TABLE no_such`))).message,
        /migration 999 half failed: .*no_such/
      )
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* ids(sql), everyId)
        assert.strictEqual((yield* Effect.exit(sql`SELECT * FROM half`))._tag, "Failure")
      }).pipe(Effect.provide(Database.layer(options)))
    }))

  it.live("a database that a newer version migrated is refused, by the step that is not known", () =>
    Effect.gen(function*() {
      const options = yield* Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
      yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO migrations (migration_id, name) VALUES (999, 'future')`),
        Database.layer(options)
      )
      const error = yield* Effect.flip(Effect.scoped(Layer.build(Database.layer(options))))
      assert.match(error.message, /newer version of gapura \(it has step 999 future/)
    }))

  it.live("fault-133 a newer schema is served by programs that it names, by their step, and refused to those before", () =>
    Effect.gen(function*() {
      const options = yield* Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
      const own = Math.max(...everyId)
      const newer = (id: number, compatibleSince: number) => ({ id, name: `newer ${id}`, compatibleSince, migration: Effect.void })
      const opens = Effect.exit(Effect.scoped(Layer.build(Database.layer(options))))
      yield* Effect.provideService(Database.prepare(options), Steps, [...steps, newer(901, own)])
      assert.strictEqual((yield* opens)._tag, "Success")
      yield* Effect.provideService(Database.prepare(options), Steps, [...steps, newer(901, own), newer(902, own + 1)])
      const error = yield* Effect.flip(Effect.scoped(Layer.build(Database.layer(options))))
      assert.include(error.message, `it has step 902 newer 902, which this one does not know, and which needs a program of step ${own + 1}`)
    }))

  it.live("fault-133 what the first release can run beside is not in the table by which it refuses", () =>
    Effect.gen(function*() {
      const options = yield* Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT migration_id AS id FROM migrations ORDER BY migration_id`
        assert.deepStrictEqual(
          rows.map(({ id }) => id),
          steps.filter(({ compatibleSince }) => compatibleSince === undefined || compatibleSince > 80).map(({ id }) => id).sort((a, b) =>
            a - b
          )
        )
      }).pipe(Effect.provide(Database.layer(options)))
    }))

  it.live("whoever may not migrate is told which steps the database lacks, and nothing is changed", () =>
    Effect.gen(function*() {
      const options = yield* Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
      const later = { id: 903, name: "later", migration: Effect.void }
      const unmigrated = Effect.flip(Effect.provideService(Database.prepare(options), MayMigrate, false))
      assert.match((yield* unmigrated).message, /it lacks steps of this version \(1 access, 2 audit, .*: run gapura migrate/)
      yield* Database.prepare(options)
      const error = yield* Effect.provideService(unmigrated, Steps, [...steps, later])
      assert.match(error.message, /it lacks a step of this version \(903 later\)/)
      assert.deepStrictEqual(yield* Effect.provideService(Database.pending(options), Steps, [...steps, later]), [later])
      assert.deepStrictEqual(yield* Database.pending(options), [])
    }))
})
