/** The status pages in a real browser: accessible, without script, by keyboard, from 320 px up. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { json } from "../support/AgencyServer.ts"
import { faultsOf, inKeptWindow, inWindow, looks, overflowOf, startBrowser, tabThrough } from "../support/Browser.ts"
import { writeDays } from "../support/PastDays.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const hour = 3_600_000

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const { gateway } = yield* startCity({ diskominfo: { "/internal/events": json({ data: [] }) } })
    const nowMillis = Date.now()
    const days = Array.from({ length: 26 }, (_, daysAgo) => ({
      daysAgo,
      answers: 960,
      failures: daysAgo === 0 ? 3 : daysAgo === 4 ? 30 : daysAgo === 9 ? 300 : 0,
      stale: daysAgo === 12 ? 100 : 0
    }))
    yield* Effect.promise(() =>
      gateway.run(Effect.gen(function*() {
        yield* writeDays("diskominfo/portal-publik/events", days, { nowMillis })
        const sql = yield* SqlClient.SqlClient
        const spans = [
          {
            id: "1",
            agency: "dinkes",
            started_at: nowMillis - 0.4 * hour,
            seen_at: nowMillis + hour,
            ended_at: null,
            stale: 1_250,
            failed: 3
          },
          {
            id: "2",
            agency: "diskominfo",
            started_at: nowMillis - 220 * hour,
            seen_at: nowMillis - 218 * hour,
            ended_at: nowMillis - 218 * hour,
            stale: 0,
            failed: 300
          }
        ]
        for (const span of spans) yield* sql`INSERT INTO incident_spans ${sql.insert(span)}`
      }))
    )
    const token = yield* Effect.promise(() => gateway.token({ scopes: publicScopes }))
    yield* Effect.promise(async () => assert.strictEqual((await gateway.get("diskominfo/portal-publik/events", token)).status, 200))
    return { browser, url: gateway.url }
  })
)

const pages = {
  "the city": "/portal/status",
  "the scorecards of a month": "/portal/rapor",
  "the scorecard of an agency": `/portal/rapor/${new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 7)}/diskominfo`,
  "an agency with a month behind it": "/portal/status/diskominfo",
  "an agency with an incident and no calls": "/portal/status/dinkes",
  "an endpoint with a day behind it": "/v4/gateway/diskominfo/portal-publik?path=events"
} as const
const names = Object.keys(pages) as ReadonlyArray<keyof typeof pages>

describe.each(looks)("$theme, $language, $width px", (look) => {
  it.each(names)("axe finds nothing against %s, which never scrolls sideways", async (name) => {
    const { browser, url } = at()
    await inKeptWindow(browser, look, async (page) => {
      assert.strictEqual((await page.goto(`${url}${pages[name]}`))?.status(), 200)
      assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language)
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  })
})

describe("without JavaScript", () => {
  it("one sees in a sentence what is wrong, and goes on to the agency and to its data", async () => {
    const { browser, url } = at()
    await inWindow(browser, { javaScript: false }, async (page) => {
      await page.goto(`${url}/portal/status`)
      assert.isTrue(await page.getByText("1 dari 2 perangkat daerah terputus.").isVisible())
      const current = page.locator("section", { has: page.getByRole("heading", { name: "Gangguan yang sedang berlangsung" }) })
      assert.match(
        await current.getByRole("listitem").textContent() ?? "",
        /^Dinas Kesehatan Sejak .*\u00a0WIB, selama \d+ menit\. 1\.250 permintaan dijawab dengan salinan, 3 tidak terjawab\.$/
      )
      await page.getByRole("heading", { level: 3 }).getByRole("link", { name: "Dinas Komunikasi & Informatika <Kota>" }).click()
      assert.isTrue(await page.getByText("Normal: panggilan dijawab dengan baik.").isVisible())
      await page.getByRole("link", { name: "Agenda kota" }).click()
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "Agenda kota")
      await page.getByRole("link", { name: "Riwayat 30 hari dan gangguan" }).click()
      assert.match(page.url(), /\/portal\/status\/diskominfo$/)
    })
  })

  it("the other language is one click away, and stays", async () => {
    const { browser, url } = at()
    await inWindow(browser, { javaScript: false }, async (page) => {
      await page.goto(`${url}/portal/status/diskominfo`)
      await page.getByRole("link", { name: "English" }).click()
      assert.isTrue(await page.getByText("Normal: calls are answered well.").isVisible())
      await page.getByRole("link", { name: "Status", exact: true }).first().click()
      assert.isTrue(await page.getByText("1 of 2 agencies down.").isVisible())
    })
  })
})

describe("for who cannot see colours, or anything", () => {
  it("bars differ in height, and say in words what they show", async () => {
    const { browser, url } = at()
    await inWindow(browser, {}, async (page) => {
      await page.goto(`${url}/portal/status/diskominfo`)
      const bars = page.getByRole("img", { name: /^Ketersediaan 30 hari terakhir/ })
      assert.match(
        await bars.getAttribute("aria-label") ?? "",
        /98,6\d%; 23 hari normal, 2 hari melambat, 1 hari terputus, 4 hari tanpa panggilan\.$/
      )
      const heights = await bars.locator("rect").evaluateAll((all) => all.map((one) => one.getAttribute("height")))
      assert.strictEqual(heights.length, 30)
      assert.strictEqual(new Set(heights).size, 4)
      assert.match(await bars.locator("rect").nth(20).locator("title").textContent() ?? "", /: 68,75%$/)
    })
  })

  it("the chart's numbers are a table", async () => {
    const { browser, url } = at()
    await inWindow(browser, {}, async (page) => {
      await page.goto(`${url}${pages["an endpoint with a day behind it"]}`)
      assert.match(
        await page.getByRole("img", { name: /Waktu respons 24 jam/ }).getAttribute("aria-label") ?? "",
        /p50 antara [\d.,]+.ms dan [\d.,]+.ms; p95 antara/
      )
      const numbers = page.locator("details", { hasText: "Data grafik" })
      await numbers.locator("summary").click()
      // The heading and 96 quarters; a new one may have begun since.
      assert.include([96, 97], await numbers.getByRole("row").count())
    })
  })
})

describe("by keyboard alone", () => {
  it("every link, table and fold of an agency's page is reached, seen, and opened", async () => {
    const { browser, url } = at()
    await inWindow(browser, {}, async (page) => {
      await page.goto(`${url}/portal/status/diskominfo`)
      const seen = await tabThrough(page, 60, async (text) => {
        if (text === "Tabel 30 hari") {
          await page.keyboard.press("Enter")
          assert.isTrue(await page.getByRole("region", { name: "Tabel 30 hari" }).isVisible())
        }
        return false
      })
      for (const text of ["Langsung ke isi", "Status", "Tabel 30 hari", "Data grafik", "Agenda kota", "Lihat datanya di katalog"]) {
        assert.include(seen, text)
      }
    })
  })
})
