/** Pages on a phone: a header of one line with its menu, and tables that need no scrolling sideways. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { problemCodes } from "../../src/domain/Problem.ts"
import { json } from "../support/AgencyServer.ts"
import { faultsOf, inWindow, overflowOf, startBrowser } from "../support/Browser.ts"
import { portalSession } from "../support/PortalSession.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const browser = yield* startBrowser
  const { gateway } = yield* startCity({
    registry: { about: { terms: "Boleh dipakai siapa saja dengan menyebut sumbernya.", contact: "Bidang Data" } },
    diskominfo: { "/internal/events": json({ data: [{ judul: "Pasar malam", penanggung_jawab: { nama: "Budi Santoso" } }] }) },
    dinkes: {
      "/faskes/klinik": json({
        data: ["Kedungkandang", "Lowokwaru", "Blimbing"].map((daerah, index) => ({
          kode: `KLN-00${index}`,
          nama: `Klinik Persahabatan ${daerah} ${index}`,
          kelas_pelayanan_rawat_inap: index === 0 ? "pratama-tingkat-satu" : "utama-tingkat-dua",
          jumlah_tempat_tidur_tersedia: 12_345_678,
          tempat: { y: -7.95123, x: 112.65123 + index / 100 }
        }))
      })
    }
  })
  return { browser, gateway, url: gateway.url }
}))

/** What stands before the cells of the first row. */
const namesShown = "[...document.querySelectorAll('tbody tr:first-child td')].map((cell) => getComputedStyle(cell, '::before').content)"

/** By how much the most hidden of the page's boxes has to be slid sideways. */
const slidingOf = (page: Page): Promise<number> =>
  page.locator(".scroll").evaluateAll((all) => Math.max(0, ...all.map((one) => one.scrollWidth - one.clientWidth)))

describe("at 320 px, without script", () => {
  it("the header is one line, and its menu opens by keyboard", async () => {
    const { browser, url } = at()
    await inWindow(browser, { width: 320, javaScript: false }, async (page) => {
      await page.goto(`${url}/problems?lang=en`)
      const tops = await Promise.all([".brand b", ".menu > summary", ".tongue"].map((part) => page.locator(part).boundingBox()))
      const middles = tops.map((box) => box === null ? assert.fail("not to be seen") : box.y + box.height / 2)
      assert.isBelow(Math.max(...middles) - Math.min(...middles), 12)
      const status = page.getByRole("link", { name: "Status", exact: true })
      assert.isFalse(await status.isVisible())
      await page.locator(".menu > summary").focus()
      await page.keyboard.press("Enter")
      assert.isTrue(await status.isVisible())
      assert.isAtMost(await overflowOf(page), 0)
      await status.click()
      assert.include(page.url(), "/portal/status?lang=en")
    })
  })

  it("who is signed in has one line more, with a menu of what is theirs", async () => {
    const { browser, gateway } = at()
    const siti = await portalSession(gateway, { account: "siti", name: "Siti Aminah Kusumaningrum" })
    await inWindow(browser, { width: 320, javaScript: false, before: siti.enter }, async (page) => {
      for (const path of ["/portal", "/v4/gateway"]) {
        await page.goto(`${gateway.url}${path}`)
        const header = await page.locator("header.top").boundingBox()
        assert.isBelow(header?.height ?? 1_000, 110, path)
        await page.locator(".account summary").focus()
        await page.keyboard.press("Enter")
        assert.isAtMost(await overflowOf(page), 0)
        assert.isTrue(await page.getByRole("button", { name: "Keluar" }).isVisible())
      }
      await page.getByRole("button", { name: "Keluar" }).click()
      assert.include(page.url(), "/portal/keluar")
    })
  })

  it("a record is a stack of its cells, each under its column's name, and still a row of a table", async () => {
    const { browser, url } = at()
    await inWindow(browser, { width: 320 }, async (page) => {
      await page.goto(`${url}/problems`)
      assert.strictEqual(await page.getByRole("row").count(), problemCodes.length + 1)
      assert.strictEqual(await page.getByRole("columnheader").count(), 3)
      const cells = page.getByRole("row").nth(1).getByRole("cell")
      const boxes = await Promise.all([0, 1, 2].map((cell) => cells.nth(cell).boundingBox()))
      const [first, second, third] = boxes.map((box) => box?.y ?? assert.fail("not to be seen"))
      assert.isTrue((first ?? 0) < (second ?? 0) && (second ?? 0) < (third ?? 0))
      assert.deepStrictEqual(await page.evaluate(namesShown), ["\"HTTP\"", "\"Kode\"", "\"Arti\""])
      const box = page.locator(".scroll")
      assert.isAtMost(await box.evaluate((element) => element.scrollWidth - element.clientWidth), 0)
      assert.deepStrictEqual(await faultsOf(page), [])
    })
  })
})

describe("at 320 px", () => {
  it("what is said about a dataset has more room than what it is called", async () => {
    const { browser, url } = at()
    await inWindow(browser, { width: 320 }, async (page) => {
      await page.goto(`${url}/v4/gateway/diskominfo/portal-publik`)
      const widths = await Promise.all(["dt", "dd"].map((part) => page.locator(`main dl > ${part}`).first().boundingBox()))
      const [name = 0, value = 0] = widths.map((box) => box?.width ?? assert.fail("not to be seen"))
      assert.isAbove(value, name)
    })
  })

  it("the columns of an answer are stacked as well", async () => {
    const { browser, gateway, url } = at()
    const token = await gateway.token({ scopes: publicScopes })
    assert.strictEqual((await gateway.get("diskominfo/portal-publik/events", token)).status, 200)
    await inWindow(browser, { width: 320 }, async (page) => {
      await eventually("the dictionary is there", async () => {
        await page.goto(`${url}/v4/gateway/diskominfo/portal-publik?path=events`)
        return await page.locator("[aria-labelledby=kolom]").count() === 1
      })
      const box = page.locator("[aria-labelledby=kolom]")
      assert.isAtMost(await box.evaluate((element) => element.scrollWidth - element.clientWidth), 0)
    })
  })

  it("sorting, chart, map and table of a sample fit, with everything unfolded", async () => {
    const { browser, gateway, url } = at()
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik", await gateway.token({ scopes: publicScopes }))).status, 200)
    await inWindow(browser, { width: 320, javaScript: false }, async (page) => {
      await page.goto(`${url}/v4/gateway/dinkes/faskes?path=klinik`)
      for (const summary of await page.locator("main summary").all()) await summary.click()
      assert.strictEqual(await page.locator("main figure.series:has(svg.chart) table.stacked").count(), 2)
      assert.isAtMost(await overflowOf(page), 0)
      assert.isAtMost(await slidingOf(page), 0)
      await page.getByRole("link", { name: "nama", exact: true }).click()
      assert.include(page.url(), "urut=nama")
    })
  })
})

describe("pages of the status", () => {
  it.each([320, 1200])("have whole tables at %s px", async (width) => {
    const { browser, gateway, url } = at()
    await (await gateway.get("diskominfo/portal-publik/events", await gateway.token({ scopes: publicScopes }))).arrayBuffer()
    await inWindow(browser, { width }, async (page) => {
      for (const path of ["/portal/rapor", "/portal/status", "/portal/status/diskominfo"]) {
        await page.goto(`${url}${path}`)
        await page.locator("main details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")))
        assert.isAtMost(await slidingOf(page), 0, path)
        assert.isAtMost(await overflowOf(page), 0, path)
        assert.deepStrictEqual(await faultsOf(page), [])
      }
    })
  })
})

describe("at 1280 px", () => {
  it.each([["/v4/gateway", "Katalog"], ["/portal", "Portal"], ["/portal/status", "Status"], ["/docs", "Dokumentasi"], [
    "/problems",
    "Kesalahan"
  ]])(
    "the header of %s says where one is: %s",
    async (path, name) => {
      const { url } = at()
      const page = await (await fetch(`${url}${path}`, { headers: { accept: "text/html", "accept-language": "id" } })).text()
      assert.deepStrictEqual([...page.matchAll(/aria-current="true">([^<]*)</g)].map(([, text]) => text), [name])
    }
  )

  it("the menu's parts are there at once, and records are rows", async () => {
    const { browser, url } = at()
    await inWindow(browser, { width: 1280 }, async (page) => {
      await page.goto(`${url}/problems`)
      assert.isTrue(await page.getByRole("link", { name: "Status", exact: true }).isVisible())
      assert.isFalse(await page.locator(".menu > summary").isVisible())
      assert.deepStrictEqual(await page.evaluate(namesShown), ["none", "none", "none"])
    })
  })
})
