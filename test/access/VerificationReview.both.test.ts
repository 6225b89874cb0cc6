/** Who was verified before verifications were an agency's own keeps what he had, and is listed until somebody looked. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { AccessSql } from "../../src/access/AccessSql.ts"
import { Developers } from "../../src/access/Developers.ts"
import { VerificationReview } from "../../src/access/VerificationReview.ts"
import { Database } from "../../src/storage/Database.ts"
import { Steps } from "../../src/storage/Migrations.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

describe("a verification from before", () => {
  it.live("is of the whole account without end, is told at each start, and is reviewed by confirming it or taking it back", () =>
    Effect.gen(function*() {
      const options = yield* Effect.flatMap(TempDatabase.tempDirectory, (dataDir) => TempDatabase.optionsFor({ dataDir }))
      const before = (yield* Steps).filter(({ id }) => id < 70)
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        for (const account of ["ayu", "budi", "citra"]) {
          yield* sql`INSERT INTO developers ${
            sql.insert({
              account,
              name: account,
              kind: "developer",
              created_at: 1,
              verified_at: account === "citra" ? null : 5,
              verified_by: account === "citra" ? null : "dewi"
            })
          }`
        }
      }).pipe(Effect.provide(Database.layer(options)), Effect.provideService(Steps, before))

      const lines: Array<string> = []
      const starting = Effect.scoped(Effect.asVoid(Effect.provide(Effect.void, VerificationReview))).pipe(
        Effect.provide(Logger.layer([Logger.make((line) => {
          lines.push(Logger.formatJson.log(line))
        })]))
      )
      yield* Effect.gen(function*() {
        const { find, list, unverify, verify } = yield* Developers.pipe(Effect.provide(Developers.layer))
        const whole = { agency: null, givenAt: 5, givenBy: "dewi", until: null, forReview: true }
        assert.deepStrictEqual((yield* list).map(({ account, verifications }) => [account, verifications]), [["ayu", [whole]], ["budi", [
          whole
        ]], ["citra", []]])
        yield* starting
        assert.strictEqual(lines.length, 1)
        for (const part of ["developer list --review", "\"accounts\":2", "WARN"]) assert.include(lines[0], part)
        yield* verify({ account: "ayu", agency: null, by: "rina", until: null })
        assert.deepInclude((yield* find("ayu"))?.verifications[0], { givenBy: "rina", forReview: false })
        yield* starting
        assert.include(lines[1], "\"accounts\":1")
        yield* unverify("budi", null)
        yield* starting
        assert.strictEqual(lines.length, 2)
        // What a gateway of the version before reads, while it still runs.
        const columns = yield* (yield* SqlClient.SqlClient)`SELECT verified_at, verified_by FROM developers WHERE account = 'budi'`
        assert.deepStrictEqual(columns.map((row) => ({ ...row })), [{ verified_at: null, verified_by: null }])
      }).pipe(Effect.provide(Layer.provideMerge(AccessSql.layer, Database.layer(options))))
    }))
})
