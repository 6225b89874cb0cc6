/** The desk in a real browser: accessible, without script, by keyboard, from 320 px up, in both languages and themes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { faultsOf, inWindow, looks, overflowOf, startBrowser, tabThrough, type Look } from "../support/Browser.ts"
import { startDesk } from "../support/Desk.ts"
import { suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const browser = yield* startBrowser
  const desk = yield* startDesk({ variables: { DESK_ADDRESSES: "127.0.0.0/8" } })
  const { ask, dewi, gateway } = desk
  const requestId = yield* Effect.promise(async () => {
    for (const application of ["peta", "aplikasi-dengan-nama-yang-sangat-panjang-sekali-untuk-layar-kecil"]) {
      const token = await gateway.token({ application, scopes: "*", private: true })
      for (const path of ["klinik", "pasien", "klinik"]) await (await gateway.get(`dinkes/faskes/${path}`, token)).arrayBuffer()
    }
    await ask({ kind: "private-access", scopes: [], application: "riset" })
    const refused = await ask({ application: "lama" })
    await dewi.post(`/portal/opd/dinkes/permintaan/${refused}/tolak`, { reason: "Tujuannya belum jelas." })
    await dewi.post("/portal/opd/dinkes/titik-akses/faskes/aturan?path=klinik", { seen: "0", privat: "ya", segar: "60", basi: "24", besar: "10", takdikenal: "mask" })
    return ask()
  })
  return { ...desk, browser, requestId }
}), [], 60_000)

const desk = "/portal/opd/dinkes"
const pages = {
  "the overview": "", "the requests": "/permintaan", "a request": "/permintaan/:id", "the endpoints": "/titik-akses", "an endpoint": "/titik-akses/faskes?path=klinik&disimpan=1",
  "the connection": "/sambungan", "the changes": "/perubahan", "the audit log": "/audit", "a wrong search": "/audit?status=x&dari=1", "somebody else's desk": "/../diskominfo"
} as const
const names = Object.keys(pages) as ReadonlyArray<keyof typeof pages>
const addressOf = (name: keyof typeof pages): string => `${at().gateway.url}${desk}${pages[name].replace(":id", at().requestId)}`
const asDewi = (look: Look = {}): Look => ({ ...look, before: (context) => at().dewi.enter(context) })

describe.each(looks)("$theme, $language, $width px", (look) => {
  it.each(names)("axe finds nothing against %s, which never scrolls sideways", async (name) => {
    await inWindow(at().browser, asDewi({ ...look, expected: /status of 4(?:04|22)/ }), async (page) => {
      await page.goto(addressOf(name))
      assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language)
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  }, 60_000)
})

describe("a secret that is shown once", () => {
  it("can be read in a small window: neither squeezed nor beyond its edge", async () => {
    const { ask, browser } = at()
    const requestId = await ask({ application: "layar-kecil" })
    await inWindow(browser, asDewi({ width: 320, language: "en" }), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/permintaan/${requestId}`)
      await page.getByRole("button", { name: "Approve the request" }).click()
      await page.getByRole("button", { name: "Copy" }).first().waitFor()
      assert.isAtMost(await overflowOf(page), 0)
      for (const shown of await page.locator("pre").all()) assert.isAbove((await shown.boundingBox())?.width ?? 0, 250)
    })
  }, 40_000)
})

describe("without JavaScript", () => {
  it("one refuses a request, and is told what is missing first", async () => {
    const { ask, browser } = at()
    const requestId = await ask({ application: "tanpa-skrip" })
    await inWindow(browser, asDewi({ javaScript: false }), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/permintaan`)
      await page.getByRole("link", { name: "tanpa-skrip" }).click()
      assert.include(page.url(), requestId)
      await page.getByLabel("Alasan").fill("Belum ada perjanjian kerja sama.")
      await page.getByRole("button", { name: "Tolak permohonan" }).click()
      assert.include(await page.getByRole("status").textContent(), "Permohonan ditolak.")
      assert.isTrue(await page.getByText("Alasan: Belum ada perjanjian kerja sama.").isVisible())
    })
  }, 40_000)

  it("one classifies a field, changes a rule and takes both back", async () => {
    await inWindow(at().browser, asDewi({ javaScript: false, language: "en" }), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/titik-akses/faskes?path=pasien`)
      await page.getByLabel("nik", { exact: true }).selectOption("pseudonym")
      await page.getByRole("button", { name: "Save the classification" }).click()
      assert.include(await page.getByRole("status").textContent(), "The change is saved")
      await page.getByLabel("Fresh copy (seconds)").fill("12")
      await page.getByRole("button", { name: "Save the rules" }).click()
      assert.include(await page.getByRole("status").textContent(), "The change is saved")
      await page.getByRole("link", { name: "Changes" }).click()
      assert.isTrue(await page.getByText("12 seconds").isVisible())
      for (let left = 2; left > 0; left--) {
        await page.getByRole("button", { name: /Undo change/ }).first().click()
        assert.include(await page.getByRole("status").textContent(), "The change is undone.")
      }
    })
  }, 40_000)

  it("one tests a connection", async () => {
    await inWindow(at().browser, asDewi({ javaScript: false }), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/sambungan`)
      await page.getByRole("button", { name: "Uji sambungan" }).click()
      assert.include(await page.getByRole("status").textContent(), "OPD menjawab.")
    })
  }, 40_000)
})

describe("by keyboard alone", () => {
  it("one reaches every part of the desk and approves a request, and sees its secret once", async () => {
    const { ask, browser } = at()
    const requestId = await ask({ application: "papan-ketik" })
    await inWindow(browser, asDewi(), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/permintaan/${requestId}`)
      const seen = await tabThrough(page, 40, async (text) => text === "Setujui permohonan")
      for (const part of ["Ikhtisar", "Permohonan", "Titik akses", "Sambungan", "Riwayat perubahan", "Catatan audit"]) assert.include(seen, part)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Kredensial klien" }).waitFor()
      assert.strictEqual(await page.locator("pre").count(), 2)
      assert.strictEqual(await page.getByRole("button", { name: "Salin" }).count(), 2)
      assert.deepStrictEqual(await faultsOf(page), [])
      await page.goto(`${at().gateway.url}${desk}/permintaan/${requestId}`)
      assert.strictEqual(await page.locator("pre").count(), 0)
    })
  }, 40_000)
})
