/** The catalogue in a real browser: accessible, without script, by keyboard, from 320 px up. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { json } from "../support/AgencyServer.ts"
import { faultsOf, inKeptWindow, inWindow, looks, overflowOf, startBrowser, tabThrough } from "../support/Browser.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const { gateway } = yield* startCity({
      registry: {
        about: {
          titleEn: "City bulletin",
          description: `Agenda dan berita kota.\nAlamat sumbernya ${"sangat-panjang-".repeat(20)}`,
          topics: ["pemerintahan", "ekonomi"],
          frequency: "daily",
          from: "2025-01-01",
          contact: "Bidang Informasi Publik",
          email: `${"data".repeat(20)}@kota.example`,
          terms: "Sebutkan sumbernya.",
          published: new Date().toISOString().slice(0, 10),
          changes: { "2026-01-05": "Kolom penanggung jawab ditambahkan." }
        }
      },
      diskominfo: {
        "/internal/events": json({
          data: [{
            judul: "Pasar malam",
            penanggung_jawab: { nama: "Budi Santoso" },
            tautan: `https://kota.example/${"panjang-sekali".repeat(20)}`
          }]
        })
      }
    })
    const token = yield* Effect.promise(() => gateway.token({ scopes: publicScopes }))
    yield* Effect.promise(async () => assert.strictEqual((await gateway.get("diskominfo/portal-publik/events", token)).status, 200))
    return { browser, url: gateway.url }
  })
)

const endpoint = "/v4/gateway/diskominfo/portal-publik?path=events"
const pages = {
  "the catalogue": "/v4/gateway",
  "a search": "/v4/gateway?q=agenda&private=false",
  "a search that finds nothing": "/v4/gateway?q=agenda+emas",
  "a topic": "/v4/gateway?topic=ekonomi",
  "an agency": "/v4/gateway/diskominfo",
  "a dataset": "/v4/gateway/diskominfo/portal-publik",
  "an endpoint": endpoint,
  "an endpoint that is asked": `${endpoint}&tanya=1&tampil=judul&kolom1=judul&banding1=contains&nilai1=malam#tanya`,
  "an endpoint that is asked what it cannot answer": `${endpoint}&tanya=1&kolom1=penanggung_jawab.nama&nilai1=Budi`,
  "an endpoint with a parameter": "/v4/gateway/diskominfo/portal-publik?path=acara/:id",
  "a private endpoint": "/v4/gateway/dinkes/faskes?path=pasien",
  "a deprecated endpoint": "/v4/gateway/diskominfo/portal-publik?path=agenda-lama",
  "a withdrawn endpoint": "/v4/gateway/diskominfo/portal-publik?path=agenda-usang",
  "the help": "/help",
  "the privacy notice": "/help/privacy",
  "the errors": "/problems",
  "one error": "/problems/quota-exceeded"
} as const
const names = Object.keys(pages) as ReadonlyArray<keyof typeof pages>

describe.each(looks)("$theme, $language, $width px", (look) => {
  it.each(names)("axe finds nothing against %s, which never scrolls sideways", async (name) => {
    const { browser, url } = at()
    await inKeptWindow(browser, look, async (page) => {
      const response = await page.goto(`${url}${pages[name]}`)
      assert.strictEqual(response?.status(), 200)
      if (pages[name].startsWith("/v4/")) assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language)
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  })

  it("axe finds nothing against what is refused either, and it can be read in the other language", async () => {
    const { browser, url } = at()
    await inKeptWindow(browser, { ...look, expected: /status of 40[014]/ }, async (page) => {
      for (
        const [address, status] of [
          [`/v4/export/${"panjang".repeat(9)}`, 404],
          ["/v4/gateway?health=foo", 400],
          ["/api/v4/gateway/dinkes/faskes/klinik", 401]
        ] as const
      ) {
        assert.strictEqual((await page.goto(`${url}${address}`))?.status(), status)
        assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language)
        assert.deepStrictEqual(await faultsOf(page), [])
        assert.isAtMost(await overflowOf(page), 0)
        await page.getByRole("link", { name: look.language === "id" ? "English" : "Bahasa Indonesia" }).click()
        assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language === "id" ? "en" : "id")
        assert.include(page.url(), address)
      }
    })
  })
})

describe("without JavaScript", () => {
  it("one searches, opens what was found, and reads its sample and its code", async () => {
    const { browser, url } = at()
    await inWindow(browser, { javaScript: false }, async (page) => {
      await page.goto(`${url}/v4/gateway`)
      await page.getByLabel("Kata kunci").fill("agenda events")
      await page.getByLabel("Akses").selectOption("false")
      await page.getByRole("button", { name: "Cari" }).click()
      assert.match(page.url(), /\?q=agenda\+events&/)
      assert.strictEqual(await page.getByRole("status").textContent(), "4 endpoint ditemukan")
      assert.strictEqual(await page.locator("a.name").first().textContent(), "Agenda kota")
      await page.locator("a.name").first().click()
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "Agenda kota")
      assert.include(await page.locator("pre").allTextContents().then((texts) => texts.join()), "B*** S***")
      await page.getByText("Python", { exact: true }).click()
      assert.isTrue(await page.getByText("urllib.request.urlopen").isVisible())
    })
  })

  it("one puts a question together and reads what it comes to", async () => {
    const { browser, url } = at()
    await inWindow(browser, { javaScript: false }, async (page) => {
      await page.goto(`${url}${endpoint}`)
      await page.getByText("Kolom yang ditampilkan").first().click()
      await page.getByRole("checkbox", { name: "judul" }).check()
      await page.getByLabel("Kolom syarat 1").selectOption("judul")
      await page.getByLabel("Perbandingan 1").selectOption("diawali teks")
      await page.getByLabel("Nilai 1").fill("Pasar")
      await page.getByRole("button", { name: "Susun pertanyaan" }).click()
      assert.include(page.url(), "#tanya")
      const asked = "$select=judul&$where=starts_with(judul%2C%20%27Pasar%27)"
      assert.isTrue(await page.getByText(`${url}/api/v4/gateway/diskominfo/portal-publik/events?${asked}`, { exact: true }).isVisible())
      assert.deepStrictEqual(await page.getByRole("region", { name: "Hasil dari baris contoh" }).locator("td").allTextContents(), [
        "Pasar malam"
      ])
      assert.isTrue(await page.getByRole("checkbox", { name: "judul" }).isChecked())
    })
  })

  it("the other language is one click away and stays chosen", async () => {
    const { browser, url } = at()
    await inWindow(browser, { javaScript: false }, async (page) => {
      await page.goto(`${url}/v4/gateway/diskominfo`)
      await page.getByRole("link", { name: "English" }).click()
      assert.strictEqual(await page.locator("html").getAttribute("lang"), "en")
      await page.getByRole("link", { name: "Agenda kota" }).click()
      assert.isTrue(await page.getByRole("heading", { name: "Code to copy" }).isVisible())
      await page.getByRole("link", { name: "Bahasa Indonesia" }).click()
      assert.isTrue(await page.getByRole("heading", { name: "Kode untuk disalin" }).isVisible())
    })
  })
})

describe("by keyboard alone", () => {
  it("the first key leads past the header, and a search needs no mouse", async () => {
    const { browser, url } = at()
    await inWindow(browser, {}, async (page) => {
      await page.goto(`${url}/v4/gateway`)
      const focused = () => page.locator(":focus")
      await page.keyboard.press("Tab")
      assert.strictEqual(await focused().textContent(), "Langsung ke isi")
      assert.isTrue(await focused().isVisible())
      await page.keyboard.press("Enter")
      assert.strictEqual(await focused().getAttribute("id"), "isi")
      await page.keyboard.press("Tab")
      assert.strictEqual(await focused().getAttribute("name"), "q")
      await page.keyboard.type("klinik")
      await page.keyboard.press("Enter")
      await page.waitForURL(/q=klinik/)
      assert.strictEqual(await page.getByRole("status").textContent(), "1 endpoint ditemukan")
    })
  })

  it("every control shows where the focus is, and folds open", async () => {
    const { browser, url } = at()
    await inWindow(browser, {}, async (page) => {
      await page.goto(`${url}${endpoint}`)
      const seen = await tabThrough(page, 80, async (text) => {
        if (text === "Python") {
          await page.keyboard.press("Enter")
          assert.isTrue(await page.getByText("urllib.request.urlopen").isVisible())
        }
        return false
      })
      for (const text of ["Katalog", "JavaScript", "Python", "PHP", "OpenAPI 3.1", "quota-exceeded"]) assert.include(seen, text)
    })
  })
})
