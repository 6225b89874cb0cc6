/** What finds no room on the way to an agency is the gateway's own 503, and nothing that is held against the agency. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { expectFault } from "../support/AgencyFault.ts"
import { delay, type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { answeredLater, eventually, registryText, suite } from "../support/Suite.ts"

const good = json({ data: ["isi"] })

const at = suite(Effect.gen(function*() {
  const held: Array<Exchange> = []
  const holding = yield* makeAgencyServer({ behaviour: (exchange) => held.push(exchange) })
  const slow = yield* makeAgencyServer({ behaviour: delay(600, good) })
  const healthy = yield* makeAgencyServer({ behaviour: good })
  const endpoints = [{ path: "isi", query: ["n"] }]
  const patient = { timeout: "60 seconds", deadline: "120 seconds" }
  const gateway = yield* startGateway(
    registryText([
      { slug: "penuh", server: holding.url, connections: 2, ...patient, endpoints },
      { slug: "lambat", server: slow.url, connections: 4, timeout: "2 seconds", deadline: "4 seconds", endpoints },
      { slug: "diam", server: holding.url, ...patient, endpoints: [{ path: "isi", query: ["n"] }, { path: "salinan" }, { path: "lain" }] },
      { slug: "sehat", server: healthy.url, endpoints }
    ]),
    { RATE_LIMIT: "100000" }
  )
  // One token has 32 requests in progress at most.
  const tokens = yield* Effect.promise(() => Promise.all(Array.from({ length: 8 }, () => gateway.token({ scopes: "*" }))))
  let turn = 0
  const token = () => tokens[turn++ % tokens.length] ?? assert.fail("no token")
  const get = (path: string) => gateway.get(path, token())
  const release = () => {
    for (const exchange of held.splice(0)) good(exchange)
  }
  /** What the public catalogue says of its endpoints. */
  const healthOf = async (slug: string) => {
    const text = await (await gateway.get(`/v4/gateway/${slug}/data`, undefined, { accept: "application/json" })).text()
    return [...text.matchAll(/"(?:up|down|degraded|unknown)"/g)].map(([health]) => health)
  }
  return { gateway, get, healthOf, held, holding, release, slow, token }
}))

/** How often the agency's circuit has opened. */
const openings = async (slug: string): Promise<number> => {
  const text = await (await fetch(`${at().gateway.managementUrl}/metrics`)).text()
  return text.split("\n").filter((line) => line.startsWith("gapura_circuit_transitions_total") && line.includes(slug)).length
}

describe("503 overloaded, for an agency", () => {
  it("fault-125 what its queue has no room for hears so at once, with Retry-After and Proxy-Status; its circuit stays closed", async () => {
    const { gateway, get, healthOf, held, holding, release } = at()
    const answers: Array<Response> = []
    const all = Array.from({ length: 60 }, (_, n) =>
      get(`penuh/data/isi?n=${n}`).then((response) => {
        answers.push(response)
        return response
      }))
    await eventually("those who find no room are told", () => answers.length === 38)
    for (const response of answers) {
      assert.strictEqual(response.headers.get("retry-after"), "60")
      assert.strictEqual(response.headers.get("proxy-status"), "gapura; error=connection_limit_reached")
      await expectFault(response, "overloaded")
    }
    const shed = answers[0]?.headers.get("x-request-id")
    assert.strictEqual(holding.calls.length, 2)
    await eventually("all who fitted are answered", () => {
      release()
      return answers.length === 60
    })
    assert.strictEqual((await Promise.all(all)).filter((response) => response.status === 200).length, 22)
    assert.strictEqual(await openings("penuh"), 0)
    assert.deepStrictEqual(new Set(await healthOf("penuh")), new Set(["\"up\""]))
    const next = get("penuh/data/isi?n=sesudah")
    await eventually("the agency is called again", () => held.length === 1)
    release()
    assert.strictEqual((await next).status, 200)
    await eventually(
      "what was turned away has its record",
      async () =>
        (await gateway.records(0)).some(({ agencyStatus, attempts, code, requestId, status }) =>
          requestId === shed && status === 503 && code === "overloaded" && attempts === 0 && agencyStatus === null
        )
    )
  })

  it(
    "fault-125 of many callers of a healthy slow route those who do not fit in their time are told so: no 504, and no circuit opens",
    async () => {
      const { get, slow } = at()
      const codes = await Promise.all(Array.from({ length: 60 }, async (_, n) => {
        const response = await get(`lambat/data/isi?n=${n}`)
        await response.arrayBuffer()
        return response.status
      }))
      const served = codes.filter((code) => code === 200).length
      assert.deepStrictEqual(new Set(codes), new Set([200, 503]))
      // All that the agency was asked for it answered: the first four, and those who got a connection while they waited.
      assert.isAbove(served, 4)
      assert.strictEqual(slow.calls.length, served)
      assert.strictEqual(await openings("lambat"), 0)
      assert.strictEqual((await get("lambat/data/isi?n=sesudah")).status, 200)
    }
  )

  it(
    "fault-119 fault-57 an agency that hangs holds a quarter of the requests in progress, and everybody else's agencies answer",
    async () => {
      const { gateway, get, held, holding, release, token } = at()
      const kept = get("diam/data/salinan")
      await eventually("the copy is asked for", () => held.length === 1)
      release()
      const body = await (await kept).text()
      const calls = holding.calls.length
      const requests = Array.from({ length: 20 }, (_, n) => ({ alias: `a${n}`, opd: "diam", dataset: "data", path: "isi" }))
      // 120 aggregates of 20: more than the 2,048 that are one agency's share.
      const waiting = answeredLater(Array.from({ length: 120 }, () => gateway.aggregate({ strategy: "keyed", requests }, token())))
      await eventually(
        "the hanging agency has its share",
        async () => (await gateway.records(0)).some(({ code, route }) => code === "overloaded" && route === "diam/data/isi")
      )
      const full = await get("diam/data/lain")
      assert.strictEqual(full.headers.get("proxy-status"), "gapura; error=connection_limit_reached")
      assert.isAtLeast(Number(full.headers.get("retry-after")), 1)
      await expectFault(full, "overloaded")
      const stale = await get("diam/data/salinan")
      assert.deepStrictEqual([stale.status, stale.headers.get("x-cache"), await stale.text()], [200, "STALE-CIRCUIT", body])
      const took: Array<number> = []
      for (let n = 0; n < 100; n++) {
        const began = performance.now()
        assert.strictEqual((await get(`sehat/data/isi?n=${n}`)).status, 200)
        took.push(performance.now() - began)
      }
      // The 99th of a hundred: whoever waited for the hanging one would wait for a minute.
      assert.isBelow(
        took.toSorted((one, other) => one - other)[98] ?? Infinity,
        10_000
      )
      const mixed = await gateway.aggregate({
        strategy: "keyed",
        requests: [{ alias: "sehat", opd: "sehat", dataset: "data", path: "isi" }, {
          alias: "diam",
          opd: "diam",
          dataset: "data",
          path: "lain"
        }]
      }, token())
      const entries = await mixed.text()
      assert.include(entries, "\"code\":\"overloaded\"")
      assert.include(entries, "\"succeeded\":1")
      assert.strictEqual(holding.calls.length - calls, 1)
      release()
      await Promise.all(waiting.map(async (response) => (await response).arrayBuffer()))
      // Its places are free again.
      const next = get("diam/data/lain")
      await eventually("the agency is called again", () => held.length === 1)
      release()
      assert.strictEqual((await next).status, 200)
    }
  )
})
