/** How memory follows the database's log of changes, and when it is believed no more. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { forget, pageSize } from "../../src/access/AccessChanges.ts"
import { Applications } from "../../src/access/Applications.ts"
import { TokenGrace } from "../../src/access/TokenMirror.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { onPostgres } from "../support/Postgres.ts"
import { eventually, pause } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const day = 86_400_000
const grace = Duration.minutes(3)

/** A process of its own on the directory's database. */
const another = (dataDir: string) =>
  Effect.map(
    Layer.build(
      Layer.fresh(
        Layer.provideMerge(
          Layer.mergeAll(Layer.provide(TokenStore.layer, Layer.succeed(TokenGrace, grace)), Applications.layer),
          TempDatabase.at({ dataDir })
        )
      )
    ),
    (services) => ({
      sql: Context.get(services, SqlClient.SqlClient),
      tokens: Context.get(services, TokenStore),
      applications: Context.get(services, Applications)
    })
  )

/** Lets that much time pass, and the database answer, which takes real time. */
const after = (duration: Duration.Input) => Effect.andThen(TestClock.adjust(duration), Effect.promise(() => pause(onPostgres ? 500 : 50)))
/** Waits for what answers of the database bring about; the clock stands. */
const comes = (what: string, holds: () => boolean) => Effect.promise(() => eventually(what, holds))

const setup = Effect.gen(function*() {
  const dataDir = yield* TempDatabase.tempDirectory
  const gateway = yield* another(dataDir)
  const commands = yield* another(dataDir)
  yield* commands.applications.ensure({ name: "portal" })
  const issued = yield* commands.tokens.issue({ application: "portal", scopes: [], lifetimeMillis: day, nowMillis: 0 })
  yield* after("1 second")
  const known = () => gateway.tokens.known(Redacted.value(issued.token), 0)
  assert.isDefined(known())
  return { gateway, commands, tokenId: issued.tokenId, known }
})

describe("TokenMirror", () => {
  it.effect("fault-16 a revocation behind ten pages of other changes is felt within a second like any other", () =>
    Effect.gen(function*() {
      const { commands: { sql, tokens }, known, tokenId } = yield* setup
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${10 * pageSize})
          INSERT INTO access_changes (subject, name, changed_at) SELECT 'token', 'tok_lain', 0 FROM numbers`
        yield* tokens.revoke(tokenId)
      }))
      yield* after("1 second")
      assert.isUndefined(known())
    }))

  it.effect("fault-93 tokens are believed for the grace while the log cannot be read, not a second longer, and again once it can", () =>
    Effect.gen(function*() {
      const { commands: { sql }, gateway: { tokens }, known } = yield* setup
      yield* sql`ALTER TABLE access_changes RENAME TO elsewhere`
      yield* after(Duration.subtract(grace, Duration.seconds(1)))
      assert.isDefined(known())
      assert.isTrue(tokens.trusted())
      yield* after("2 seconds")
      yield* comes("no token is believed", () => !tokens.trusted())
      // Not even where the tokens themselves can be read.
      yield* after("2 seconds")
      assert.isUndefined(known())
      yield* sql`ALTER TABLE elsewhere RENAME TO access_changes`
      yield* after("1 second")
      yield* comes("the token is believed again", () => tokens.trusted() && known() !== undefined)
    }))

  it.effect("fault-130 a database that was put back to an earlier time is believed, and not what memory has beyond it", () =>
    Effect.gen(function*() {
      const { commands: { sql, tokens }, gateway, known } = yield* setup
      const later = yield* tokens.issue({ application: "portal", scopes: [], lifetimeMillis: day, nowMillis: 0 })
      yield* after("1 second")
      const knowsLater = () => gateway.tokens.known(Redacted.value(later.token), 0) !== undefined
      assert.isTrue(knowsLater())
      yield* sql.withTransaction(Effect.all([
        sql`DELETE FROM tokens WHERE token_id = ${later.tokenId}`,
        sql`DELETE FROM access_changes WHERE name = ${later.tokenId}`
      ]))
      yield* after("1 second")
      yield* comes("the token that is not there any more ends", () => !knowsLater())
      assert.isDefined(known())
      // The numbers that were given out before the restore are given out again.
      const again = yield* tokens.issue({ application: "portal", scopes: [], lifetimeMillis: day, nowMillis: 1 })
      yield* after("1 second")
      yield* comes(
        "a token of the database that is there now is known",
        () => gateway.tokens.known(Redacted.value(again.token), 1) !== undefined
      )
    }))

  it.effect("fault-130 a log whose last change has the number of another one is another's", () =>
    Effect.gen(function*() {
      const { commands: { sql, tokens }, gateway: { tokens: { known } } } = yield* setup
      const one = yield* tokens.issue({ application: "portal", scopes: [], lifetimeMillis: day, nowMillis: 0 })
      yield* after("1 second")
      yield* sql.withTransaction(Effect.all([
        sql`UPDATE tokens SET revoked_at = 0 WHERE token_id = ${one.tokenId}`,
        sql`UPDATE access_changes SET name = 'tok_lain' WHERE name = ${one.tokenId}`
      ]))
      yield* after("1 second")
      yield* comes("what was changed under the same number is read", () => known(Redacted.value(one.token), 0) === undefined)
    }))

  it.effect("old changes are forgotten, and the latest is not: nobody has to take the database for another", () =>
    Effect.gen(function*() {
      const { commands: { sql } } = yield* setup
      yield* sql`INSERT INTO access_changes ${sql.insert({ subject: "token", name: "tok_akhir", changed_at: 5 })}`
      yield* forget(sql, 10)
      assert.deepStrictEqual(yield* sql`SELECT name FROM access_changes`, [{ name: "tok_akhir" }])
    }))
})
