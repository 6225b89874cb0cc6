/** The operations pages in a real browser: accessible, live, by keyboard alone and without script, from 320 px up. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ActionLog } from "../../src/audit/ActionLog.ts"
import { answer, json, makeAgencyServer } from "../support/AgencyServer.ts"
import { faultsOf, inKeptWindow, inWindow, looks, overflowOf, startBrowser } from "../support/Browser.ts"
import { startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const [well, ill] = yield* Effect.all([
      makeAgencyServer({ behaviour: json({ data: [1] }) }),
      makeAgencyServer({ behaviour: answer({ status: 500 }) })
    ])
    const endpoints = [{ path: "isi" }]
    const gateway = yield* startGateway(registryText([
      { slug: "baik", server: well.url, endpoints },
      { slug: "sakit", server: ill.url, endpoints },
      { slug: "sepi", server: well.url, name: "Badan Penanggulangan Bencana Daerah Kota", endpoints }
    ]))
    return yield* Effect.promise(async () => {
      const token = await gateway.token({ scopes: "*" })
      const sari = await portalSession(gateway, { account: "sari", name: "Sari Wulandari", kind: "civil-servant", operator: true })
      const call = async (slug: string, times: number): Promise<void> => {
        for (let n = 0; n < times; n++) await (await gateway.get(`${slug}/data/isi`, token)).arrayBuffer()
      }
      await call("baik", 4)
      await call("sakit", 6)
      await sari.post("/portal/operasi/sirkuit/sepi", {
        deed: "open",
        ends: "60",
        reason: "Pemeliharaan peladen yang sudah dijadwalkan",
        confirm: "yes"
      })
      return { browser, call, gateway, sari, token }
    })
  })
)

const pages = [
  "",
  "?rentang=24h&urut=nama",
  "/sirkuit/sepi",
  "/sirkuit/sakit",
  "/token",
  "/sesi",
  "/sesi/akhiri?akun=sari",
  "/aplikasi",
  "/pengembang",
  "/alihkan",
  "/usulan",
  "/tindakan",
  "/pemberitahuan"
] as const

describe.each(looks)("$theme, $language, $width px", (look) => {
  it.each(pages)("axe finds nothing against /portal/operasi%s, which never scrolls sideways", async (path) => {
    const { browser, gateway, sari } = at()
    await inKeptWindow(browser, { ...look, before: sari.enter }, async (page) => {
      await page.goto(`${gateway.url}/portal/operasi${path}`)
      if (path === "" || path.startsWith("?")) await page.locator("[data-connection][data-on]").waitFor()
      assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language)
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  })

  it("axe finds nothing against a form that was refused", async () => {
    const { browser, gateway, sari } = at()
    await inWindow(browser, { ...look, before: sari.enter, expected: /status of 422/ }, async (page) => {
      await page.goto(`${gateway.url}/portal/operasi/sirkuit/baik`)
      await page.getByRole("button", { name: look.language === "id" ? "Terapkan" : "Apply" }).click()
      await page.getByRole("alert").waitFor()
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  })
})

describe("at 320 px", () => {
  it("who is signed in is a stack of cells, down to what one may do", async () => {
    const { browser, gateway, sari } = at()
    await inWindow(browser, { width: 320, before: sari.enter }, async (page) => {
      await page.goto(`${gateway.url}/portal/operasi/sesi`)
      const box = page.getByRole("region", { name: "Sesi" })
      assert.isAtLeast(await box.getByRole("link", { name: /^Akhiri/ }).count(), 1)
      assert.isAtMost(await box.evaluate((element) => element.scrollWidth - element.clientWidth), 0)
    })
  })
})

describe("the board in a browser", () => {
  it("shows calls as they are made, draws its charts, and breaks no policy", async () => {
    const { browser, call, gateway, sari } = at()
    await inWindow(browser, { before: sari.enter }, async (page) => {
      await page.goto(`${gateway.url}/portal/operasi`)
      await page.locator("[data-connection][data-on]").waitFor()
      assert.strictEqual(await page.locator("[data-chart] canvas").count(), 9)
      const calls = page.locator("[data-live='agency.baik.calls']")
      const before = Number(await calls.textContent())
      await call("baik", 3)
      await eventually("the number rises without a reload", async () => Number(await calls.textContent()) === before + 3)
      assert.strictEqual(await page.locator("[data-stated='agency.sakit']").getAttribute("data-state"), "down")
      const painted = await page.locator("[data-chart='traffic'] canvas").evaluate((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
        return data.some((value: number) => value > 0)
      })
      assert.isTrue(painted)
    })
  })

  it("draws a longer range, and puts agencies in their order again while it is live", async () => {
    const { browser, gateway, sari } = at()
    await inWindow(browser, { before: sari.enter }, async (page) => {
      await page.goto(`${gateway.url}/portal/operasi`)
      await page.getByRole("link", { name: "6 jam" }).click()
      await page.waitForURL(/rentang=6h$/)
      await page.locator("[data-connection][data-on]").waitFor()
      assert.strictEqual(await page.locator("[data-chart='standIn'] canvas").count(), 1)
      assert.isAtLeast(await page.locator(".notes li:visible").count(), 2)
      assert.strictEqual(await page.getByText("Tidak ada.").isVisible(), false)
      await page.mouse.move(0, 0)
      const first = () => page.locator(".unit").first().getAttribute("data-agency")
      await page.locator(".units").evaluate((units) => units.append(units.firstElementChild))
      const before = await first()
      await eventually("the order is theirs", async () => (await first()) !== before)
    })
  })

  it("says when its stream is lost for good", async () => {
    const { browser, gateway } = at()
    const brief = await portalSession(gateway, { account: "singkat", kind: "civil-servant", operator: true })
    await inWindow(browser, { before: brief.enter, expected: /status of 401|ERR_/ }, async (page) => {
      await page.goto(`${gateway.url}/portal/operasi`)
      await page.locator("[data-connection][data-on]").waitFor()
      await brief.post("/portal/keluar")
      await eventually(
        "it says so",
        async () => (await page.locator("[data-connection]").textContent()) === "Sambungan berakhir. Muat ulang halaman untuk melanjutkan.",
        12_000
      )
    })
  })

  it("without JavaScript has its numbers and tables, and a reload brings the newest", async () => {
    const { browser, call, gateway, sari } = at()
    await inWindow(browser, { javaScript: false, language: "en", before: sari.enter }, async (page) => {
      await page.goto(`${gateway.url}/portal/operasi`)
      const calls = page.locator("[data-live='agency.baik.calls']")
      const before = Number(await calls.textContent())
      await call("baik", 2)
      await eventually("a reload shows them", async () => {
        await page.reload()
        return Number(await calls.textContent()) === before + 2
      })
      assert.include(await page.locator("main").innerText(), "reload to refresh")
      await page.getByText("Table of the numbers by minute").click()
      assert.isTrue(await page.getByRole("columnheader", { name: "p95" }).isVisible())
      assert.isFalse(await page.locator("[data-chart='traffic']").isVisible())
    })
  })
})

describe("by keyboard alone, without JavaScript", () => {
  it("an operator holds a circuit open and is told so", async () => {
    const { browser, gateway, sari } = at()
    await inWindow(browser, { javaScript: false, before: sari.enter }, async (page) => {
      await page.goto(`${gateway.url}/portal/operasi`)
      const tabTo = async (name: string | RegExp, role: "link" | "radio" | "textbox" | "checkbox" | "button"): Promise<void> => {
        const wanted = page.getByRole(role, { name })
        for (let step = 0; step < 60 && !(await wanted.evaluate((element) => element === element.ownerDocument.activeElement)); step++) {
          await page.keyboard.press("Tab")
        }
        assert.isTrue(await wanted.evaluate((element) => element === element.ownerDocument.activeElement), String(name))
      }
      await tabTo("Dinas baik", "link")
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/sirkuit\/baik$/)
      await tabTo("Tahan terbuka", "radio")
      await page.keyboard.press("Space")
      await tabTo("Alasan", "textbox")
      await page.keyboard.type("Permintaan dinas")
      await tabTo("Ya, lakukan sekarang", "checkbox")
      await page.keyboard.press("Space")
      await tabTo("Terapkan", "button")
      await page.keyboard.press("Enter")
      await page.waitForURL(/selesai/)
      assert.include(await page.getByRole("status").innerText(), "Sirkuit telah diatur")
      assert.include(await page.locator("main dl").innerText(), "ditahan terbuka oleh sari")
    })
    const [done] = await gateway.run(Effect.flatMap(ActionLog, (log) => log.list({ agency: "baik", account: "sari", limit: 1 })))
    assert.deepInclude(done, { action: "circuit-held-open", subject: "baik" })
    await sari.post("/portal/operasi/sirkuit/baik", { deed: "release", ends: "0", reason: "selesai", confirm: "yes" })
  })
})
