import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectEnvelope } from "../support/Envelopes.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(
    registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "tagihan" }, { path: "sel" }] }])
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const set = (data: unknown) => Effect.runPromise(agency.setBehaviour(answer({ body: JSON.stringify({ data }) })))
  return { gateway, set, token }
}))

describe("200, rows that name people without their numbers", () => {
  it("a bill with a name, an address and a total tells none of them, and that it is paid", async () => {
    const { gateway, set, token } = at()
    const bill = { no_sl: "0103455", nama: "Budi Santoso", alamat: "Jl. Melati 5", total: 85_000, status: "LUNAS" }
    await set([bill, { ...bill, nama: "Siti Aminah" }])
    const { text } = await expectEnvelope(await gateway.get("opd/data/tagihan", token))
    assert.isFalse(/Budi|Siti|Melati/.test(text))
    assert.isFalse(text.includes("85000"))
    assert.isTrue(text.includes("LUNAS"))
  })

  it("objects under single letters are hidden where their values are people's", async () => {
    const { gateway, set, token } = at()
    await set([{ a: "3273014506900010", b: "Budi Santoso", c: "Guru kelas" }, { a: "3273014506900011", b: "Siti Aminah", c: "Bidan desa" }])
    const { text } = await expectEnvelope(await gateway.get("opd/data/sel", token))
    assert.isFalse(/Budi|Siti|Guru|Bidan|3273014/.test(text))
  })
})
