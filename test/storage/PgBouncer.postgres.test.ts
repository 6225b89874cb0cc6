/** A gateway behind PgBouncer in session mode, as cities run it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { makePostgresServer } from "../support/PostgresServer.ts"
import { makePgBouncer } from "../support/Proxies.ts"
import { eventually, neverOpen, registryText } from "../support/Suite.ts"

describe("PgBouncer in session mode", () => {
  it.live("serves gateways as PostgreSQL does: tokens, transactions, limits of statements, and what another gateway changes", () =>
    Effect.gen(function*() {
      const server = yield* makePostgresServer()
      const port = yield* makePgBouncer({ port: server.port, user: "kota", password: "sandi" })
      const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
      const registry = registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }])
      const settings = {
        DATABASE_URL: `postgres://kota:sandi@127.0.0.1:${port}/postgres`,
        DATABASE_POOL_SIZE: "4",
        DATABASE_STATEMENT_TIMEOUT: "20 seconds"
      }
      const [one, other] = [yield* startGateway(registry, settings), yield* startGateway(registry, settings)]
      yield* Effect.promise(async () => {
        const { issued } = await one.run(Effect.gen(function*() {
          yield* (yield* Applications).ensure({ name: "peta" })
          return {
            issued: yield* (yield* TokenStore).issue({
              application: "peta",
              scopes: ["opd-isi-get"],
              lifetimeMillis: 86_400_000,
              nowMillis: Date.now()
            })
          }
        }))
        const token = Redacted.value(issued.token)
        assert.strictEqual((await one.get("opd/data/isi", token)).status, 200)
        assert.strictEqual((await other.get("opd/data/isi", token)).status, 200)
        await one.run(Effect.flatMap(TokenStore, ({ revoke }) => revoke(issued.tokenId)))
        await eventually("it is revoked there", async () => (await other.get("opd/data/isi", token)).status === 401)
        const limits = await one.run(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT current_setting('statement_timeout') AS limits`)
        )
        assert.deepStrictEqual(limits, [{ limits: "20s" }])
      })
    }))
})
