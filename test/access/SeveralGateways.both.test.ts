/** What several gateways on one database must not do to each other. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Applications } from "../../src/access/Applications.ts"
import { ClientAuthentication } from "../../src/access/ClientAuthentication.ts"
import { ClientCredentials } from "../../src/access/ClientCredentials.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const Live = ClientCredentials.layer().pipe(
  Layer.provide(ClientAuthentication.layer),
  Layer.provideMerge(Layer.mergeAll(TokenStore.layer, Applications.layer))
)
const gatewayAt = (dataDir: string) => Layer.build(Layer.fresh(Layer.provideMerge(Live, TempDatabase.at({ dataDir }))))

describe("several gateways on one database", () => {
  it.live("a client that asks three of them 60 times at once gets the 30 tokens of its hour", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const gateways = yield* Effect.all(Array.from({ length: 3 }, () => gatewayAt(dataDir)))
      const nowMillis = 1_000_000
      const client = yield* Context.get(gateways[0] ?? assert.fail(), Applications).createClient({ name: "server", scopes: ["a-b-get"] })
      const ask = (index: number) =>
        Context.get(gateways[index % 3] ?? assert.fail(), ClientCredentials).grant({
          ...client,
          scope: undefined,
          remoteAddress: "10.0.0.1",
          nowMillis
        })
      const answers = yield* Effect.forEach(Array.from({ length: 60 }, (_, index) => index), (index) => Effect.exit(ask(index)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.filter(({ _tag }) => _tag === "Success").length, 30)
    }))

  it.live("the same application made by all of them at once is one, and none fails", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const gateways = yield* Effect.all(Array.from({ length: 3 }, () => gatewayAt(dataDir)))
      const made = yield* Effect.forEach([...gateways, ...gateways], (gateway) =>
        Context.get(gateway, Applications).ensure({ name: "portal" }), { concurrency: "unbounded" })
      assert.strictEqual(
        new Set(made.map(({ name }) =>
          name
        )).size,
        1
      )
    }))

  it.live("no change is passed over: the log is committed in the order of its sequence", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const gateways = yield* Effect.all(Array.from({ length: 3 }, () => gatewayAt(dataDir)))
      const sql = Context.get(gateways[0] ?? assert.fail(), SqlClient.SqlClient)
      yield* Context.get(gateways[0] ?? assert.fail(), Applications).ensure({ name: "portal" })
      const seen: Array<number> = []
      let last = 0
      const look = Effect.suspend(() =>
        Effect.map(sql`SELECT sequence FROM access_changes WHERE sequence > ${last} ORDER BY sequence`, (rows) => {
          for (const row of rows) seen.push(Number(row["sequence"]))
          last = seen.at(-1) ?? 0
        })
      )
      const reader = yield* Effect.forkChild(Effect.forever(Effect.andThen(look, Effect.yieldNow)))
      const issue = (index: number) =>
        Context.get(gateways[index % 3] ?? assert.fail(), TokenStore).issue({
          application: "portal",
          scopes: [],
          lifetimeMillis: 1_000,
          nowMillis: 0
        })
      yield* Effect.forEach(Array.from({ length: 60 }, (_, index) => index), issue, { concurrency: 12 })
      // Tokens are told behind their answers.
      const told = Effect.map(sql`SELECT COUNT(*) AS count FROM access_changes WHERE subject = 'token'`, ([row]) => Number(row?.["count"]))
      while ((yield* told) < 60) yield* Effect.sleep("20 millis")
      yield* Fiber.interrupt(reader)
      yield* look
      const [row] = yield* sql`SELECT COUNT(*) AS count FROM access_changes`
      assert.strictEqual(new Set(seen).size, Number(row?.["count"]))
    }))
})
