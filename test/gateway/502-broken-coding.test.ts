import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { constants, gzipSync } from "node:zlib"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { sending } from "../support/LargeBodies.ts"
import { neverOpen, pause, registryText, suite } from "../support/Suite.ts"

/** Sound for 600 KB on the wire, and then no block that the coding knows, with more behind it. */
const broken = Buffer.concat([
  gzipSync(`{"data":[${Array.from({ length: 24_000 }, () => `"${randomBytes(24).toString("base64")}"`).join()},`, {
    level: 1,
    finishFlush: constants.Z_SYNC_FLUSH
  }),
  Buffer.alloc(1_500_000, 0xff)
])

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({
    routes: {
      "/data/rusak": sending(broken, { headers: { "content-encoding": "gzip" } }).answering,
      "/data/baik": json({ data: [1] })
    }
  })
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      connections: 2,
      timeout: "2 seconds",
      deadline: "4 seconds",
      breaker: neverOpen,
      retries: 0,
      endpoints: [{ path: "rusak", query: ["n"] }, { path: "baik", query: ["n"] }]
    }]),
    { RATE_LIMIT: "100000" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { agency, gateway, token }
}))

describe("an agency whose large answer is broken in its coding", () => {
  it("keeps none of its connections for ever", async () => {
    const { gateway, token } = at()
    for (let n = 0; n < 4; n++) {
      await (await gateway.get(`opd/data/rusak?n=${n}`, token)).arrayBuffer()
    }
    await pause(8_000)
    const good = await gateway.get("opd/data/baik?n=1", token)
    const text = await good.text()
    assert.strictEqual(good.status, 200, text)
  })
})
