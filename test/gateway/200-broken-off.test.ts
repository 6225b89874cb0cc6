import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { AuditRecord } from "../../src/domain/AuditRecord.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { expectFault } from "../support/AgencyFault.ts"
import { type Behaviour, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { listOf, readAll, reset, sending } from "../support/LargeBodies.ts"
import { sendRaw } from "../support/RawHttp.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const endpoints = [{ path: "isi", query: ["n"], maxBytes: "11 MiB" }]
  const time = yield* makeJumpingClock
  const gateway = yield* startGateway(
    registryText([
      { slug: "opd", server: agency.url, timeout: "1 seconds", breaker: neverOpen, endpoints },
      { slug: "rapuh", server: agency.url, breaker: { size: 5, minimum: 3, open: "1 seconds" }, endpoints }
    ]),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(Clock.Clock, time.clock))
  const directory = yield* tempDirectory
  const { cert, key } = selfSigned()
  const files = { TLS_CERT_FILE: join(directory, "tls.crt"), TLS_KEY_FILE: join(directory, "tls.key") }
  writeFileSync(files.TLS_CERT_FILE, cert)
  writeFileSync(files.TLS_KEY_FILE, key)
  const secure = yield* startGateway(registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints }]), files)
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const doors = [
    { url: gateway.url, token },
    { url: secure.url.replace("http:", "https:"), token: yield* Effect.promise(() => secure.token({ scopes: "*" })) }
  ]
  return { agency, doors, gateway, set, time, token }
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

const list = listOf(600_000)
const half = list.slice(0, -1)
const tooLong = listOf(12_000_000)

describe("an answer that breaks off", () => {
  const broken: ReadonlyArray<readonly [name: string, behaviour: Behaviour, code: string]> = [
    ["fault-38 the agency resets its connection", sending(half, { after: reset }).answering, "agency-unavailable"],
    [
      "fault-42 the agency closes in the middle of a chunked body",
      sending(half, { after: ({ socket }) => socket.end() }).answering,
      "agency-unavailable"
    ],
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
    [
      "fault-47 more than the endpoint allows once inflated",
      sending(gzipSync(tooLong), { headers: { "content-encoding": "gzip" } }).answering,
      "agency-unavailable"
    ],
    [
      "fault-47 broken gzip",
      sending(gzipSync(list, { level: 0 }).subarray(0, -9), { headers: { "content-encoding": "gzip" } }).answering,
      "agency-unavailable"
    ],
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
        const response = await gateway.get(`opd/data/isi?n=${fresh++}`, token, {
          accept,
          "accept-encoding": fresh % 2 === 0 ? "identity" : "gzip"
        })
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

  it("a caller of HTTP/1.0, who knows no chunks, has the connection reset, over TLS too", async () => {
    const { doors, set } = at()
    await set(sending(half, { after: reset }).answering)
    for (const { token, url } of doors) {
      const outcome = await sendRaw(
        url,
        `GET /api/v4/gateway/opd/data/isi?n=${fresh++} HTTP/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`
      )
        .then(() => "an orderly end", (error: Error) => error.message)
      assert.include(outcome, "ECONNRESET", url)
    }
  })

  it("fault-42 what is broken before anything has left is a 502 like any other", async () => {
    const { gateway, set, token } = at()
    await set(sending(`${" ".repeat(600_000)}nope`).answering)
    await expectFault(await gateway.get(`opd/data/isi?n=${fresh++}`, token), "agency-unavailable")
  })

  it("its circuit counts it: after three the agency is left alone, and a whole stream closes it again", async () => {
    const { agency, gateway, set, time, token } = at()
    await set(sending(half, { after: reset }).answering)
    for (let n = 0; n < 3; n++) assert.isFalse((await readAll(await gateway.get(`rapuh/data/isi?n=${fresh++}`, token))).isWhole)
    const calls = agency.calls.length
    assert.strictEqual((await gateway.get(`rapuh/data/isi?n=${fresh++}`, token)).status, 503)
    assert.strictEqual(agency.calls.length, calls)
    await set(sending(list).answering)
    time.pass(1_150)
    for (let n = 0; n < 3; n++) assert.isTrue((await readAll(await gateway.get(`rapuh/data/isi?n=${fresh++}`, token))).isWhole)
  })

  /** Requests and calls of the agency so far, by what came of them. */
  const counted = async () => {
    const lines = (await (await fetch(`${at().gateway.managementUrl}/metrics`)).text()).split("\n").filter((line) =>
      line.includes("agency=\"opd\"")
    )
    const sum = (name: RegExp, label: string) =>
      lines.filter((line) => name.test(line) && line.includes(label)).reduce((total, line) => total + Number(line.split(" ").at(-1)), 0)
    const status = (code: number) => sum(/^gapura_requests_total\{/, `http_response_status_code="${code}"`)
    const outcome = (name: string) => sum(/^gapura_agency_call_duration_seconds_count\{/, `outcome="${name}"`)
    return [status(200), status(502), status(504), outcome("success"), outcome("failure"), outcome("timeout")]
  }

  const metered: ReadonlyArray<readonly [name: string, behaviour: Behaviour, more: ReadonlyArray<number>]> = [
    ["broken off as one failed call and one 502, and as no 200", sending(half, { after: reset }).answering, [0, 1, 0, 0, 1, 0]],
    ["that stops as one call that was too late and one 504, and as no 200", sending(half, { after: () => {} }).answering, [
      0,
      0,
      1,
      0,
      0,
      1
    ]],
    ["that is whole as one call and one 200", sending(list).answering, [1, 0, 0, 1, 0, 0]]
  ]
  for (const [name, behaviour, more] of metered) {
    it(`the meters count one ${name}`, async () => {
      const { gateway, set, token } = at()
      await set(behaviour)
      const before = await counted()
      const response = await gateway.get(`opd/data/isi?n=${fresh++}`, token, { accept: "application/x-ndjson" })
      assert.strictEqual(response.status, 200)
      await readAll(response)
      await recordOf(response.headers.get("x-request-id"))
      assert.deepStrictEqual((await counted()).map((count, index) => count - (before[index] ?? 0)), more)
    })
  }
})
