/** A token that expired is told so, among however many strangers. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { AuditLog } from "../../src/audit/AuditLog.ts"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { spendStrangers, strangers } from "../support/Strangers.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

describe("a token that has expired", () => {
  const at = suite(Effect.gen(function*() {
    const agency = yield* makeAgencyServer({})
    const registry = registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }])
    const directory = yield* tempDirectory
    const start = startGateway(registry, { DATA_DIR: directory })
    // Expired before the gateway that is asked about it has started.
    const before = yield* Effect.scoped(
      Effect.flatMap(start, (gateway) => Effect.promise(() => gateway.token({ scopes: "*", lifetimeMillis: 1 })))
    )
    return { gateway: yield* start, before }
  }))

  it("fault-139 hears 401 where strangers of its address hear 429, and fills the log no more than they do", async () => {
    const { before, gateway } = at()
    const during = await gateway.token({ scopes: "*", lifetimeMillis: 300 })
    await spendStrangers(gateway.url)
    const ask = (authorization: string, count = 1) => strangers(gateway.url, count, { authorization })
    await eventually("it has expired", async () => (await ask(during))[0] !== 200)
    for (const token of [before, during]) assert.deepStrictEqual(await ask(token), [401])
    assert.deepStrictEqual(await ask(`gpr_${"x".repeat(43)}`), [429])
    const records = () => gateway.run(Effect.flatMap(AuditLog, (log) => Stream.runCollect(log.records())))
    const told = (await records()).length
    assert.deepStrictEqual(new Set(await ask(during, 500)), new Set([401]))
    assert.isBelow((await records()).length - told, 10)
  })
})
