import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"
import { answer, type Behaviour, type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { expectEnvelope } from "../support/Envelopes.ts"
import { startGateway } from "../support/Gateway.ts"
import { endless, lastChunk, listOf, readAll, sending, wrapped } from "../support/LargeBodies.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const endpoint = { query: ["n"], maxBytes: "64 MiB", fields: { "data[].penjaga.nama": "name", "data[].no": "public" } }
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "5 seconds",
      breaker: neverOpen,
      endpoints: [
        { path: "isi", ...endpoint, cache: { fresh: "0 seconds", stale: "1 hour" } },
        { path: "segar", ...endpoint, cache: { fresh: "1 hour" } },
        { path: "ramai", query: ["n"] }
      ]
    }]),
    { RATE_LIMIT: "100000" }
  )
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  /** What an aggregate makes of the same answer: it waits for all of it. */
  const whole = async (n: number): Promise<string> => {
    const response = await gateway.aggregate({
      strategy: "keyed",
      requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi", query: { n: String(n) } }]
    }, token)
    const { text } = await expectEnvelope(response)
    return text.slice(text.indexOf("{\"a\":") + 5, text.lastIndexOf("},\"meta\":{\"version\":\"4.0\",\"generatedAt\""))
  }
  return { agency, gateway, set, token, whole }
}))

let fresh = 0
/** The answer as it is on the wire, with its body yet to come. */
const rawAnswer = (url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, resolve).on("error", reject).end()
  })

const withoutTime = (text: string): string => text.replace(/"generatedAt":"[^"]*"/, "\"generatedAt\":\"\"")

describe("200, streamed", () => {
  for (const [name, body] of [["a list", listOf(700_000)], ["an object with data", wrapped(listOf(700_000))]] as const) {
    it(`${name} in pieces of any size is byte for byte what the whole document gives`, async () => {
      const { gateway, set, token, whole } = at()
      await set(sending(body, { pieces: [1, 7, 4_093, 65_536, 3, 20_011] }).answering)
      const n = fresh++
      const response = await gateway.get(`opd/data/isi?n=${n}`, token)
      assert.isNull(response.headers.get("etag"))
      assert.isNull(response.headers.get("content-length"))
      assert.strictEqual(response.headers.get("transfer-encoding"), "chunked")
      assert.isNull(response.headers.get("x-cache"))
      assert.isNotNull(response.headers.get("ratelimit"))
      const { masked, text } = await expectEnvelope(response)
      assert.isAbove(masked, 1_000)
      assert.strictEqual(withoutTime(text), withoutTime(await whole(n)))
      assert.notInclude(text, "Budi Santoso")
      assert.include(text, "9007199254740999.10")
    })
  }

  it("its record has the bytes, the masked values and the whole duration", async () => {
    const { gateway, set, token } = at()
    await set(sending(listOf(400_000), { after: (exchange) => exchange.later(150, () => lastChunk(exchange)) }).answering)
    const response = await gateway.get(`opd/data/isi?n=${fresh++}`, token, { "accept-encoding": "identity" })
    const { masked, text } = await expectEnvelope(response)
    const record = (await gateway.records(0)).find(({ requestId }) => requestId === response.headers.get("x-request-id"))
    assert.deepInclude(record, {
      status: 200,
      code: null,
      bytes: Buffer.byteLength(text),
      masked,
      attempts: 1,
      agencyStatus: 200,
      cache: "MISS"
    })
    assert.isAtLeast(record?.durationMs ?? 0, 140)
  })

  it("what the agency compressed is inflated on the way", async () => {
    const { gateway, set, token, whole } = at()
    const zipped = gzipSync(listOf(3_000_000))
    assert.isBelow(zipped.length, 256 * 1024)
    for (const pieces of [[65_536], [1_000]]) {
      await set(sending(zipped, { headers: { "content-encoding": "gzip" }, pieces }).answering)
      const n = fresh++
      const { text } = await expectEnvelope(await gateway.get(`opd/data/isi?n=${n}`, token))
      assert.strictEqual(withoutTime(text), withoutTime(await whole(n)))
    }
  })

  for (const [coding, decode] of [["gzip", gunzipSync], ["br", brotliDecompressSync]] as const) {
    it(`leaves in ${coding} where that is asked for, the first of it at once`, async () => {
      const { gateway, set, token, whole } = at()
      const held: Array<Exchange> = []
      await set(sending(listOf(900_000), { after: (exchange) => held.push(exchange) }).answering)
      const n = fresh++
      const response = await rawAnswer(`${gateway.url}/api/v4/gateway/opd/data/isi?n=${n}`, {
        authorization: `Bearer ${token}`,
        "accept-encoding": coding
      })
      assert.strictEqual(response.headers["content-encoding"], coding)
      const parts: Array<Buffer> = []
      response.on("data", (part: Buffer) => parts.push(part))
      await eventually("something has left before the agency is done", () => Buffer.concat(parts).length > 500)
      held.forEach(lastChunk)
      await once(response, "end")
      await set(sending(listOf(900_000)).answering)
      assert.strictEqual(withoutTime(decode(Buffer.concat(parts)).toString()), withoutTime(await whole(n)))
    })
  }

  it("NDJSON has one item a line, CSV a row, as of the whole document", async () => {
    const { gateway, set, token } = at()
    const items: ReadonlyArray<{ readonly no: number }> = JSON.parse(listOf(400_000))
    await set(sending(wrapped(listOf(400_000)), { pieces: [999, 10_007] }).answering)
    const lines = (await (await gateway.get(`opd/data/isi?n=${fresh++}`, token, { accept: "application/x-ndjson" })).text()).split("\n")
    assert.strictEqual(lines.pop(), "")
    assert.deepStrictEqual(lines.map((line) => JSON.parse(line).no), items.map(({ no }) => no))
    const rows = (await (await gateway.get(`opd/data/isi?n=${fresh++}`, token, { accept: "text/csv" })).text()).split("\r\n")
    assert.strictEqual(rows.pop(), "")
    assert.strictEqual(rows.shift(), "no,nama_taman,nik,versi,ket,penjaga")
    assert.deepStrictEqual(rows.map((row) => Number(row.split(",")[0])), items.map(({ no }) => no))
  })

  it("the first byte leaves before the agency has sent 1 MB", async () => {
    const { gateway, set, token } = at()
    const held: Array<Exchange> = []
    const agency = sending(listOf(600_000), { after: (exchange) => held.push(exchange) })
    await set(agency.answering)
    const response = await gateway.get(`opd/data/isi?n=${fresh++}`, token)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    assert.isAbove(first?.value?.length ?? 0, 0)
    assert.isBelow(agency.sent(), 1_000_000)
    held.forEach(lastChunk)
    while ((await reader?.read())?.done === false);
  })

  it("an answer of up to 10 MiB is kept: it is a hit with an entity tag afterwards, and stands in when the agency fails", async () => {
    const { agency, gateway, set, token } = at()
    await set(sending(listOf(900_000)).answering)
    const streamed = await (await gateway.get("opd/data/segar", token)).text()
    const calls = agency.calls.length
    const hit = await gateway.get("opd/data/segar", token)
    assert.strictEqual(hit.headers.get("x-cache"), "HIT")
    assert.strictEqual(agency.calls.length, calls)
    assert.strictEqual(await hit.text(), streamed)
    const etag = hit.headers.get("etag") ?? ""
    assert.match(etag, /^W\//)
    assert.strictEqual((await gateway.get("opd/data/segar", token, { "if-none-match": etag })).status, 304)
    const n = fresh++
    const whole = await (await gateway.get(`opd/data/isi?n=${n}`, token)).text()
    await set(answer({ status: 500 }))
    const stale = await gateway.get(`opd/data/isi?n=${n}`, token)
    assert.strictEqual(stale.headers.get("x-cache"), "STALE-CIRCUIT")
    assert.strictEqual(await stale.text(), whole)
  })

  it("a larger one is not kept: the agency is asked again, and nothing stands in for it", async () => {
    const { agency, gateway, set, token } = at()
    await set(sending(listOf(11_000_000)).answering)
    await (await gateway.get("opd/data/segar?n=besar", token)).arrayBuffer()
    const calls = agency.calls.length
    await (await gateway.get("opd/data/segar?n=besar", token)).arrayBuffer()
    assert.strictEqual(agency.calls.length, calls + 1)
    await set(answer({ status: 500 }))
    assert.strictEqual((await gateway.get("opd/data/segar?n=besar", token)).status, 502)
  })

  it("each of two callers at once has a stream of its own", async () => {
    const { agency, gateway, set, token } = at()
    await set(sending(listOf(400_000)).answering)
    const calls = agency.calls.length
    const n = fresh++
    const answers = await Promise.all([0, 1].map(async () => withoutTime(await (await gateway.get(`opd/data/isi?n=${n}`, token)).text())))
    assert.strictEqual(answers[0], answers[1])
    assert.strictEqual(agency.calls.length, calls + 2)
  })

  it("fault-60 of 50 cold callers of NDJSON one has a stream and the rest share one whole answer where 10 MiB are allowed", async () => {
    const { agency, gateway, set, token } = at()
    const held: Array<() => void> = []
    const agencies = sending(listOf(400_000))
    await set((exchange) => held.push(() => agencies.answering(exchange)))
    const calls = agency.calls.length
    const other = await gateway.token({ scopes: "*" })
    const answers = Promise.all(
      Array.from(
        { length: 50 },
        async (_, n) => await (await gateway.get("opd/data/ramai", n % 2 === 0 ? token : other, { accept: "application/x-ndjson" })).text()
      )
    )
    await eventually("the first call is held", () => held.length === 1)
    await pause(1_000)
    held.shift()?.()
    await eventually("the second call is held", () => held.length === 1)
    await pause(300)
    held.shift()?.()
    assert.strictEqual(new Set(await answers).size, 1)
    assert.strictEqual(agency.calls.length, calls + 2)
  })

  it("HEAD has the headers, and the agency is called off", async () => {
    const { gateway, set, token } = at()
    const sender = endless()
    await set(sender.answering)
    const response = await fetch(`${gateway.url}/api/v4/gateway/opd/data/isi?n=${fresh++}`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${token}` }
    })
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "application/json; charset=utf-8")
    await eventually("the agency sends no more", async () => {
      const before = sender.sent()
      await pause(100)
      return sender.sent() === before
    })
    await set(json({ data: [] }))
  })

  it("data that is no list has no CSV, however large", async () => {
    const { gateway, set, token } = at()
    await set(sending(`{"data":{"teks":"${"x".repeat(400_000)}"}}`).answering)
    assert.strictEqual((await gateway.get(`opd/data/isi?n=${fresh++}`, token, { accept: "text/csv" })).status, 406)
  })

  it("an odd spelling of the address, which takes the longer way, gives the same stream", async () => {
    const { gateway, set, token } = at()
    await set(sending(listOf(400_000)).answering)
    const n = fresh++
    const plain = await (await gateway.get(`opd/data/isi?n=${n}`, token)).text()
    const odd = await gateway.get(`/API/v4/gateway/opd/data/isi?n=${n}`, token)
    assert.strictEqual(odd.status, 200)
    assert.strictEqual(odd.headers.get("transfer-encoding"), "chunked")
    const { bytes, isWhole } = await readAll(odd)
    assert.isTrue(isWhole)
    assert.strictEqual(withoutTime(bytes.toString()), withoutTime(plain))
  })
})
