/** fault-95: a PostgreSQL that cannot be used is refused at the start, with the reason and without the password. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Database } from "../../src/storage/Database.ts"
import { freePort } from "../support/Gateway.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const password = "kata-sandi"

const refusal = (change: (url: URL) => void) =>
  Effect.gen(function*() {
    const dataDir = yield* tempDirectory
    const url = new URL(databaseUrl(dataDir))
    if (url.password === "") url.password = password
    change(url)
    const error = yield* Effect.flip(Effect.scoped(Layer.build(Database.layer({ dataDir, postgres: { url: Redacted.make(url.href) } }))))
    assert.strictEqual(error._tag, "StorageUnusable")
    assert.include(error.message, `postgres://${url.host}${url.pathname} cannot be used: `)
    for (const text of [error.message, JSON.stringify(error), String(error.stack)]) assert.notInclude(text, url.password)
    return error.reason
  })

describe("fault-95 PostgreSQL", () => {
  it.live("that lets nothing be written is refused", () =>
    Effect.gen(function*() {
      const reason = yield* refusal((url) =>
        url.searchParams.set("options", `${url.searchParams.get("options") ?? ""} -cdefault_transaction_read_only=on`)
      )
      assert.match(reason, /read-only transaction/)
    }))

  it.live("that is not there is refused", () =>
    Effect.gen(function*() {
      const port = yield* Effect.promise(freePort)
      assert.match(
        yield* refusal((url) => {
          url.host = `127.0.0.1:${port}`
        }),
        /ECONNREFUSED/
      )
    }))

  it.live("that has no such database is refused", () =>
    Effect.gen(function*() {
      assert.match(
        yield* refusal((url) => {
          url.pathname = "/tidak-ada"
        }),
        /"tidak-ada" does not exist/
      )
    }))
})
