/** Public pages before a crowd of strangers: made once for all who ask, for some seconds, and at a bounded cost. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Agent, get } from "node:http"
import { gunzipSync } from "node:zlib"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { neverOpen, pause, registryText, suite } from "../support/Suite.ts"

const strangers = 32

/** A city whose catalogue takes long to write. */
const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [] }) })
  const others = Array.from({ length: 20 }, (_, index) => ({
    slug: `opd-${index}`,
    server: "http://127.0.0.1:9",
    endpoints: Array.from({ length: 40 }, (_, endpoint) => ({ path: `isi-${endpoint}`, title: `Daftar ${index * 40 + endpoint}` }))
  }))
  const gateway = yield* startGateway(
    registryText([{ slug: "opd", server: agency.url, breaker: neverOpen, endpoints: [{ path: "isi" }] }, ...others]),
    { RATE_LIMIT: "1000000" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: ["opd-isi-get"] }))
  return { gateway, token }
}))

interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })
const ask = (path: string, headers: Readonly<Record<string, string>> = {}, localAddress = "127.0.0.1"): Promise<Heard> =>
  new Promise((resolve, reject) => {
    get(`${at().gateway.url}${path}`, { agent, localAddress, headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
      response.on("error", reject)
    }).on("error", reject)
  })

/** Median time of a caller's reads while others do something, in milliseconds. */
const medianOf = async (turns: number): Promise<number> => {
  const times: Array<number> = []
  for (let turn = 0; turn < turns; turn++) {
    const before = performance.now()
    const { status } = await ask("/api/v4/gateway/opd/data/isi", { authorization: `Bearer ${at().token}` })
    assert.strictEqual(status, 200)
    times.push(performance.now() - before)
    await pause(10)
  }
  return times.toSorted((a, b) => a - b)[turns >> 1] ?? 0
}

/** Strangers who ask again and again, each from an address of his own, while a caller reads; what they heard. */
const besieged = async (pathOf: (stranger: number, turn: number) => string, headers: Readonly<Record<string, string>> = {}) => {
  let isOver = false
  const statuses = new Map<number, number>()
  const crowd = Promise.all(Array.from({ length: strangers }, async (_, stranger) => {
    for (let turn = 0; !isOver; turn++) {
      const { status } = await ask(pathOf(stranger, turn), headers, `127.0.1.${stranger + 1}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // They are of this process too: their own work must be little beside that of a page.
      await pause(50)
    }
  }))
  const median = await medianOf(60)
  isOver = true
  await crowd
  return { median, statuses }
}

describe("public pages", () => {
  it("fault-113 thirty-two strangers on the catalogue get what was made once: each of its forms is made once in five seconds", async () => {
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: strangers * 20 }, () => ask("/v4/gateway", { "accept-encoding": "gzip" })))
    // Each says when it was made.
    const made = new Set(answers.map(({ body }) => body.toString("latin1")))
    assert.isAtMost(made.size, 1 + Math.ceil((performance.now() - started) / 5_000))
    assert.isTrue(answers.every(({ headers, status }) => status === 200 && Number(headers["age"] ?? 0) <= 5))
  })

  for (
    const [what, pathOf, headers] of [
      ["the catalogue", () => "/v4/gateway", { accept: "text/html", "accept-encoding": "gzip" }],
      ["searches that nobody made before", (stranger: number, turn: number) => `/v4/gateway?q=daftar+${stranger}${turn}${Math.random()}`, {
        accept: "text/html"
      }],
      ["the status", () => "/portal/status", { accept: "text/html", "accept-encoding": "br" }]
    ] as const
  ) {
    it(`fault-113 a caller's reads stay quick while thirty-two strangers ask for ${what}`, async () => {
      const alone = await medianOf(30)
      const { median, statuses } = await besieged(pathOf, headers)
      if (what !== "searches that nobody made before") assert.deepStrictEqual([...statuses.keys()], [200])
      // Each of them used to wait for a page that was written for each of the strangers: seconds.
      assert.isBelow(median, Math.max(5 * alone, 500))
    })
  }

  it(
    "fault-113 an address that has pages made without end hears 429 with a time to wait, "
      + "is still given what is there, and nobody else is refused",
    async () => {
      const here = "127.0.2.1"
      assert.strictEqual((await ask("/v4/gateway")).status, 200)
      let refused: Heard | undefined
      for (let turn = 0; refused === undefined && turn < 1_000; turn++) {
        // All of it is found, in an address of its own.
        const heard = await ask(
          `/v4/gateway?q=daftar${"+".repeat(turn + 1)}daftar`,
          { accept: "text/html", "accept-encoding": "gzip" },
          here
        )
        if (heard.status !== 200) refused = heard
      }
      assert.strictEqual(refused?.status, 429)
      assert.match(String(refused?.headers["retry-after"]), /^[1-9]\d*$/)
      assert.include(String(refused?.body), "<code>quota-exceeded</code>")
      await ask("/v4/gateway")
      assert.strictEqual((await ask("/v4/gateway", {}, here)).status, 200)
      assert.strictEqual((await ask("/v4/gateway?q=daftar+12", {}, "127.0.2.2")).status, 200)
    }
  )

  it("are one page for whatever is in an address that it does not look at, and another for what it does", async () => {
    const first = await ask("/v4/gateway?q=taman")
    const same = await ask(`/v4/gateway?x=${Math.random()}&q=taman&utm_source=surat`)
    assert.deepStrictEqual(same.body, first.body)
    assert.notInclude(String((await ask("/v4/gateway?q=taman&jejak=rahasia", { accept: "text/html" })).body), "rahasia")
    const bodies = await Promise.all([
      ask("/v4/gateway?q=jalan"),
      ask("/v4/gateway?q=taman", { accept: "text/html" }),
      ask("/v4/gateway?q=taman&lang=en", { accept: "text/html" }),
      ask("/v4/gateway?q=taman", { accept: "application/ld+json" }),
      ask("/v4/gateway?q=taman", { accept: "text/html", "accept-language": "en" })
    ])
    assert.strictEqual(new Set([first, ...bodies].map(({ body }) => String(body))).size, 6)
  })

  it("are whole where they are larger than what leaves at once", async () => {
    const { body, headers } = await ask("/v4/gateway", { "accept-encoding": "identity" })
    assert.isAbove(body.length, 256 * 1024)
    assert.strictEqual(body.length, Number(headers["content-length"]))
    assert.strictEqual(JSON.parse(String(body)).agencies.length, 21)
  })

  it("are compressed once, the same in every coding", async () => {
    const plain = await ask("/v4/gateway")
    const packed = await Promise.all(Array.from({ length: 5 }, () => ask("/v4/gateway", { "accept-encoding": "gzip" })))
    for (const { body, headers } of packed) {
      assert.strictEqual(headers["content-encoding"], "gzip")
      assert.deepStrictEqual(gunzipSync(body), plain.body)
    }
    const small = await ask("/v4/front/ringkasan", { "accept-encoding": "gzip" })
    assert.isUndefined(small.headers["content-encoding"])
    for (const path of ["/docs", "/problems", "/openapi.json"]) {
      assert.strictEqual((await ask(path, { "accept-encoding": "br" })).headers["content-encoding"], "br", path)
    }
  })

  it("HEAD has the headers of GET and no body, and a page that is not there is no page", async () => {
    const first = await fetch(`${at().gateway.url}/problems/gone`, { method: "HEAD", headers: { "accept-encoding": "identity" } })
    assert.strictEqual((await ask("/problems/gone")).body.length, Number(first.headers.get("content-length")))
    const whole = await ask("/problems")
    const head = await fetch(`${at().gateway.url}/problems`, { method: "HEAD", headers: { "accept-encoding": "identity" } })
    assert.deepStrictEqual([head.status, head.headers.get("content-length"), await head.text()], [200, String(whole.body.length), ""])
    for (const path of ["/v4/gateway/tidak-ada", "/problems/tidak-ada", "/portal/status/tidak-ada"]) {
      const [one, other] = [await ask(path), await ask(path)]
      assert.deepStrictEqual([one.status, other.status], [404, 404], path)
      assert.isUndefined(other.headers["age"])
    }
  })

  it("of the portal are the same for all who are not signed in, and nobody's cookie is answered from them", async () => {
    const first = await ask("/portal", { accept: "text/html" })
    assert.strictEqual(first.status, 200)
    await pause(1_100)
    assert.isAtLeast(Number((await ask("/portal", { accept: "text/html" })).headers["age"]), 1)
    assert.isUndefined((await ask("/portal", { accept: "text/html", cookie: "__Host-gapura=siapa" })).headers["age"])
  })
})
