import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Scope } from "effect"
import { connect, type Socket } from "node:net"
import { gzipSync } from "node:zlib"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import { StallTime } from "../../src/http/StreamWriter.ts"
import { type Behaviour, type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { endless, lastChunk, listOf, readAll, sending, wrapped } from "../support/LargeBodies.ts"
import { sendRaw } from "../support/RawHttp.ts"
import { expectFault } from "../support/AgencyFault.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"

const stallMillis = 1_500

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const endpoints = [{ path: "isi", query: ["n"], maxBytes: "11 MiB" }]
  const gateway = yield* startGateway(
    registryText([
      { slug: "opd", server: agency.url, timeout: "1 seconds", breaker: neverOpen, endpoints },
      { slug: "sabar", server: agency.url, timeout: "20 seconds", breaker: neverOpen, endpoints: [{ path: "isi", query: ["n"], maxBytes: "1 GiB" }, { path: "utuh", query: ["n"] }] },
      { slug: "sempit", server: agency.url, timeout: "20 seconds", connections: 2, breaker: neverOpen, endpoints: [{ path: "isi", query: ["n"], maxBytes: "1 GiB" }] },
      { slug: "rapuh", server: agency.url, timeout: "5 seconds", breaker: { size: 5, minimum: 3, open: "1 seconds" }, endpoints }
    ]),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(StallTime, Duration.millis(stallMillis)))
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { agency, gateway, set, token }
}))

let fresh = 0

const recordOf = async (requestId: string | null): Promise<AuditRecord> => {
  let found: AuditRecord | undefined
  await eventually("the record is written", async () => {
    found = (await at().gateway.records(0)).find((record) => record.requestId === requestId)
    return found !== undefined
  })
  if (found === undefined) throw new Error("no record")
  return found
}

/** Late enough for what was sent before to have been read: a reset takes back what is still on its way. */
const reset = ({ later, socket }: Exchange) => later(100, () => socket.resetAndDestroy())

const list = listOf(600_000)
const half = list.slice(0, -1)
const tooLong = listOf(12_000_000)

describe("an answer that breaks off", { timeout: 20_000 }, () => {
  const broken: ReadonlyArray<readonly [name: string, behaviour: Behaviour, code: string]> = [
    ["fault-38 the agency resets its connection", sending(half, { after: reset }).answering, "agency-unavailable"],
    ["fault-42 the agency closes in the middle of a chunked body", sending(half, { after: ({ socket }) => socket.end() }).answering, "agency-unavailable"],
    [
      "fault-41 the agency sends less than it declared",
      ({ socket }) => {
        socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${half.length + 9}\r\n\r\n${half}`)
      },
      "agency-unavailable"
    ],
    [
      "fault-42 JSON cut by the end of the connection",
      ({ socket }) => {
        socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${half}`)
      },
      "agency-unavailable"
    ],
    ["fault-45 something other than JSON far inside", sending(`${half},nope]`).answering, "agency-unavailable"],
    ["fault-43 bytes after the end of the JSON", sending(`${list}{}`).answering, "agency-unavailable"],
    ["fault-46 more than the endpoint allows", sending(tooLong).answering, "agency-unavailable"],
    ["fault-47 more than the endpoint allows once inflated", sending(gzipSync(tooLong), { headers: { "content-encoding": "gzip" } }).answering, "agency-unavailable"],
    ["fault-47 broken gzip", sending(gzipSync(list, { level: 0 }).subarray(0, -9), { headers: { "content-encoding": "gzip" } }).answering, "agency-unavailable"],
    ["fault-39 the agency stops sending", sending(half, { after: () => {} }).answering, "agency-timeout"],
    [
      "fault-40 the agency goes on drop by drop",
      sending(half, {
        after: ({ later, socket }) => {
          const drip = () => {
            socket.write("2\r\n,1\r\n")
            later(20, drip)
          }
          drip()
        }
      }).answering,
      "agency-timeout"
    ]
  ]
  for (const [name, behaviour, code] of broken) {
    for (const accept of ["application/json", "application/x-ndjson", "text/csv"]) {
      it(`${name}: a caller of ${accept} sees it cut, and the record says why`, async () => {
        const { gateway, set, token } = at()
        await set(behaviour)
        const response = await gateway.get(`opd/data/isi?n=${fresh++}`, token, { accept, "accept-encoding": fresh % 2 === 0 ? "identity" : "gzip" })
        assert.strictEqual(response.status, 200)
        assert.isNull(response.headers.get("content-length"))
        assert.isFalse((await readAll(response)).isWhole)
        const record = await recordOf(response.headers.get("x-request-id"))
        assert.deepInclude(record, { status: 200, code, attempts: 1, agencyStatus: 200, cache: "MISS" })
      })
    }
  }

  it("nothing of it is kept", async () => {
    const { agency, gateway, set, token } = at()
    const address = `opd/data/isi?n=${fresh++}`
    await set(sending(half, { after: reset }).answering)
    await readAll(await gateway.get(address, token))
    const calls = agency.calls.length
    await set(json({ data: ["baik"] }))
    const next = await gateway.get(address, token)
    assert.isNull(next.headers.get("x-cache"))
    assert.include(await next.text(), "baik")
    assert.strictEqual(agency.calls.length, calls + 1)
  })

  it("a caller of HTTP/1.0, who knows no chunks, has the connection reset", async () => {
    const { gateway, set, token } = at()
    await set(sending(half, { after: reset }).answering)
    const outcome = await sendRaw(gateway.url, `GET /api/v4/gateway/opd/data/isi?n=${fresh++} HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`)
      .then(() => "an orderly end", (error: Error) => error.message)
    assert.include(outcome, "ECONNRESET")
  })

  it("fault-42 what is broken before anything has left is a 502 like any other", async () => {
    const { gateway, set, token } = at()
    await set(sending(`${" ".repeat(600_000)}nope`).answering)
    await expectFault(await gateway.get(`opd/data/isi?n=${fresh++}`, token), "agency-unavailable")
  })

  it("its circuit counts it: after three the agency is left alone, and a whole stream closes it again", async () => {
    const { agency, gateway, set, token } = at()
    await set(sending(half, { after: reset }).answering)
    for (let n = 0; n < 3; n++) assert.isFalse((await readAll(await gateway.get(`rapuh/data/isi?n=${fresh++}`, token))).isWhole)
    const calls = agency.calls.length
    assert.strictEqual((await gateway.get(`rapuh/data/isi?n=${fresh++}`, token)).status, 503)
    assert.strictEqual(agency.calls.length, calls)
    await set(sending(list).answering)
    await pause(1_150)
    for (let n = 0; n < 3; n++) assert.isTrue((await readAll(await gateway.get(`rapuh/data/isi?n=${fresh++}`, token))).isWhole)
  })

  it("the meters count it as a failed call and a failed request", async () => {
    const { gateway } = at()
    const text = await (await fetch(`${gateway.managementUrl}/metrics`)).text()
    assert.match(text, /agency_call_duration\S*_count\{[^}]*agency="opd"[^}]*outcome="failure"[^}]*\} [1-9]/)
    assert.match(text, /agency_call_duration\S*_count\{[^}]*agency="opd"[^}]*outcome="timeout"[^}]*\} [1-9]/)
    assert.match(text, /requests_total\{[^}]*agency="opd"[^}]*http_response_status_code="502"[^}]*\} [1-9]/)
  })
})

/** A caller who asks and reads by hand. */
const caller = (url: string, token: string, path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(`GET /api/v4/gateway/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
      socket.once("readable", () => resolve(socket))
    })
    socket.on("error", reject)
  })

const settledAt = async (read: () => number): Promise<number> => {
  for (let before = -1;;) {
    const now = read()
    if (now === before) return now
    before = now
    await pause(150)
  }
}

describe("a caller who is slow or gone", { timeout: 20_000 }, () => {
  it("stops the agency within a bound, and lets it go on", async () => {
    const { gateway, set, token } = at()
    const agency = endless()
    await set(agency.answering)
    const n = fresh++
    const socket = await caller(gateway.url, token, `sabar/data/isi?n=${n}`)
    const before = await settledAt(agency.sent)
    // What four sockets and the gateway hold between them.
    assert.isBelow(before, 40_000_000)
    agency.end()
    socket.on("data", () => {})
    await eventually("the answer is complete", async () => (await gateway.records(0)).some(({ code, masked, route, status }) => route.startsWith("sabar") && status === 200 && code === null && masked > 1_000), 10_000)
    assert.isAtLeast(agency.sent(), before)
    socket.destroy()
  }, 20_000)

  it("who takes nothing for the stall time is cut off, and so is the agency: 499", async () => {
    const { gateway, set, token } = at()
    const agency = endless()
    await set(agency.answering)
    const left = async () => (await gateway.records(0)).filter(({ status }) => status === 499).length
    const count = await left()
    const socket = await caller(gateway.url, token, `sabar/data/isi?n=${fresh++}`)
    await eventually("it is recorded", async () => await left() === count + 1, 10_000)
    const sent = await settledAt(agency.sent)
    socket.on("data", () => {})
    await pause(200)
    assert.strictEqual(agency.sent(), sent)
    socket.destroy()
  }, 20_000)

  it("who takes nothing of a whole answer is cut off as well", async () => {
    const { gateway, set, token } = at()
    await set(sending(listOf(9_000_000)).answering)
    const socket = await caller(gateway.url, token, `sabar/data/utuh?n=${fresh++}`)
    const began = performance.now()
    let bytes = 0
    // It has read once and will read again when the connection should be gone: what the system took in the first stall
    // time counts as progress, so that takes two.
    await pause(stallMillis * 3)
    await new Promise((resolve) => {
      socket.on("data", (part: Buffer) => {
        bytes += part.length
      }).once("close", resolve)
    })
    assert.isBelow(bytes, 8_000_000)
    assert.isBelow(performance.now() - began, 10_000)
  }, 20_000)

  it("leaves the other half of the connections to the rest: a large answer is then waited for", async () => {
    const { gateway, set, token } = at()
    await set(endless().answering)
    const socket = await caller(gateway.url, token, `sempit/data/isi?n=${fresh++}`)
    await set(sending(list).answering)
    const whole = await gateway.get(`sempit/data/isi?n=${fresh++}`, token)
    assert.isNotNull(whole.headers.get("etag"))
    assert.isTrue((await readAll(whole)).isWhole)
    socket.destroy()
    await eventually("streams are free again", async () => {
      const streamed = await gateway.get(`sempit/data/isi?n=${fresh++}`, token)
      await readAll(streamed)
      return streamed.headers.get("etag") === null
    })
  })

  it("who leaves ends the agency's call: 499, and no word against the agency", async () => {
    const { gateway, set, token } = at()
    const agency = endless()
    await set(agency.answering)
    const left = async () => (await gateway.records(0)).filter(({ status }) => status === 499).length
    const count = await left()
    for (let n = 0; n < 4; n++) {
      const socket = await caller(gateway.url, token, `rapuh/data/isi?n=${fresh++}`)
      socket.destroy()
    }
    await eventually("they are recorded", async () => await left() === count + 4)
    const sent = await settledAt(agency.sent)
    assert.isAbove(sent, 0)
    await set(sending(list).answering)
    assert.strictEqual((await gateway.get(`rapuh/data/isi?n=${fresh++}`, token)).status, 200)
  })
})

describe("a gateway that stops", { timeout: 20_000 }, () => {
  it("fault-97 answers the request of a connection that was made just before it stopped listening", async () => {
    const scope = Scope.makeUnsafe()
    const gateway = await Effect.runPromise(Effect.gen(function*() {
      const agency = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
      return yield* startGateway(registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "isi" }] }]))
    }).pipe(Scope.provide(scope)))
    const token = await gateway.token({ scopes: "*" })
    const { hostname, port } = new URL(gateway.url)
    const connected = () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket)).once("error", reject)
      })
    const socket = await connected()
    await pause(50)
    const closed = Effect.runPromise(Scope.close(scope, Exit.void))
    for (let listens = true; listens;) listens = await connected().then((one) => one.destroy() !== undefined, () => false)
    const answer = new Promise<string>((resolve) => {
      socket.once("data", (bytes: Buffer) => resolve(bytes.toString())).once("close", () => resolve("nothing"))
    })
    socket.write(`GET /api/v4/gateway/opd/data/isi HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    assert.match(await answer, /^HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: close\r\n/)
    await closed
  })

  it("finishes the answer that is on its way", async () => {
    const held: Array<Exchange> = []
    const scope = Scope.makeUnsafe()
    const { agency, gateway } = await Effect.runPromise(Effect.gen(function*() {
      const agency = yield* makeAgencyServer({ behaviour: sending(wrapped(list), { after: (exchange) => held.push(exchange) }).answering })
      const gateway = yield* startGateway(registryText([{ slug: "opd", server: agency.url, timeout: "5 seconds", endpoints: [{ path: "isi", maxBytes: "11 MiB" }] }]))
      return { agency, gateway }
    }).pipe(Scope.provide(scope)))
    const response = await gateway.get("opd/data/isi", await gateway.token({ scopes: "*" }))
    const closed = Effect.runPromise(Scope.close(scope, Exit.void))
    await pause(150)
    assert.strictEqual(agency.calls.length, 1)
    held.forEach(lastChunk)
    const { bytes, isWhole } = await readAll(response)
    assert.isTrue(isWhole)
    assert.include(bytes.subarray(-200).toString(), "\"total\":7")
    await closed
  }, 10_000)
})
