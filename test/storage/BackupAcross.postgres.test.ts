/** A backup of one database is restored into the other: how an embedded gateway moves to PostgreSQL, and back. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { join } from "node:path"
import { AccessSql } from "../../src/access/AccessSql.ts"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { backup } from "../../src/storage/Backup.ts"
import { Database, type DatabaseOptions } from "../../src/storage/Database.ts"
import { restore } from "../../src/storage/Restore.ts"
import { optionsFor, tempDirectory } from "../support/TempDatabase.ts"

const at = (options: DatabaseOptions) =>
  Layer.mergeAll(TokenStore.layer, Applications.layer).pipe(
    Layer.provideMerge(AccessSql.layer),
    Layer.provideMerge(Database.layer(options))
  )

describe("a backup", () => {
  it.live("goes from SQLite to PostgreSQL and back: the token is known in each, and new ones can be issued", () =>
    Effect.gen(function*() {
      const sqlite: DatabaseOptions = { dataDir: yield* tempDirectory }
      const postgres = yield* optionsFor({ dataDir: yield* tempDirectory })
      const other: DatabaseOptions = { dataDir: yield* tempDirectory }
      assert.isDefined(postgres.postgres)
      const issue = Effect.gen(function*() {
        yield* (yield* Applications).ensure({ name: "portal", official: true })
        const issued = yield* (yield* TokenStore).issue({ application: "portal", scopes: ["a-b-get"], lifetimeMillis: 1_000, nowMillis: 0 })
        return Redacted.value(issued.token)
      })
      const tokens = [yield* Effect.provide(issue, at(sqlite))]
      for (const [from, to] of [[sqlite, postgres], [postgres, other]] as const) {
        const file = join(to.dataDir, "moved.backup")
        const made = yield* backup(from, file)
        const { rows } = yield* restore(to, { file, replace: false })
        assert.strictEqual(rows, made.rows)
        tokens.push(
          yield* Effect.provide(
            Effect.gen(function*() {
              const store = yield* TokenStore
              for (const token of tokens) assert.strictEqual((yield* store.find(token, 0))?.privateAccess.everywhereUntil, Infinity)
              return yield* issue
            }),
            at(to)
          )
        )
      }
    }))
})
