/** Whatever page one is at: the same in the other language, with all else that was asked for. */
import { assert, describe, it } from "@effect/vitest"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const city = suite(startCity())
const accept = "text/html,application/xhtml+xml,*/*;q=0.8"
const textOf = async (path: string): Promise<string> => await (await fetch(`${city().gateway.url}${path}`, { headers: { accept } })).text()

/** Where the link to the other language leads, seen from the page. */
const switchOf = (text: string, path: string): URL => {
  const address = /<a class="tongue" href="([^"]*)" lang="(?:en|id)" hreflang=/.exec(text)?.[1] ?? assert.fail(`${path} has no switch`)
  return new URL(address.replaceAll("&amp;", "&"), new URL(path, city().gateway.url))
}

const pages = [
  "/v4/gateway",
  "/v4/gateway?q=taman&private=false",
  "/v4/gateway/diskominfo",
  "/v4/gateway/diskominfo/portal-publik?path=events",
  "/portal/status",
  "/portal/status/dinkes",
  "/help",
  "/help/privacy",
  "/problems",
  "/problems/gone",
  "/portal",
  "/portal/masuk?next=%2Fportal%2Faplikasi",
  "/portal/tidak-ada?a=b",
  "/tidak-ada?a=1&b=2",
  "/v4/gateway?health=salah",
  "/api/v4/gateway/diskominfo/portal-publik/events?page=2"
]

describe("the language switch", () => {
  it.each(pages)("of %s leads there and back, and keeps the query", async (path) => {
    const text = await textOf(path)
    assert.match(text, /^<!doctype html><html lang="id">/)
    const there = switchOf(text, path)
    const asked = new URL(path, city().gateway.url)
    asked.searchParams.set("lang", "en")
    assert.deepStrictEqual([there.pathname, Object.fromEntries(there.searchParams)], [
      asked.pathname,
      Object.fromEntries(asked.searchParams)
    ])
    const english = await textOf(`${there.pathname}${there.search}`)
    assert.match(english, /^<!doctype html><html lang="en">/)
    assert.strictEqual(switchOf(english, path).searchParams.get("lang"), "id")
  })

  it("stays chosen where one goes from a page of errors", async () => {
    const english = await textOf("/problems?lang=en")
    assert.include(english, "href=\"/problems/gone?lang=en\"")
    assert.include(english, "href=\"/v4/gateway?lang=en\"")
    assert.notMatch(english, /Kesalahan|Arti|Kode/)
  })
})
