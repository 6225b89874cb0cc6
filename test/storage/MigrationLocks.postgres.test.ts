/** A migration beside gateways that work with its tables: it waits for them, and they do not wait for it. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Latch, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../../src/storage/Database.ts"
import { Steps } from "../../src/storage/Migrations.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

describe("a migration on PostgreSQL", () => {
  it.live("gives way to who holds its table, says so, and runs when the table is free", () =>
    Effect.gen(function*() {
      const options = yield* Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
      const sql = Context.get(yield* Layer.build(Layer.fresh(Database.layer(options))), SqlClient.SqlClient)
      const migration = Effect.flatMap(SqlClient.SqlClient, (own) => own`ALTER TABLE applications ADD COLUMN later TEXT`)
      const step = { id: 904, name: "later", migration }
      const [begun, end] = [yield* Latch.make(), yield* Latch.make()]
      const holding = yield* Effect.forkChild(
        sql.withTransaction(Effect.gen(function*() {
          yield* sql`SELECT 1 FROM applications`
          yield* begun.open
          yield* end.await
        }))
      )
      yield* begun.await
      const logs: Array<string> = []
      const migrating = yield* Database.prepare(options).pipe(
        Effect.provideService(Steps, [...(yield* Steps), step]),
        Effect.provide(Logger.layer([Logger.make(({ message }) => logs.push(String(message)))])),
        Effect.forkChild
      )
      // Readers that come later would wait behind it for ever if it did not give way.
      yield* Effect.promise(() => eventually("it gives way", () => logs.some((line) => /migration 904 later waits/.test(line))))
      yield* sql`SELECT 1 FROM applications`
      yield* end.open
      yield* Fiber.join(holding)
      assert.deepStrictEqual((yield* Fiber.join(migrating)).map(({ id }) => id), [904])
      yield* sql`SELECT later FROM applications`
    }))
})
