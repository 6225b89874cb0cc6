import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Sessions } from "../../src/portal/Sessions.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const dewi = { account: "dewi", name: "Dewi Lestari", kind: "developer", agencies: [], operator: false } as const
const sari = { account: "sari", name: "Sari Wulandari", kind: "civil-servant", agencies: ["dlh", "dinkes"], operator: true } as const

const gatewayAt = (dataDir: string) => Layer.build(Layer.fresh(Sessions.layer.pipe(Layer.provideMerge(TempDatabase.at({ dataDir })))))

/** Two gateways on one database. */
const two = Effect.gen(function*() {
  const dataDir = yield* TempDatabase.tempDirectory
  const [here, there] = yield* Effect.all([gatewayAt(dataDir), gatewayAt(dataDir)])
  return { dataDir, sql: Context.get(here, SqlClient.SqlClient), here: Context.get(here, Sessions), there: Context.get(there, Sessions) }
})

describe("sessions", () => {
  it.live("begun at one gateway live at the other, and end for both", () =>
    Effect.gen(function*() {
      const { here, there } = yield* two
      const { cookie, session } = yield* here.begin(sari)
      assert.deepStrictEqual(yield* there.find(Redacted.value(cookie)), session)
      assert.deepStrictEqual([session.agencies, session.operator], [["dlh", "dinkes"], true])
      yield* there.end(session.id)
      assert.isUndefined(yield* here.find(Redacted.value(cookie)))
    }))

  it.live("are kept without their cookies and their forms' tokens", () =>
    Effect.gen(function*() {
      const { dataDir, here } = yield* two
      const { cookie, session } = yield* here.begin(dewi)
      const kept = yield* Effect.promise(() => TempDatabase.everythingOf(dataDir))
      assert.include(kept, session.id)
      assert.notInclude(kept, Redacted.value(cookie))
      assert.notInclude(kept, session.csrf)
    }))

  it.live("that have ended by themselves are known for a day, and cleared when the next begins", () =>
    Effect.gen(function*() {
      const { here, sql } = yield* two
      const { cookie } = yield* here.begin(dewi)
      yield* here.begin(dewi)
      yield* sql`UPDATE sessions SET seen_at = seen_at - 1800000`
      assert.isUndefined(yield* here.find(Redacted.value(cookie)))
      assert.strictEqual((yield* here.ended(Redacted.value(cookie)))?.why, "unused")
      yield* sql`UPDATE sessions SET seen_at = seen_at - 86400000`
      yield* here.begin(sari)
      assert.deepStrictEqual((yield* sql`SELECT account FROM sessions`).map(({ account }) => account), ["sari"])
    }))
})
