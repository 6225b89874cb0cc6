import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(registryText([{
    slug: "opd",
    server: agency.url,
    breaker: neverOpen,
    endpoints: [{ path: "terbuka" }, { path: "tertutup", unknown: "mask" }, { path: "bergolongan", fields: { "data[].nama": "name" } }]
  }]))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { agency, gateway, token }
}))

describe("400, an agency's refusal", () => {
  for (const status of [400, 422]) {
    it(`fault-115 names, addresses and hosts in an agency's ${status} are absent, alone and in an aggregate`, async () => {
      const { agency, gateway, token } = at()
      const message = `Halaman tidak sah untuk Siti Rahayu, Jl. Merdeka No. 12, lihat ${agency.url}/dalam dan db01.dinkes.internal:5432`
      await Effect.runPromise(agency.setBehaviour(json({ message, nama: "Siti Rahayu" }, { status })))
      const texts: Array<string> = []
      for (const path of ["terbuka", "tertutup", "bergolongan"]) texts.push(await (await gateway.get(`opd/data/${path}`, token)).text())
      const requests = ["terbuka", "tertutup", "bergolongan"].map((path) => ({ alias: path, opd: "opd", dataset: "data", path }))
      texts.push(await (await gateway.aggregate({ strategy: "keyed", requests }, token)).text())
      for (const text of texts) {
        assert.include(text, "bad-request")
        for (const secret of ["Siti", "Rahayu", "Merdeka", `${agency.port}`, "127.0.0.1", "db01", "dinkes"]) {
          assert.notInclude(text.replaceAll(gateway.url, ""), secret)
        }
      }
      assert.include(texts[0], "It said: Halaman tidak sah")
      for (const text of texts.slice(1, 3)) assert.notInclude(text, "Halaman")
    })
  }
})
