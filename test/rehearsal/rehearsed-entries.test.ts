import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted, Schema } from "effect"
import { issueRehearsal } from "../../src/access/RehearsalTokens.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { expectProblem } from "../support/Problems.ts"
import { suite } from "../support/Suite.ts"
import { rehearsedCity } from "./Rehearsed.ts"

const city = suite(rehearsedCity)

const requests = [
  { alias: "agenda", opd: "diskominfo", dataset: "portal-publik", path: "events" },
  { alias: "pasien", opd: "dinkes", dataset: "faskes", path: "pasien" }
]
const Combined = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Json)),
  meta: Schema.Record(Schema.String, Schema.Json)
})
const Failed = Schema.Struct({ entries: Schema.Record(Schema.String, Schema.Json) })
const combinedOf = async (response: Response) => Schema.decodeUnknownSync(Combined)(await response.json())
const aggregate = async (rehearse?: string, headers: Readonly<Record<string, string>> = {}) =>
  city().gateway.aggregate(
    { strategy: "keyed", requests },
    (await city().token()).token,
    rehearse === undefined ? headers : { prefer: `rehearse=${rehearse}`, ...headers }
  )
const preset = async (slug: string, headers: Readonly<Record<string, string>> = {}, bearer?: string) =>
  city().gateway.get(`preset/${slug}`, bearer ?? (await city().token()).token, headers)

const metaOf = (entry: Schema.Json | undefined): unknown =>
  typeof entry === "object" && entry !== null ? Reflect.get(entry, "meta") : undefined

describe("aggregates and presets of a token of kind latihan", () => {
  it("are made up entry by entry, private ones too, and say so in each and as a whole", async () => {
    const before = [city().diskominfo.calls.length, city().dinkes.calls.length]
    const { data, meta } = await combinedOf(await aggregate())
    assert.deepInclude(meta, { total: 2, succeeded: 2, failed: 0, sintetis: true })
    for (const { alias } of requests) assert.deepInclude(metaOf(data[alias]), { sintetis: true })
    assert.deepStrictEqual([city().diskominfo.calls.length, city().dinkes.calls.length], before)
  })

  it("leave as lines too, the last of which says so", async () => {
    const response = await aggregate(undefined, { accept: "application/x-ndjson" })
    const lines = (await response.text()).trimEnd().split("\n").map((line): unknown => JSON.parse(line))
    assert.deepStrictEqual([response.headers.get("x-sintetis"), lines.length], ["true", 3])
    assert.deepInclude(metaOf(Schema.decodeUnknownSync(Schema.Json)(lines.at(-1))), { sintetis: true })
  })

  it("429 refuses the whole; 503 and 504 fail every entry; stale makes every entry one", async () => {
    const { url } = city().gateway
    await expectProblem(await aggregate("429"), "quota-exceeded", url)
    for (const [asked, code] of [["504", "agency-timeout"], ["503", "circuit-open"]] as const) {
      const failed = await aggregate(asked)
      assert.deepStrictEqual([failed.status, failed.headers.get("x-sintetis")], [Number(asked), "true"])
      const { entries } = Schema.decodeUnknownSync(Failed)(await failed.json())
      assert.deepStrictEqual(entries, { agenda: { httpStatus: Number(asked), code }, pasien: { httpStatus: Number(asked), code } })
    }
    const stale = await aggregate("stale")
    assert.strictEqual(stale.headers.get("x-cache"), "STALE-CIRCUIT")
    const { data } = await combinedOf(stale)
    for (const { alias } of requests) assert.deepInclude(metaOf(data[alias]), { cache: "STALE-CIRCUIT" })
  })

  it("a kept copy of a preset is never shown to a rehearsal, and no rehearsal is kept for others", async () => {
    const { gateway, real } = city()
    const kept = await (await preset("ringkasan-kota", {}, real)).text()
    assert.include(kept, "Dago")
    const rehearsed = await preset("ringkasan-kota")
    assert.notInclude(await rehearsed.text(), "Dago")
    assert.include(await (await preset("ringkasan-kota", {}, real)).text(), "Dago")
    assert.strictEqual((await preset("tertutup")).status, 200)
    await expectProblem(await preset("tidak-ada", { prefer: "rehearse=503" }), "not-registered", gateway.url)
  })
})

describe("rehearsals leave no trace in what is told of endpoints", () => {
  it("have records of their own, and are in no metric", async () => {
    const { gateway, token } = city()
    const metrics = async () =>
      (await (await fetch(`${gateway.managementUrl}/metrics`)).text()).split("\n").filter((line) =>
        /^gapura_(?:requests_total|http|agency)|^http_server/.test(line) && !line.includes("http.route=\"/") &&
        /route="diskominfo|agency="diskominfo"/.test(line)
      )
    const before = await metrics()
    const { token: bearer, tokenId } = await token("tercatat")
    for (const rehearse of ["503", "stale"]) {
      await (await gateway.get("diskominfo/portal-publik/events", bearer, { prefer: `rehearse=${rehearse}` })).arrayBuffer()
    }
    assert.deepStrictEqual(await metrics(), before)
    const own = (await gateway.records(1)).filter((record) => record.tokenId === tokenId)
    assert.deepStrictEqual(
      own.map(({ agency, code, route, status }) => [agency, route, status, code]),
      [[null, "latihan/diskominfo/portal-publik/events", 503, "circuit-open"], [null, "latihan/diskominfo/portal-publik/events", 200, null]]
    )
  })
})

describe("tokens of kind latihan", () => {
  const issueFor = (application: string) =>
    city().gateway.run(Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.exit(issueRehearsal(application, now))))

  it("are ten of an application at most; one that is revoked makes room, and is refused within a second", async () => {
    const { gateway, token } = city()
    const first = await token("banyak")
    for (let count = 1; count < 10; count++) assert.strictEqual((await issueFor("banyak"))._tag, "Success")
    assert.strictEqual((await issueFor("banyak"))._tag, "Failure")
    await gateway.run(Effect.flatMap(TokenStore, (store) => store.revoke(first.tokenId)))
    assert.strictEqual((await gateway.get("diskominfo/portal-publik/events", first.token)).status, 401)
    assert.strictEqual((await issueFor("banyak"))._tag, "Success")
  })

  it("rotate into their like, live for 90 days, and are told apart in the list", async () => {
    const { gateway, token } = city()
    const old = await token("berganti")
    const next = await gateway.run(Effect.gen(function*() {
      const nowMillis = yield* Clock.currentTimeMillis
      const rotated = yield* (yield* TokenStore).rotate({ tokenId: old.tokenId, lifetimeMillis: 1_000, nowMillis })
      return { ...rotated, days: Math.round((rotated.expiresAt - nowMillis) / 86_400_000) }
    }))
    assert.strictEqual(next.days, 90)
    const response = await gateway.get("diskominfo/portal-publik/events", Redacted.value(next.token))
    assert.deepStrictEqual([response.status, response.headers.get("x-sintetis")], [200, "true"])
    const list = await gateway.run(Effect.flatMap(TokenStore, (store) => store.list))
    assert.deepStrictEqual(list.filter(({ application }) => application === "berganti").map(({ isRehearsal }) => isRehearsal), [true, true])
  })
})
