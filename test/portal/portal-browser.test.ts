/** The portal's own pages in a real browser: accessible, without script, by keyboard, from 320 px up. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { faultsOf, inKeptWindow, inWindow, type Look, looks, overflowOf, startBrowser } from "../support/Browser.ts"
import { type PortalSession, portalSession } from "../support/PortalSession.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const { gateway } = yield* startCity()
    const sari = yield* Effect.promise(() =>
      portalSession(gateway, {
        account: "sari",
        name: "Sari Wulandari Kusumaningrum",
        kind: "civil-servant",
        agencies: ["diskominfo", "dinkes"],
        operator: true
      })
    )
    return { browser, gateway, sari }
  })
)

const pages = {
  "the first page": ["/portal", undefined],
  "signing in": ["/portal/masuk", undefined],
  "having signed out": ["/portal/keluar", undefined],
  "nothing": ["/portal/tidak-ada", undefined],
  "a home": ["/portal", "sari"]
} as const
const names = Object.keys(pages) as ReadonlyArray<keyof typeof pages>

/** Errors are what these pages are about. */
const quietly = (name: keyof typeof pages): boolean => name === "nothing" || name === "signing in"

describe.each(looks)("$theme, $language, $width px", (look) => {
  it.each(names)("axe finds nothing against the page of %s, which never scrolls sideways", async (name) => {
    const { browser, gateway, sari } = at()
    const [path, who] = pages[name]
    const session: PortalSession | undefined = who === undefined ? undefined : sari
    const window: Look = {
      ...look,
      ...(session === undefined ? {} : { before: session.enter }),
      ...(quietly(name) ? { expected: /status of (404|503)/ } : {})
    }
    await inKeptWindow(browser, window, async (page) => {
      await page.goto(`${gateway.url}${path}`)
      assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language)
      if (session !== undefined && look.width === 320) await page.locator(".account summary").click()
      assert.strictEqual(
        await page.getByRole("button", { name: look.language === "id" ? "Keluar" : "Sign out" }).count(),
        session === undefined ? 0 : 1
      )
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  })
})

describe("by keyboard alone, without JavaScript", () => {
  it("one signs out", async () => {
    const { browser, gateway } = at()
    const dewi = await portalSession(gateway, { account: "dewi", name: "Dewi Lestari" })
    await inWindow(browser, { javaScript: false, before: dewi.enter }, async (page) => {
      await page.goto(`${gateway.url}/portal?lang=en`)
      const out = page.getByRole("button", { name: "Sign out" })
      for (let step = 0; step < 30 && !(await out.evaluate((button) => button === button.ownerDocument.activeElement)); step++) {
        await page.keyboard.press("Tab")
      }
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/portal\/keluar/)
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "You are signed out")
    })
    assert.notInclude(await (await dewi.get("/portal")).text(), "Dewi Lestari")
  })
})
