import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import { type Exchange, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const good = json({ data: ["isi"] })

const at = suite(Effect.gen(function*() {
  const held: Array<Exchange> = []
  const agency = yield* makeAgencyServer({ behaviour: (exchange) => held.push(exchange) })
  const gateway = yield* startGateway(
    registryText([{ slug: "opd", server: agency.url, timeout: "20 seconds", deadline: "30 seconds", breaker: neverOpen, endpoints: [{ path: "isi", query: ["n"], cache: { fresh: "1 hour" } }] }]),
    { RATE_LIMIT: "100000" }
  )
  const tokens = yield* Effect.promise(() => Promise.all(["satu", "dua", "tiga"].map((application) => gateway.token({ scopes: "*", application }))))
  /** Answers every call that the agency holds. */
  const release = (answering = good) => {
    for (const exchange of held.splice(0)) answering(exchange)
  }
  const get = (n: string, caller = 0, signal: AbortSignal | null = null) =>
    fetch(`${gateway.url}/api/v4/gateway/opd/data/isi?n=${n}`, { headers: { authorization: `Bearer ${tokens[caller % 3]}` }, signal })
  /** Calls to the agency with this parameter. */
  const callsFor = (n: string) => agency.calls.filter(({ url }) => url.endsWith(`n=${n}`)).length
  return { agency, callsFor, gateway, get, held, release }
}))

const answered = async (responses: Promise<ReadonlyArray<Response>>) =>
  Promise.all((await responses).map(async (response) => ({ status: response.status, body: await response.text() })))

describe("single flight", () => {
  it("fault-60 1,000 cold callers of three applications cost the agency one call and all get the same bytes", async () => {
    const { callsFor, get, release, held } = at()
    const responses = answered(Promise.all(Array.from({ length: 1_000 }, (_, n) => get("dingin", n))))
    await eventually("the agency is called", () => held.length > 0)
    release()
    const answers = await responses
    assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.strictEqual(new Set(answers.map(({ body }) => body)).size, 1)
    assert.strictEqual(callsFor("dingin"), 1)
  }, 20_000)

  it("the followers' records say that no call was theirs", async () => {
    const { gateway, get, held, release } = at()
    const responses = Promise.all([get("catatan"), get("catatan", 1), get("catatan", 2)])
    await eventually("the agency is called", () => held.length === 1)
    release()
    const ids = (await responses).map((response) => response.headers.get("x-request-id"))
    let records: ReadonlyArray<AuditRecord> = []
    await eventually("the records are written", async () =>
      (records = (await gateway.records(0)).filter(({ requestId }) => ids.includes(requestId))).length === 3)
    assert.deepStrictEqual(records.map(({ attempts }) => attempts).toSorted(), [0, 0, 1])
    assert.isTrue(records.every(({ status }) => status === 200))
  })

  it("a failure is everybody's who waited for it, and nobody's after", async () => {
    const { callsFor, get, held, release } = at()
    const responses = answered(Promise.all([get("gagal"), get("gagal", 1), get("gagal", 2)]))
    let codes: ReadonlyArray<number> = []
    void responses.then((all) => {
      codes = all.map(({ status }) => status)
    })
    // Whoever comes too late for the flight makes one of its own, and fails as well.
    await eventually("all of them are answered", () => {
      if (held.length > 0) release(faults.reset)
      return codes.length === 3
    })
    assert.deepStrictEqual(codes, [502, 502, 502])
    const calls = callsFor("gagal")
    const next = get("gagal")
    await eventually("the agency is called again", () => callsFor("gagal") > calls)
    release()
    assert.strictEqual((await next).status, 200)
  })

  it("when the first caller leaves, another takes over and is answered", async () => {
    const { callsFor, get, held, release } = at()
    const leave = new AbortController()
    const first = get("pergi", 0, leave.signal).then(() => "answered", () => "gone")
    await eventually("the first caller's call is under way", () => callsFor("pergi") === 1)
    const second = get("pergi", 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.strictEqual(callsFor("pergi"), 1)
    leave.abort()
    assert.strictEqual(await first, "gone")
    await eventually("the second caller's call is under way", () => callsFor("pergi") === 2)
    await eventually("the call is held", () => held.length > 0)
    release()
    assert.strictEqual((await second).status, 200)
  })

  it("other parameters fly on their own", async () => {
    const { callsFor, get, held, release } = at()
    const responses = answered(Promise.all([get("a"), get("b"), get("a", 1)]))
    await eventually("both calls are under way", () => held.length === 2)
    release()
    await responses
    assert.strictEqual(callsFor("a"), 1)
    assert.strictEqual(callsFor("b"), 1)
  })
})
