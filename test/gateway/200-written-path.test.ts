/** What the registry writes as an agency's path is what the agency hears, sign for sign. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(registryText([
    {
      slug: "opd",
      server: `${agency.url}/Dasar/API_v1/`,
      endpoints: [
        { path: "taman", upstream: "/Dalam/TAMAN.json" },
        { path: "Taman", upstream: "/dalam/taman.JSON" },
        { path: "pohon/:id", upstream: "/~x/Pohon/:id/ISI" },
        { path: "", upstream: "/" },
        { path: "Acara/Besar" }
      ]
    },
    { slug: "lain", server: agency.url, endpoints: [{ path: "", upstream: "/" }] }
  ]))
  return { agency, gateway, token: yield* Effect.promise(() => gateway.token({ scopes: "*" })) }
}))

describe("200, the path that the registry writes", () => {
  it("is called in its case and with all of its segments, behind the path of the agency's server", async () => {
    const { agency, gateway, token } = at()
    const base = "/Dasar/API_v1"
    for (
      const [address, heard] of [
        ["opd/data/taman", `${base}/Dalam/TAMAN.json`],
        ["opd/data/Taman", `${base}/dalam/taman.JSON`],
        ["opd/data/pohon/a%20B", `${base}/~x/Pohon/a%20B/ISI`],
        ["opd/data", `${base}/`],
        ["opd/data/Acara/Besar", `${base}/data/Acara/Besar`],
        ["lain/data", "/"]
      ] as const
    ) {
      assert.strictEqual((await gateway.get(address, token)).status, 200, address)
      assert.strictEqual(agency.calls.at(-1)?.url, heard)
    }
    const before = agency.calls.length
    for (const address of ["opd/data/TAMAN", "opd/data/acara/besar", "OPD/data/taman"]) {
      assert.notStrictEqual((await gateway.get(address, token)).status, 200, address)
    }
    assert.strictEqual(agency.calls.length, before)
  })
})
