import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Net from "node:net"
import * as Tls from "node:tls"
import type { Agency } from "../../src/domain/Agency.ts"
import type { ProxyErrorType } from "../../src/domain/GatewayError.ts"
import {
  type AgencyServer,
  answer,
  type Behaviour,
  faults,
  json,
  makeAgencyServer,
  redirect,
  sequence,
  status
} from "../support/AgencyServer.ts"
import { selfSigned } from "../support/SelfSigned.ts"
import { eventually } from "../support/Suite.ts"
import { call, clientLayer, makeAgency, makeRequest, secret, text } from "./calling.ts"

const quiet = (server: AgencyServer) => Effect.promise(() => eventually("no connection is left", () => server.connections().open === 0))

/** One call to a server that behaves like that, and the error it ends in. */
const failure = (behaviour: Behaviour, options: Partial<Agency> & { readonly maxBytes?: number } = {}) =>
  Effect.gen(function*() {
    const server = yield* makeAgencyServer()
    yield* server.setBehaviour(behaviour)
    const { maxBytes, ...agency } = options
    const error = yield* call(
      makeRequest(makeAgency(server.url, agency), maxBytes === undefined ? {} : { maxBytes })
    ).pipe(Effect.flip)
    const shown = JSON.stringify(error)
    assert.notInclude(shown, "127.0.0.1")
    assert.notInclude(shown, `${server.port}`)
    assert.notInclude(shown, "node:")
    return { error, server }
  }).pipe(Effect.provide(clientLayer))

const expectUnavailable = (behaviour: Behaviour, proxyError: ProxyErrorType, options: Parameters<typeof failure>[1] = {}) =>
  Effect.gen(function*() {
    const { error, server } = yield* failure(behaviour, options)
    assert.strictEqual(error._tag, "AgencyUnavailable")
    assert.strictEqual("proxyError" in error && error.proxyError, proxyError)
    return { error, server }
  })

describe("connection faults", () => {
  it.live("fault-38 a refused connection is tried again twice, then agency-unavailable", () =>
    Effect.gen(function*() {
      const { error } = yield* expectUnavailable("refuse", "connection_refused", { retries: 2 })
      assert.strictEqual(error.attempts, 3)
      assert.isNull(error.agencyStatus)
    }))

  it.live("fault-38 a reset connection is tried again twice, then agency-unavailable", () =>
    Effect.gen(function*() {
      const { error, server } = yield* expectUnavailable(faults.reset, "connection_terminated", { retries: 2 })
      assert.strictEqual(error.attempts, 3)
      assert.strictEqual(server.calls.length, 3)
    }))

  it.live("fault-38 a connection closed without an answer is agency-unavailable", () =>
    expectUnavailable(faults.close, "connection_terminated"))

  it.live("fault-38 a name that does not resolve is agency-unavailable", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(call(makeRequest(makeAgency("http://agency-of-nowhere.invalid:8080"))))
      assert.strictEqual(error._tag, "AgencyUnavailable")
      assert.strictEqual("proxyError" in error && error.proxyError, "dns_error")
      assert.notInclude(JSON.stringify(error), "invalid:")
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-38 a server that recovers during the retries answers the call", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: sequence(faults.reset, status(503), json({ data: [1] })) })
      const answered = yield* call(makeRequest(makeAgency(server.url, { retries: 2 })))
      assert.strictEqual(answered.attempts, 3)
      assert.strictEqual(text(answered.body), "{\"data\":[1]}")
    }).pipe(Effect.provide(clientLayer)))
})

describe("time", () => {
  for (
    const [name, behaviour] of [
      ["hangs", faults.hang],
      ["sends its headers slowly", faults.slowHeaders],
      ["hangs after its headers", faults.hangAfterHeaders]
    ] as const
  ) {
    it.live(`fault-39 a server that ${name} ends in agency-timeout in time`, () =>
      Effect.gen(function*() {
        const started = performance.now()
        const { error } = yield* failure(behaviour, { timeoutMillis: 200 })
        assert.strictEqual(error._tag, "AgencyTimeout")
        assert.strictEqual("proxyError" in error && error.proxyError, "http_response_timeout")
        assert.strictEqual(error.attempts, 1)
        const took = performance.now() - started
        assert.isAtLeast(took, 195)
        // Its deadline is two minutes.
        assert.isBelow(took, 60_000)
      }))
  }

  it.live("fault-40 a dripping body ends in agency-timeout, its connection cut", () =>
    Effect.gen(function*() {
      const { error, server } = yield* failure(faults.dripBody, { timeoutMillis: 200 })
      assert.strictEqual(error._tag, "AgencyTimeout")
      assert.strictEqual(error.agencyStatus, 200)
      yield* quiet(server)
    }))

  it.live("fault-40 attempts and pauses together stay within the deadline", () =>
    Effect.gen(function*() {
      const { error } = yield* failure(faults.hang, { timeoutMillis: 300, deadlineMillis: 500, retries: 5 })
      assert.strictEqual(error._tag, "AgencyTimeout")
      assert.isAtMost(error.attempts ?? Infinity, 2)
    }))

  it.live("fault-40 a retry has what the first attempt left of the deadline, and no time of its own", () =>
    Effect.gen(function*() {
      const started = performance.now()
      const { error, server } = yield* failure(sequence(status(503), faults.hang), {
        timeoutMillis: 600_000,
        deadlineMillis: 3_000,
        retries: 5
      })
      assert.strictEqual(error._tag, "AgencyTimeout")
      // A retry that took a time of its own would take ten minutes.
      assert.isBelow(performance.now() - started, 100_000)
      assert.strictEqual(server.calls.length, 2)
    }))

  it.live("a secure connection that is never completed ends in agency-timeout", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: faults.hang })
      const error = yield* Effect.flip(call(makeRequest(makeAgency(`https://127.0.0.1:${server.port}`, { timeoutMillis: 200 }))))
      assert.strictEqual(error._tag, "AgencyTimeout")
      assert.strictEqual("proxyError" in error && error.proxyError, "connection_timeout")
      yield* quiet(server)
    }).pipe(Effect.provide(clientLayer)))
})

describe("broken answers", () => {
  it.live("fault-41 a body shorter than its Content-Length is agency-unavailable", () =>
    expectUnavailable(faults.shortLength, "http_response_incomplete"))

  it.live("fault-42 a chunked body cut by the end of the connection is agency-unavailable", () =>
    expectUnavailable(faults.brokenChunks, "http_response_incomplete"))

  it.live("fault-42 a chunked body on a connection that was to close, cut by its end, is agency-unavailable", () =>
    expectUnavailable(faults.brokenLastChunks, "http_response_incomplete"))

  it.live("fault-42 a body that only the end of the connection delimits is handed on as it is, for the JSON to decide", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: faults.cutJson })
      const answered = yield* call(makeRequest(makeAgency(server.url)))
      assert.strictEqual(text(answered.body), "{\"data\":[1,2")
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-43 bytes after the end of the body are agency-unavailable, the connection dropped", () =>
    Effect.gen(function*() {
      const { server } = yield* expectUnavailable(faults.extraBytes, "http_protocol_error")
      yield* quiet(server)
    }))

  it.live("fault-43 a second answer behind the first never reaches the next caller", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: sequence(faults.extraAnswer, json({ data: ["own"] })) })
      const agency = makeAgency(server.url)
      const error = yield* Effect.flip(call(makeRequest(agency)))
      assert.strictEqual(error._tag, "AgencyUnavailable")
      assert.strictEqual(text((yield* call(makeRequest(agency))).body), "{\"data\":[\"own\"]}")
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-44 Content-Length and Transfer-Encoding together are agency-unavailable", () =>
    expectUnavailable(faults.lengthAndChunked, "http_protocol_error"))

  it.live("fault-44 Transfer-Encoding and Content-Length together are agency-unavailable", () =>
    expectUnavailable(faults.chunkedAndLength, "http_protocol_error"))

  it.live("fault-44 two different Content-Lengths are agency-unavailable", () =>
    expectUnavailable(faults.twoLengths, "http_protocol_error"))

  it.live("an answer that is not HTTP is agency-unavailable", () => expectUnavailable(faults.notHttp, "http_protocol_error"))

  it.live("fault-45 HTML with status 200 is agency-unavailable, and not a word of it is shown", () =>
    Effect.gen(function*() {
      const { error } = yield* expectUnavailable(faults.html, "http_protocol_error", { retries: 2 })
      assert.strictEqual(error.attempts, 1)
      assert.notInclude(JSON.stringify(error), "db01")
    }))

  for (
    const type of [
      "text/plain",
      "application/json; charset=latin1",
      "application/json; version=1.0; charset=\"utf-16\"",
      "application/xml",
      "application/jsonp",
      "application/json-seq; charset=utf-8",
      ""
    ]
  ) {
    it.live(`fault-45 the content type "${type}" is agency-unavailable`, () =>
      expectUnavailable(answer({ headers: { "content-type": type }, body: "[]" }), "http_protocol_error"))
  }

  for (
    const type of [
      "application/json;charset=UTF-8",
      "application/geo+json",
      "APPLICATION/JSON; charset=\"utf-8\"",
      "application/json; charset=utf8",
      "application/json; charset=us-ascii",
      "application/json; version=1.0",
      "application/json; profile=\"a; charset=latin1\"",
      "application/vnd.api+json; ext=\"x\"",
      "application/json; odata.metadata=minimal; odata.streaming=true; charset=utf-8"
    ]
  ) {
    it.live(`the content type ${type} is JSON`, () =>
      Effect.gen(function*() {
        const server = yield* makeAgencyServer({ behaviour: answer({ headers: { "content-type": type }, body: "[1]" }) })
        assert.strictEqual(text((yield* call(makeRequest(makeAgency(server.url)))).body), "[1]")
      }).pipe(Effect.provide(clientLayer)))
  }

  it.live("fault-45 200 without a body is agency-unavailable", () => expectUnavailable(faults.empty, "http_protocol_error"))

  for (const code of [204, 205]) {
    it.live(`fault-45 ${code} is agency-unavailable`, () =>
      Effect.gen(function*() {
        const { error } = yield* expectUnavailable(status(code), "http_protocol_error")
        assert.strictEqual(error.agencyStatus, code)
      }))
  }

  it.live("fault-45 a part of the data is agency-unavailable: nobody asked for one", () =>
    Effect.gen(function*() {
      const { error } = yield* expectUnavailable(
        answer({ status: 206, headers: { "content-range": "bytes 0-2/90" }, body: "[1]" }),
        "http_response_incomplete"
      )
      assert.strictEqual(error.agencyStatus, 206)
    }))

  it.live("an answer that does not say what it is may be JSON, and is nothing else", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: ({ socket }) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[1]") })
      assert.strictEqual(text((yield* call(makeRequest(makeAgency(server.url)))).body), "[1]")
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-51 a number beyond 2^53 arrives digit for digit", () =>
    Effect.gen(function*() {
      const bytes = new TextEncoder().encode("{\"data\":{\"nik\":9171010101900001}}")
      const server = yield* makeAgencyServer({ behaviour: json(bytes) })
      assert.strictEqual(text((yield* call(makeRequest(makeAgency(server.url)))).body), "{\"data\":{\"nik\":9171010101900001}}")
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-52 duplicate keys, lone surrogates and deep nesting pass through byte for byte", () =>
    Effect.gen(function*() {
      const odd = `{"a":1,"a":"\\ud800","b":${"[".repeat(200_000)}${"]".repeat(200_000)}}`
      const server = yield* makeAgencyServer({ behaviour: json(new TextEncoder().encode(odd)) })
      assert.strictEqual(text((yield* call(makeRequest(makeAgency(server.url)))).body), odd)
    }).pipe(Effect.provide(clientLayer)))
})

describe("size", () => {
  it.live("fault-46 a body without end is cut at the cap", () =>
    Effect.gen(function*() {
      const { server } = yield* expectUnavailable(faults.huge, "http_response_body_size", { maxBytes: 1024 * 1024 })
      yield* quiet(server)
    }))

  it.live("fault-46 a declared length over the cap is refused before the body", () =>
    expectUnavailable(json({ data: "x".repeat(2000) }), "http_response_body_size", { maxBytes: 1000 }))

  it.live("fault-46 a body of exactly the cap is accepted", () =>
    Effect.gen(function*() {
      const body = JSON.stringify("x".repeat(998))
      const server = yield* makeAgencyServer({ behaviour: answer({ body }) })
      const answered = yield* call(makeRequest(makeAgency(server.url), { maxBytes: 1000 }))
      assert.strictEqual(answered.body.byteLength, 1000)
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-47 a gzip bomb is stopped at the cap of inflated bytes", () =>
    expectUnavailable(faults.gzipBomb, "http_response_body_size"))

  it.live("fault-47 a brotli bomb of a few hundred bytes is stopped at the cap of inflated bytes", () =>
    expectUnavailable(faults.brotliBomb, "http_response_body_size"))

  it.live("fault-47 stacked encodings are agency-unavailable", () =>
    expectUnavailable(faults.stackedEncodings, "http_response_content_coding"))

  it.live("a compressed body that cannot be undone is agency-unavailable", () =>
    expectUnavailable(faults.brokenGzip, "http_response_content_coding"))
})

describe("statuses", () => {
  it.live("fault-32 a redirect is not followed", () =>
    Effect.gen(function*() {
      const inside = yield* makeAgencyServer()
      const { error, server } = yield* expectUnavailable(redirect(`${inside.url}/latest/meta-data`), "http_protocol_error", { retries: 2 })
      assert.strictEqual(error.agencyStatus, 302)
      assert.strictEqual(server.calls.length, 1)
      assert.strictEqual(inside.calls.length, 0)
    }))

  for (const code of [404, 410]) {
    it.live(`${code} is not-found-at-agency`, () =>
      Effect.gen(function*() {
        const { error } = yield* failure(status(code), { retries: 2 })
        assert.strictEqual(error._tag, "NotFoundAtAgency")
        assert.strictEqual(error.agencyStatus, code)
        assert.strictEqual(error.attempts, 1)
      }))
  }

  for (const code of [400, 422]) {
    it.live(`${code} is an answer, with the agency's message`, () =>
      Effect.gen(function*() {
        const server = yield* makeAgencyServer({ behaviour: status(code) })
        const answered = yield* call(makeRequest(makeAgency(server.url)))
        assert.strictEqual(answered.status, code)
        assert.strictEqual(text(answered.body), `{"message":"status ${code}"}`)
      }).pipe(Effect.provide(clientLayer)))

    it.live(`${code} with a page instead of a message is an answer without a body`, () =>
      Effect.gen(function*() {
        const server = yield* makeAgencyServer({
          behaviour: answer({ status: code, headers: { "content-type": "text/html" }, body: "<p>db01.example</p>" })
        })
        const answered = yield* call(makeRequest(makeAgency(server.url)))
        assert.strictEqual(answered.status, code)
        assert.strictEqual(answered.body.byteLength, 0)
      }).pipe(Effect.provide(clientLayer)))
  }

  for (const code of [401, 403]) {
    it.live(`fault-48 the agency's ${code} is agency-unavailable, never the caller's`, () =>
      Effect.gen(function*() {
        const { error } = yield* expectUnavailable(status(code), "destination_unavailable", { retries: 2 })
        assert.strictEqual(error.agencyStatus, code)
        assert.strictEqual(error.attempts, 1)
      }))
  }

  it.live("fault-49 429 with Retry-After is not tried again", () =>
    Effect.gen(function*() {
      const { error, server } = yield* expectUnavailable(status(429, { "retry-after": "1" }), "destination_unavailable", { retries: 2 })
      assert.strictEqual(error.agencyStatus, 429)
      assert.strictEqual(server.calls.length, 1)
    }))

  for (const code of [502, 503, 504]) {
    it.live(`fault-50 ${code} is tried again within the budget`, () =>
      Effect.gen(function*() {
        const { error, server } = yield* expectUnavailable(status(code), "destination_unavailable", { retries: 2 })
        assert.strictEqual(error.agencyStatus, code)
        assert.strictEqual(error.attempts, 3)
        assert.strictEqual(server.calls.length, 3)
      }))
  }

  for (const code of [500, 501, 418]) {
    it.live(`${code} is agency-unavailable at once`, () =>
      Effect.gen(function*() {
        const { error } = yield* expectUnavailable(status(code), "destination_unavailable", { retries: 2 })
        assert.strictEqual(error.attempts, 1)
      }))
  }

  it.live("a 400 with an endless page is an answer without a body, and the page is cut", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({
        behaviour: ({ later, socket }) => {
          socket.write("HTTP/1.1 400 Status\r\ncontent-type: text/html\r\n\r\n")
          const more = (): void => {
            socket.write("x".repeat(10_000))
            later(1, more)
          }
          more()
        }
      })
      const answered = yield* call(makeRequest(makeAgency(server.url, { timeoutMillis: 60_000, deadlineMillis: 60_000 })))
      assert.strictEqual(answered.status, 400)
      assert.strictEqual(answered.body.byteLength, 0)
      yield* quiet(server)
    }).pipe(Effect.provide(clientLayer)))

  it.live("an error status with a hanging body is answered at its headers", () =>
    Effect.gen(function*() {
      const { error } = yield* expectUnavailable(
        ({ socket }) => {
          socket.write("HTTP/1.1 500 Status\r\ncontent-length: 100\r\n\r\n")
        },
        "destination_unavailable",
        { timeoutMillis: 60_000 }
      )
      assert.strictEqual(error.agencyStatus, 500)
    }))
})

describe("secure connections", () => {
  it.live("a certificate that nobody vouches for is agency-unavailable, and no request is sent", () =>
    Effect.gen(function*() {
      let requests = 0
      const server = yield* Effect.acquireRelease(
        Effect.callback<Tls.Server>((resume) => {
          const listener = Tls.createServer(selfSigned(), (socket) => {
            socket.on("data", () => requests++).on("error", () => {})
          }).on("tlsClientError", () => {})
          listener.listen(0, "127.0.0.1", () => resume(Effect.succeed(listener)))
        }),
        (listener) => Effect.callback<void>((resume) => void listener.close(() => resume(Effect.void)))
      )
      const address = server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      const error = yield* Effect.flip(call(makeRequest(
        makeAgency(`https://localhost:${port}`, { retries: 2, credential: { header: "X-Api-Key", env: "KNOWN_KEY" } })
      )))
      assert.strictEqual(error._tag, "AgencyUnavailable")
      assert.strictEqual("proxyError" in error && error.proxyError, "tls_certificate_error")
      assert.strictEqual(error.attempts, 1)
      assert.strictEqual(requests, 0)
      assert.notInclude(JSON.stringify(error), secret)
    }).pipe(Effect.provide(clientLayer)))

  it.live("a server that does not speak TLS is agency-unavailable", () =>
    Effect.gen(function*() {
      const listener = yield* Effect.acquireRelease(
        Effect.callback<Net.Server>((resume) => {
          const plain = Net.createServer((socket) => {
            socket.on("error", () => {}).on("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
          })
          plain.listen(0, "127.0.0.1", () => resume(Effect.succeed(plain)))
        }),
        (plain) => Effect.callback<void>((resume) => void plain.close(() => resume(Effect.void)))
      )
      const address = listener.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      const error = yield* Effect.flip(call(makeRequest(makeAgency(`https://127.0.0.1:${port}`))))
      assert.strictEqual("proxyError" in error && error.proxyError, "tls_protocol_error")
    }).pipe(Effect.provide(clientLayer)))
})
