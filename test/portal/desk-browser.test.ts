/** The desk in a real browser: accessible, without script, by keyboard, from 320 px up, in both languages and themes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { faultsOf, inKeptWindow, inWindow, type Look, looks, overflowOf, startBrowser, tabThrough } from "../support/Browser.ts"
import { startDesk } from "../support/Desk.ts"
import { suite } from "../support/Suite.ts"

const at = suite(
  Effect.gen(function*() {
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
      await dewi.post("/portal/opd/dinkes/titik-akses/faskes/aturan?path=klinik", {
        seen: "0",
        privat: "ya",
        segar: "60",
        basi: "24",
        besar: "10",
        takdikenal: "mask"
      })
      const token = await gateway.token({ application: "peta", scopes: "*", private: true })
      await (await gateway.get("dinkes/faskes/klinik", token)).arrayBuffer()
      const proposed = {
        segar: "60",
        basi: "24",
        besar: "10",
        takdikenal: "detect",
        alasan: "Dinas memintanya untuk peta layanan yang dibuka bagi semua warga kota."
      }
      await dewi.post("/portal/opd/dinkes/titik-akses/faskes/aturan?path=klinik", { seen: "1", ...proposed })
      return ask()
    })
    const wishId = yield* Effect.promise(async () => {
      await desk.budi.post("/portal/dataset-diminta", { opd: "dinkes", apa: `Data ${"panjang-sekali-".repeat(20)}`, untuk: "Peta" })
      const list = await (await dewi.get("/portal/opd/dinkes/dataset-diminta")).text()
      return /dataset-diminta\/([0-9a-f-]{36})/.exec(list)?.[1] ?? assert.fail("nothing asked for")
    })
    return { ...desk, browser, requestId, wishId }
  })
)

const desk = "/portal/opd/dinkes"
const pages = {
  "the overview": "",
  "the requests": "/permintaan",
  "a request": "/permintaan/:id",
  "the endpoints": "/titik-akses",
  "an endpoint": "/titik-akses/faskes?path=klinik&disimpan=1",
  "an endpoint with suggestions": "/titik-akses/faskes?path=pasien",
  "a dataset": "/dataset/faskes",
  "the datasets asked for": "/dataset-diminta",
  "a dataset asked for": "/dataset-diminta/:wish",
  "the connection": "/sambungan",
  "the changes": "/perubahan",
  "the proposals": "/usulan",
  "a proposal": "/usulan/1",
  "the audit log": "/audit",
  "a wrong search": "/audit?status=x&dari=1",
  "somebody else's desk": "/../diskominfo"
} as const
const names = Object.keys(pages) as ReadonlyArray<keyof typeof pages>
const addressOf = (name: keyof typeof pages): string =>
  `${at().gateway.url}${desk}${pages[name].replace(":id", at().requestId).replace(":wish", at().wishId)}`
const before: Look["before"] = (context) => at().dewi.enter(context)
const asDewi = (look: Look = {}): Look => ({ ...look, before })

describe.each(looks)("$theme, $language, $width px", (look) => {
  it.each(names)("axe finds nothing against %s, which never scrolls sideways", async (name) => {
    await inKeptWindow(at().browser, asDewi({ ...look, expected: /status of 4(?:04|22)/ }), async (page) => {
      await page.goto(addressOf(name))
      assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language)
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  })
})

describe("an approved request and who is verified", () => {
  it("can be read in a small window, without anything beyond its edge", async () => {
    const { ask, browser } = at()
    const requestId = await ask({ application: "layar-kecil" })
    await inWindow(browser, asDewi({ width: 320, language: "en" }), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/permintaan/${requestId}`)
      await page.getByRole("button", { name: "Approve the request" }).click()
      await page.getByRole("heading", { name: "Request approved" }).waitFor()
      assert.isAtMost(await overflowOf(page), 0)
      await page.goto(`${at().gateway.url}${desk}/verifikasi`)
      await page.getByLabel("Account of the developer").fill("budi")
      await page.getByRole("button", { name: "Verify" }).click()
      await page.getByText("given by dewi").waitFor()
      assert.isAtMost(await overflowOf(page), 0)
      assert.deepStrictEqual(await faultsOf(page), [])
      await page.getByRole("button", { name: "Withdraw" }).click()
      await page.getByText("The verification is withdrawn").waitFor()
    })
  })
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
  })

  it("one classifies a field, changes a rule and takes both back", async () => {
    await inWindow(at().browser, asDewi({ javaScript: false, language: "en", expected: /status of 422/ }), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/titik-akses/faskes?path=pasien`)
      await page.getByLabel("nik", { exact: true }).selectOption("address")
      await page.getByRole("button", { name: "Save the classification" }).click()
      assert.include(await page.getByRole("status").textContent(), "The change is saved")
      await page.getByLabel("Fresh copy (seconds)").fill("12")
      await page.getByRole("button", { name: "Save the rules" }).click()
      assert.include(await page.getByRole("status").textContent(), "The change is saved")
      await page.getByRole("link", { name: "Changes" }).click()
      assert.isTrue(await page.getByText("12 seconds").isVisible())
      await page.getByRole("button", { name: /Undo change/ }).first().click()
      assert.include(await page.getByRole("status").textContent(), "The change is undone.")
      // The detectors show four digits where the class showed none: that takes a second person.
      await page.getByRole("button", { name: "Undo change 2" }).click()
      assert.isTrue(await page.getByRole("heading", { name: "This change opens data" }).isVisible())
      await page.getByRole("button", { name: "Propose to a second person" }).click()
      assert.include(await page.getByRole("alert").textContent(), "Write the reason")
      await page.getByLabel("Reason").fill("Four digits are enough of a mask here.")
      await page.getByRole("button", { name: "Propose to a second person" }).click()
      assert.include(await page.getByRole("status").textContent(), "The proposal is made. Nothing has changed yet.")
      await page.getByRole("button", { name: "Withdraw the proposal" }).click()
      assert.isTrue(await page.getByText("Withdrawn by who proposed it; nothing has changed.").isVisible())
    })
  })

  it("one makes what masking decided the classification, in a window of 320 px", async () => {
    await inWindow(at().browser, asDewi({ javaScript: false, language: "en", width: 320 }), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/titik-akses/faskes?path=pasien`)
      assert.strictEqual(await page.getByLabel("data[].nama", { exact: true }).inputValue(), "name")
      await page.getByRole("button", { name: "Save the suggestions as classification" }).click()
      assert.include(await page.getByRole("status").textContent(), "The change is saved")
      assert.strictEqual(await page.getByRole("heading", { name: "Suggested classification" }).count(), 0)
      assert.isAtMost(await overflowOf(page), 0)
      await page.getByRole("link", { name: "Changes" }).click()
      assert.isTrue(await page.getByText("data[].nama").first().isVisible())
    })
  })

  it("one tests a connection", async () => {
    await inWindow(at().browser, asDewi({ javaScript: false }), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/sambungan`)
      await page.getByRole("button", { name: "Uji sambungan" }).click()
      assert.include(await page.getByRole("status").textContent(), "OPD menjawab.")
    })
  })
})

describe("a change that opens data", () => {
  it.each([{ width: 320, language: "en" }, { width: 1280, language: "id" }] as const)(
    "is compared before it is saved, in a window of $width px",
    async ({ language, width }) => {
      await inWindow(at().browser, asDewi({ width, language }), async (page) => {
        await page.goto(`${at().gateway.url}${desk}/titik-akses/faskes?path=klinik`)
        await page.locator("[name=\"takdikenal\"][value=\"detect\"]").check()
        await page.locator("form[action*=\"aturan\"] button").click()
        await page.getByRole("heading", { name: language === "en" ? "This change opens data" : "Perubahan ini membuka data" }).waitFor()
        assert.isAtLeast(await page.locator("mark").count(), 3)
        assert.deepStrictEqual(await faultsOf(page), [])
        assert.isAtMost(await overflowOf(page), 0)
      })
    }
  )
})

describe("by keyboard alone", () => {
  it("one reaches every part of the desk and approves a request", async () => {
    const { ask, browser } = at()
    const requestId = await ask({ application: "papan-ketik" })
    await inWindow(browser, asDewi(), async (page) => {
      await page.goto(`${at().gateway.url}${desk}/permintaan/${requestId}`)
      const seen = await tabThrough(page, 40, async (text) => text === "Setujui permohonan")
      for (const part of ["Ikhtisar", "Permohonan", "Verifikasi", "Endpoint", "Sambungan", "Riwayat perubahan", "Catatan audit"]) {
        assert.include(seen, part)
      }
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Permohonan disetujui" }).waitFor()
      assert.deepStrictEqual(await faultsOf(page), [])
    })
  })
})
