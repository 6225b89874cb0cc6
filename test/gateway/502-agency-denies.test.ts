import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Behaviour, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectEnvelope } from "../support/Envelopes.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      breaker: neverOpen,
      endpoints: [{ path: "isi", maxBytes: "20 MiB" }, { path: "tolak" }]
    }])
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const read = async (path: string, headers?: Readonly<Record<string, string>>) => gateway.get(`opd/data/${path}`, token, headers)
  return { gateway, read, set, token }
}))

const large = "kata ".repeat(80_000)

describe("an agency that has an envelope of its own", () => {
  for (const [size, isi] of [["small", "x"], ["large", large]] as const) {
    it(`its meta merges, its status and message stay out: ${size}`, async () => {
      const { read, set } = at()
      await set(
        json({ status: "success", message: "Berhasil", data: [{ isi }], meta: { version: "1.0", halaman: 2, agency: "x" }, total: 9 })
      )
      const { text } = await expectEnvelope(await read("isi"))
      const answer = JSON.parse(text)
      assert.strictEqual(answer.message, "Data berhasil diambil")
      assert.deepInclude(answer.meta, { version: "4.0", agency: "opd", halaman: 2, total: 9 })
      assert.notProperty(answer.meta, "meta")
      assert.notProperty(answer.meta, "status")
    })

    it(`a status that denies success is a 502 that repeats nothing of it: ${size}`, async () => {
      const { gateway, read, set, token } = at()
      await set(json({ status: "gagal", message: "tabel warga rusak", data: [{ isi }] }))
      const problem = await expectProblem(await read("tolak"), "agency-unavailable", gateway.url)
      assert.notInclude(problem, "warga")
      const entry = await gateway.aggregate(
        { strategy: "keyed", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "tolak" }] },
        token
      )
      assert.strictEqual(entry.status, 502)
    })
  }

  it("one that denies it in other spellings is a 502 too, and a row that says so of itself is data", async () => {
    const { gateway, read, set } = at()
    for (const denial of [{ status: "404 Not Found" }, { Status: "ＧＡＧＡＬ!" }, { status: ["error"] }, { success: "no" }]) {
      await set(json({ ...denial, data: [] }))
      await expectProblem(await read("tolak"), "agency-unavailable", gateway.url)
    }
    await set(json({ data: [{ status: "gagal!", success: 0 }] }))
    await expectEnvelope(await read("tolak"))
  })

  it("one that comes after much has left as lines breaks the answer off", async () => {
    const { read, set } = at()
    await set(json({ data: Array.from({ length: 40 }, () => ({ isi: large.slice(0, 20_000) })), status: "error" }))
    const response = await read("isi", { accept: "application/x-ndjson", "accept-encoding": "identity" })
    assert.strictEqual(response.status, 200)
    const outcome = await response.text().then(() => "complete", () => "broken off")
    assert.strictEqual(outcome, "broken off")
  })
})
