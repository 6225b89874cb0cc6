/** An agency that begins to send fields it never sent: told once, counted, and remembered across restarts. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      breaker: neverOpen,
      endpoints: [{ path: "isi" }, { path: "lain" }, { path: "kosong" }, { path: "kunci" }]
    }]),
    { RATE_LIMIT: "100000" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const answer = async (path: string, value: unknown): Promise<number> => {
    await Effect.runPromise(agency.setBehaviour(json(value)))
    const response = await gateway.get(`opd/data/${path}`, token)
    await response.arrayBuffer()
    assert.strictEqual(response.status, 200)
    return newFields(await (await fetch(`${gateway.managementUrl}/metrics`)).text())
  }
  return { answer }
}))

const newFields = (text: string): number => {
  const line = text.split("\n").find((found) =>
    found.startsWith("gapura_fields_new_total{") && found.includes("agency=\"opd\"") && found.includes("dataset=\"data\"")
  )
  return line === undefined ? 0 : Number(line.split(" ").at(-1))
}

describe("fields never seen before", () => {
  it("are counted once, when an endpoint that has answered begins to send them", async () => {
    const { answer } = at()
    const before = await answer("isi", { data: [{ id: 1, nama: "Taman" }], total: 1 })
    assert.strictEqual(await answer("isi", { data: [{ id: 2, nama: "Taman", nama_2025: 1 }], total: 1 }), before + 1)
    assert.strictEqual(await answer("isi", { data: [{ id: 3, nama: "Taman", nama_2026: 1 }], total: 1 }), before + 1)
    assert.strictEqual(await answer("isi", { data: [{ id: 3, sifat: { dalam: true, luar: 1 } }], total: 1 }), before + 4)
    assert.strictEqual(await answer("isi", { data: [{ id: 3, sifat: { dalam: false } }], total: 1 }), before + 4)
  })

  it("are known endpoint by endpoint: what one sends is new on another", async () => {
    const { answer } = at()
    const before = await answer("lain", [{ kode: 1 }])
    assert.strictEqual(await answer("lain", [{ kode: 1, sifat: 1 }]), before + 1)
  })

  it("are learnt from the first answer with rows, not from an empty list", async () => {
    const { answer } = at()
    const before = await answer("kosong", { data: [], total: 0 })
    assert.strictEqual(await answer("kosong", { data: [{ a: 1, b: 2 }], total: 1 }), before)
    assert.strictEqual(await answer("kosong", { data: [{ a: 1, b: 2, c: 3 }], total: 1 }), before + 1)
  })

  it("are never keys that are personal data", async () => {
    const { answer } = at()
    const before = await answer("kunci", [{ "3674011502900001": 1 }])
    assert.strictEqual(await answer("kunci", [{ "3674011502900002": 1, "budi@contoh.id": 2 }]), before)
  })
})
