import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { AccessSql } from "../../src/access/AccessSql.ts"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const gatewayAt = (dataDir: string) =>
  Layer.build(Layer.fresh(Layer.provideMerge(Layer.mergeAll(Applications.layer, TokenStore.layer), TempDatabase.at({ dataDir }))))

describe("AccessSql", () => {
  it.live(
    "fault-16 however many tokens are being issued, their waiting keeps no session from who reads what was revoked",
    () =>
      Effect.gen(function*() {
        const dataDir = yield* TempDatabase.tempDirectory
        const [here, there] = [yield* gatewayAt(dataDir), yield* gatewayAt(dataDir)]
        const sql = Context.get(here, SqlClient.SqlClient)
        yield* Context.get(here, Applications).ensure({ name: "peta" })
        const [begun, end] = [yield* Latch.make(), yield* Latch.make()]
        const elsewhere = yield* Effect.forkChild(
          Context.get(there, AccessSql).withTransaction(Effect.andThen(begun.open, end.await))
        )
        yield* begun.await
        const issue = Context.get(here, TokenStore).issue({
          application: "peta",
          scopes: [],
          lifetimeMillis: 60_000,
          nowMillis: Date.now()
        })
        const issuing = yield* Effect.forkChild(Effect.all(Array.from({ length: 40 }, () => issue), { concurrency: "unbounded" }))
        yield* Effect.sleep(200)
        for (let look = 0; look < 5; look++) {
          // Who waited here for them would wait for ever: the other transaction ends below.
          yield* sql`SELECT MAX(sequence) FROM access_changes`
        }
        yield* end.open
        yield* Fiber.join(elsewhere)
        assert.strictEqual(new Set((yield* Fiber.join(issuing)).map(({ tokenId }) => tokenId)).size, 40)
      })
  )
})
