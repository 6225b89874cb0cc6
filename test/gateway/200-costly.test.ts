import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { costlyBodies } from "../support/CostlyBodies.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"
import { startTurnMeter } from "../support/TurnMeter.ts"

const bytes = 3_000_000
/** Twenty are aimed at; each of these bodies took one turn of thousands before, and a machine that does much else adds hundreds. */
const mostMillis = 500

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "30 seconds",
      deadline: "60 seconds",
      breaker: neverOpen,
      endpoints: [{ path: "isi" }, { path: "kecil" }]
    }])
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { agency, gateway, token }
}))

/** The status, once all of the body is there. */
const read = async (response: Response): Promise<number> => {
  for await (const _ of response.body ?? []);
  return response.status
}

describe("200, costly", () => {
  for (const [name, body] of Object.entries(costlyBodies)) {
    it(`fault-114 ${name} stall nobody, read alone or in an aggregate`, async () => {
      const { agency, gateway, token } = at()
      await Effect.runPromise(agency.setBehaviour(answer({ body: Buffer.from(body(bytes)) }), "/data/isi"))
      const meter = startTurnMeter()
      try {
        const alone = await read(await gateway.get("opd/data/isi", token, { "accept-encoding": "identity" }))
        const longestAlone = meter.longest()
        const together = await read(
          await gateway.aggregate(
            {
              strategy: "keyed",
              requests: ["a", "b"].map((alias) => ({ alias, opd: "opd", dataset: "data", path: alias === "a" ? "isi" : "kecil" }))
            },
            token,
            { "accept-encoding": "identity" }
          )
        )
        const longestTogether = meter.longest()
        assert.isBelow(longestAlone, mostMillis)
        assert.isBelow(longestTogether, mostMillis)
        assert.include([200, 502], alone)
        assert.strictEqual(together, 200)
      } finally {
        meter.stop()
      }
    })
  }
})
