import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Latch, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AccessSql } from "../../src/access/AccessSql.ts"
import { Applications } from "../../src/access/Applications.ts"
import { ClientAuthentication } from "../../src/access/ClientAuthentication.ts"
import { ClientCredentials } from "../../src/access/ClientCredentials.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { Database } from "../../src/storage/Database.ts"
import { makeCountingCable } from "../support/CountingCable.ts"
import { databaseUrl } from "../support/Postgres.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const Access = ClientCredentials.layer().pipe(
  Layer.provide(ClientAuthentication.layer),
  Layer.provideMerge(Layer.mergeAll(Applications.layer, TokenStore.layer))
)
/** Opens with the test, whatever comes of it: what waits for it holds the lock, which the end of the test would wait for. */
const makeEnd = Effect.acquireRelease(Latch.make(), (latch) => latch.open)
/** Who tells the others meanwhile waits for the lock, gives up and asks again; new sessions ask where they lead. */
const beside = /FROM access_changes|pg_advisory_xact_lock|^BEGIN|^ROLLBACK|set_config|pg_control_system|pg_is_in_recovery/
const isOfTokens = (statement: string): boolean => !beside.test(statement)
const gatewayAt = (dataDir: string) => Layer.build(Layer.fresh(Layer.provideMerge(Access, TempDatabase.at({ dataDir }))))

describe("AccessSql", () => {
  it.live(
    "fault-16 however many tokens are being issued, their waiting keeps no session from who reads what was revoked",
    () =>
      Effect.gen(function*() {
        const dataDir = yield* TempDatabase.tempDirectory
        const [here, there] = [yield* gatewayAt(dataDir), yield* gatewayAt(dataDir)]
        const sql = Context.get(here, SqlClient.SqlClient)
        yield* Context.get(here, Applications).ensure({ name: "peta" })
        const [begun, end] = [yield* Latch.make(), yield* makeEnd]
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

  it.live("issuing waits for no other application, and the token is good at every gateway before they are told of it", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const [here, there] = [yield* gatewayAt(dataDir), yield* gatewayAt(dataDir)]
      const nowMillis = Date.now()
      yield* Context.get(here, Applications).ensure({ name: "lain" })
      const client = yield* Context.get(here, Applications).createClient({ name: "peta", scopes: ["a-b-get"] })
      const [begun, end] = [yield* Latch.make(), yield* makeEnd]
      const sql = Context.get(there, AccessSql)
      const held = yield* Effect.forkChild(
        sql.withTransaction(Effect.gen(function*() {
          yield* sql`UPDATE applications SET purpose = 'x' WHERE name = 'lain'`
          yield* begun.open
          yield* end.await
        }))
      )
      yield* begun.await
      // Who waited for it would wait for ever: it ends below.
      const own = yield* Context.get(here, TokenStore).issue({ application: "peta", scopes: [], lifetimeMillis: 60_000, nowMillis })
      const asked = yield* Context.get(here, ClientCredentials).grant({ ...client, scope: undefined, remoteAddress: "10.0.0.1", nowMillis })
      const answers = [Redacted.value(own.token), Redacted.value(asked.accessToken)]
      for (const token of answers) {
        assert.isDefined(Context.get(here, TokenStore).known(token, nowMillis))
        assert.isDefined(yield* Context.get(there, TokenStore).find(token, nowMillis))
      }
      assert.deepStrictEqual(yield* sql`SELECT name FROM access_changes WHERE name = ${own.tokenId}`, [])
      yield* end.open
      yield* Fiber.join(held)
      const isTold = Effect.map(sql`SELECT name FROM access_changes WHERE name = ${own.tokenId}`, ({ length }) => length === 1)
      yield* Effect.promise(() => eventually("it is told", () => Effect.runPromise(isTold)))
    }))

  it.live("a token takes at most four round trips to the database, the check of a client's secret included", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const there = yield* gatewayAt(dataDir)
      const url = new URL(databaseUrl(dataDir))
      const cable = yield* makeCountingCable({ host: url.hostname, port: Number(url.port) })
      url.host = `127.0.0.1:${cable.port}`
      const postgres = { url: Redacted.make(url.href), poolSize: 5, listen: false }
      const database = Layer.provideMerge(AccessSql.layer, Database.layer({ dataDir, postgres }))
      const here = yield* Layer.build(Layer.fresh(Layer.provideMerge(Access, database)))
      const client = yield* Context.get(here, Applications).createClient({ name: "peta", scopes: ["a-b-get"] })
      const nowMillis = Date.now()
      const grant = Context.get(here, ClientCredentials).grant({ ...client, scope: undefined, remoteAddress: "10.0.0.1", nowMillis })
      yield* grant
      // What tells the others waits, and nothing is new to who looks for changes now and then.
      const [begun, end] = [yield* Latch.make(), yield* makeEnd]
      const held = yield* Effect.forkChild(Context.get(there, AccessSql).withTransaction(Effect.andThen(begun.open, end.await)))
      yield* begun.await
      cable.begin()
      for (let asked = 0; asked < 5; asked++) yield* grant
      const asked = cable.statements().filter(isOfTokens)
      assert.strictEqual(asked.filter((text) => text.includes("INSERT INTO tokens")).length, 5)
      assert.isAtMost(asked.length, 5 * 4, asked.join("\n"))
      cable.begin()
      yield* Context.get(here, TokenStore).issue({ application: "peta", scopes: ["a-b-get"], lifetimeMillis: 60_000, nowMillis })
      const own = cable.statements().filter(isOfTokens)
      assert.strictEqual(own.filter((text) => text.includes("INSERT INTO tokens")).length, 1)
      assert.isAtMost(own.length, 4, own.join("\n"))
      yield* end.open
      yield* Fiber.join(held)
    }))
})
