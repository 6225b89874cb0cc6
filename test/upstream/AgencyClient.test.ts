import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import * as Zlib from "node:zlib"
import { AgencyClient } from "../../src/upstream/AgencyClient.ts"
import { type AgencyServer, answer, delay, faults, json, makeAgencyServer, sequence, status } from "../support/AgencyServer.ts"
import { call, clientLayer, makeAgency, makeRequest, secret, text } from "./calling.ts"

/** Waits until the server has been asked that often. */
const asked = (server: AgencyServer, times: number) =>
  Effect.gen(function*() {
    while (server.calls.length < times) yield* Effect.sleep(2)
  })

const quiet = (server: AgencyServer) =>
  Effect.gen(function*() {
    while (server.connections().open > 0) yield* Effect.sleep(2)
  })

/** Nobody closes such a connection for being idle before ten minutes are over. */
const lasting = { "keep-alive": "timeout=600" }

/** A connection is free a turn of the event loop after its answer. */
const settled = Effect.sleep(25)

const brotli = (body: string): Uint8Array => Zlib.brotliCompressSync(body, { params: { [Zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })

describe("requests", () => {
  it.live("fault-34 only the headers of the allow-list go out", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer()
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      yield* call(makeRequest(makeAgency(server.url, { credential: { header: "X-Api-Key", env: "KNOWN_KEY" } }), { traceparent }))
      const [first] = server.calls
      assert.strictEqual(first?.method, "GET")
      assert.strictEqual(first?.url, "/taman/daftar?page=1")
      assert.deepStrictEqual(first?.headers, {
        host: `127.0.0.1:${server.port}`,
        connection: "keep-alive",
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": "gapura/4.0",
        "x-request-id": "01JUJI",
        "x-gateway-application": "aplikasi-uji",
        traceparent,
        "x-api-key": secret
      })
      assert.strictEqual(first?.headerNames.length, 9)
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-36 a line break in an application's name or a request id starts no header", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer()
      yield* call(makeRequest(makeAgency(server.url), {
        application: "nama\r\nx-evil: 1",
        requestId: "id\nx-evil: 2",
        traceparent: "00-x\r\nx-evil: 3"
      }))
      const [first] = server.calls
      assert.notProperty(first?.headers, "x-evil")
      assert.notProperty(first?.headers, "traceparent")
      assert.strictEqual(first?.headers["x-gateway-application"], "nama%0D%0Ax-evil%3A%201")
    }).pipe(Effect.provide(clientLayer)))

  it.live("the server's base path comes before the target", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer()
      yield* call(makeRequest(makeAgency(`${server.url}/api/v1/`)))
      assert.strictEqual(server.calls[0]?.url, "/api/v1/taman/daftar?page=1")
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-36 a target that looks like another authority stays on the agency's server", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer()
      yield* call(makeRequest(makeAgency(server.url), { target: "//evil.example/x?url=http://evil.example" }))
      assert.strictEqual(server.calls[0]?.headers["host"], `127.0.0.1:${server.port}`)
    }).pipe(Effect.provide(clientLayer)))

  for (const env of ["UNKNOWN_KEY", "BROKEN_KEY"]) {
    it.live(`fault-37 without a usable credential in ${env} nothing is sent, and the log names the variable alone`, () =>
      Effect.gen(function*() {
        const lines: Array<string> = []
        const logger = Logger.layer([Logger.make((entry) => void lines.push(JSON.stringify(entry.message)))])
        const server = yield* makeAgencyServer()
        const request = makeRequest(makeAgency(server.url, { credential: { header: "X-Api-Key", env } }))
        const failed = yield* Effect.flip(call(request)).pipe(Effect.provide(logger))
        yield* Effect.flip(call(request)).pipe(Effect.provide(logger))
        assert.strictEqual(failed._tag, "AgencyUnavailable")
        assert.strictEqual(failed.attempts, 0)
        assert.strictEqual(server.calls.length, 0)
        assert.notInclude(JSON.stringify(failed), env)
        assert.strictEqual(lines.length, 1)
        assert.include(lines[0], env)
        assert.notInclude(lines[0], "x-evil")
      }).pipe(Effect.provide(clientLayer)))
  }

  for (const [coding, encode] of [["gzip", Zlib.gzipSync], ["deflate", Zlib.deflateSync], ["br", brotli]] as const) {
    for (const size of [10, 100_000]) {
      it.live(`a ${coding} body of ${size} items arrives inflated`, () =>
        Effect.gen(function*() {
          const body = JSON.stringify(Array.from({ length: size }, (_, n) => n))
          const server = yield* makeAgencyServer({ behaviour: answer({ headers: { "content-encoding": coding }, body: encode(body) }) })
          const answered = yield* call(makeRequest(makeAgency(server.url)))
          assert.isTrue(text(answered.body) === body)
        }).pipe(Effect.provide(clientLayer)))
    }
  }
})

describe("connections", () => {
  it.live("calls in a row share one connection, also after 404 and 503", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: sequence(json([1]), status(404), status(503), json([2])) })
      const request = makeRequest(makeAgency(server.url))
      yield* call(request)
      yield* settled
      yield* Effect.flip(call(request))
      yield* settled
      yield* Effect.flip(call(request))
      yield* settled
      yield* call(request)
      assert.strictEqual(server.connections().accepted, 1)
    }).pipe(Effect.provide(clientLayer)))

  it.live("no more connections than the registry says, and the rest wait their turn", () =>
    Effect.gen(function*() {
      let open = 0
      let most = 0
      const server = yield* makeAgencyServer({
        behaviour: (exchange) => {
          most = Math.max(most, ++open)
          exchange.later(10, () => {
            open--
            answer({ body: "1" })(exchange)
          })
        }
      })
      const request = makeRequest(makeAgency(server.url, { connections: 3 }))
      const answers = yield* Effect.all(Array.from({ length: 30 }, () => call(request)), { concurrency: "unbounded" })
      assert.strictEqual(answers.length, 30)
      assert.strictEqual(most, 3)
      assert.strictEqual(server.connections().accepted, 3)
    }).pipe(Effect.provide(clientLayer)))

  it.live("a queue ten times as long as the connections turns the next call away at once", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: delay(100, answer({ body: "1" })) })
      const request = makeRequest(makeAgency(server.url, { connections: 2, retries: 2 }))
      const results = yield* Effect.all(Array.from({ length: 25 }, () => Effect.result(call(request))), { concurrency: "unbounded" })
      const refused = results.flatMap((result) => result._tag === "Failure" ? [result.failure] : [])
      assert.strictEqual(refused.length, 3)
      for (const error of refused) {
        assert.deepInclude(error, { _tag: "Overloaded", proxyError: "connection_limit_reached", attempts: 0, retryAfterSeconds: 60 })
      }
      assert.strictEqual(server.calls.length, 22)
    }).pipe(Effect.provide(clientLayer)))

  it.live("a call that waits for a connection beyond its time is turned away without an attempt", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: faults.hang })
      const busy = yield* Effect.forkChild(call(makeRequest(makeAgency(server.url, { connections: 1 }))))
      yield* asked(server, 1)
      const error = yield* Effect.flip(
        call(makeRequest(makeAgency(server.url, { connections: 1, timeoutMillis: 50, deadlineMillis: 150, retries: 2 })))
      )
      assert.deepInclude(error, { _tag: "Overloaded", proxyError: "connection_limit_reached", attempts: 0 })
      assert.strictEqual(server.calls.length, 1)
      yield* Fiber.interrupt(busy)
    }).pipe(Effect.provide(clientLayer)))

  it.live("the time that a call waits for a connection is none of the agency's: it has its whole timeout from then on", () =>
    Effect.gen(function*() {
      const held: Array<() => void> = []
      const server = yield* makeAgencyServer({ behaviour: (exchange) => held.push(() => answer({ body: "1" })(exchange)) })
      const release = Effect.andThen(Effect.sleep(3_600), Effect.sync(() => held.shift()?.()))
      const request = makeRequest(makeAgency(server.url, { connections: 1, timeoutMillis: 6_000, deadlineMillis: 12_000 }))
      const first = yield* Effect.forkChild(call(request))
      yield* asked(server, 1)
      const second = yield* Effect.forkChild(call(request))
      yield* release
      yield* Fiber.join(first)
      yield* asked(server, 2)
      // Together 7,200 ms: more than the timeout, of which half was ours.
      yield* release
      assert.strictEqual((yield* Fiber.join(second)).attempts, 1)
    }).pipe(Effect.provide(clientLayer)))

  it.live("a retry that finds no connection leaves the agency's own failure as the last word", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ routes: { "/hang": faults.hang }, behaviour: status(503) })
      const agency = makeAgency(server.url, { connections: 1, timeoutMillis: 3_000, deadlineMillis: 3_000, retries: 1 })
      const failing = yield* Effect.forkChild(Effect.flip(call(makeRequest(agency))))
      yield* asked(server, 1)
      const hanging = yield* Effect.forkChild(
        Effect.exit(call(makeRequest({ ...agency, timeoutMillis: 60_000, deadlineMillis: 60_000 }, { target: "/hang" })))
      )
      const error = yield* Fiber.join(failing)
      assert.deepInclude(error, { _tag: "AgencyUnavailable", agencyStatus: 503 })
      yield* Fiber.interrupt(hanging)
    }).pipe(Effect.provide(clientLayer)))

  it.live("the idle connections of a server that the registry has left are closed at once", () =>
    Effect.gen(function*() {
      const before = yield* makeAgencyServer({ behaviour: answer({ headers: lasting, body: "1" }) })
      const after = yield* makeAgencyServer()
      const request = makeRequest(makeAgency(before.url))
      yield* Effect.all(Array.from({ length: 5 }, () => call(request)), { concurrency: "unbounded" })
      yield* settled
      assert.strictEqual(before.connections().open, 5)
      yield* call(makeRequest(makeAgency(after.url)))
      yield* quiet(before)
    }).pipe(Effect.provide(clientLayer)))

  it.live("a new server in the registry gets new connections, and the old ones close when their calls are over", () =>
    Effect.gen(function*() {
      const before = yield* makeAgencyServer({ behaviour: delay(50, answer({ headers: lasting, body: "\"old\"" })) })
      const after = yield* makeAgencyServer({ behaviour: answer({ body: "\"new\"" }) })
      const underWay = yield* Effect.forkChild(call(makeRequest(makeAgency(before.url))))
      yield* asked(before, 1)
      assert.strictEqual(text((yield* call(makeRequest(makeAgency(after.url)))).body), "\"new\"")
      assert.strictEqual(before.connections().open, 1)
      assert.strictEqual(text((yield* Fiber.join(underWay)).body), "\"old\"")
      yield* quiet(before)
      assert.strictEqual(after.connections().open, 1)
    }).pipe(Effect.provide(clientLayer)))

  it.live("the same server under a new registry version keeps its connections", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer()
      yield* call(makeRequest(makeAgency(server.url)))
      yield* settled
      yield* call(makeRequest(makeAgency(server.url, { name: "Dinas Uji dan Coba" })))
      assert.strictEqual(server.connections().accepted, 1)
    }).pipe(Effect.provide(clientLayer)))

  it.live("a call that began under the old registry and comes after the swap is still answered, and the new one goes on", () =>
    Effect.gen(function*() {
      const before = yield* makeAgencyServer()
      const after = yield* makeAgencyServer()
      const old = makeAgency(before.url)
      const fresh = makeAgency(after.url)
      for (const agency of [old, fresh, old, fresh, old, fresh]) yield* call(makeRequest(agency))
      assert.strictEqual(before.calls.length, 3)
      assert.strictEqual(after.calls.length, 3)
    }).pipe(Effect.provide(clientLayer)))

  it.live("a connection that the agency closed while idle is replaced without an error", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({
        behaviour: (exchange) => {
          answer({ body: "1" })(exchange)
          exchange.later(5, () => exchange.socket.end())
        }
      })
      const request = makeRequest(makeAgency(server.url))
      for (let n = 0; n < 3; n++) {
        yield* call(request)
        yield* quiet(server)
      }
      assert.strictEqual(server.connections().accepted, 3)
    }).pipe(Effect.provide(clientLayer)))

  it.live("everything closes with the scope, calls under way included", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ routes: { "/hang": faults.hang } })
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(clientLayer, scope)
      const agency = makeAgency(server.url, { connections: 1, timeoutMillis: 60_000, deadlineMillis: 60_000 })
      yield* call(makeRequest(agency)).pipe(Effect.provide(context))
      const ending = Effect.flip(call(makeRequest(agency, { target: "/hang" }))).pipe(Effect.provide(context))
      const hanging = yield* Effect.forkChild(ending)
      yield* asked(server, 2)
      const waiting = yield* Effect.forkChild(ending)
      yield* settled
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual((yield* Fiber.join(hanging))._tag, "AgencyUnavailable")
      assert.strictEqual((yield* Fiber.join(waiting))._tag, "AgencyUnavailable")
      yield* quiet(server)
      assert.strictEqual((yield* ending)._tag, "AgencyUnavailable")
      assert.strictEqual(server.calls.length, 2)
    }))
})

describe("interruption", () => {
  it.live("fault-76 a caller who goes away cuts the agency's call at once", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: faults.hang })
      const fiber = yield* Effect.forkChild(call(makeRequest(makeAgency(server.url, { timeoutMillis: 60_000, deadlineMillis: 60_000 }))))
      yield* asked(server, 1)
      yield* Fiber.interrupt(fiber)
      yield* quiet(server)
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-76 a caller who goes away in the middle of a body cuts it", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: faults.dripBody })
      const fiber = yield* Effect.forkChild(call(makeRequest(makeAgency(server.url, { timeoutMillis: 60_000, deadlineMillis: 60_000 }))))
      yield* asked(server, 1)
      yield* Effect.sleep(50)
      yield* Fiber.interrupt(fiber)
      yield* quiet(server)
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-76 a caller who goes away before the connection stands gives its place to the next", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: faults.hang })
      const agency = makeAgency(`https://127.0.0.1:${server.port}`, { connections: 1, timeoutMillis: 60_000, deadlineMillis: 60_000 })
      const first = yield* Effect.forkChild(call(makeRequest(agency)))
      while (server.connections().accepted < 1) yield* Effect.sleep(2)
      const second = yield* Effect.forkChild(call(makeRequest(agency)))
      yield* Effect.sleep(20)
      yield* Fiber.interrupt(first)
      while (server.connections().accepted < 2) yield* Effect.sleep(2)
      yield* Fiber.interrupt(second)
      yield* quiet(server)
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-76 a waiting caller who goes away is never sent", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: delay(100, answer({ body: "1" })) })
      const agency = makeAgency(server.url, { connections: 1 })
      const first = yield* Effect.forkChild(call(makeRequest(agency)))
      yield* asked(server, 1)
      const waiting = yield* Effect.forkChild(call(makeRequest(agency, { target: "/gone" })))
      yield* Effect.sleep(10)
      yield* Fiber.interrupt(waiting)
      yield* Fiber.join(first)
      yield* call(makeRequest(agency))
      assert.deepStrictEqual(server.calls.map((made) => made.url), ["/taman/daftar?page=1", "/taman/daftar?page=1"])
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-76 a caller who goes away during the back-off causes no further attempt", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: sequence(status(503), faults.hang) })
      const fiber = yield* Effect.forkChild(call(makeRequest(makeAgency(server.url, { retries: 2 }))))
      yield* asked(server, 1)
      yield* Fiber.interrupt(fiber)
      const made = server.calls.length
      yield* Effect.sleep(150)
      assert.strictEqual(server.calls.length, made)
      assert.isAtMost(made, 2)
    }).pipe(Effect.provide(clientLayer)))
})

describe("many agencies", () => {
  it.live("fault-57 a hanging agency leaves another one's connections alone", () =>
    Effect.gen(function*() {
      const dead = yield* makeAgencyServer({ behaviour: faults.hang })
      const alive = yield* makeAgencyServer()
      const hanging = makeRequest(makeAgency(dead.url, { slug: "mati", connections: 4, timeoutMillis: 600_000, deadlineMillis: 1_200_000 }))
      const fibers = yield* Effect.forEach(Array.from({ length: 40 }), () => Effect.forkChild(Effect.result(call(hanging))))
      yield* asked(dead, 4)
      const answers = yield* Effect.forEach(
        Array.from({ length: 200 }),
        () => call(makeRequest(makeAgency(alive.url, { slug: "hidup" }))),
        { concurrency: 8 }
      )
      assert.isTrue(answers.every((made) => made.attempts === 1))
      // Whoever had waited for the hanging one would have waited until one of its callers is told, ten minutes later.
      assert.isTrue(fibers.every((fiber) => fiber.pollUnsafe() === undefined))
      yield* Fiber.interruptAll(fibers)
    }).pipe(Effect.provide(clientLayer)))

  it.live("fault-58 with every agency dead, retries add at most a fifth", () =>
    Effect.gen(function*() {
      const server = yield* makeAgencyServer({ behaviour: faults.reset })
      const request = makeRequest(makeAgency(server.url, { retries: 2 }))
      yield* Effect.forEach(Array.from({ length: 400 }), () => Effect.flip(call(request)), { concurrency: 32 })
      assert.isAtLeast(server.calls.length, 400)
      assert.isAtMost(server.calls.length, 480)
    }).pipe(Effect.provide(clientLayer)))
})

it.live("one client serves calls to several agencies at once, each its own answer", () =>
  Effect.gen(function*() {
    const servers = yield* Effect.forEach([0, 1, 2], (n) =>
      makeAgencyServer({ behaviour: (exchange) => answer({ body: JSON.stringify([n, exchange.call.url]) })(exchange) }))
    const client = yield* AgencyClient
    const requests = Array.from({ length: 300 }, (_, n) => ({ n, server: servers[n % 3] }))
    yield* Effect.forEach(requests, ({ n, server }) =>
      Effect.gen(function*() {
        const target = `/item/${n}`
        const answered = yield* client.call(
          makeRequest(makeAgency(server?.url ?? "", { slug: `dinas-${n % 3}`, connections: 4 }), { target })
        )
        assert.strictEqual(text(answered.body), JSON.stringify([n % 3, target]))
      }), { concurrency: 30 })
  }).pipe(Effect.provide(clientLayer)))
