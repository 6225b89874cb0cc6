/** Badges of states, through the front door. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { makeAheadClock } from "../support/AheadClock.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const opd = yield* makeAgencyServer({ behaviour: json({ data: ["isi"] }) })
  const time = yield* makeAheadClock
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      name: "Dinas \"Satu\" & <Dua>",
      server: opd.url,
      endpoints: [
        { path: "", title: "Akar" },
        { path: "isi", title: "Isi" },
        { path: "baru/:id", title: "Satu", examples: { id: "1" } },
        { path: "tertutup", title: "Tertutup", private: true },
        { path: "tutup", title: "Tutup", deprecated: "2025-01-01", sunset: "2025-09-01" }
      ]
    }]),
    { RATE_LIMIT: "100000" }
  ).pipe(Effect.provideService(Clock.Clock, time.clock))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
  return { gateway, opd, time, token }
}))

const badge = (path: string, init: RequestInit = {}) => fetch(`${at().gateway.url}/portal/status/badge/${path}`, init)
const call = async (path: string): Promise<number> => {
  const response = await at().gateway.get(path, at().token)
  await response.arrayBuffer()
  return response.status
}
const later = (what: string, holds: () => Promise<boolean>): Promise<void> =>
  eventually(what, () => {
    at().time.pass(500)
    return holds()
  })

/** Relative luminance and contrast of WCAG 2. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Those of all badges that were seen. */
const grounds = new Set<string>()
const title = async (path: string): Promise<string | undefined> => {
  const text = await (await badge(path)).text()
  for (const [, ground = ""] of text.matchAll(/<rect[^>]* fill="(#[0-9a-f]{6})"/g)) grounds.add(ground)
  assert.include(text, "<g fill=\"#ffffff\"")
  return /<title>(.*)<\/title>/.exec(text)?.[1]
}

describe("a badge", () => {
  it("is a small picture that anybody may show, says its state in words, and brings nothing along", async () => {
    const response = await badge("opd.svg", { headers: { origin: "https://lain.example" } })
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "image/svg+xml; charset=utf-8")
    assert.strictEqual(response.headers.get("cache-control"), "public, max-age=10")
    assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
    assert.include(response.headers.get("content-security-policy") ?? "", "default-src 'none'")
    const text = await response.text()
    const name = "Dinas &quot;Satu&quot; &amp; &lt;Dua&gt;"
    assert.include(text, `<title>${name}: Belum ada data</title>`)
    assert.include(text, `role="img" aria-label="${name}: Belum ada data"`)
    assert.notMatch(text, /<script|<style|<image|href|url\(|@import|on\w+=/)
    assert.isBelow(text.length, 2_048)
  })

  it("follows its agency and each endpoint: Normal, Melambat, Terputus", async () => {
    const { opd } = at()
    for (let turn = 0; turn < 20; turn++) assert.strictEqual(await call("opd/data/isi"), 200)
    await later(
      "both",
      async () => (await title("opd.svg"))?.endsWith(": Normal") === true && await title("opd/data/isi.svg") === "Isi: Normal"
    )
    assert.strictEqual(await title("opd/data/isi.svg?lang=en"), "Isi: Normal")
    assert.strictEqual(await title("opd/data.svg"), "Akar: Belum ada data")
    assert.strictEqual(await title("opd/data/baru/:id.svg"), "Satu: Belum ada data")
    await Effect.runPromise(opd.setBehaviour(status(500)))
    for (let turn = 0; turn < 2; turn++) assert.strictEqual(await call("opd/data/baru/1"), 502)
    await later("a fault among many", async () => (await title("opd.svg"))?.endsWith(": Melambat") === true)
    for (let turn = 0; turn < 20; turn++) assert.isAtLeast(await call("opd/data/baru/1"), 502)
    await later("the open circuit", async () => (await title("opd.svg"))?.endsWith(": Terputus") === true)
    assert.strictEqual(await title("opd/data/isi.svg?lang=en"), "Isi: Down")
  })

  it("can be read in any state, on any page: its words have their own ground", async () => {
    // That of the name, and of each state.
    assert.strictEqual(grounds.size, 5)
    for (const ground of grounds) assert.isAtLeast(contrast("#ffffff", ground), 4.5, ground)
  })

  it("of a private endpoint says what the page says, and nothing that is not served has any", async () => {
    const { gateway } = at()
    assert.match(await title("opd/data/tertutup.svg") ?? "", /^Tertutup: /)
    for (
      const path of ["tiada.svg", "opd", "opd/data/tiada.svg", "opd/data/isi", "opd/data/tutup.svg", "opd/lain.svg", ".svg"]
    ) {
      await expectProblem(await badge(path), "not-registered", gateway.url)
    }
    const posted = await badge("opd.svg", { method: "POST" })
    assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
  })
})
