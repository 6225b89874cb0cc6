import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectEnvelope } from "../support/Envelopes.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const nik = "3273014501900001"
const long = "kata ".repeat(300_000)

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }]))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const set = (body: string) => Effect.runPromise(agency.setBehaviour(answer({ body })))
  return { gateway, set, token }
}))

describe("200, long strings and byte order marks", () => {
  it("a string above 1 MiB passes, masked where it holds personal data or its key says so, alone and in an aggregate", async () => {
    const { gateway, set, token } = at()
    await set(`\ufeff{"data":[{"isi":"${long}","catatan":"${long}${nik}","alamat":"${long}"}]}`)
    const masked = `[{"isi":"${long}","catatan":"${long}3273************","alamat":"***"}]`
    const { text } = await expectEnvelope(await gateway.get("opd/data/isi", token))
    assert.isTrue(text.includes(`"data":${masked}`))
    const together = await gateway.aggregate(
      { strategy: "list", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] },
      token
    )
    assert.strictEqual(together.status, 200)
    assert.isTrue((await together.text()).includes(`"data":${masked}`))
  })

  it("a byte order mark before a small answer is skipped, and is no data of a line or a table", async () => {
    const { gateway, set, token } = at()
    await set("\ufeff[{\"a\":1}]")
    for (const accept of ["application/json", "application/x-ndjson", "text/csv"]) {
      const response = await gateway.get("opd/data/isi", token, { accept })
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.strictEqual(response.status, 200)
      assert.isFalse(bytes.includes(Buffer.from("\ufeff")))
    }
  })
})
