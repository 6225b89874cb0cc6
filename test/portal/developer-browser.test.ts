/** The developer's pages in a real browser: accessible, without script, by keyboard, from 320 px up, and quick to get through. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { BrowserContext, Page } from "playwright-core"
import { signInWords } from "../../src/portal/SignInWords.ts"
import { json } from "../support/AgencyServer.ts"
import { faultsOf, inKeptWindow, inWindow, looks, overflowOf, startBrowser } from "../support/Browser.ts"
import { applicationAt, created, tokenIn } from "../support/DeveloperPortal.ts"
import { portalSession } from "../support/PortalSession.ts"
import { startSignOn } from "../support/SignOn.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"

const name = "Peta <b>agenda</b> kota & acara-acara yang namanya sangat panjang sekali"
const events = "diskominfo-events-get"

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const signOn = yield* startSignOn()
    const { gateway } = yield* startCity({
      diskominfo: {
        "/internal/events": json({
          data: [{
            judul: "Pasar malam",
            penanggung_jawab: { nama: "Budi Santoso" },
            tautan: `https://kota.example/${"panjang-sekali".repeat(20)}`
          }]
        })
      },
      variables: signOn.variables
    })
    const maya = yield* Effect.promise(() => portalSession(gateway, { account: "maya", name: "Maya Anggraini" }))
    const { answered, refused } = yield* Effect.promise(async () => {
      const token = await created(maya, name, [events, "diskominfo-acara-get"])
      const read = await gateway.get("diskominfo/portal-publik/events", token)
      assert.strictEqual(read.status, 200)
      const watched = await maya.post(applicationAt(name, "/pantauan"), {
        alamat: `/api/v4/gateway/diskominfo/portal-publik/events?$where=${
          "judul='Pasar malam' or ".repeat(12)
        }judul='Pameran'&$select=judul`
      })
      assert.strictEqual(watched.status, 303)
      await maya.post(applicationAt(name, "/permohonan"), {
        jenis: "client-credentials",
        opd: "dinkes",
        cakupan: "dinkes-klinik-get",
        tujuan: "Riset"
      })
      const response = await gateway.get("dinkes/faskes/klinik", token)
      await eventually(
        "the records are in the database",
        async () => (await (await fetch(`${gateway.managementUrl}/metrics`)).text()).includes("gapura_audit_backlog 0")
      )
      const [answered = "", refused = ""] = [read, response].map(({ headers }) => headers.get("x-request-id") ?? "")
      return { answered, refused }
    })
    return { browser, gateway, maya, answered, refused }
  })
)

/** By how one comes there; the last step is a form that is sent where there is one. */
const pages: Readonly<Record<string, readonly [path: (refused: string, answered: string) => string, send?: string]>> = {
  "one's applications": [() => "/portal/aplikasi"],
  "datasets asked for": [() => "/portal/dataset-diminta"],
  "a new application": [() => "/portal/aplikasi/baru"],
  "a new application with faults": [() => "/portal/aplikasi/baru", "simpan"],
  "a search for scopes": [() => "/portal/aplikasi/baru", "cari"],
  "an application": [() => `${applicationAt(name)}?selesai=cakupan`],
  "its scopes": [() => applicationAt(name, "/cakupan")],
  "its use": [() => applicationAt(name, "/penggunaan")],
  "its requests": [() => applicationAt(name, "/permohonan")],
  "its server's credentials": [() => applicationAt(name, "/kredensial")],
  "its server's credentials with faults": [() => applicationAt(name, "/kredensial"), ""],
  "a request with faults": [() => `${applicationAt(name, "/permohonan")}?jenis=client-credentials&opd=dinkes`, ""],
  "answers that are watched": [() => applicationAt(name, "/pantauan")],
  "an answer that cannot be watched": [() => `${applicationAt(name, "/pantauan")}?alamat=dinkes/faskes/pasien`, "pantau"],
  "endpoints to try": [() => applicationAt(name, "/coba")],
  "an endpoint tried": [() => `${applicationAt(name, "/coba")}?titik=diskominfo/portal-publik/events`, ""],
  "a refusal tried": [() => `${applicationAt(name, "/coba")}?titik=dinkes/faskes/pasien`, ""],
  "what was shown before": [() => applicationAt(name, "/sekali")],
  "closing it": [() => applicationAt(name, "/tutup")],
  "a question for an answer": [() => "/portal/aplikasi/jelaskan"],
  "a refusal explained": [(refused) => `/portal/aplikasi/jelaskan?id=${refused}`],
  "an answer explained": [(_, answered) => `/portal/aplikasi/jelaskan?id=${answered}`],
  "a request that is not there": [() => "/portal/aplikasi/jelaskan?id=x"],
  "an application that is not there": [() => "/portal/aplikasi/tidak-ada"]
}
const names = Object.keys(pages)
/** Errors are what some of these pages are about. */
const expected = /status of (404|409|410|422)/

describe.each(looks)("$theme, $language, $width px", (look) => {
  it.each(names)("axe finds nothing against the page of %s, which never scrolls sideways", async (which) => {
    const { answered, browser, gateway, maya, refused } = at()
    await inKeptWindow(browser, { ...look, before: maya.enter, expected }, async (page) => {
      const [path = () => "", send] = pages[which] ?? []
      await page.goto(`${gateway.url}${path(refused, answered)}`)
      if (send !== undefined) {
        await Promise.all([
          page.waitForResponse((response) => response.request().method() === "POST"),
          page.locator(send === "" ? "main form button" : `button[value=${send}]`).last().click()
        ])
      }
      await page.waitForLoadState()
      assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language)
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  })

  it("axe finds nothing against the page that shows a token, once", async () => {
    const { browser, gateway, maya } = at()
    await inWindow(browser, { ...look, before: maya.enter }, async (page) => {
      await page.goto(`${gateway.url}/portal/aplikasi/baru?cakupan=${events}`)
      await page.locator("#nama").fill(`sekali-${look.theme}-${look.language}-${look.width}`)
      await page.locator("#tujuan").fill("Uji")
      await page.locator("button[value=simpan]").click()
      await page.waitForURL(/\/sekali/)
      assert.isDefined(tokenIn(await page.content()))
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  })
})

describe.each([true, false])("fault-13, with JavaScript: %s", (javaScript) => {
  it("going back or reloading shows no token again", async () => {
    const { browser, gateway, maya } = at()
    await inWindow(browser, { javaScript, before: maya.enter, expected: /status of 410/ }, async (page) => {
      await page.goto(`${gateway.url}/portal/aplikasi/baru?cakupan=${events}`)
      await page.locator("#nama").fill(`kembali-${javaScript}`)
      await page.locator("#tujuan").fill("Uji")
      await page.locator("button[value=simpan]").click()
      await page.waitForURL(/\/sekali/)
      const token = tokenIn(await page.content()) ?? assert.fail("no token")
      await page.getByRole("link", { name: "Ke halaman aplikasi" }).click()
      await page.waitForURL(/kembali-\w+$/)
      for (const go of ["goBack", "reload"] as const) {
        await page[go]()
        await page.getByRole("heading", { name: "Sudah ditampilkan satu kali" }).waitFor()
        assert.match(page.url(), /\/sekali$/)
        const content = await page.content()
        assert.notInclude(content, token)
        assert.isUndefined(tokenIn(content))
      }
    })
  })
})

describe("fault-13, with a browser that puts whole pages away", () => {
  it("the page that is put away has its token no more", async () => {
    const { browser, gateway, maya } = at()
    await inWindow(browser, { before: maya.enter }, async (page) => {
      await page.goto(`${gateway.url}/portal/aplikasi/baru?cakupan=${events}`)
      // A name of its own at a second attempt.
      await page.locator("#nama").fill(`tersimpan-${randomUUID().slice(0, 8)}`)
      await page.locator("#tujuan").fill("Uji")
      await page.locator("button[value=simpan]").click()
      assert.isDefined(tokenIn(await page.locator("[data-once]").first().innerText()))
      // The page's script runs when all of the page is there.
      await page.waitForLoadState("load")
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
      assert.isUndefined(tokenIn(await page.content()))
    })
  })
})

describe("by keyboard alone, without JavaScript", () => {
  const press = async (page: Page, key: string, times = 1) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key)
  }
  /** Goes on with the tab key until what is focused fits. */
  const tabTo = async (page: Page, selector: string) => {
    for (let step = 0; step < 120; step++) {
      await press(page, "Tab")
      const focused = page.locator(":focus")
      if (await focused.count() === 1 && await focused.evaluate((element, wanted) => element.matches(wanted), selector)) {
        assert.strictEqual(
          await focused.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).outlineStyle),
          "solid",
          selector
        )
        return
      }
    }
    assert.fail(`never came to ${selector}`)
  }

  it("one searches scopes, makes an application, tries it, and has its refusal explained", async () => {
    const { browser, gateway, maya } = at()
    await inWindow(browser, { javaScript: false, before: maya.enter, expected }, async (page) => {
      await page.goto(`${gateway.url}/portal/aplikasi`)
      await tabTo(page, "a[href='/portal/aplikasi/baru']")
      await press(page, "Enter")
      await tabTo(page, "#nama")
      await page.keyboard.type("papan-ketik")
      await tabTo(page, "#tujuan")
      await page.keyboard.type("Uji tanpa tetikus")
      await tabTo(page, "#cari")
      await page.keyboard.type("agenda events")
      await tabTo(page, "button[value=cari]")
      await press(page, "Enter")
      assert.match(await page.getByRole("status").innerText(), /^1\s+cakupan ditampilkan/)
      await tabTo(page, `input[value='${events}']`)
      await press(page, "Space")
      await tabTo(page, "button[value=simpan]")
      await press(page, "Enter")
      await page.getByRole("heading", { name: "Token dibuat" }).waitFor()
      await tabTo(page, "a.button")
      await press(page, "Enter")
      await tabTo(page, "main form button")
      await press(page, "Enter")
      assert.include(await page.getByRole("status").innerText(), "200 Berhasil")
      await page.goto(`${gateway.url}${applicationAt("papan-ketik", "/coba")}?titik=dinkes/faskes/klinik`)
      await tabTo(page, "main form button")
      await press(page, "Enter")
      await tabTo(page, "a[href*=jelaskan]")
      await press(page, "Enter")
      await page.getByText("Aplikasi Anda belum memilih cakupan ini.").waitFor()
    })
  })
})

describe("the stopwatch", () => {
  /** A person at the browser, whose every click and every field filled in is counted. */
  const counting = (page: Page) => {
    let interactions = 0
    return {
      click: async (role: "link" | "button" | "checkbox", label: string | RegExp) => {
        interactions++
        await page.getByRole("main").getByRole(role, { name: label }).first().click()
      },
      fill: async (label: string, text: string) => {
        interactions++
        await page.getByLabel(label).fill(text)
      },
      count: () => interactions
    }
  }
  const limitMillis = 180_000

  /** What the copy button has put where the developer's program takes it from. */
  const copied = (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()")
  const withClipboard = (context: BrowserContext): Promise<void> => context.grantPermissions(["clipboard-read", "clipboard-write"])

  it("from the portal's first page to the first 200 takes fewer than 10 interactions", async () => {
    const { browser, gateway } = at()
    await inWindow(browser, { before: withClipboard }, async (page) => {
      const started = performance.now()
      const person = counting(page)
      await page.goto(`${gateway.url}/portal`)
      await person.click("link", /Masuk/)
      await person.click("button", /Dewi Lestari/)
      await person.click("link", "Buat aplikasi")
      await person.fill("Nama aplikasi", "stopwatch")
      await person.fill("Tujuan", "Agenda kota di layar lobi")
      await person.click("checkbox", events)
      await person.click("button", "Buat aplikasi dan token")
      await person.click("button", "Salin token")
      await page.getByText("Tersalin").waitFor()
      const token = await copied(page)
      assert.strictEqual((await gateway.get("diskominfo/portal-publik/events", token)).status, 200)
      assert.isBelow(person.count(), 10)
      assert.isBelow(performance.now() - started, limitMillis)
    })
  })

  it("from an endpoint in the catalogue to its first 200 it takes seven, and the portal makes that call itself with two more", async () => {
    const { browser, gateway } = at()
    await inWindow(browser, { before: withClipboard }, async (page) => {
      const person = counting(page)
      await page.goto(`${gateway.url}/v4/gateway/diskominfo/portal-publik?path=events`)
      await person.click("link", "Gunakan di aplikasi baru")
      await person.click("link", signInWords.id.go)
      await person.click("button", /Dewi Lestari/)
      await person.fill("Nama aplikasi", "dari-katalog")
      await person.fill("Tujuan", "Agenda kota di layar lobi")
      await person.click("button", "Buat aplikasi dan token")
      await person.click("button", "Salin token")
      await page.getByText("Tersalin").waitFor()
      assert.strictEqual((await gateway.get("diskominfo/portal-publik/events", await copied(page))).status, 200)
      assert.strictEqual(person.count(), 7)
      await person.click("link", "Coba dari portal")
      await person.click("button", "Kirim permintaan")
      assert.include(await page.getByRole("status").innerText(), "200 Berhasil")
      assert.strictEqual(person.count(), 9)
    })
  })
})
