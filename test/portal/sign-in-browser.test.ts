/** Signing in and out in a real browser, as everybody does it: by mouse, by keyboard alone, without JavaScript, on a telephone. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { Sessions } from "../../src/portal/Sessions.ts"
import { faultsOf, inWindow, overflowOf, startBrowser } from "../support/Browser.ts"
import { startSignOn } from "../support/SignOn.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const signOn = yield* startSignOn()
    const { gateway } = yield* startCity({ variables: signOn.variables })
    return { browser, gateway, signOn, url: gateway.url }
  })
)

const words = {
  id: {
    begin: "Masuk dengan akun kota",
    go: "Lanjutkan ke layanan login kota",
    out: "Keluar",
    gone: "Anda sudah keluar",
    hello: "Selamat datang, "
  },
  en: {
    begin: "Sign in with your city account",
    go: "Continue to the city's sign-on",
    out: "Sign out",
    gone: "You are signed out",
    hello: "Welcome, "
  }
} as const

const sound = async (page: Page): Promise<void> => {
  assert.deepStrictEqual(await faultsOf(page), [])
  assert.isAtMost(await overflowOf(page), 0)
}

describe.each(
  [
    { theme: "light", language: "id", width: 1280, name: "Dewi Lestari" },
    { theme: "dark", language: "en", width: 1280, name: "Sari Wulandari" },
    { theme: "dark", language: "id", width: 320, name: "Bima Prakoso" },
    { theme: "light", language: "en", width: 320, name: "Dewi Lestari" }
  ] as const
)("$name ($theme, $language, $width px)", ({ name, ...look }) => {
  it("signs in and out, and axe finds nothing on the way", async () => {
    const { browser, url } = at()
    const w = words[look.language]
    await inWindow(browser, look, async (page) => {
      await page.goto(`${url}/portal`)
      await sound(page)
      await page.getByRole("link", { name: w.begin }).click()
      await sound(page)
      await page.getByRole("button", { name }).click()
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), `${w.hello}${name}`)
      await sound(page)
      await page.getByRole("button", { name: w.out }).click()
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), w.gone)
      assert.strictEqual(await page.getByRole("button", { name: w.out }).count(), 0)
    })
  })
})

describe("without JavaScript, by keyboard alone", () => {
  it("one signs in, comes back to where one was going, and the cookie is out of reach", async () => {
    const { browser, url } = at()
    await inWindow(browser, { javaScript: false }, async (page) => {
      await page.goto(`${url}/portal/masuk?next=${encodeURIComponent("/v4/gateway/diskominfo")}`)
      const press = async (what: ReturnType<Page["locator"]>) => {
        for (let step = 0; step < 30 && !(await what.evaluate((element) => element === element.ownerDocument.activeElement)); step++) {
          await page.keyboard.press("Tab")
        }
        await page.keyboard.press("Enter")
      }
      await press(page.getByRole("link", { name: words.id.go }))
      await page.waitForURL(/\/masuk\/[\w-]{20,}$/)
      await press(page.getByRole("button", { name: "Dewi Lestari" }))
      await page.waitForURL(`${url}/v4/gateway/diskominfo`)
      const cookies = await page.context().cookies(url)
      const session = cookies.filter(({ name }) => name.startsWith("__Host-"))
      assert.deepStrictEqual(session.map(({ httpOnly, name, path, sameSite, secure }) => ({ name, path, httpOnly, secure, sameSite })), [
        { name: "__Host-gapura", path: "/", httpOnly: true, secure: true, sameSite: "Lax" }
      ])
      await page.goto(`${url}/portal`)
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "Selamat datang, Dewi Lestari")
    })
  })
})

describe("a session that ends while somebody types", () => {
  it.each(
    [
      { theme: "light", language: "id", width: 320 },
      { theme: "dark", language: "en", width: 1280 }
    ] as const
  )("gives the form back, without JavaScript, and its faults lead to their fields ($language, $width px)", async (look) => {
    const { browser, gateway, url } = at()
    const isIndonesian = look.language === "id"
    await inWindow(browser, { ...look, expected: /status of 422/ }, async (page) => {
      const signIn = async (): Promise<void> => {
        await page.getByRole("link", { name: words[look.language].go }).click()
        await page.getByRole("button", { name: "Dewi Lestari" }).click()
      }
      const heading = () => page.getByRole("heading", { level: 1 }).textContent()
      const send = () =>
        page.getByRole("button", { name: isIndonesian ? "Buat aplikasi dan token" : "Create application and token" }).click()
      await page.goto(`${url}/portal/aplikasi/baru`)
      await signIn()
      await page.locator("#tujuan").fill("Peta pasar rakyat")
      await gateway.run(Effect.flatMap(Sessions, (sessions) => sessions.endAll("dewi")))
      await send()
      const told = await page.locator(".note[role=status] h2").textContent()
      assert.strictEqual(told, isIndonesian ? "Sesi Anda sudah berakhir" : "Your session has ended")
      await sound(page)
      await signIn()
      assert.strictEqual(await heading(), isIndonesian ? "Lanjutkan isian Anda" : "Go on with what you typed")
      await sound(page)
      await page.getByRole("button", { name: isIndonesian ? "Buka formulir" : "Open the form" }).click()
      assert.strictEqual(await page.locator("#tujuan").inputValue(), "Peta pasar rakyat")
      await sound(page)
      await send()
      await sound(page)
      const alert = page.getByRole("alert")
      assert.isTrue(await alert.evaluate((element) => element === element.ownerDocument.activeElement))
      await alert.getByRole("link").first().click()
      assert.strictEqual(new URL(page.url()).hash, "#nama")
      assert.strictEqual(await page.locator("#nama").getAttribute("aria-invalid"), "true")
      const named = await alert.getByRole("link").first().textContent() ?? ""
      assert.match(named, isIndonesian ? /^Nama aplikasi: / : /^Name of the application: /)
    })
  })
})

describe("what goes wrong", () => {
  it("is told on a page that axe finds nothing against: a citizen, and an answer that nobody asked for", async () => {
    const { browser, signOn, url } = at()
    await inWindow(browser, { width: 320, language: "en", expected: /status of (403|503)/ }, async (page) => {
      await page.goto(`${url}/portal/masuk/mulai`)
      await page.getByRole("button", { name: "Wati Susanti" }).click()
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "Your account cannot use the portal")
      await sound(page)
      await page.goto(`${url}/portal/masuk/mulai`)
      const button = page.getByRole("button", { name: "Dewi Lestari" })
      await button.waitFor()
      await page.goto(`${url}/portal/masuk/kembali?code=x&state=y`)
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "Signing in did not succeed")
      await sound(page)
    })
    assert.isAbove(signOn.requests.length, 0)
  })

  it("fault-106 no page of another origin can frame the portal", async () => {
    const { browser, signOn, url } = at()
    await inWindow(browser, { expected: /frame-ancestors|X-Frame-Options|Failed to load resource/ }, async (page) => {
      await page.route(
        `${signOn.issuer}/bingkai`,
        (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><iframe src="${url}/portal"></iframe>` })
      )
      await page.goto(`${signOn.issuer}/bingkai`)
      await page.waitForTimeout(500)
      const framed = page.frames().find((frame) => frame.parentFrame() !== null)
      assert.notInclude(await framed?.content().catch(() => "") ?? "", "Portal pengembang")
    })
  })
})
