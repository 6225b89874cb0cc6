/** Presets as lines: `Accept: application/x-ndjson`, one line an entry, `meta` last. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, type Behaviour, type Exchange, faults, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const held: Array<Exchange> = []
  const hold: Behaviour = (exchange) => held.push(exchange)
  const agency = yield* makeAgencyServer({
    behaviour: json({ data: [{ surel: "budi.santoso@contoh.id", kutip: "a\"b}{\\" }] }),
    routes: {
      "/data/tahan": hold,
      "/data/rapi": answer({ headers: { "content-type": "application/json" }, body: JSON.stringify({ data: [{ id: 1 }] }, null, 2) })
    }
  })
  const entry = (alias: string, path = alias) => ({ alias, opd: "opd", dataset: "data", path })
  const stale = { stale: "1 millis" }
  const gateway = yield* startGateway(
    registryText(
      [{
        slug: "opd",
        server: agency.url,
        timeout: "20 seconds",
        breaker: neverOpen,
        endpoints: [
          { path: "satu", cache: stale },
          { path: "dua", cache: stale },
          { path: "tahan", cache: stale },
          {
            path: "rapuh",
            cache: stale
          },
          { path: "rapi" },
          { path: "rahasia", private: true }
        ]
      }],
      [
        { slug: "lambat", title: "Lambat", requests: [entry("tahan"), entry("satu"), entry("dua")] },
        { slug: "segar", title: "Segar", cache: { fresh: "1 hour" }, requests: [entry("satu"), entry("dua")] },
        { slug: "sebentar", title: "Sebentar", cache: { fresh: "1 millis", stale: "1 hour" }, requests: [entry("satu"), entry("rapuh")] },
        { slug: "campur", title: "Campur", requests: [entry("satu"), entry("rahasia")] },
        { slug: "patah", title: "Patah", requests: [entry("rapuh")] },
        { slug: "rapi", title: "Rapi", cache: { fresh: "1 hour" }, requests: [entry("rapi"), entry("satu")] }
      ]
    ),
    { RATE_LIMIT: "100000" }
  )
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  const set = (path: string, behaviour: Behaviour) => Effect.runPromise(agency.setBehaviour(behaviour, `/data/${path}`))
  return { agency, gateway, held, set, token }
}))

const good = json({ data: ["baik"] })
const ask = (preset: string, headers: Readonly<Record<string, string>> = {}) =>
  at().gateway.get(`preset/${preset}`, at().token, { accept: "application/x-ndjson", ...headers })

type Line = Readonly<Record<string, unknown>> & { readonly alias?: string; readonly meta: Readonly<Record<string, unknown>> }
const linesOf = (text: string): ReadonlyArray<Line> => {
  assert.isTrue(text.endsWith("\n"))
  return text.trimEnd().split("\n").map((line): Line => JSON.parse(line))
}

describe("a preset as lines", () => {
  it("has each entry in one line though its agency writes many, out of a copy too", async () => {
    for (const cache of ["MISS", "HIT"]) {
      const response = await ask("rapi")
      assert.strictEqual(response.headers.get("x-cache") ?? "MISS", cache)
      const lines = linesOf(await response.text())
      assert.sameMembers(lines.map(({ alias }) => alias ?? "meta"), ["rapi", "satu", "meta"])
      assert.deepStrictEqual(lines.find(({ alias }) => alias === "rapi")?.["data"], [{ id: 1 }])
    }
  })

  it("streams each entry as it completes and meta last, and is kept whole for who asks next, as lines or as JSON", async () => {
    const { agency, gateway, held, token } = at()
    const response = await ask("lambat")
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "application/x-ndjson; charset=utf-8")
    assert.isNotNull(response.headers.get("ratelimit"))
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ""
    while (text.split("\n").length < 3) text += (await reader?.read())?.value ?? assert.fail("it ended early")
    // The third entry is held by its agency: these two could not have waited for it.
    assert.sameMembers(linesOf(text).map(({ alias }) => alias), ["satu", "dua"])
    await eventually("the third call is under way", () => held.length === 1)
    for (const exchange of held.splice(0)) json({ data: ["akhir"] })(exchange)
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value
    const lines = linesOf(text)
    assert.deepStrictEqual(lines.map(({ alias }) => alias).slice(2), ["tahan", undefined])
    assert.deepInclude(lines.find(({ alias }) => alias === "satu")?.["data"], { surel: "b***@contoh.id", kutip: "a\"b}{\\" })
    const last = lines.at(-1)
    assert.deepStrictEqual(Object.keys(last ?? {}), ["meta"])
    assert.deepInclude(last?.meta, { version: "4.0", preset: "lambat", masked: 2, total: 3, succeeded: 3, failed: 0 })
    assert.notProperty(last?.meta, "cache")

    const calls = agency.calls.length
    const id = response.headers.get("x-request-id")
    await eventually(
      "the records are written",
      async () => (await gateway.records(0)).filter(({ requestId }) => requestId.startsWith(`${id}#`)).length === 3
    )
    // Its agency fails now, and the copy that the stream left stands in.
    await at().set("tahan", faults.reset)
    const stale = await gateway.get("preset/lambat", token)
    assert.strictEqual(stale.headers.get("x-cache"), "STALE-CIRCUIT")
    const asLines = await ask("lambat")
    assert.strictEqual(asLines.headers.get("x-cache"), "STALE-CIRCUIT")
    const standing = linesOf(await asLines.text())
    assert.deepStrictEqual(standing.map(({ alias }) => alias), ["tahan", "satu", "dua", undefined])
    assert.strictEqual(standing.at(-1)?.meta["cache"], "STALE-CIRCUIT")
    assert.isAbove(agency.calls.length, calls)
  })

  it("of a stored copy are the copy's own entries, with its cache in meta, a tag of their own, a 304 and a coding", async () => {
    const { agency, gateway, token } = at()
    const whole = await gateway.get("preset/segar", token)
    const { data, meta } = JSON.parse(await whole.text())
    const calls = agency.calls.length
    const hit = await ask("segar")
    assert.strictEqual(hit.headers.get("x-cache"), "HIT")
    assert.isNotNull(hit.headers.get("age"))
    const lines = linesOf(await hit.text())
    assert.deepStrictEqual(lines.slice(0, -1), Object.entries(data).map(([alias, entry]) => ({ alias, ...Object(entry) })))
    assert.deepStrictEqual(lines.at(-1), { meta: { ...meta, cache: "HIT" } })
    const etag = hit.headers.get("etag") ?? ""
    assert.notStrictEqual(etag, whole.headers.get("etag"))
    assert.strictEqual((await ask("segar", { "if-none-match": etag })).status, 304)
    assert.strictEqual((await ask("segar", { "if-none-match": whole.headers.get("etag") ?? "" })).status, 200)
    const head = await fetch(`${gateway.url}/api/v4/gateway/preset/segar`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${token}`, accept: "application/x-ndjson" }
    })
    assert.deepStrictEqual([head.status, head.headers.get("content-type"), head.headers.get("etag")], [
      200,
      "application/x-ndjson; charset=utf-8",
      etag
    ])
    assert.strictEqual(agency.calls.length, calls)
  })

  it("answers from the stale copy when an entry fails, whole, and says so", async () => {
    const { gateway, set, token } = at()
    const body = JSON.parse(await (await gateway.get("preset/sebentar", token)).text())
    await pause(20)
    await set("rapuh", faults.reset)
    const lines = linesOf(await (await ask("sebentar")).text())
    assert.deepStrictEqual(lines.map(({ alias }) => alias), ["satu", "rapuh", undefined])
    assert.deepStrictEqual(lines.at(-1), { meta: { ...body.meta, cache: "STALE-CIRCUIT" } })
    await set("rapuh", good)
  })

  it("fault-30 tells a private entry's refusal in its own line, and keeps nothing of it for others", async () => {
    const { gateway } = at()
    const lines = linesOf(await (await ask("campur")).text())
    assert.deepInclude(lines.find(({ alias }) => alias === "rahasia"), { status: "error", httpStatus: 403 })
    assert.deepInclude(lines.at(-1)?.meta, { total: 2, succeeded: 1, failed: 1 })
    const verified = await gateway.token({ scopes: ["preset-campur-get"], private: true, application: "terverifikasi" })
    const whole = linesOf(await (await gateway.get("preset/campur", verified, { accept: "application/x-ndjson" })).text())
    assert.deepInclude(whole.at(-1)?.meta, { succeeded: 2, failed: 0 })
    assert.deepInclude(linesOf(await (await ask("campur")).text()).find(({ alias }) => alias === "rahasia"), { httpStatus: 403 })
  })

  it("is refused before a line leaves: without the preset's scope, unknown, or for another representation", async () => {
    const { gateway } = at()
    const other = await gateway.token({ scopes: ["opd-satu-get"], application: "lain" })
    await expectProblem(await gateway.get("preset/segar", other, { accept: "application/x-ndjson" }), "scope-missing", gateway.url)
    await expectProblem(await ask("tidak-ada"), "not-registered", gateway.url)
    assert.strictEqual(
      await expectProblem(await ask("segar", { accept: "text/csv" }), "not-acceptable", gateway.url),
      "Available here: application/json, application/x-ndjson."
    )
  })

  it("has the fault of an entry in its line where nothing can stand in", async () => {
    const { set } = at()
    await set("rapuh", faults.reset)
    const lines = linesOf(await (await ask("patah")).text())
    assert.deepInclude(lines[0], { alias: "rapuh", status: "error", httpStatus: 502 })
    assert.deepInclude(lines[1]?.meta, { total: 1, succeeded: 0, failed: 1 })
    await set("rapuh", good)
  })
})
