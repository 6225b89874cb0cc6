/** What is too large for an aggregate is streamed to who reads it alone, though both ask at the same time. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { sending } from "../support/LargeBodies.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"

/** More than the 64 MiB that are ever held as a whole. */
const body = Buffer.alloc(66 * 1024 * 1024, " ")
body.write("{\"data\":[1,")
body.write("2]}", body.length - 3)

const at = suite(Effect.gen(function*() {
  const begun: Array<() => void> = []
  const agency = yield* makeAgencyServer({ behaviour: (exchange) => void begun.push(() => sending(body).answering(exchange)) })
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "60 seconds",
      deadline: "120 seconds",
      retries: 0,
      breaker: neverOpen,
      endpoints: [{ path: "besar", maxBytes: "1 GiB" }]
    }]),
    { RATE_LIMIT: "100000" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { begun, gateway, token }
}))

describe("an answer that is larger than what an aggregate may have", () => {
  it("is streamed to who reads it, while an aggregate that wants it too is refused", async () => {
    const { begun, gateway, token } = at()
    const go = (): void => begun.splice(0).forEach((begin) => begin())
    const requests = [{ alias: "besar", opd: "opd", dataset: "data", path: "besar" }]
    const whole = gateway.aggregate({ strategy: "keyed", requests }, token)
    await eventually("the agency is asked for the aggregate", () => begun.length === 1)
    const alone = gateway.get("opd/data/besar", token)
    await pause(300)
    go()
    assert.strictEqual((await whole).status, 502)
    const answering = setInterval(go, 50)
    const response = await alone
    const text = await response.text()
    clearInterval(answering)
    assert.strictEqual(response.status, 200, text.slice(0, 500))
  })
})
