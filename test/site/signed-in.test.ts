/** Public pages for whoever is signed in: the same page with their menu, theirs alone; and nobody's for all others. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inWindow, startBrowser } from "../support/Browser.ts"
import { created } from "../support/DeveloperPortal.ts"
import { portalSession } from "../support/PortalSession.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const browser = yield* startBrowser
  const { gateway } = yield* startCity()
  return { browser, gateway, dewi: yield* Effect.promise(() => portalSession(gateway, { account: "dewi", name: "Dewi <Lestari>" })) }
}))

const pages = ["/v4/gateway", "/v4/gateway/diskominfo/portal-publik?path=events", "/docs", "/problems", "/help", "/portal/status"]
const html = { accept: "text/html", "accept-encoding": "identity" }
const shared = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${at().gateway.url}${path}`, { headers: { ...html, ...headers } })
  return { response, text: await response.text() }
}
/** What changes from one making to the next. */
const steady = (text: string): string => text.replaceAll(/\d{2}[.:]\d{2}(?:[.:]\d{2})?/g, "")

describe("a public page", () => {
  it.each(pages)("%s says who is signed in, to them alone, and is kept by nobody", async (path) => {
    const { dewi } = at()
    const before = await shared(path)
    const own = await dewi.get(path, html)
    const text = await own.text()
    assert.strictEqual(own.status, 200)
    assert.include(text, "<span>Dewi &lt;Lestari&gt;</span>")
    assert.include(text, "href=\"/portal/aplikasi\"")
    assert.include(text, `value="${dewi.csrf}"`)
    assert.strictEqual(own.headers.get("cache-control"), "private, no-store")
    assert.strictEqual(own.headers.get("access-control-allow-origin"), null)
    assert.strictEqual(own.headers.get("referrer-policy"), "same-origin")
    assert.include(own.headers.get("vary") ?? "", "Cookie")
    assert.strictEqual(own.headers.get("age"), null)
    const after = await shared(path)
    for (const one of [before, after]) {
      assert.notInclude(one.text, "Dewi")
      assert.notInclude(one.text, dewi.csrf)
      assert.notStrictEqual(one.response.headers.get("cache-control"), "private, no-store")
      assert.include((one.response.headers.get("vary") ?? "").split(", "), "Cookie")
    }
    assert.strictEqual(steady(text.replace(/<div class="wrap account"[\s\S]*?<\/form>\s*<\/details>\s*<\/div>/, "")), steady(after.text))
  })

  it.each(["/nothing-here", "/v4/gateway/nope", "/problems/nope"])(
    "%s, which is not there, knows who is signed in as well",
    async (path) => {
      const { dewi } = at()
      const before = await shared(path)
      const own = await dewi.get(path, html)
      assert.strictEqual(own.status, 404)
      assert.include(await own.text(), "<span>Dewi &lt;Lestari&gt;</span>")
      assert.strictEqual(own.headers.get("cache-control"), "private, no-store")
      for (const one of [before, await shared(path)]) assert.notInclude(one.text, "Dewi")
    }
  )

  it("of an endpoint names those of one's own applications that may read it, and where their tokens are", async () => {
    const { gateway } = at()
    const path = "/v4/gateway/diskominfo/portal-publik?path=events"
    const rudi = await portalSession(gateway, { account: "rudi", name: "Rudi Hartono" })
    await created(rudi, "agenda", ["diskominfo-events-get"])
    await created(rudi, "kabar", ["diskominfo-berita-get"])
    const own = await (await rudi.get(path, html)).text()
    assert.match(own, /Aplikasi Anda yang boleh membacanya[^<]*<a href="\/portal\/aplikasi\/agenda#token">agenda<\/a><\/p>/)
    const english = await (await rudi.get("/v4/gateway/diskominfo/portal-publik?path=berita&lang=en", html)).text()
    assert.include(english, "href=\"/portal/aplikasi/kabar?lang=en#token\"")
    assert.notInclude((await shared(path)).text, "agenda#token")
  })

  it("is never compressed with what is secret in it", async () => {
    const own = await at().dewi.get("/v4/gateway", { ...html, "accept-encoding": "br, gzip" })
    await own.arrayBuffer()
    assert.strictEqual(own.headers.get("content-encoding"), null)
  })

  it("is everybody's for a cookie that is none, of another name, or of a session that has ended", async () => {
    const { gateway } = at()
    const budi = await portalSession(gateway, { account: "budi", name: "Budi Santoso" })
    assert.include(await (await budi.get("/docs", html)).text(), "Budi Santoso")
    assert.strictEqual((await budi.post("/portal/keluar")).status, 303)
    for (const cookie of [budi.cookie, `__Host-gapura=${"A".repeat(43)}`, "__Host-gapura=x", "a=b", `x${budi.cookie}`]) {
      const { response, text } = await shared("/docs", { cookie })
      assert.notInclude(text, "Budi")
      assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(response.headers.get("cache-control"), "no-cache")
    }
  })

  it("stays JSON for programs, whoever asks", async () => {
    const own = await at().dewi.get("/v4/gateway", { accept: "application/json" })
    assert.include(own.headers.get("content-type") ?? "", "application/json")
    assert.notInclude(await own.text(), "Dewi")
  })

  it("lets one sign out from it", async () => {
    const { browser, gateway } = at()
    const siti = await portalSession(gateway, { account: "siti", name: "Siti Aminah" })
    await inWindow(browser, { javaScript: false }, async (page) => {
      await siti.enter(page.context())
      await page.goto(`${gateway.url}/docs`)
      assert.isTrue(await page.getByText("Siti Aminah").isVisible())
      await page.getByRole("button", { name: "Keluar" }).click()
      await page.goto(`${gateway.url}/docs`)
      assert.strictEqual(await page.getByText("Siti Aminah").count(), 0)
    })
  })
})
