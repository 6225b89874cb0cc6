import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: { jumlah: 3 } }) })
  const gateway = yield* startGateway(
    registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }, { path: "lain" }] }]),
    { RATE_LIMIT: "100000" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { gateway, token }
}))

describe("the share of an agency's room", () => {
  it("is given back by who takes JSON where the data is no table, however often they ask", async () => {
    const { gateway, token } = at()
    const statuses: Array<string> = []
    const one = async () => {
      const response = await gateway.get("opd/data/isi", token, { accept: "text/csv, application/json;q=0.5" })
      statuses.push(response.status === 200 ? "200" : `${response.status} ${JSON.parse(await response.text()).detail}`)
    }
    // More than the 2,048 that are one agency's share, never more than 16 at once.
    for (let n = 0; n < 2_200; n += 16) await Promise.all(Array.from({ length: 16 }, one))
    // Nobody waits for the agency any more.
    const other = await gateway.get("opd/data/lain", token)
    assert.deepStrictEqual([...new Set(statuses)], ["200"])
    assert.strictEqual(other.status, 200)
  })
})
