/**
 * Every page that a link leads to, as an operator with an application and a desk sees them: accessible in both themes, in
 * both languages, from 320 px, by keyboard, and the same pages without JavaScript. Nobody has to add a new one to a list.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { routePattern } from "../../src/domain/RoutePattern.ts"
import { publicAddresses } from "../../src/site/PublicAddresses.ts"
import { faultsOf, inWindow, type Look, looks, overflowOf, startBrowser, tabThrough } from "../support/Browser.ts"
import { startDesk } from "../support/Desk.ts"
import { created } from "../support/DeveloperPortal.ts"
import { suite } from "../support/Suite.ts"

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const desk = yield* startDesk({ variables: { DESK_ADDRESSES: "127.0.0.0/8" } })
    yield* Effect.promise(async () => {
      const token = await created(desk.rina, "peta-semua", ["diskominfo-events-get", "dinkes-klinik-get"])
      await (await desk.gateway.get("dinkes/faskes/klinik", token)).arrayBuffer()
      await desk.ask()
      await desk.budi.post("/portal/dataset-diminta", { opd: "dinkes", apa: "Data puskesmas keliling", untuk: "Peta" })
      await desk.dewi.post("/portal/opd/dinkes/titik-akses/faskes/aturan?path=klinik", {
        seen: "0",
        segar: "60",
        basi: "24",
        besar: "10",
        takdikenal: "mask"
      })
    })
    return { ...desk, browser }
  })
)

/** What is no page: files, feeds, what programs read, and the way out of the city's portal. */
const noPage = /^\/(?:api|oauth|pages|\.well-known)\/|^\/v4\/(?:export|front)\/|^\/openapi\.json|\.(?:csv|atom|svg)$|^\/portal\/masuk/
/** Where many pages are of one kind, so many are looked at. */
const ofOneKind = 2
const patterns = publicAddresses.map(({ path }) => ({ path, pattern: routePattern(path) }))

/** The kind of a page: its address without what only chooses among data. */
const kindOf = ({ pathname, searchParams }: URL): string => {
  const known = patterns.find(({ path, pattern }) => path.includes(":") && pattern.test(pathname))?.path
    ?? pathname.replace(/\/(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d+)(?=\/|$)/g, "/:id").replace(/^\/portal\/opd\/[^/]+/, "/portal/opd/:opd")
      .replace(/(\/(?:titik-akses|dataset|sirkuit))\/[^/]+$/, "$1/:one")
  return `${known}?${[...searchParams.keys()].sort().join("&")}`
}

/** Goes from link to link; `look` says what is wrong with a page. @returns the kinds of pages that were seen, and the faults */
const walk = async (page: Page, origin: string, look: (page: Page) => Promise<ReadonlyArray<string>>) => {
  const queue = ["/portal", "/v4/gateway"].map((path) => new URL(path, origin))
  const asked = new Set<string>()
  const kinds = new Map<string, number>()
  const faults: Array<string> = []
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    url.hash = ""
    url.searchParams.delete("lang")
    const kind = kindOf(url)
    const seen = kinds.get(kind) ?? 0
    if (url.origin !== origin || noPage.test(url.pathname) || url.searchParams.has("unduh") || asked.has(url.href) || seen >= ofOneKind) {
      continue
    }
    asked.add(url.href)
    kinds.set(kind, seen + 1)
    const status = (await page.goto(url.href))?.status()
    const found = status === 200 ? await look(page) : [`status ${status}`]
    faults.push(...found.map((fault) => `${url.pathname}${url.search}: ${fault}`))
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((one) => String(one.href)))
    queue.push(...links.map((href) => new URL(href)))
  }
  return { kinds: [...kinds.keys()].sort(), faults }
}

const entering = (look: Look): Look => ({ ...look, before: (context) => at().rina.enter(context) })

const withoutScript = async (page: Page): Promise<ReadonlyArray<string>> => [
  ...(await overflowOf(page) > 0 ? ["scrolls sideways"] : []),
  ...(await page.getByRole("heading", { level: 1 }).count() === 1 ? [] : ["has no one heading"])
]

/** The kinds of pages that were seen with JavaScript. */
let withScript: ReadonlyArray<string> | undefined

describe("every page that a link leads to", () => {
  it.each(looks)("$theme, $language, $width px: axe finds nothing, nothing scrolls sideways, and the keyboard gets in", async (look) => {
    const { browser, gateway } = at()
    await inWindow(browser, entering(look), async (page) => {
      const { faults, kinds } = await walk(page, gateway.url, async (page) => {
        const language = await page.locator("html").getAttribute("lang")
        const reached = await tabThrough(page, 3, () => Promise.resolve(false))
        return [
          ...(language === look.language ? [] : [`is in ${language}`]),
          ...(reached.length === 3 ? [] : ["the keyboard reaches nothing"]),
          ...(await overflowOf(page) > 0 ? ["scrolls sideways"] : []),
          ...(await faultsOf(page))
        ]
      })
      assert.deepStrictEqual(faults, [])
      const missed = publicAddresses.filter(({ path }) =>
        !noPage.test(path) && !path.includes("*") && !kinds.some((kind) => kind.startsWith(`${path}?`))
      )
      assert.deepStrictEqual(missed.map(({ path }) => path), [])
      withScript = kinds
    })
  })

  it("is there without JavaScript too, with its links", async () => {
    const { browser, gateway } = at()
    const expected = withScript ??
      (await inWindow(browser, entering({ width: 320 }), (page) => walk(page, gateway.url, withoutScript))).kinds
    const { faults, kinds } = await inWindow(
      browser,
      entering({ width: 320, javaScript: false }),
      (page) => walk(page, gateway.url, withoutScript)
    )
    assert.deepStrictEqual(faults, [])
    assert.deepStrictEqual(kinds, expected)
  })
})
