import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const secret = "kunci/rahasia+opd"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const shared = { server: agency.url, breaker: neverOpen }
  const gateway = yield* startGateway(
    registryText([
      { slug: "opd", ...shared, credential: { header: "X-Api-Key", env: "OPD_KEY" }, endpoints: [{ path: "isi", maxBytes: "20 MiB" }] },
      { slug: "pin", ...shared, credential: { header: "Authorization", env: "PIN_KEY" }, endpoints: [{ path: "isi" }] }
    ]),
    { OPD_KEY: secret, PIN_KEY: "Bearer 12345678" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { agency, gateway, set: (body: unknown, status = 200) => Effect.runPromise(agency.setBehaviour(json(body, { status }))), token }
}))

const aggregate = { strategy: "list", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] }

describe("200, an agency's own credential", () => {
  for (const [size, filler] of [["whole", ""], ["streamed", "kata ".repeat(100_000)]] as const) {
    it(`fault-37 an answer that repeats its request tells nobody the credential, ${size}`, async () => {
      const { agency, gateway, set, token } = at()
      const escaped = "{\"data\":[{\"id\":1,\"catatan\":\"dengan kunci\\u002frahasia\\u002bopd.\"},"
        + "{\"id\":2,\"header\":{\"X-Api-Key\":\"kunci\\/rahasia+opd\"},\"kunci/rahasia+opd\":\"x\"}"
      await set(Buffer.from(`${escaped}${filler === "" ? "" : `,{"id":3,"isi":"${filler}"}`}]}`))
      const answers = [
        await gateway.get("opd/data/isi", token),
        await gateway.get("opd/data/isi", token, { accept: "application/x-ndjson" }),
        await gateway.get("opd/data/isi", token, { accept: "text/csv" }),
        await gateway.aggregate(aggregate, token)
      ]
      assert.strictEqual(agency.calls.at(-1)?.headers["x-api-key"], secret)
      for (const response of answers) {
        const text = await response.text()
        assert.strictEqual(response.status, 200)
        assert.include(text, "dengan ***.")
        assert.notMatch(text, /rahasia|u002b/)
      }
    })
  }

  it("fault-37 a credential that is a number leaves an answer that can be read", async () => {
    const { gateway, set, token } = at()
    await set({ data: [{ id: 1, kode: 12_345_678, catatan: "Bearer 12345678" }] })
    const text = await (await gateway.get("pin/data/isi", token)).text()
    assert.notInclude(text, "12345678")
    assert.include(text, "\"kode\":0")
  })

  for (const status of [400, 422]) {
    it(`fault-37 a ${status} that names the credential is told without it, alone and in an aggregate`, async () => {
      const { gateway, set, token } = at()
      for (const message of [`API key ${secret} is not valid for this parameter`, `Nilai salah (${secret})`, `X-Api-Key: ${secret}`]) {
        await set({ message }, status)
        for (const response of [await gateway.get("opd/data/isi", token), await gateway.aggregate(aggregate, token)]) {
          const text = await response.text()
          assert.include(text, "It said: ")
          assert.include(text, "***")
          assert.notInclude(text, "rahasia")
        }
      }
      await set({ message: "PIN 12345678 tidak sah" }, status)
      assert.notInclude(await (await gateway.get("pin/data/isi", token)).text(), "12345678")
    })
  }
})
