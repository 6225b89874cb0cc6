/** `GET /api/v4/gateway/preset/{preset}`: ready-made aggregates with a scope and a copy of their own. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { type Behaviour, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { neverOpen, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ surel: "budi.santoso@contoh.id" }] }) })
  const entry = (alias: string, path = alias) => ({ alias, opd: "opd", dataset: "data", path })
  const time = yield* makeJumpingClock
  const gateway = yield* startGateway(
    registryText(
      [{
        slug: "opd",
        server: agency.url,
        breaker: neverOpen,
        endpoints: [
          ...["satu", "dua"].map((path) => ({ path, query: ["n"] })),
          { path: "sebentar", cache: { stale: "1 millis" } },
          { path: "basi", cache: { fresh: "1 seconds", stale: "1 hour" } },
          { path: "rahasia", private: true }
        ]
      }],
      [
        { slug: "ringkas", title: "Ringkas", requests: [{ ...entry("satu"), query: { n: 3 } }, entry("dua")] },
        { slug: "segar", title: "Segar", cache: { fresh: "2 seconds", stale: "1 hour" }, requests: [entry("a", "sebentar")] },
        { slug: "basi", title: "Basi", cache: { fresh: "9 seconds", stale: "1 hour" }, requests: [entry("basi"), entry("lama", "basi")] },
        { slug: "campur", title: "Campur", cache: { fresh: "1 minutes" }, requests: [entry("satu"), entry("rahasia")] },
        { slug: "tertutup", title: "Tertutup", private: true, requests: [entry("satu")] },
        { slug: "rapuh", title: "Rapuh", cache: { stale: "1 millis" }, requests: [entry("a", "sebentar")] }
      ]
    ),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(Clock.Clock, time.clock))
  const only = (preset: string, rest: { readonly private?: boolean; readonly application?: string } = {}) =>
    gateway.token({ scopes: [`preset-${preset}-get`], ...rest })
  const set = (behaviour: Behaviour, path?: string) =>
    Effect.runPromise(agency.setBehaviour(behaviour, path === undefined ? undefined : `/data/${path}`))
  return { agency, gateway, only, set, time }
}))

const good = json({ data: [{ surel: "budi.santoso@contoh.id" }] })

interface Answer {
  readonly data: Readonly<
    Record<string, { readonly status: string; readonly data?: unknown; readonly problem?: { readonly code: string } }>
  >
  readonly meta: Readonly<Record<string, unknown>>
}
const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  const answer: Answer = JSON.parse(text)
  return answer
}

describe("presets", () => {
  it("answer a keyed aggregate for the preset's own scope, masked, with the entries counted", async () => {
    const { agency, gateway, only } = at()
    const response = await gateway.get("preset/ringkas", await only("ringkas"))
    const { data, meta } = await answerOf(response)
    assert.deepStrictEqual(Object.keys(data), ["satu", "dua"])
    assert.deepStrictEqual(data["satu"]?.data, [{ surel: "b***@contoh.id" }])
    assert.deepInclude(meta, { version: "4.0", preset: "ringkas", masked: 2, total: 2, succeeded: 2, failed: 0 })
    assert.sameMembers(agency.calls.map(({ url }) => url), ["/data/satu?n=3", "/data/dua"])
  })

  it("without the scope are a 403 that names it, even for who may read every entry", async () => {
    const { gateway } = at()
    const token = await gateway.token({ scopes: ["opd-satu-get", "opd-dua-get"], application: "lain" })
    const detail = await expectProblem(await gateway.get("preset/ringkas", token), "scope-missing", gateway.url)
    assert.include(detail, "preset-ringkas-get")
  })

  it("that nobody registered are a 404; without a token a 401", async () => {
    const { gateway, only } = at()
    await expectProblem(await gateway.get("preset/tidak-ada", await only("ringkas")), "not-registered", gateway.url)
    await expectProblem(await gateway.get("preset/ringkas"), "unauthorized", gateway.url)
  })

  it("fault-30 the scope of a preset opens no private entry: that entry is refused, the rest is there", async () => {
    const { gateway, only } = at()
    const response = await gateway.get("preset/campur", await only("campur"))
    // With holes in it, it is fresh for nobody.
    assert.deepStrictEqual(
      ["cache-control", "cache-status"].map((name) => response.headers.get(name)),
      ["private, no-cache", "gapura; fwd=miss"]
    )
    const { data, meta } = await answerOf(response)
    assert.strictEqual(data["satu"]?.status, "success")
    assert.strictEqual(data["rahasia"]?.problem?.code, "private-endpoint")
    assert.deepInclude(meta, { succeeded: 1, failed: 1 })
    const verified = await only("campur", { private: true, application: "terverifikasi" })
    assert.deepInclude((await answerOf(await gateway.get("preset/campur", verified))).meta, { succeeded: 2, failed: 0 })
    // And back: what the verified caller was given is not kept for the other.
    assert.deepInclude((await answerOf(await gateway.get("preset/campur", await only("campur")))).meta, { succeeded: 1, failed: 1 })
  })

  it("that are private as a whole are a 403 without a verified account", async () => {
    const { gateway, only } = at()
    await expectProblem(await gateway.get("preset/tertutup", await only("tertutup")), "private-endpoint", gateway.url)
    const official = await gateway.token({ scopes: ["preset-tertutup-get"], official: true, application: "resmi" })
    assert.strictEqual((await gateway.get("preset/tertutup", official)).status, 200)
  })

  it("have a fresh copy of their own, byte-identical, with its age and a 304", async () => {
    const { agency, gateway, only } = at()
    const token = await only("segar")
    const first = await gateway.get("preset/segar", token)
    assert.isNull(first.headers.get("x-cache"))
    const body = await first.text()
    const calls = agency.calls.length
    const hit = await gateway.get("preset/segar", token)
    assert.strictEqual(hit.headers.get("x-cache"), "HIT")
    assert.strictEqual(hit.headers.get("age"), "0")
    assert.strictEqual(await hit.text(), body)
    assert.strictEqual((await gateway.get("preset/segar", token, { "if-none-match": first.headers.get("etag") ?? "" })).status, 304)
    assert.strictEqual(agency.calls.length, calls)
  })

  it("fault-62 the fresh copy is not for a token without the preset's scope", async () => {
    const { gateway, only } = at()
    await (await gateway.get("preset/segar", await only("segar"))).arrayBuffer()
    await expectProblem(await gateway.get("preset/segar", await only("ringkas")), "scope-missing", gateway.url)
  })

  it("answer whole from their copy when an entry fails and its own copy is gone: STALE-CIRCUIT", async () => {
    const { gateway, only, set, time } = at()
    const token = await only("segar")
    const body = await (await gateway.get("preset/segar", token)).text()
    time.pass(2_001)
    await set(faults.reset, "sebentar")
    const stale = await gateway.get("preset/segar", token)
    assert.strictEqual(stale.status, 200)
    assert.strictEqual(stale.headers.get("x-cache"), "STALE-CIRCUIT")
    assert.strictEqual(await stale.text(), body)
    await set(good, "sebentar")
  })

  it("made of stale copies are as old as the oldest of them, and fresh no more", async () => {
    const { gateway, only, set, time } = at()
    const token = await only("basi")
    await (await gateway.get("preset/basi", token)).text()
    time.pass(10_000)
    await set(faults.reset, "basi")
    const stale = await gateway.get("preset/basi", token)
    assert.deepStrictEqual(
      ["x-cache", "age", "cache-status", "cache-control"].map((name) => stale.headers.get(name)),
      ["STALE-CIRCUIT", "10", "gapura; hit; ttl=-9; detail=STALE-CIRCUIT", "private, no-cache"]
    )
    await set(good, "basi")
  })

  it("with an entry that failed are another answer in another language", async () => {
    const { gateway, only } = at()
    const token = await only("campur")
    const english = await gateway.get("preset/campur", token, { "accept-language": "en" })
    const etag = english.headers.get("etag") ?? assert.fail("no tag")
    const indonesian = await gateway.get("preset/campur", token, { "accept-language": "id", "if-none-match": etag })
    assert.strictEqual(indonesian.status, 200)
    assert.notStrictEqual(indonesian.headers.get("etag"), etag)
    assert.notStrictEqual(await indonesian.text(), await english.text())
    // In the same one it is the same.
    assert.strictEqual((await gateway.get("preset/campur", token, { "accept-language": "en", "if-none-match": etag })).status, 304)
  })

  it("tell who keeps a copy its whole fresh time, from which the age is taken", async () => {
    const { gateway, only, time } = at()
    const token = await only("segar")
    time.pass(3_000)
    await (await gateway.get("preset/segar", token)).text()
    time.pass(1_000)
    const hit = await gateway.get("preset/segar", token)
    await hit.text()
    assert.deepStrictEqual(["x-cache", "age", "cache-control"].map((name) => hit.headers.get(name)), ["HIT", "1", "private, max-age=2"])
  })

  it("without any copy answer the gravest error of their entries", async () => {
    const { gateway, only, set, time } = at()
    // No copy of its entry is left.
    time.pass(1_000)
    await set(faults.reset, "sebentar")
    const response = await gateway.get("preset/rapuh", await only("rapuh"))
    const body: Readonly<Record<string, unknown>> = JSON.parse(await response.text())
    assert.strictEqual(response.status, 502)
    assert.strictEqual(body["code"], "agency-unavailable")
    assert.deepStrictEqual(body["entries"], { a: { httpStatus: 502, code: "agency-unavailable" } })
    await set(good, "sebentar")
  })

  it("count once against the quota", async () => {
    const { gateway, only } = at()
    const token = await only("ringkas")
    const left = async () => Number(/r=(\d+)/.exec((await gateway.get("preset/ringkas", token)).headers.get("ratelimit") ?? "")?.[1])
    const before = await left()
    assert.strictEqual(before - await left(), 1)
  })
})
