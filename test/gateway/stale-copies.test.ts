/** Stored copies: when they answer, how old they may be, what is never stored, and that they stay within their bound. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { writeFileSync } from "node:fs"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { expectFault } from "../support/AgencyFault.ts"
import { answer, type Behaviour, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const cacheBytes = 256 * 1024

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer()
  const registry = (fields: Readonly<Record<string, string>>) =>
    registryText([{
      slug: "opd",
      server: agency.url,
      timeout: "2 seconds",
      breaker: neverOpen,
      endpoints: [
        { path: "basi", cache: { stale: "1 hour" } },
        { path: "sebentar", cache: { stale: "2 seconds" } },
        { path: "segar", cache: { fresh: "2 seconds", stale: "1 hour" }, query: ["a", "b"] },
        { path: "penuh", cache: { fresh: "1 hour" }, query: ["n"] },
        { path: "kebijakan", cache: { fresh: "1 hour" }, fields },
        { path: "daftar", cache: { fresh: "1 hour" } },
        { path: "tunggal", cache: { fresh: "1 hour" } }
      ]
    }])
  const dataDir = yield* tempDirectory
  const time = yield* makeJumpingClock
  const start = startGateway(registry({}), { RATE_LIMIT: "100000", CACHE_MAX_BYTES: `${cacheBytes / 1024} KiB`, DATA_DIR: dataDir })
    .pipe(Effect.provideService(Clock.Clock, time.clock))
  const gateway = yield* start
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const set = (behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour))
  const swap = (fields: Readonly<Record<string, string>>) => writeFileSync(gateway.registryFile, registry(fields))
  const get = (path: string, headers?: Readonly<Record<string, string>>) => gateway.get(`opd/data/${path}`, token, headers)
  return { agency, gateway, get, registry, set, swap, time, token }
}))

/** What the answer says of itself as a copy. */
const copyHeaders = (response: Response) => ({
  cache: response.headers.get("x-cache"),
  age: response.headers.get("age"),
  status: response.headers.get("cache-status")
})

const gauge = async (name: string): Promise<number> => {
  const text = await (await fetch(`${at().gateway.managementUrl}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1])
}

describe("stale copies", () => {
  it("stand in for a failing agency byte for byte, and X-Cache and Age say so truthfully", async () => {
    const { get, set, time } = at()
    await set(json({ data: ["lama"] }))
    const first = await get("basi")
    assert.deepStrictEqual(copyHeaders(first), { cache: null, age: null, status: "gapura; fwd=miss; stored" })
    const body = await first.text()
    time.pass(1_100)
    await set(faults.reset)
    const stale = await get("basi")
    assert.strictEqual(stale.status, 200)
    assert.strictEqual(stale.headers.get("x-cache"), "STALE-CIRCUIT")
    assert.strictEqual(stale.headers.get("age"), "1")
    assert.match(stale.headers.get("cache-status") ?? "", /^gapura; hit; ttl=-\d+; detail=STALE-CIRCUIT$/)
    assert.strictEqual(stale.headers.get("cache-control"), "private, no-cache")
    assert.strictEqual(await stale.text(), body)
  })

  it("stand in for a slow agency too", async () => {
    const { get, set } = at()
    await set(json({ data: ["lama"] }))
    await (await get("basi")).arrayBuffer()
    await set(faults.hang)
    const stale = await get("basi")
    assert.strictEqual(stale.status, 200)
    assert.strictEqual(stale.headers.get("x-cache"), "STALE-CIRCUIT")
  })

  it("give way to the agency's own refusal: 404 and 400 are answers", async () => {
    const { get, set } = at()
    await set(json({ data: ["lama"] }))
    await (await get("basi")).arrayBuffer()
    await set(answer({ status: 404, body: "{}" }))
    assert.strictEqual((await get("basi")).status, 404)
    await set(answer({ status: 422, body: "{}" }))
    assert.strictEqual((await get("basi")).status, 400)
  })

  it("fault-66 a copy beyond its stale time is no longer shown", async () => {
    const { get, set, time } = at()
    await set(json({ data: ["lama"] }))
    await (await get("sebentar")).arrayBuffer()
    await set(faults.reset)
    const stale = await get("sebentar")
    assert.strictEqual(stale.headers.get("x-cache"), "STALE-CIRCUIT")
    await stale.arrayBuffer()
    time.pass(2_001)
    await expectFault(await get("sebentar"), "agency-unavailable")
  })

  it("fault-63 failures are not stored: the next call asks again", async () => {
    const { agency, get, set } = at()
    for (const behaviour of [faults.reset, faults.cutJson, faults.html, answer({ status: 404, body: "{}" })]) {
      await set(behaviour)
      const calls = agency.calls.length
      for (let n = 0; n < 2; n++) await (await get("tunggal")).arrayBuffer()
      assert.strictEqual(agency.calls.length - calls, 2)
    }
    await set(json({ data: ["isi"] }))
    assert.strictEqual((await get("tunggal")).headers.get("x-cache"), null)
    assert.strictEqual((await get("tunggal")).headers.get("x-cache"), "HIT")
  })

  it("fault-62 a fresh copy is not for a token without the scope", async () => {
    const { gateway, get, set } = at()
    await set(json({ data: ["isi"] }))
    await (await get("daftar")).arrayBuffer()
    assert.strictEqual((await get("daftar")).headers.get("x-cache"), "HIT")
    const other = await gateway.token({ scopes: ["opd-basi-get"] })
    assert.strictEqual((await gateway.get("opd/data/daftar", other)).status, 403)
  })
})

describe("fresh copies", () => {
  it("answer as HIT without a call until their time is over, with the age and what is left", async () => {
    const { agency, get, set, time } = at()
    await set(json({ data: ["isi"] }))
    const first = await get("segar")
    const body = await first.text()
    const calls = agency.calls.length
    const hit = await get("segar")
    assert.strictEqual(hit.headers.get("x-cache"), "HIT")
    assert.strictEqual(hit.headers.get("age"), "0")
    assert.strictEqual(hit.headers.get("cache-status"), "gapura; hit; ttl=2")
    assert.strictEqual(hit.headers.get("etag"), first.headers.get("etag"))
    assert.strictEqual(await hit.text(), body)
    assert.strictEqual(agency.calls.length, calls)
    time.pass(2_001)
    const again = await get("segar")
    assert.isNull(again.headers.get("x-cache"))
    assert.strictEqual(agency.calls.length, calls + 1)
  })

  it("fault-61 the order of parameters, undeclared ones and headers make no other copy", async () => {
    const { agency, get, set } = at()
    await set(json({ data: ["isi"] }))
    const calls = agency.calls.length
    const first = await (await get("segar?a=1&b=2")).text()
    for (
      const [query, headers] of [["b=2&a=1", {}], ["a=1&utm=x&b=2", {}], ["%61=1&b=%32", {}], ["a=1&b=2", {
        "x-forwarded-host": "jahat.example",
        cookie: "a=b"
      }]] as const
    ) {
      const hit = await get(`segar?${query}`, headers)
      assert.strictEqual(hit.headers.get("x-cache"), "HIT")
      assert.strictEqual(await hit.text(), first)
    }
    assert.strictEqual(agency.calls.length - calls, 1)
    assert.strictEqual(agency.calls.at(-1)?.url, "/data/segar?a=1&b=2")
  })

  it("are kept apart by representation", async () => {
    const { get, set } = at()
    await set(json({ data: [{ a: 1 }, { a: 2 }] }))
    const csv = await get("segar?a=9", { accept: "text/csv" })
    assert.match(csv.headers.get("content-type") ?? "", /^text\/csv/)
    assert.strictEqual(await csv.text(), "a\r\n1\r\n2\r\n")
    const lines = await get("segar?a=9", { accept: "application/x-ndjson" })
    assert.isNull(lines.headers.get("x-cache"))
    assert.strictEqual(await lines.text(), "{\"a\":1}\n{\"a\":2}\n")
    assert.strictEqual((await get("segar?a=9", { accept: "text/csv" })).headers.get("x-cache"), "HIT")
  })

  it("fault-65 a copy made under another masking policy is never served, fresh or stale", async () => {
    const { get, set, swap } = at()
    await set(json({ data: [{ catatan: "Mawar Melati" }] }))
    assert.include(await (await get("kebijakan")).text(), "Mawar Melati")
    assert.strictEqual((await get("kebijakan")).headers.get("x-cache"), "HIT")
    swap({ "data[].catatan": "name" })
    await eventually("the new registry is in force", async () => (await (await get("kebijakan")).text()).includes("M*** M***"))
    await set(faults.reset)
    assert.notInclude(await (await get("kebijakan")).text(), "Mawar")
    // Back to the first policy: what was stored under it has been replaced since.
    await set(json({ data: [] }))
    swap({})
    await eventually("the first registry is in force again", async () => !(await (await get("kebijakan")).text()).includes("***"))
    assert.notInclude(await (await get("kebijakan")).text(), "Mawar")
  })
})

describe("the store", () => {
  it("fault-64 stays within its bound of bytes however many addresses are asked for", async () => {
    const { get, set } = at()
    await set(json({ data: ["x".repeat(2_000)] }))
    for (let batch = 0; batch < 20; batch++) {
      await Promise.all(Array.from({ length: 50 }, async (_, n) => (await get(`penuh?n=${batch * 50 + n}`)).arrayBuffer()))
    }
    const bytes = await gauge("gapura_cache_size_bytes")
    const entries = await gauge("gapura_cache_entries")
    assert.isAtMost(bytes, cacheBytes)
    assert.isAbove(bytes, cacheBytes / 2)
    assert.isBelow(entries, 150)
    assert.isAbove(entries, 20)
    assert.strictEqual((await get("penuh?n=999")).headers.get("x-cache"), "HIT")
    assert.isNull((await get("penuh?n=0")).headers.get("x-cache"))
  })
})
