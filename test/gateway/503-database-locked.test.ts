/** fault-92: another process holds SQLite's write lock, as a backup tool or a second gateway would. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { DatabaseSync } from "node:sqlite"
import { Applications } from "../../src/access/Applications.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, pause, registryText } from "../support/Suite.ts"

describe("fault-92 SQLite is locked", () => {
  it.live(
    "known tokens go on at once, issuing waits without holding up the event loop, and is 503 when the lock does not end",
    () =>
      Effect.gen(function*() {
        const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
        const gateway = yield* startGateway(
          registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }])
        )
        const client = yield* Effect.promise(() =>
          gateway.run(Effect.flatMap(Applications, ({ createClient }) => createClient({ name: "server", scopes: ["opd-isi-get"] })))
        )
        yield* Effect.promise(async () => {
          const known = await gateway.token({ scopes: "*" })
          const grant = () =>
            fetch(`${gateway.url}/oauth/token`, {
              method: "POST",
              body: new URLSearchParams({
                grant_type: "client_credentials",
                client_id: client.clientId,
                client_secret: Redacted.value(client.clientSecret)
              })
            })
          const other = new DatabaseSync(join(gateway.dataDir, "gapura.db"))
          /** The gateway itself may be writing. */
          const lock = () =>
            eventually("the lock is free", () => {
              try {
                other.exec("BEGIN IMMEDIATE")
                return true
              } catch {
                return false
              }
            })
          /**
           * Reads while somebody waits for the lock, from its first moment on; the event loop's longest delay
           * meanwhile, in milliseconds.
           */
          const locked = async (): Promise<number> => {
            await lock()
            const delay = monitorEventLoopDelay({ resolution: 1 })
            delay.enable()
            let issued: number | undefined
            const waiting = grant().then(({ status }) => {
              issued = status
            })
            for (let turn = 0; turn < 12; turn++) {
              assert.strictEqual((await gateway.get("opd/data/isi", known)).status, 200)
              await pause(30)
            }
            delay.disable()
            assert.isUndefined(issued)
            other.exec("COMMIT")
            await waiting
            assert.strictEqual(issued, 200)
            return delay.max / 1e6
          }
          // A wait of SQLite's own is a delay in each of them, however short. Those of a busy machine come now and then.
          const longest: Array<number> = []
          while (longest.length < 6 && !longest.some((millis) => millis < 50)) longest.push(await locked())
          assert.isBelow(Math.min(...longest), 50, longest.join(" "))

          await lock()
          const refused = await grant()
          other.exec("COMMIT")
          other.close()
          assert.strictEqual(refused.status, 503)
          assert.strictEqual((await grant()).status, 200)
        })
      })
  )
})
