import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { expectFault } from "../support/AgencyFault.ts"
import { type Behaviour, delay, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(registryText([
    {
      slug: "opd",
      server: agency.url,
      timeout: "500 millis",
      breaker: neverOpen,
      endpoints: [{ path: "isi", query: ["n"], cache: { fresh: "60 seconds" } }]
    },
    // Its two retries would take 1,500 ms and the pauses between them; the deadline comes first.
    {
      slug: "tenggat",
      server: agency.url,
      timeout: "500 millis",
      retries: 2,
      deadline: "800 millis",
      breaker: neverOpen,
      endpoints: [{ path: "isi" }]
    },
    { slug: "sabar", server: agency.url, timeout: "5 seconds", breaker: neverOpen, endpoints: [{ path: "isi" }] }
  ]))
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  return { agency, gateway, set, token: yield* Effect.promise(() => gateway.token({ scopes: "*" })) }
}))

let fresh = 0

const slow: ReadonlyArray<readonly [name: string, behaviour: Behaviour]> = [
  ["fault-39 an agency that never answers", faults.hang],
  ["fault-39 an agency that dribbles headers", faults.slowHeaders],
  ["fault-39 an agency that stops after its headers", faults.hangAfterHeaders],
  ["fault-40 a body that drips", faults.dripBody]
]

describe("504 agency-timeout", () => {
  for (const [name, behaviour] of slow) {
    it(`${name}: 504, its connection is cut, and nothing of it is kept`, async () => {
      const { agency, gateway, set, token } = at()
      const address = `opd/data/isi?n=${fresh++}`
      await set(behaviour)
      const response = await gateway.get(address, token)
      await expectFault(response, "agency-timeout")
      assert.match(response.headers.get("proxy-status") ?? "", /^gapura; error=http_response_timeout/)
      await eventually("the connection is cut", () => agency.connections().open === 0)
      await set(json({ data: ["isi"] }))
      const calls = agency.calls.length
      const next = await gateway.get(address, token)
      assert.strictEqual(next.status, 200)
      assert.isNull(next.headers.get("x-cache"))
      assert.strictEqual(agency.calls.length - calls, 1)
      await eventually("the good connection is idle", () => agency.connections().open === 1)
    })
  }

  it("fault-40 attempts and pauses together end at the deadline", async () => {
    const { agency, gateway, set, token } = at()
    await set(faults.hang)
    const calls = agency.calls.length
    const response = await gateway.get("tenggat/data/isi", token)
    await expectFault(response, "agency-timeout")
    assert.isBelow(agency.calls.length - calls, 3)
    await eventually(
      "the record has the attempts that were made",
      async () =>
        (await gateway.records(0)).some(({ attempts, requestId, status }) =>
          requestId === response.headers.get("x-request-id") && status === 504 && attempts === agency.calls.length - calls
        )
    )
  })

  it("a slow answer within its budget is an answer", async () => {
    const { gateway, set, token } = at()
    await set(delay(300, json({ data: ["lambat"] })))
    const response = await gateway.get("sabar/data/isi", token)
    assert.strictEqual(response.status, 200)
    assert.include(await response.text(), "lambat")
  })
})
