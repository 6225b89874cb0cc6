/** `kill -HUP` of a gateway: secrets that lie in files are read anew, and nobody is turned away. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { objects } from "../support/CommandLine.ts"
import { makeServedGateway } from "../support/ServedGateway.ts"
import { eventually, neverOpen, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const renewed = Effect.fnUntraced(function*(settings: Readonly<Record<string, string>>) {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const file = join(yield* tempDirectory, "opd.key")
  writeFileSync(file, "kunci lama\n")
  const site = yield* makeServedGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      breaker: neverOpen,
      credential: { header: "X-Api-Key", env: "OPD_KEY" },
      endpoints: [{ path: "isi" }]
    }]),
    { OPD_KEY_FILE: file, ...settings }
  )
  yield* Effect.promise(async () => {
    const [issued] = objects(await site.program("token", "issue", "--application", "uji", "--scope", "*", "--json"))
    const keyOfCall = async () => {
      // On a connection of its own, so that the kernel chooses a worker for it.
      const headers = { authorization: `Bearer ${String(issued?.["token"])}`, connection: "close" }
      const response = await fetch(`${site.url}/api/v4/gateway/opd/data/isi`, { headers })
      assert.deepStrictEqual([response.status, (await response.text()).length > 0], [200, true])
      return agency.calls.at(-1)?.headers["x-api-key"]
    }
    const keysOfCalls = async (calls: number) => {
      const keys = new Set<string | undefined>()
      for (let call = 0; call < calls; call++) keys.add(await keyOfCall())
      return [...keys]
    }
    // Enough for each worker to have had some.
    assert.deepStrictEqual(await keysOfCalls(40), ["kunci lama"])
    writeFileSync(file, "kunci baru\n")
    assert.deepStrictEqual(await keysOfCalls(1), ["kunci lama"])
    site.gateway.child.kill("SIGHUP")
    await eventually("all calls take the new key", async () => (await keysOfCalls(20)).join() === "kunci baru")
    assert.strictEqual(site.gateway.child.exitCode, null)
    assert.include(site.gateway.stderr(), "secrets are read anew")
    assert.notMatch(site.gateway.stderr(), /kunci (?:lama|baru)/)
  })
})

describe("a gateway that is told to hang up", () => {
  it("goes on, with the secrets that its files hold now", () => Effect.runPromise(Effect.scoped(renewed({}))))

  it("tells its workers", () => Effect.runPromise(Effect.scoped(renewed({ WORKERS: "2" }))))
})
