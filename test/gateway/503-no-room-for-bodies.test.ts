import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { HeldBodies, HeldBytes } from "../../src/domain/HeldBytes.ts"
import { type Answering, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { listOf, readAll, sending } from "../support/LargeBodies.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

/** Each counts twice while it is collected, and once from then on: of four that are wanted together at least one is too many. */
const bodyBytes = 2_000_000
const bound = 9_000_000
const list = listOf(bodyBytes)

const at = suite(Effect.gen(function*() {
  const held = new HeldBodies(bound)
  const whole = sending(list).answering
  const zipped: Answering = (exchange) => json(gzipSync(list), { headers: { "content-encoding": "gzip" } })(exchange)
  const brokenOff: Answering = (exchange) =>
    sending(list.slice(0, 1_000_000), { after: ({ socket }) => socket.destroy() }).answering(exchange)
  const silent: Answering = (exchange) => sending(list.slice(0, 1_000_000), { after: () => {} }).answering(exchange)
  const agency = yield* makeAgencyServer({
    routes: {
      "/data/isi": whole,
      "/data/simpan": whole,
      "/data/mampat": zipped,
      "/data/putus": brokenOff,
      "/data/diam": silent,
      "/data/rusak": sending(`${list.slice(0, -1)},}`).answering,
      "/data/kecil": json([{ no: 1 }])
    }
  })
  const paths = ["isi", "mampat", "putus", "diam", "rusak", "kecil"]
  const gateway = yield* startGateway(
    registryText([
      {
        slug: "peka",
        server: agency.url,
        timeout: "20 seconds",
        breaker: { size: 1, minimum: 1 },
        endpoints: [
          { path: "isi", query: ["n"] },
          { path: "mampat", query: ["n"] },
          { path: "kecil", query: ["n"] },
          { path: "simpan", cache: { fresh: "1 millis", stale: "1 hour" } }
        ]
      },
      {
        slug: "campur",
        server: agency.url,
        timeout: "1 seconds",
        breaker: { size: 10_000, minimum: 10_000 },
        endpoints: paths.map((path) => ({ path, query: ["n"] }))
      }
    ], [{
      slug: "besar",
      title: "Besar",
      requests: ["a", "b", "c", "d"].map((alias) => ({ alias, opd: "peka", dataset: "data", path: "isi", query: { n: alias } }))
    }]),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(HeldBytes, held))
  return { gateway, held, token: yield* Effect.promise(() => gateway.token({ scopes: "*" })) }
}))

let fresh = 0

const asking = (opd: string, ...paths: ReadonlyArray<string>) => ({
  strategy: "list",
  requests: paths.map((path, index) => ({
    alias: `a${index}`,
    opd,
    dataset: "data",
    path,
    query: path === "simpan" ? {} : { n: String(fresh++) }
  }))
})

const entriesOf = async (response: Response) => {
  const { data } = JSON.parse((await readAll(response)).bytes.toString())
  return Object.values<
    { readonly status: string; readonly httpStatus?: number; readonly problem?: { readonly code: string; readonly retryAfter: number } }
  >(data)
}

const codeOf = async (response: Response): Promise<string> => {
  assert.strictEqual(response.status, 503)
  return JSON.parse(await response.text()).code
}

const isEmptyAgain = () => eventually("nothing is held any more", () => at().held.bytes === 0)

/** Its circuit would open at the first failure. */
const isCalledStill = async () => {
  const { gateway, token } = at()
  assert.strictEqual((await gateway.get(`peka/data/kecil?n=${fresh++}`, token)).status, 200)
}

/** While so many bytes are held by others. */
const whileFull = async (run: () => Promise<void>) => {
  const other = at().held.begin()
  other.growTo(bound)
  try {
    await run()
  } finally {
    other.end()
  }
}

describe("large bodies that are collected for whole answers", () => {
  for (const path of ["isi", "mampat"]) {
    it(`fault-116 hold so many bytes together (${path}): entries beyond are 503 overloaded, which counts against nobody`, async () => {
      const { gateway, token } = at()
      const response = await gateway.aggregate(asking("peka", path, path, path, path, "kecil"), token)
      assert.strictEqual(response.status, 200)
      const entries = await entriesOf(response)
      const refused = entries.filter(({ status }) => status === "error")
      assert.isAtLeast(refused.length, 1)
      assert.isAtMost(refused.length, 3)
      for (const { httpStatus, problem } of refused) {
        assert.deepInclude(problem, { code: "overloaded", retryAfter: 5 })
        assert.strictEqual(httpStatus, 503)
      }
      assert.strictEqual(entries[4]?.status, "success")
      await isCalledStill()
      await isEmptyAgain()
      // Nobody is told to leave the agency alone either.
      const next = await entriesOf(await gateway.aggregate(asking("peka", path), token))
      assert.deepStrictEqual(next.map(({ status }) => status), ["success"])
    })
  }

  it("fault-116 are those of presets too", async () => {
    const { gateway, token } = at()
    const entries = await entriesOf(await gateway.get("preset/besar", token))
    assert.sameMembers([...new Set(entries.map(({ status }) => status))], ["success", "error"])
    await isEmptyAgain()
  })

  it("fault-116 aggregates at the same time share the bound, and all of them are answered", async () => {
    const { gateway, token } = at()
    // Not even one of them comes whole.
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => gateway.aggregate(asking("peka", "isi", "isi", "isi", "isi"), token))
    )
    const answered = responses.filter(({ status }) => status === 200)
    assert.isNotEmpty(answered)
    for (const response of answered) assert.include((await entriesOf(response)).map(({ problem }) => problem?.code), "overloaded")
    for (const response of responses.filter(({ status }) => status !== 200)) assert.strictEqual(await codeOf(response), "overloaded")
    await isCalledStill()
    await isEmptyAgain()
  })

  it("fault-116 have no room while others hold all of it: 503 with Retry-After, and a stale copy where there is one", async () => {
    const { gateway, token } = at()
    await entriesOf(await gateway.aggregate(asking("peka", "simpan"), token))
    await isEmptyAgain()
    await whileFull(async () => {
      const refused = await gateway.aggregate(asking("peka", "isi"), token)
      assert.strictEqual(refused.headers.get("retry-after"), "5")
      assert.strictEqual(await codeOf(refused), "overloaded")
      // What is small is not asked for room.
      assert.strictEqual((await gateway.get(`peka/data/kecil?n=${fresh++}`, token)).status, 200)
      const stale = await gateway.aggregate({ ...asking("peka", "simpan", "kecil"), strategy: "keyed" }, token, {
        accept: "application/x-ndjson"
      })
      const text = (await readAll(stale)).bytes.toString()
      assert.include(text, "\"cache\":\"STALE-CIRCUIT\"")
    })
    await isCalledStill()
    await isEmptyAgain()
  })

  it("fault-116 leave nothing behind in the account, whatever came of a hundred reads and their callers", async () => {
    const { gateway, held, token } = at()
    const outcomes = new Set<string>()
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 4 }, async (_, index) => {
        const leaving = new AbortController()
        const asked = asking("campur", "isi", "mampat", "putus", index === 0 ? "diam" : "kecil", "rusak")
        const url = `${gateway.url}/api/v4/gateway/aggregate`
        const headers = {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: index === 1 ? "application/x-ndjson" : "application/json"
        }
        const reading = fetch(url, { method: "POST", headers, body: JSON.stringify(asked), signal: leaving.signal }).then(
          async (response) => {
            await readAll(response)
            return String(response.status)
          }
        ).catch(() => "left")
        if (index === 2) setTimeout(() => leaving.abort(), round * 20)
        outcomes.add(await reading)
      }))
    }
    assert.include([...outcomes], "left")
    assert.include([...outcomes], "200")
    await isEmptyAgain()
    assert.strictEqual(held.bytes, 0)
    const codes = new Set((await gateway.records(0)).map(({ code }) => code))
    assert.includeMembers([...codes], ["overloaded", "agency-unavailable", "agency-timeout", null])
  })
})
