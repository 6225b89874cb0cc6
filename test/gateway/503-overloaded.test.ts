import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { pause } from "../../src/gateway/LoadShedding.ts"
import { type Exchange, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { answeredLater, eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

const good = json({ data: [1] })
const load = { isBehind: false, heap: 0, collected: 0 }
const logs: Array<string> = []

const at = suite(
  Effect.gen(function*() {
    const held: Array<Exchange> = []
    const agency = yield* makeAgencyServer({ behaviour: (exchange) => held.push(exchange) })
    const gateway = yield* startGateway(
      registryText([{
        slug: "opd",
        server: agency.url,
        timeout: "30 seconds",
        deadline: "60 seconds",
        connections: 256,
        breaker: neverOpen,
        endpoints: [{ path: "isi", query: ["n"] }]
      }]),
      { RATE_LIMIT: "100000" },
      { beginMillis: () => load.isBehind ? 0 : Number.POSITIVE_INFINITY, heap: () => load.heap, collect: () => void load.collected++ }
    )
    const tokens = yield* Effect.promise(() =>
      Promise.all(["satu", "dua", "tiga", "empat"].map((application) => gateway.token({ scopes: "*", application })))
    )
    let next = 0
    const read = async (token = tokens[next % tokens.length]) => {
      const response = await gateway.get(`opd/data/isi?n=${next++}`, token)
      return { status: response.status, headers: response.headers, body: await response.text() }
    }
    const release = () => {
      for (const exchange of held.splice(0)) good(exchange)
    }
    return { agency, gateway, held, read, release, tokens }
  }),
  logs
)

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${at().gateway.managementUrl}/metrics`)).text()
  return Number(text.split("\n").find((line) => line.startsWith(`${name} `))?.split(" ").at(-1))
}
const isShedding = async (): Promise<boolean> => await metric("gapura_overloaded") === 1
const readiness = async (): Promise<number> => (await fetch(`${at().gateway.managementUrl}/health/ready`)).status
const linesWith = (text: string): number => logs.filter((line) => line.includes(text)).length

/** So many reads that the agency holds. */
const holding = async (count: number) => {
  const { held, read } = at()
  const before = held.length
  const reads = [...answeredLater(Array.from({ length: count }, () => read()))]
  await eventually(`the agency holds ${count} more`, () => held.length === before + count)
  return reads
}

const timed = async <A>(run: () => Promise<A>): Promise<readonly [A, number]> => {
  const began = performance.now()
  return [await run(), performance.now() - began]
}

describe("503 overloaded", () => {
  it(
    "fault-98 a loop that stays behind: strangers wait for their 401, "
      + "pages are turned away before aggregates, those before reads, with a record each, and what was taken is answered",
    async () => {
      const { agency, gateway, read, release, tokens } = at()
      assert.strictEqual(await metric("gapura_overloaded"), 0)
      const shedBefore = await metric("gapura_shed_total{reason=\"late\"}")
      load.isBehind = true
      const burst = await holding(32)
      // For as long as a burst it waits, and is turned away then.
      const [waited, waitedMillis] = await timed(() => read())
      assert.strictEqual(waited.status, 503)
      assert.isAtLeast(waitedMillis, 3_000)
      assert.isTrue(await isShedding())
      assert.strictEqual(await readiness(), 200)
      assert.strictEqual(linesWith("The event loop is behind"), 1)
      release()
      assert.deepStrictEqual(new Set((await Promise.all(burst)).map(({ status }) => status)), new Set([200]))

      // Told within 50 ms, timers' own lateness included, and never at once.
      assert.isAtMost(pause.most, 40)
      const taken = await holding(4)
      const [stranger, strangerMillis] = await timed(() => read("gpr_unknown"))
      assert.strictEqual(stranger.status, 401)
      assert.isAtLeast(strangerMillis, pause.most - 1)

      const page = (path: string) => fetch(`${gateway.url}${path}`, { headers: { accept: "application/json" } })
      assert.strictEqual((await page("/v4/gateway?q=sebelum")).status, 200)
      taken.push(...await holding(4))
      const made = await page("/v4/gateway?q=sesudah")
      assert.deepInclude(await made.json(), { status: 503, code: "overloaded" })
      assert.strictEqual(made.headers.get("retry-after"), "1")
      // What is there already costs nothing.
      assert.strictEqual((await page("/v4/gateway?q=sebelum")).status, 200)

      taken.push(...await holding(8))
      const calls = agency.calls.length
      const asked = { strategy: "keyed", requests: [{ alias: "a", opd: "opd", dataset: "data", path: "isi" }] }
      const [aggregate, aggregateMillis] = await timed(() => gateway.aggregate(asked, tokens[0] ?? ""))
      assert.deepInclude(await aggregate.json(), { status: 503, code: "overloaded" })
      assert.isAtLeast(aggregateMillis, pause.least - 1)
      taken.push(...await holding(16))
      const [refused, refusedMillis] = await timed(() => read())
      assert.strictEqual(refused.status, 503)
      assert.deepInclude(JSON.parse(refused.body), {
        type: `${gateway.url}/problems/overloaded`,
        status: 503,
        code: "overloaded",
        requestId: refused.headers.get("x-request-id")
      })
      assert.include(["1", "2", "3"], refused.headers.get("retry-after"))
      assert.include(refused.headers.get("proxy-status") ?? "", "gapura")
      assert.strictEqual(refused.headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(refused.headers.get("content-length"), String(Buffer.byteLength(refused.body)))
      assert.isAtLeast(refusedMillis, pause.least - 1)
      assert.strictEqual(agency.calls.length, calls + 16)
      assert.strictEqual(await metric("gapura_shed_total{reason=\"late\"}"), shedBefore + 4)
      assert.strictEqual(await readiness(), 200)

      release()
      assert.deepStrictEqual(new Set((await Promise.all(taken)).map(({ status }) => status)), new Set([200]))
      const records = await gateway.records(68)
      const of = (id: string | null) => records.find(({ requestId }) => requestId === id)
      assert.deepInclude(of(refused.headers.get("x-request-id")), {
        status: 503,
        code: "overloaded",
        route: "opd/data/isi",
        bytes: Buffer.byteLength(refused.body)
      })
      assert.deepInclude(of(aggregate.headers.get("x-request-id")), { status: 503, code: "overloaded", route: "aggregate" })

      load.isBehind = false
      await eventually("it is over", async () => !await isShedding())
      const many = await holding(100)
      release()
      assert.deepStrictEqual(new Set((await Promise.all(many)).map(({ status }) => status)), new Set([200]))
      assert.strictEqual(linesWith("The event loop is behind"), 1)
      assert.strictEqual(linesWith("takes all requests again"), 1)
    }
  )

  it(
    "fault-100 a heap close to its cap: few are taken at once, nobody is sent to another gateway, and all are again when it has room",
    async () => {
      const { read, release } = at()
      const shedBefore = await metric("gapura_shed_total{reason=\"heap\"}")
      load.heap = 0.95
      await eventually("it is overloaded", isShedding)
      assert.strictEqual(await readiness(), 200)
      const taken = await holding(16)
      const refused = await Promise.all(Array.from({ length: 20 }, () => read()))
      assert.deepStrictEqual(new Set(refused.map(({ body, status }) => `${status} ${JSON.parse(body).code}`)), new Set(["503 overloaded"]))
      assert.strictEqual(await metric("gapura_shed_total{reason=\"heap\"}"), shedBefore + 20)
      await eventually("it is collected, once for a while", () => load.collected === 1)
      load.heap = 0.2
      await eventually("it is over", async () => !await isShedding())
      taken.push(...await holding(100))
      release()
      assert.deepStrictEqual(new Set((await Promise.all(taken)).map(({ status }) => status)), new Set([200]))
    }
  )

  it("a refusal leaves its connection as any other answer does: in order, without a body for HEAD, closed for who wants that", async () => {
    const { gateway, release, tokens } = at()
    const taken = await holding(16)
    load.heap = 0.95
    await eventually("it is overloaded", isShedding)
    const { hostname, port } = new URL(gateway.url)
    const said = (requests: ReadonlyArray<string>): Promise<string> =>
      new Promise((resolve, reject) => {
        let text = ""
        const socket = connect({ host: hostname, port: Number(port) }, () =>
          socket.write(
            requests.map((line) => `${line}\r\nHost: x\r\nAuthorization: Bearer ${tokens[0]}\r\n\r\n`).join("")
          ))
        socket.on("error", reject).on("close", () => resolve(text)).on("data", (bytes: Buffer) => {
          text += bytes.toString("latin1")
        })
      })
    const path = "/api/v4/gateway/opd/data/isi?n=putus"
    const ids = [1, 2, 3].map((n) => `0af7651916cd43dd8448eb211c8031${n}c`)
    const traced = (method: string, n: number) => `${method} ${path} HTTP/1.1\r\ntraceparent: 00-${ids[n]}-b7ad6b7169203331-00`
    const text = await said([traced("GET", 0), traced("HEAD", 1), `${traced("GET", 2)}\r\nConnection: close`])
    const answers = text.split(/(?=HTTP\/1\.1 503 )/)
    assert.deepStrictEqual(answers.map((answer) => /traceparent: 00-(\w+)/i.exec(answer)?.[1]), ids)
    assert.deepStrictEqual(answers.map((answer) => /\r\nconnection: ([\w-]+)/i.exec(answer)?.[1]), ["keep-alive", "keep-alive", "close"])
    for (const [n, answer] of answers.entries()) {
      const [head = "", body = ""] = answer.split("\r\n\r\n")
      assert.strictEqual(body.length, n === 1 ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1]))
      if (n !== 1) assert.strictEqual(JSON.parse(body).requestId, /x-request-id: (\S+)/i.exec(head)?.[1])
    }
    assert.match(await said([`GET ${path} HTTP/1.0`]), /^HTTP\/1\.1 503 /)
    load.heap = 0.2
    release()
    await Promise.all(taken)
  })
})
