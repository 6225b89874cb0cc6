import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import { type Exchange, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"

const good = json({ data: ["isi"] })

const at = suite(Effect.gen(function*() {
  const held: Array<Exchange> = []
  const agency = yield* makeAgencyServer({ behaviour: (exchange) => held.push(exchange) })
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "20 seconds",
      deadline: "30 seconds",
      breaker: neverOpen,
      endpoints: [{ path: "isi", query: ["n"], cache: { fresh: "1 hour" } }, { path: "besar", query: ["n"], maxBytes: "64 MiB" }]
    }]),
    { RATE_LIMIT: "100000" }
  )
  const tokens = yield* Effect.promise(() =>
    Promise.all(Array.from({ length: 36 }, (_, n) => gateway.token({ scopes: "*", application: ["satu", "dua", "tiga"][n % 3] ?? "" })))
  )
  /** Answers every call that the agency holds. */
  const release = (answering = good) => {
    for (const exchange of held.splice(0)) answering(exchange)
  }
  const get = (n: string, caller = 0, signal: AbortSignal | null = null, path = "isi") =>
    fetch(`${gateway.url}/api/v4/gateway/opd/data/${path}?n=${n}`, {
      headers: { authorization: `Bearer ${tokens[caller % tokens.length]}` },
      signal
    })
  /** Calls to the agency with this parameter. */
  const callsFor = (n: string) => agency.calls.filter(({ url }) => url.endsWith(`n=${n}`)).length
  /** Until the caller who left has a record. */
  const leftAt = (path: string) =>
    eventually(
      "the caller who left is noticed",
      async () => (await gateway.records(0)).some(({ route, status }) => status === 499 && route === `opd/data/${path}`)
    )
  return { agency, callsFor, leftAt, gateway, get, held, release }
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
  })

  it("the followers' records say that no call was theirs", async () => {
    const { gateway, get, held, release } = at()
    const responses = Promise.all([get("catatan"), get("catatan", 1), get("catatan", 2)])
    await eventually("the agency is called", () => held.length === 1)
    release()
    const ids = (await responses).map((response) => response.headers.get("x-request-id"))
    let records: ReadonlyArray<AuditRecord> = []
    await eventually(
      "the records are written",
      async () => (records = (await gateway.records(0)).filter(({ requestId }) => ids.includes(requestId))).length === 3
    )
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

  it("when the first caller leaves, its call goes on for those who wait, and there is no second one", async () => {
    const { callsFor, get, leftAt, release } = at()
    const leave = new AbortController()
    const first = get("pergi", 0, leave.signal).then(() => "answered", () => "gone")
    await eventually("the first caller's call is under way", () => callsFor("pergi") === 1)
    const others = answered(Promise.all([get("pergi", 1), get("pergi", 2)]))
    await pause(300)
    leave.abort()
    assert.strictEqual(await first, "gone")
    await leftAt("isi")
    release()
    assert.deepStrictEqual((await others).map(({ status }) => status), [200, 200])
    assert.strictEqual(callsFor("pergi"), 1)
  })

  it("a large answer whose first caller left is streamed to the next who waits for it, and its record tells what was sent", async () => {
    const { agency, callsFor, gateway, get, leftAt, release } = at()
    const leave = new AbortController()
    const first = get("arus", 0, leave.signal, "besar").then(() => "answered", () => "gone")
    await eventually("the first caller's call is under way", () => callsFor("arus") === 1)
    const second = get("arus", 1, null, "besar")
    await pause(300)
    leave.abort()
    assert.strictEqual(await first, "gone")
    await leftAt("besar")
    release(json({ data: Array.from({ length: 20_000 }, (_, n) => ({ n, surel: "budi.santoso@contoh.id" })) }))
    const response = await second
    const body = await response.text()
    assert.isNull(response.headers.get("etag"))
    assert.include(body, `{"n":19999,"surel":"b***@contoh.id"}`)
    assert.strictEqual(callsFor("arus"), 1)
    await eventually(
      "its record tells so",
      async () =>
        (await gateway.records(0)).some(({ bytes, masked, requestId, status }) =>
          requestId === response.headers.get("x-request-id") && status === 200 && bytes > 0 && masked === 20_000
        )
    )
    assert.isAtLeast(agency.connections().open, 1)
  })

  it("a large answer that nobody is left to take is cut", async () => {
    const { agency, callsFor, gateway, get, held, leftAt, release } = at()
    const leave = new AbortController()
    const first = get("sisa", 0, leave.signal, "besar").then(() => "answered", () => "gone")
    await eventually("the first caller's call is under way", () => callsFor("sisa") === 1)
    const token = await gateway.token({ scopes: "*" })
    // An aggregate's entry waits for the same, and wants it whole.
    const entry = gateway.aggregate({
      strategy: "keyed",
      requests: [{ alias: "a", opd: "opd", dataset: "data", path: "besar", query: { n: "sisa" } }]
    }, token)
    await pause(300)
    leave.abort()
    assert.strictEqual(await first, "gone")
    await leftAt("besar")
    const open = agency.connections().open
    // Endless, as far as the gateway knows: only cutting it frees its connection.
    for (const { socket } of held.splice(0)) {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9000000\r\n\r\n[${"1,".repeat(200_000)}`)
    }
    await eventually("the entry asks anew", () => callsFor("sisa") === 2)
    await eventually("the stream is cut", () => agency.connections().open === open)
    await eventually("the second call is held", () => held.length === 1)
    release()
    assert.strictEqual((await entry).status, 200)
  })

  it("when all callers have left, the agency's call is cut, and the next caller's is another", async () => {
    const { agency, callsFor, get, held, release } = at()
    const leave = new AbortController()
    const callers = Array.from({ length: 3 }, (_, n) => get("semua", n, leave.signal).then(() => "answered", () => "gone"))
    await eventually("the call is under way", () => held.length === 1)
    const open = agency.connections().open
    leave.abort()
    assert.deepStrictEqual(await Promise.all(callers), ["gone", "gone", "gone"])
    await eventually("the call is cut", () => agency.connections().open === open - 1)
    held.length = 0
    const next = get("semua")
    await eventually("the agency is called again", () => callsFor("semua") === 2)
    release()
    assert.strictEqual((await next).status, 200)
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
