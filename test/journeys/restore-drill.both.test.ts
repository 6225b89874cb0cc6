/** fault-96: the drill an operator would run. A gateway is lost with its disk; another one takes its place from the backup. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { statSync } from "node:fs"
import { join } from "node:path"
import { hashOf } from "../../src/access/AccessToken.ts"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { objects, run } from "../support/CommandLine.ts"
import { startGateway } from "../support/Gateway.ts"
import { onPostgres } from "../support/Postgres.ts"
import { neverOpen, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const bystanders = 20_000

const statusOf = async (response: Promise<Response>) => (await response).status

describe("fault-96 restore drill", () => {
  it.live("tokens, clients, audit records and pseudonyms survive the loss of a gateway, in a measured time", () =>
    Effect.gen(function*() {
      const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ warga: "3674011502900001" }] }) })
      const registry = registryText([{
        slug: "opd",
        server: agency.url,
        breaker: neverOpen,
        endpoints: [{ path: "isi", fields: { "data[].warga": "pseudonym" } }]
      }])
      const [lost, found, files] = [yield* tempDirectory, yield* tempDirectory, yield* tempDirectory]
      const file = join(files, "kota.backup")

      const life = yield* Scope.make()
      const first = yield* Scope.provide(startGateway(registry, { DATA_DIR: lost }), life)
      const before = yield* Effect.promise(async () => {
        const token = await first.token({ scopes: "*", application: "peta" })
        const gone = await first.token({ scopes: "*", application: "lama" })
        const client = await first.run(Effect.gen(function*() {
          const tokens = yield* TokenStore
          yield* tokens.revoke((yield* tokens.list).at(-1)?.tokenId ?? "")
          const sql = yield* SqlClient.SqlClient
          const row = (index: number) => ({
            token_id: `tok_${index}`,
            hash: hashOf(String(index)),
            application: "peta",
            scopes: "[]",
            issued_at: 0,
            expires_at: Date.now() + 86_400_000
          })
          for (let index = 0; index < bystanders; index += 1_000) {
            yield* sql`INSERT INTO tokens ${sql.insert([row(index), ...Array.from({ length: 999 }, (_, next) => row(index + next + 1))])}`
          }
          return yield* (yield* Applications).createClient({ name: "server", scopes: ["opd-isi-get"] })
        }))
        const body = await (await first.get("opd/data/isi", token)).json() as { readonly data: unknown }
        return { body: body.data, client, gone, records: await first.records(1), token }
      })
      const [made] = objects(yield* Effect.promise(() => run(["backup", "--to", file, "--json"], { DATA_DIR: lost })))
      yield* Scope.close(life, Exit.void)

      const began = performance.now()
      const restored = yield* Effect.promise(() => run(["restore", file, "--json"], { DATA_DIR: found }))
      const [report] = objects(restored)
      const second = yield* startGateway(registry, { DATA_DIR: found })
      const answered = yield* Effect.promise(async () => {
        const answer = await second.get("opd/data/isi", before.token)
        return { status: answer.status, body: (await answer.json() as { readonly data: unknown }).data }
      })
      const recovery = performance.now() - began
      console.log(
        `restore drill on ${onPostgres ? "PostgreSQL" : "SQLite"}: ${String(report?.["rows"])} rows, ${
          (statSync(file).size / 1e6).toFixed(1)
        } MB: backup ${String(made?.["millis"])} ms, restore ${String(report?.["millis"])} ms, to the first answer ${
          Math.round(recovery)
        } ms`
      )

      assert.strictEqual(report?.["rows"], made?.["rows"])
      assert.isAbove(Number(report?.["rows"]), bystanders)
      // The same person has the same pseudonym: the key came along.
      assert.deepStrictEqual(answered, { status: 200, body: before.body })
      yield* Effect.promise(async () => {
        assert.strictEqual(await statusOf(second.get("opd/data/isi", before.gone)), 401)
        assert.strictEqual(
          await statusOf(fetch(`${second.url}/oauth/token`, {
            method: "POST",
            body: new URLSearchParams({
              grant_type: "client_credentials",
              client_id: before.client.clientId,
              client_secret: Redacted.value(before.client.clientSecret)
            })
          })),
          200
        )
        const [kept] = before.records
        assert.isDefined(kept)
        // Its own calls leave two more.
        assert.deepStrictEqual((await second.records(3)).filter(({ requestId }) => requestId === kept?.requestId), [kept])
      })
    }))
})
