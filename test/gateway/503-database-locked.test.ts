/** fault-92: another process holds SQLite's write lock, as a backup tool or a second gateway would. */
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, pause, registryText } from "../support/Suite.ts"

describe("fault-92 SQLite is locked", () => {
  it.live("known tokens go on at once, issuing waits without holding up the event loop, and is 503 when the lock does not end", () =>
    Effect.gen(function*() {
      const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
      const gateway = yield* startGateway(registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }]))
      const client = yield* Effect.promise(() => gateway.run(Effect.flatMap(Applications, ({ createClient }) => createClient({ name: "server", scopes: ["opd-isi-get"] }))))
      yield* Effect.promise(async () => {
        const known = await gateway.token({ scopes: "*" })
        const grant = () =>
          fetch(`${gateway.url}/oauth/token`, {
            method: "POST",
            body: new URLSearchParams({ grant_type: "client_credentials", client_id: client.clientId, client_secret: Redacted.value(client.clientSecret) })
          })
        /** Reads for a while; the event loop's delay meanwhile, in milliseconds. */
        const reading = async (): Promise<number> => {
          const delay = monitorEventLoopDelay({ resolution: 1 })
          delay.enable()
          for (let turn = 0; turn < 20; turn++) {
            assert.strictEqual((await gateway.get("opd/data/isi", known)).status, 200)
            await pause(30)
          }
          delay.disable()
          return delay.percentile(90) / 1e6
        }
        const usual = await reading()
        const other = new DatabaseSync(join(gateway.dataDir, "gapura.db"))

        other.exec("BEGIN IMMEDIATE")
        let issued: number | undefined
        const waiting = grant().then(({ status }) => {
          issued = status
        })
        const locked = await reading()
        assert.isUndefined(issued)
        // A busy timeout of SQLite's own would be one delay as long as the lock. A machine that is busy has delays without one.
        assert.isBelow(locked, Math.max(50, 2 * usual))
        other.exec("COMMIT")
        await waiting
        assert.strictEqual(issued, 200)

        other.exec("BEGIN IMMEDIATE")
        const refused = await grant()
        other.exec("COMMIT")
        other.close()
        assert.strictEqual(refused.status, 503)
        assert.strictEqual((await grant()).status, 200)
      })
    }), 30_000)
})
