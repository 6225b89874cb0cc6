/** LISTEN/NOTIFY: changes are told when they commit, and a listener that was lost counts everything as changed. */
import { describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { eventually } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const AccessLive = Layer.mergeAll(TokenStore.layer, Applications.layer)
const gatewayAt = (dataDir: string) => Layer.build(Layer.fresh(Layer.provideMerge(AccessLive, TempDatabase.at({ dataDir }))))
const day = 86_400_000

/** The listening sessions of the directory's schema. */
const listeners = (sql: SqlClient.SqlClient) =>
  sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`

const counting = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  let count = 0
  yield* sql.reactiveMailbox(
    ["access_changes"],
    Effect.sync(() => {
      count++
    })
  )
  return () => count
})

describe("changes on PostgreSQL", () => {
  it.effect("fault-16 a revocation is told to the others: no time passes for a gateway that reads from time to time", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const [one, other] = yield* Effect.all([gatewayAt(dataDir), gatewayAt(dataDir)])
      const tokens = Context.get(one, TokenStore)
      yield* Context.get(one, Applications).ensure({ name: "portal" })
      yield* Context.get(other, TokenStore).loaded
      const { token, tokenId } = yield* tokens.issue({ application: "portal", scopes: [], lifetimeMillis: day, nowMillis: 0 })
      const knows = () => Context.get(other, TokenStore).known(Redacted.value(token), 0) !== undefined
      yield* Effect.promise(() => eventually("it is known", knows, 1_000))
      yield* tokens.revoke(tokenId)
      yield* Effect.promise(() => eventually("it is revoked", () => !knows(), 1_000))
    }))

  it.live("a listener that is lost comes back, and everything is read again", () =>
    Effect.gen(function*() {
      const dataDir = yield* TempDatabase.tempDirectory
      const sql = Context.get(yield* gatewayAt(dataDir), SqlClient.SqlClient)
      yield* Effect.promise(() => eventually("it listens", () => Effect.runPromise(Effect.map(listeners(sql), (rows) => rows.length > 0))))
      const count = yield* counting(sql)
      const before = count()
      for (const { pid } of yield* listeners(sql)) yield* sql`SELECT pg_terminate_backend(${pid}::int)`
      yield* Effect.promise(() => eventually("it has read again", () => count() > before))
      const after = count()
      yield* sql`INSERT INTO access_changes (subject, name, changed_at) VALUES ('token', 'x', 0)`
      yield* Effect.promise(() => eventually("it is told again", () => count() > after))
    }))
})
