/** What each entry of an aggregate tells of itself: its cache and age, when to come back, its record; and its address. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { request } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { type Behaviour, type Exchange, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"

interface Entry {
  readonly status: string
  readonly data?: unknown
  readonly meta?: Readonly<Record<string, unknown>>
  readonly httpStatus?: number
  readonly problem?: Readonly<Record<string, unknown>>
}

const long = Array.from({ length: 200 }, (_, n) => `baris ke-${n}`)

const at = suite(Effect.gen(function*() {
  const held: Array<Exchange> = []
  const hold: Behaviour = (exchange) => held.push(exchange)
  const agency = yield* makeAgencyServer({
    behaviour: json({ data: long, cache: "milik OPD", age: 99, halaman: 1 }),
    routes: { "/data/tahan": hold }
  })
  const broken = yield* makeAgencyServer({ behaviour: faults.reset })
  const time = yield* makeJumpingClock
  const gateway = yield* startGateway(
    registryText([
      {
        slug: "opd",
        server: agency.url,
        timeout: "30 seconds",
        deadline: "60 seconds",
        breaker: neverOpen,
        endpoints: [{ path: "" }, { path: "basi" }, { path: "baru" }, { path: "tahan" }, { path: "segar", cache: { fresh: "1 hour" } }]
      },
      { slug: "buka", server: broken.url, endpoints: [{ path: "isi" }] }
    ]),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(Clock.Clock, time.clock))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const set = (path: string, behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour, `/data/${path}`))
  return { agency, gateway, held, set, time, token }
}))

const entry = (alias: string, path = alias, opd = "opd") => ({ alias, opd, dataset: "data", path })
const ask = (requests: ReadonlyArray<object>, headers: Readonly<Record<string, string>> = {}, strategy = "keyed") =>
  at().gateway.aggregate({ strategy, requests }, at().token, headers)

const dataOf = async (response: Response): Promise<Readonly<Record<string, Entry>>> => {
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  const { data }: { readonly data: Readonly<Record<string, Entry>> } = JSON.parse(text)
  return data
}

const recordOf = async (id: string) => {
  let found = (await at().gateway.records(0)).find(({ requestId }) => requestId === id)
  await eventually(
    "the record is there",
    async () => (found = (await at().gateway.records(0)).find(({ requestId }) => requestId === id)) !== undefined
  )
  return found
}

describe("an entry", () => {
  it("fault-124 whose agency or dataset is empty or several segments is its own 400 and reaches nothing; others are answered", async () => {
    const { agency, gateway } = at()
    const calls = agency.calls.length
    const wrong: Readonly<Record<string, object>> = {
      opdKosong: { opd: "", dataset: "opd", path: "data/segar" },
      datasetKosong: { opd: "opd", dataset: "", path: "data" },
      opdGaring: { opd: "opd/data", dataset: "segar", path: "" },
      datasetGaring: { opd: "opd", dataset: "data/segar", path: "" },
      depan: { opd: "/opd", dataset: "data", path: "segar" },
      belakang: { opd: "opd", dataset: "data/", path: "segar" },
      titik: { opd: "..", dataset: "opd", path: "data/segar" },
      spasi: { opd: "opd ", dataset: "data", path: "segar" },
      balik: { opd: "opd", dataset: "data\\segar", path: "" },
      persen: { opd: "opd%2fdata", dataset: "segar", path: "" }
    }
    const response = await ask([...Object.entries(wrong).map(([alias, address]) => ({ alias, ...address })), entry("baru")])
    const id = response.headers.get("x-request-id")
    const data = await dataOf(response)
    for (const alias of Object.keys(wrong)) {
      assert.deepInclude(data[alias], { status: "error", httpStatus: 400 }, alias)
      assert.deepInclude(data[alias]?.problem, { code: "bad-request" }, alias)
      assert.match(String(data[alias]?.problem?.["detail"]), /`(?:opd|dataset)`/, alias)
    }
    assert.deepInclude(data["baru"], { status: "success" })
    assert.deepStrictEqual(agency.calls.slice(calls).map(({ url }) => url), ["/data/baru"])
    assert.deepInclude(await recordOf(`${id}#opdGaring`), { status: 400, code: "bad-request", agency: null })
    assert.strictEqual((await gateway.get("opd/data/baru", at().token)).status, 200)
  })

  it("tells its own cache and age in its meta, ours before the agency's, and neither where it was read just now", async () => {
    const { set } = at()
    await (await ask([entry("segar"), entry("basi")])).arrayBuffer()
    await set("basi", faults.reset)
    const data = await dataOf(await ask([entry("segar"), entry("basi"), entry("baru"), entry("lagi", "segar")]))
    for (const [alias, cache] of [["segar", "HIT"], ["basi", "STALE-CIRCUIT"], ["lagi", "HIT"]] as const) {
      assert.strictEqual(data[alias]?.meta?.["cache"], cache, alias)
      const age = data[alias]?.meta?.["age"]
      assert.isTrue(Number.isInteger(age) && Number(age) < 20, `${alias}: ${age}`)
      assert.deepInclude(data[alias]?.meta, { agency: "opd", dataset: "data", halaman: 1 })
    }
    assert.doesNotHaveAnyKeys(data["baru"]?.meta, ["cache", "age"])
    assert.deepInclude(data["baru"]?.meta, { halaman: 1 })
    await set("basi", json({ data: [] }))
  })

  it("says the age in whole seconds: two seconds later it is two more", async () => {
    const ageOf = async () => Number((await dataOf(await ask([entry("segar")])))["segar"]?.meta?.["age"])
    await (await ask([entry("segar")])).arrayBuffer()
    const before = await ageOf()
    at().time.pass(2_000)
    assert.strictEqual(await ageOf() - before, 2)
  })

  it("that failed says when to come back, where its own route would have said so, and has its bytes in its record", async () => {
    const { gateway, token } = at()
    for (let n = 0; n < 6; n++) await (await gateway.get("buka/data/isi", token)).arrayBuffer()
    const own = await gateway.get("buka/data/isi", token)
    await own.arrayBuffer()
    assert.strictEqual(own.status, 503)
    for (const accept of ["application/json", "application/x-ndjson"]) {
      const response = await ask([entry("buka", "isi", "buka"), entry("hilang", "tak-ada"), entry("segar")], { accept })
      const id = response.headers.get("x-request-id")
      const text = await response.text()
      const shown = accept === "application/json"
        ? JSON.parse(text).data
        : Object.fromEntries(text.trimEnd().split("\n").map((line) => JSON.parse(line)).map(({ alias, ...rest }) => [alias, rest]))
      assert.deepInclude(shown.buka, { status: "error", httpStatus: 503 })
      assert.isTrue(Number.isInteger(shown.buka.problem.retryAfter), accept)
      assert.isAtMost(Math.abs(shown.buka.problem.retryAfter - Number(own.headers.get("retry-after"))), 2)
      assert.notProperty(shown.hilang.problem, "retryAfter")
      for (const alias of ["buka", "hilang", "segar"]) {
        assert.strictEqual((await recordOf(`${id}#${alias}`))?.bytes, Buffer.byteLength(JSON.stringify(shown[alias])), `${alias} ${accept}`)
      }
    }
  })
})

describe("an aggregate as lines", () => {
  const accept = { accept: "application/x-ndjson" }
  const metaOf = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text.trimEnd().split("\n").at(-1) ?? "").meta

  it("says in its last line what X-Cache would have said, streamed and whole", async () => {
    const { set } = at()
    await (await ask([entry("segar"), entry("basi")])).arrayBuffer()
    for (const strategy of ["keyed", "strict"]) {
      assert.strictEqual(metaOf(await (await ask([entry("segar")], accept, strategy)).text())["cache"], "HIT", strategy)
      assert.notProperty(metaOf(await (await ask([entry("segar"), entry("baru")], accept, strategy)).text()), "cache")
      await set("basi", faults.reset)
      assert.strictEqual(
        metaOf(await (await ask([entry("segar"), entry("basi")], accept, strategy)).text())["cache"],
        "STALE-CIRCUIT",
        strategy
      )
      await set("basi", json({ data: long }))
    }
  })

  /** The bytes as they came, in whatever coding they are. */
  const raw = (requests: ReadonlyArray<object>, coding: string): Promise<{ readonly coding: string | undefined; readonly bytes: Buffer }> =>
    new Promise((resolve, reject) => {
      const asked = request(`${at().gateway.url}/api/v4/gateway/aggregate`, {
        method: "POST",
        headers: { authorization: `Bearer ${at().token}`, "content-type": "application/json", ...accept, "accept-encoding": coding }
      }, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => resolve({ coding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }))
      })
      asked.on("error", reject).end(JSON.stringify({ strategy: "keyed", requests }))
    })

  it("is compressed where its caller takes that, and the same otherwise", async () => {
    for (const [accepted, coding] of [["br, gzip", "br"], ["gzip", "gzip"], ["identity", undefined], ["deflate", undefined]] as const) {
      const answered = await raw([entry("segar"), entry("baru")], accepted)
      assert.strictEqual(answered.coding, coding, accepted)
      const { bytes } = answered
      const text = (coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes).toString()
      const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line))
      assert.sameMembers(lines.map(({ alias }) => alias), ["segar", "baru", undefined])
      assert.deepInclude(metaOf(text), { total: 2, succeeded: 2, failed: 0 })
      if (coding !== undefined) assert.isBelow(bytes.length, text.length / 2)
    }
  })

  it("sends each line as its entry completes, compressed too", async () => {
    const { gateway, held, token } = at()
    const response = await fetch(`${gateway.url}/api/v4/gateway/aggregate`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...accept, "accept-encoding": "gzip" },
      body: JSON.stringify({ strategy: "keyed", requests: [entry("segar"), entry("baru"), entry("tahan")] })
    })
    // What `fetch` inflates arrives as it is flushed: two lines are there while the third entry is held.
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ""
    while (text.split("\n").length < 3) text += (await reader?.read())?.value ?? assert.fail("the answer ended early")
    assert.sameMembers(text.trimEnd().split("\n").map((line) => JSON.parse(line).alias), ["segar", "baru"])
    await eventually("the third call is under way", () => held.length === 1)
    for (const exchange of held.splice(0)) json({ data: ["akhir"] })(exchange)
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value
    assert.strictEqual(text.trimEnd().split("\n").length, 4)
  })
})
