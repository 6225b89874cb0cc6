import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { answer } from "../support/AgencyServer.ts"
import { expectProblem } from "../support/Problems.ts"
import fc from "../support/Property.ts"
import { sendRaw, toResponse } from "../support/RawHttp.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { pause, suite } from "../support/Suite.ts"

const city = suite(Effect.gen(function*() {
  const made = yield* startCity({ diskominfo: { "/internal/events": answer({ body: "[]" }) }, variables: { RATE_LIMIT: "100000" } })
  const token = yield* Effect.promise(() => made.gateway.token({ scopes: publicScopes }))
  const stranger = yield* Effect.promise(() => made.gateway.token({ scopes: ["dinkes-klinik-get"], application: "lain" }))
  return { ...made, token, stranger }
}))

const path = "/api/v4/gateway/diskominfo/portal-publik/events"
const body = JSON.stringify({ strategy: "keyed", requests: [{ alias: "a", opd: "diskominfo", dataset: "portal-publik", path: "events" }] })
const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

const heard = () => city().diskominfo.calls.length + city().dinkes.calls.length
const authorization = () => `Authorization: Bearer ${city().token}\r\n`
const get = (rest = "\r\n", target = path) => `GET ${target} HTTP/1.1\r\nHost: kota\r\n${authorization()}${rest}`
const post = (rest: string) =>
  `POST /api/v4/gateway/aggregate HTTP/1.1\r\nHost: kota\r\n${authorization()}Content-Type: application/json\r\n${rest}`
/** Every answer that comes until the gateway closes the connection. */
const send = (bytes: string) => sendRaw(city().gateway.url, bytes)
const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

const malformed: ReadonlyArray<readonly [name: string, bytes: () => string]> = [
  ["a length and chunks", () => post(`Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`)],
  ["a GET with a length and chunks", () => get("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")],
  ["two lengths", () => post(`Content-Length: ${body.length}\r\nContent-Length: ${body.length + 1}\r\n\r\n${body}`)],
  ["the same length twice", () => post(`Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)],
  ["a list of lengths", () => post(`Content-Length: ${body.length}, ${body.length}\r\n\r\n${body}`)],
  ["a length with a sign", () => post(`Content-Length: +${body.length}\r\n\r\n${body}`)],
  ["a length below nothing", () => post(`Content-Length: -5\r\n\r\n${body}`)],
  ["an unknown transfer coding", () => post(`Transfer-Encoding: xchunked\r\n\r\n${chunked}`)],
  ["chunks that are not the last coding", () => post(`Transfer-Encoding: chunked, identity\r\n\r\n${chunked}`)],
  ["chunks twice", () => post(`Transfer-Encoding: chunked, chunked\r\n\r\n${chunked}`)],
  ["chunks of HTTP/1.0", () => post(`Transfer-Encoding: chunked\r\n\r\n${chunked}`).replace("HTTP/1.1", "HTTP/1.0")],
  ["a GET with a coding before its chunks", () => get("Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")],
  ["a coding on one line and chunks on the next", () => post(`Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`)],
  ...["gzip", "xyz", "deflate", "identity", "gzip;q=1", ""].map((coding) =>
    [`the coding '${coding}' before the chunks`, () => post(`Transfer-Encoding: ${coding}, chunked\r\n\r\n${chunked}`)] as const
  ),
  ["a control in the transfer coding", () => post(`Transfer-Encoding:\x0bchunked\r\n\r\n${chunked}`)],
  ["a chunk without a size", () => post(`Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}`)],
  ["a chunk without a size on a data route", () => get("Transfer-Encoding: chunked\r\n\r\nzz\r\n")],
  ["a chunk beyond all numbers", () => post(`Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${body}`)],
  ["a space before the colon", () => get("X-A : b\r\n\r\n")],
  ["bare line feeds", () => get().replaceAll("\r\n", "\n")],
  ["a bare carriage return", () => get("X-A: b\rX-B: c\r\n\r\n")],
  ["a folded header", () => get("X-A: b\r\n c\r\n\r\n")],
  ["a header that begins with a space", () => get(" X-A: b\r\n\r\n")],
  ["a NUL in a value", () => get("X-A: b\0c\r\n\r\n")],
  ["a NUL in a name", () => get("X\0A: b\r\n\r\n")],
  ["a header without a name", () => get(": b\r\n\r\n")],
  ["a space in the address", () => get("\r\n", `${path} x`)],
  ["no host", () => `GET ${path} HTTP/1.1\r\n${authorization()}\r\n`],
  ["another protocol", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
]

/** One answer, a problem, and the connection ends with it. */
const expectRefusal = async (bytes: string, code: Parameters<typeof expectProblem>[1]): Promise<string> => {
  const text = await send(bytes)
  assert.lengthOf(statusesOf(text), 1, text)
  const response = toResponse(text)
  assert.strictEqual(response.headers.get("connection"), "close")
  return expectProblem(response, code, city().gateway.url)
}

describe("a request that is not well-formed HTTP", () => {
  for (const [name, bytes] of malformed) {
    it(`fault-1 ${name}: 400, the connection closes, and no agency hears of it`, async () => {
      const before = heard()
      await expectRefusal(bytes(), "bad-request")
      assert.strictEqual(heard(), before)
    })
  }

  it("fault-1 what follows a request is never taken for its answer's business", async () => {
    const statuses = statusesOf(
      await send(get("Content-Length: 60\r\n\r\n" + get("Connection: close\r\n\r\n").slice(0, 60) + "GARBAGE\r\n\r\n"))
    )
    assert.isAtMost(statuses.length, 2)
    assert.notInclude(statuses.slice(1), 200)
  })

  it("fault-2 two `Host` headers are 400, be they the same, and so is one that names no host", async () => {
    const before = heard()
    for (
      const host of [
        "Host: kota\r\nHost: lain",
        "Host: kota\r\nHost: kota",
        "Host: kota, lain",
        "Host: kota/x",
        "Host: a@kota",
        "Host: kota lain",
        "Host: kota?x",
        "Host: kota#x",
        "Host: ko\\ta",
        "Host: <kota>"
      ]
    ) {
      for (const target of [path, "/v4/gateway", "/tidak-ada"]) {
        assert.include(await expectRefusal(`GET ${target} HTTP/1.1\r\n${host}\r\n${authorization()}\r\n`, "bad-request"), "Host", host)
      }
    }
    assert.strictEqual(heard(), before)
    for (const host of ["kota:8080", "[::1]:8080", "", "KOTA.example.", "xn--kta-0na.id"]) {
      assert.deepStrictEqual(
        statusesOf(await send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${authorization()}\r\n`)),
        [200],
        host
      )
    }
  })

  it("fault-3 `//evil` and an absolute address never choose whom the gateway talks to", async () => {
    for (const target of ["//evil.example/x", "http://evil.example/x", "http://evil.example//evil.example"]) {
      const text = await send(get("Connection: close\r\n\r\n", target))
      assert.deepStrictEqual(statusesOf(text), [404], target)
      assert.notMatch(text, /^location:.*evil/im)
    }
    const before = heard()
    assert.deepStrictEqual(statusesOf(await send(get("Connection: close\r\n\r\n", `http://evil.example${path}`))), [200])
    assert.strictEqual(heard(), before + 1)
    const host = city().diskominfo.calls.at(-1)?.headers["host"]
    assert.strictEqual(host, new URL(city().diskominfo.url).host)
  })

  it("fault-4 CONNECT and TRACE are 405 with `Allow`; headers that name another method are ignored", async () => {
    const tunnel = await send("CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n")
    await expectProblem(toResponse(tunnel), "method-not-allowed", city().gateway.url)
    assert.match(tunnel, /^allow: GET, HEAD, POST, OPTIONS\r$/im)
    for (const target of [path, "/v4/gateway", "/portal/status", "/docs"]) {
      const traced = await send(`TRACE ${target} HTTP/1.1\r\nHost: kota\r\nConnection: close\r\nX-Secret: rahasia\r\n\r\n`)
      assert.deepStrictEqual(statusesOf(traced), [405], target)
      assert.match(traced, /^allow: .*GET/im)
      assert.notInclude(traced, "rahasia")
    }
    assert.deepStrictEqual(
      statusesOf(
        await send(get("X-HTTP-Method-Override: DELETE\r\nX-Method-Override: PUT\r\nConnection: close\r\n\r\n", `${path}?_method=DELETE`))
      ),
      [200]
    )
  })

  it("fault-4 a method that nobody knows is 405 with `Allow`, and its connection closes", async () => {
    const before = heard()
    const unknown = [
      ...["FOO", "BREW", "GETS", "get", "X-1", "SETUP"].map((method) => get().replace("GET", method)),
      `FOO /tidak-ada?x=1 HTTP/1.0\r\n\r\n`
    ]
    for (const bytes of unknown) {
      const text = await send(bytes)
      assert.deepStrictEqual(statusesOf(text), [405], bytes)
      await expectProblem(toResponse(text), "method-not-allowed", city().gateway.url)
      assert.match(text, /^allow: GET, HEAD, POST, OPTIONS\r$/im)
      assert.match(text, /^connection: close\r$/im)
    }
    assert.strictEqual(heard(), before)
    const { hostname, port } = new URL(city().gateway.url)
    const second = await new Promise<string>((resolve) => {
      const chunks: Array<string> = []
      const socket = connect(Number(port), hostname, () => socket.write(get("\r\n", "/tidak-ada")))
      socket.once("data", () => socket.write(get().replace("GET", "FOO")))
      socket.on("data", (chunk: Buffer) => chunks.push(chunk.toString("latin1"))).on("close", () => resolve(chunks.join("")))
    })
    assert.deepStrictEqual(statusesOf(second), [404, 405])
  })

  it("fault-1 what only looks like a method is 400", async () => {
    const lines = [
      "F(O / HTTP/1.1",
      "FOO",
      "FOO /",
      "FOO / FTP/1.1",
      "FOO  / HTTP/1.1",
      "FOO / x HTTP/1.1",
      " FOO / HTTP/1.1",
      "FOO / HTTP/2.0"
    ]
    for (const line of lines) {
      await expectRefusal(`${line}\r\nHost: kota\r\n\r\n`, "bad-request")
    }
  })

  it("fault-5 more than 16 KB of headers, or more than 100 of them, are 431", async () => {
    const before = heard()
    await expectRefusal(get(`X-A: ${"a".repeat(17_000)}\r\n\r\n`), "headers-too-large")
    const many = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: 1\r\n`).join("")
    assert.include(await expectRefusal(get(`${many(99)}\r\n`), "headers-too-large"), "100")
    await expectRefusal(get(`${many(99)}\r\n`, "/v4/gateway"), "headers-too-large")
    assert.strictEqual(heard(), before)
    assert.deepStrictEqual(statusesOf(await send(get(`${many(97)}Connection: close\r\n\r\n`))), [200])
  })

  it("fault-6 a body over the limit is 413 as soon as that is known, announced or not", async () => {
    await expectProblem(
      toResponse(await send(post("Connection: close\r\nContent-Length: 10000000\r\n\r\n{"))),
      "payload-too-large",
      city().gateway.url
    )
    const text = await send(post(`Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n${" ".repeat(65_536)}\r\n1\r\n \r\n`))
    assert.deepStrictEqual(statusesOf(text), [413])
  })

  it("fault-7 requests of two tokens on one connection never mix: each is answered by its own", async () => {
    const other = `GET ${path} HTTP/1.1\r\nHost: kota\r\nAuthorization: Bearer ${city().stranger}\r\n`
    const none = `GET ${path} HTTP/1.1\r\nHost: kota\r\n\r\n`
    const text = await send([get(), `${other}\r\n`, none, get(), none, `${other}Connection: close\r\n\r\n`].join(""))
    assert.deepStrictEqual(statusesOf(text), [200, 403, 401, 200, 401, 403])
  })

  it(
    "fault-8 hundreds of requests that do not become complete are each 408 within 10 s, "
      + "and the slowest hundredth of others' answers is as quick as before",
    async () => {
      const { hostname, port } = new URL(city().gateway.url)
      const drip = (first: string, next: string) =>
        new Promise<string>((resolve) => {
          const chunks: Array<Buffer> = []
          const socket = connect(Number(port), hostname, () => socket.write(first))
          const more = setInterval(() => socket.write(next), 500)
          socket.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", () => {}).on("close", () => {
            clearInterval(more)
            resolve(Buffer.concat(chunks).toString("latin1"))
          })
        })
      /** The 99th percentile of the times of a caller's reads for so long, in milliseconds. */
      const token = await city().gateway.token({ scopes: publicScopes, application: "tetangga" })
      const slowestHundredth = async (isOver: (reads: number) => boolean): Promise<number> => {
        const times: Array<number> = []
        while (!isOver(times.length)) {
          const before = performance.now()
          const response = await city().gateway.get(path, token)
          await response.arrayBuffer()
          assert.strictEqual(response.status, 200)
          times.push(performance.now() - before)
          await pause(25)
        }
        return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
      }
      const alone = await slowestHundredth((reads) => reads >= 150)
      let isTooLate = false
      let ended = 0
      // A token may have 32 requests in progress.
      const kinds: ReadonlyArray<readonly [count: number, first: string, next: string]> = [
        [185, `GET ${path} HTTP/1.1\r\nHost: kota\r\n`, "X-A: b\r\n"],
        [185, "GET / HT", ""],
        [15, post("Content-Length: 5000\r\n\r\n{"), " "],
        [15, post("Transfer-Encoding: chunked\r\n\r\n"), "1\r\n \r\n"]
      ]
      const slow = Promise.all(
        kinds.flatMap(([count, first, next]) => Array.from({ length: count }, () => drip(first, next))).map(async (heard) => {
          const text = await heard
          ended++
          return { text, isLate: isTooLate }
        })
      )
      // A timer of the same event loop: where the machine is slow, it is as late as they are.
      const over = setTimeout(() => {
        isTooLate = true
      }, 10_000)
      // To the end: who waits for one of them waits for eight seconds.
      const beside = await slowestHundredth(() => ended === 400)
      clearTimeout(over)
      assert.isBelow(beside, Math.max(10 * alone, 1_000))
      for (const { isLate, text } of await slow) {
        await expectProblem(toResponse(text), "request-timeout", city().gateway.url)
        assert.isFalse(isLate)
      }
    }
  )

  it("fault-9 whatever is done to a request, the gateway lives and answers nothing with a 500", async () => {
    const alphabet = [
      "\r\n",
      "\n",
      "\r",
      "\0",
      " ",
      ":",
      "%00",
      "%2e%2e",
      "//",
      "\\",
      "Host: x\r\n",
      "Content-Length: 3\r\n",
      "Transfer-Encoding: chunked\r\n",
      "Accept: text/csv\r\n",
      "HEAD",
      "é",
      "\xff",
      "?",
      "#",
      "a".repeat(300),
      "{\"",
      "[[[["
    ]
    const mutation = fc.record({ at: fc.noBias(fc.nat(9_999)), cut: fc.noBias(fc.nat(12)), put: fc.constantFrom("", ...alphabet) })
    const bases = [
      get("Connection: close\r\n\r\n"),
      post(`Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
      "GET /v4/gateway?q=x HTTP/1.1\r\nHost: kota\r\nConnection: close\r\n\r\n",
      "POST /oauth/token HTTP/1.1\r\nHost: kota\r\nConnection: close\r\n"
      + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 31\r\n\r\ngrant_type=client_credentials&a",
      get("Connection: close\r\n\r\n", "/v4/export/openapi-3.1?opd=diskominfo")
    ]
    /** Sends all of it and leaves: what waits for more is not waited for. */
    const fire = (bytes: string) =>
      new Promise<string>((resolve) => {
        const { hostname, port } = new URL(city().gateway.url)
        let text = ""
        const socket = connect(Number(port), hostname, () => socket.end(bytes, "latin1"))
        socket.setTimeout(3_000, () => socket.destroy()).on("data", (chunk: Buffer) => text += chunk.toString("latin1")).on(
          "error",
          () => {}
        ).on("close", () => resolve(text))
      })
    const mutated = fc.sample(fc.tuple(fc.constantFrom(...bases), fc.array(mutation, { minLength: 1, maxLength: 3 })), 10_000).map((
      [base, mutations]
    ) =>
      mutations.reduce((text, { at, cut, put }) => {
        const index = Math.floor(at * text.length / 10_000)
        return text.slice(0, index) + put + text.slice(index + cut)
      }, base)
    )
    const seen = new Map<number, number>()
    for (let n = 0; n < mutated.length; n += 50) {
      const answers = await Promise.all(mutated.slice(n, n + 50).map(fire))
      for (const [m, text] of answers.entries()) {
        for (const status of statusesOf(text)) {
          seen.set(status, (seen.get(status) ?? 0) + 1)
          assert.isBelow(status, 500, JSON.stringify([mutated[n + m], text]))
        }
      }
    }
    for (const status of [200, 400, 401, 404]) assert.isAbove(seen.get(status) ?? 0, 20, JSON.stringify([...seen]))
    assert.strictEqual((await city().gateway.get(path, city().token)).status, 200)
  })
})
