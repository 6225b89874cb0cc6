/** How many requests of one token may be in progress at once, over real HTTP and against agencies that take their time. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { listOf } from "../support/LargeBodies.ts"
import { expectProblem, quotaOf } from "../support/Problems.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

/** So much that its beginning leaves before its end is there. */
const list = listOf(600_000)

const at = suite(Effect.gen(function*() {
  const held: Array<Exchange> = []
  const agency = yield* makeAgencyServer({
    routes: {
      "/data/cepat": json({ data: ["cepat"] }),
      "/data/lambat": (exchange) => void held.push(exchange),
      "/data/panjang": (exchange) => {
        exchange.socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${list.slice(0, -1)}`)
        held.push(exchange)
      }
    }
  })
  const endpoints = [{ path: "cepat" }, { path: "lambat", query: ["n"] }, { path: "panjang", query: ["n"], maxBytes: "11 MiB" }]
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "20 seconds",
      deadline: "30 seconds",
      connections: 256,
      breaker: neverOpen,
      endpoints
    }])
  )
  return { agency, gateway, held }
}))

const token = () => at().gateway.token({ scopes: "*" })
const read = (path: string, bearer: string, headers?: Readonly<Record<string, string>>) =>
  at().gateway.get(`opd/data/${path}`, bearer, headers)
const drained = async (answers: ReadonlyArray<Promise<Response>>) => {
  const statuses = await Promise.all(answers.map(async (answer) => {
    const response = await answer
    await response.arrayBuffer()
    return response.status
  }))
  return { ok: statuses.filter((status) => status === 200).length, refused: statuses.filter((status) => status === 429).length }
}
const times = <A>(count: number, make: (index: number) => A) => Array.from({ length: count }, (_, index) => make(index))

/** Answers everything that the agency has held back so far. */
const release = (body: string) => {
  for (const { socket } of at().held.splice(0)) socket.end(body)
}
const answered = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{\"data\":[1]}"

describe("requests in progress with one token", () => {
  it("are 32 at most: one more hears 429 and spends nothing, others' go on, and when they end it may come again", async () => {
    const { gateway, held } = at()
    const bearer = await token()
    const waiting = times(32, (index) => read(`lambat?n=${index}`, bearer))
    await eventually("the agency has all of them", () => held.length === 32)
    const refused = await read("lambat?n=32", bearer)
    assert.strictEqual(refused.headers.get("retry-after"), "1")
    assert.strictEqual(quotaOf(refused).left, 88)
    assert.strictEqual(
      await expectProblem(refused, "quota-exceeded", gateway.url),
      "This token has 32 requests in progress, which is all it may have at once. Wait for one of them to end."
    )
    assert.deepStrictEqual(await drained(times(8, (index) => read(index % 2 === 0 ? "cepat" : `lambat?n=${index + 40}`, bearer))), {
      ok: 0,
      refused: 8
    })
    assert.strictEqual(held.length, 32)
    assert.deepStrictEqual(await drained([read("cepat", await token())]), { ok: 1, refused: 0 })
    release(answered)
    assert.deepStrictEqual(await drained(waiting), { ok: 32, refused: 0 })
    const next = await read("cepat", bearer)
    assert.deepStrictEqual([next.status, quotaOf(next).left], [200, 87])
  })

  it("let a burst of what is answered quickly pass whole", async () => {
    const bearer = await token()
    assert.deepStrictEqual(await drained(times(121, () => read("cepat", bearer))), { ok: 120, refused: 1 })
  })

  it("are those of the tokens that took its place too, and a caller who leaves makes room", async () => {
    const { gateway, held } = at()
    const bearer = await token()
    const stop = new AbortController()
    const left = times(
      32,
      (index) =>
        fetch(`${gateway.url}/api/v4/gateway/opd/data/lambat?n=${index}`, {
          signal: stop.signal,
          headers: { authorization: `Bearer ${bearer}` }
        }).catch(() => "left")
    )
    await eventually("the agency has all of them", () => held.length === 32)
    const rotated = await gateway.run(Effect.gen(function*() {
      const store = yield* TokenStore
      const nowMillis = yield* Clock.currentTimeMillis
      const tokenId = store.known(bearer, nowMillis)?.tokenId ?? assert.fail("no token")
      return Redacted.value((yield* store.rotate({ tokenId, lifetimeMillis: 60_000, nowMillis })).token)
    }))
    assert.deepStrictEqual(await drained([read("cepat", rotated)]), { ok: 0, refused: 1 })
    stop.abort()
    assert.deepStrictEqual(await Promise.all(left), times(32, () => "left"))
    held.splice(0)
    assert.deepStrictEqual(await drained([read("cepat", rotated)]), { ok: 1, refused: 0 })
  })

  it("are streamed answers until their end", async () => {
    const { held } = at()
    const bearer = await token()
    const streams = await Promise.all(times(32, (index) => read(`panjang?n=${index}`, bearer, { accept: "application/x-ndjson" })))
    assert.deepStrictEqual(streams.map(({ status }) => status), times(32, () => 200))
    assert.deepStrictEqual(await drained([read("cepat", bearer)]), { ok: 0, refused: 1 })
    const [first] = held.splice(0, 1)
    const texts = streams.map((stream) => stream.text())
    first?.socket.end("]")
    await Promise.race(texts)
    assert.deepStrictEqual(await drained([read("cepat", bearer)]), { ok: 1, refused: 0 })
    release("]")
    for (const text of texts) assert.isAbove((await text).length, list.length / 2)
  })
})
