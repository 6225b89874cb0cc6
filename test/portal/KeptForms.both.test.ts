/** What is kept of forms that came after their session's end: for whom, how long, how much, and read by nobody else. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomBytes } from "node:crypto"
import { KeptForms } from "../../src/portal/KeptForms.ts"
import type { CookieChange } from "../../src/portal/PortalPage.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const valueOf = ({ value }: CookieChange): string =>
  value === undefined ? assert.fail("nothing was kept") : typeof value === "string" ? value : Redacted.value(value)
const path = "/portal/opd/dlh/sambungan/alamat?lang=en"

const gatewayAt = (dataDir: string) => Layer.build(Layer.fresh(KeptForms.layer.pipe(Layer.provideMerge(TempDatabase.at({ dataDir })))))
const two = Effect.gen(function*() {
  const dataDir = yield* TempDatabase.tempDirectory
  const [here, there] = yield* Effect.all([gatewayAt(dataDir), gatewayAt(dataDir)])
  return { dataDir, sql: Context.get(here, SqlClient.SqlClient), here: Context.get(here, KeptForms), there: Context.get(there, KeptForms) }
})
const countIn = (sql: SqlClient.SqlClient) => Effect.map(sql`SELECT hash FROM kept_forms`, (rows) => rows.length)

describe("a form that was kept", () => {
  it.effect("is found at any gateway for half an hour, by its browser and its account alone, then is gone from the database", () =>
    Effect.gen(function*() {
      const { here, sql, there } = yield* two
      const fields = `uraian=${randomBytes(32_000).toString("hex")}`
      const cookie = valueOf(yield* here.keep("dewi", { path, fields }, undefined))
      assert.deepStrictEqual(yield* there.find("dewi", cookie), { path, fields })
      assert.isUndefined(yield* there.find("sari", cookie))
      assert.isUndefined(yield* there.find("dewi", randomBytes(32).toString("base64url")))
      assert.isUndefined(yield* there.find("dewi", "v1.AAAA"))
      yield* sql`UPDATE kept_forms SET account = 'sari'`
      assert.isUndefined(yield* there.find("sari", cookie))
      yield* sql`UPDATE kept_forms SET account = 'dewi'`
      yield* TestClock.adjust("29 minutes")
      assert.isDefined(yield* there.find("dewi", cookie))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(yield* there.find("dewi", cookie))
      yield* here.keep("sari", { path, fields: "a=b" }, undefined)
      assert.strictEqual(yield* countIn(sql), 1)
    }))

  it.effect("is told to nobody who has the database", () =>
    Effect.gen(function*() {
      const { dataDir, here } = yield* two
      const cookie = valueOf(yield* here.keep("dewi", { path, fields: "nama=Peta+pasar" }, undefined))
      const kept = yield* Effect.promise(() => TempDatabase.everythingOf(dataDir))
      for (const part of ["Peta", "sambungan", cookie]) assert.notInclude(kept, part)
    }))

  it.effect("goes when its browser keeps another, when it was sent, and when there are too many of a person or of all", () =>
    Effect.gen(function*() {
      const { here, sql } = yield* two
      const keep = (account: string, before?: string) =>
        Effect.gen(function*() {
          yield* TestClock.adjust("1 millis")
          return valueOf(yield* here.keep(account, { path, fields: "a=b" }, before))
        })
      const first = yield* keep("dewi")
      const second = yield* keep("dewi", first)
      assert.isUndefined(yield* here.find("dewi", first))
      yield* here.forget(second)
      assert.strictEqual(yield* countIn(sql), 0)
      const mine = yield* Effect.forEach([1, 2, 3, 4, 5], () => keep("dewi"))
      const found = yield* Effect.forEach(mine, (cookie) => here.find("dewi", cookie))
      assert.deepStrictEqual(found.map((one) => one !== undefined), [false, true, true, true, true])
      const others = yield* Effect.forEach(Array.from({ length: 200 }, (_, index) => `orang-${index}`), (account) => keep(account))
      assert.strictEqual(yield* countIn(sql), 200)
      assert.isUndefined(yield* here.find("dewi", mine[4]))
      assert.isDefined(yield* here.find("orang-0", others[0]))
    }))
})
