/** Answers too large to be read at once, of endpoints that name no bound of their own: told whole or not at all. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { expectFault } from "../support/AgencyFault.ts"
import { type Behaviour, type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectEnvelope } from "../support/Envelopes.ts"
import { startGateway } from "../support/Gateway.ts"
import { endless, lastChunk, listOf, reset, sending } from "../support/LargeBodies.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const gateway = yield* startGateway(
    registryText(
      ([["opd", "10 seconds", "12 seconds"], ["singkat", "1 seconds", "2 seconds"]] as const).map(([slug, timeout, deadline]) => ({
        slug,
        server: agency.url,
        timeout,
        deadline,
        retries: 0,
        breaker: neverOpen,
        endpoints: [{ path: "isi", query: ["n"] }, { path: "segar", cache: { fresh: "1 minutes" } }]
      }))
    ),
    { RATE_LIMIT: "100000" }
  )
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { agency, gateway, set, token }
}))

let fresh = 0
const unseen = (agency = "opd"): string => `${agency}/data/isi?n=${fresh++}`

const list = listOf(600_000)
const half = list.slice(0, -1)
const bomb = gzipSync(Buffer.from(`[${`"${"0".repeat(1_000)}",`.repeat(46_000)}0]`))

describe("a large answer that turns out wrong", () => {
  const broken: ReadonlyArray<readonly [name: string, behaviour: Behaviour, proxyError: string]> = [
    ["fault-38 the agency resets its connection", sending(half, { after: reset }).answering, "http_response_incomplete"],
    [
      "fault-42 JSON cut in the middle of a chunked body",
      sending(half, { after: ({ socket }) => socket.end() }).answering,
      "http_response_incomplete"
    ],
    ["fault-43 bytes after the end of the JSON", sending(`${list}{}`).answering, "http_protocol_error"],
    ["fault-45 something other than JSON far inside", sending(`${half},nope]`).answering, "http_protocol_error"],
    ["fault-46 one byte a piece more than 10 MiB", sending(listOf(10_600_000)).answering, "http_response_body_size"],
    [
      "fault-47 a bomb of 46 MB in a few KB",
      sending(bomb, { headers: { "content-encoding": "gzip" } }).answering,
      "http_response_body_size"
    ]
  ]
  for (const [name, behaviour, proxyError] of broken) {
    for (const accept of ["application/json", "text/csv"]) {
      it(`${name}: 502 for ${accept}, and nothing of it is kept`, async () => {
        const { gateway, set, token } = at()
        const address = unseen()
        await set(behaviour)
        const response = await gateway.get(address, token, { accept })
        await expectFault(response, "agency-unavailable")
        assert.match(response.headers.get("proxy-status") ?? "", new RegExp(`^gapura; error=${proxyError}\\b`))
        await set(json({ data: [{ a: "baik" }] }))
        const next = await gateway.get(address, token, { accept })
        assert.isNull(next.headers.get("x-cache"))
        assert.include(await next.text(), "baik")
      })
    }
  }

  it("fault-46 a body without end is cut off at its cap", async () => {
    const { agency, gateway, set, token } = at()
    await set(endless().answering)
    await expectFault(await gateway.get(unseen(), token), "agency-unavailable")
    await eventually("no endless connection is left", () => agency.connections().open === 0)
  })

  it("fault-40 drop by drop, however much has come: 504 soon after the timeout", async () => {
    const { gateway, set, token } = at()
    const drip = (exchange: Exchange): void => {
      exchange.socket.write("2\r\n,1\r\n")
      exchange.later(20, () => drip(exchange))
    }
    await set(sending(half, { after: drip }).answering)
    // Otherwise it would go on for ever.
    await expectFault(await gateway.get(unseen("singkat"), token), "agency-timeout")
  })

  it("fault-40 fast enough to be no drip, and still not complete: 504 at the deadline", async () => {
    const { gateway, set, token } = at()
    const more = (exchange: Exchange): void => {
      const piece = `,"${"x".repeat(40_000)}"`
      exchange.socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)
      exchange.later(200, () => more(exchange))
    }
    await set(sending(half, { after: more }).answering)
    // Otherwise it would go on until its cap, a minute later.
    await expectFault(await gateway.get(unseen("singkat"), token), "agency-timeout")
  })

  it("it is answered from the stored copy where there is one", async () => {
    const { gateway, set, token } = at()
    const address = unseen()
    await set(sending(list).answering)
    const whole = await expectEnvelope(await gateway.get(address, token))
    await set(sending(half, { after: reset }).answering)
    const stale = await gateway.get(address, token)
    assert.strictEqual(stale.headers.get("x-cache"), "STALE-CIRCUIT")
    assert.strictEqual(await stale.text(), whole.text)
  })

  it("fault-60 a right one is whole: it has an entity tag, and all who came with its caller share it", async () => {
    const { agency, gateway, set, token } = at()
    const held: Array<Exchange> = []
    await set(sending(listOf(2_000_000), { after: (exchange) => held.push(exchange) }).answering)
    const calls = agency.calls.length
    const other = await gateway.token({ scopes: "*" })
    const answers = Promise.all(Array.from({ length: 50 }, (_, n) => gateway.get("opd/data/segar", n % 2 === 0 ? token : other)))
    await eventually("the agency has sent it", () => held.length === 1)
    await pause(50)
    held.forEach(lastChunk)
    const responses = await answers
    const texts = new Set(await Promise.all(responses.map((response) => response.text())))
    assert.strictEqual(texts.size, 1)
    assert.isNotNull(responses[0]?.headers.get("etag"))
    assert.strictEqual(agency.calls.length, calls + 1)
  })

  it("NDJSON leaves while it arrives all the same", async () => {
    const { gateway, set, token } = at()
    const held: Array<Exchange> = []
    await set(sending(list, { after: (exchange) => held.push(exchange) }).answering)
    const response = await gateway.get(unseen(), token, { accept: "application/x-ndjson" })
    const reader = response.body?.getReader()
    assert.isAbove((await reader?.read())?.value?.length ?? 0, 0)
    held.forEach(lastChunk)
    while ((await reader?.read())?.done === false);
  })
})
