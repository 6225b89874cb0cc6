/** The inbox and where notices go, in a real browser: accessible, from 320 px up, without script. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { NoticeRhythm } from "../../src/watch/NoticeWatch.ts"
import { faultsOf, inKeptWindow, inWindow, looks, overflowOf, startBrowser } from "../support/Browser.ts"
import { startDesk } from "../support/Desk.ts"
import { pageOf } from "../support/DeveloperPortal.ts"
import { eventually, suite } from "../support/Suite.ts"

const inbox = "/portal/pemberitahuan"
const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const variables = { SMTP_URL: "smtp://127.0.0.1:9", SMTP_FROM: "gapura@kota.example" }
    const desk = yield* startDesk({ variables })
    yield* Effect.promise(async () => {
      await desk.ask()
      await desk.ask({ application: "peta-layanan-kesehatan-kota-dengan-nama-yang-panjang" })
      await pageOf(
        await desk.dewi.post(`${inbox}/kiriman/webhook`, { untuk: "desk:dinkes", webhook: `https://kabar.example/${"panjang".repeat(20)}` })
      )
      await eventually("notices", async () => (await pageOf(await desk.dewi.get(inbox))).includes("<b class=\"count\">2</b>"))
    })
    return { ...desk, browser }
  }).pipe(Effect.provideService(NoticeRhythm, { deeds: "50 millis", times: "50 millis" }))
)

describe.each(looks)("$theme, $language, $width px", (look) => {
  it.each([inbox, `${inbox}/kiriman`, `${inbox}/kiriman?untuk=desk:dinkes`, `${inbox}/sahkan?kode=x`])(
    "axe finds nothing against %s, which never scrolls sideways",
    async (path) => {
      const { browser, dewi, gateway } = at()
      await inKeptWindow(browser, { ...look, before: dewi.enter }, async (page) => {
        await page.goto(`${gateway.url}${path}`)
        assert.deepStrictEqual(await faultsOf(page), [])
        assert.isAtMost(await overflowOf(page), 0)
      })
    }
  )

  it("axe finds nothing against an address that was refused", async () => {
    const { browser, dewi, gateway } = at()
    await inWindow(browser, { ...look, before: dewi.enter, expected: /status of 422/ }, async (page) => {
      await page.goto(`${gateway.url}${inbox}/kiriman`)
      await page.locator("#surel").fill("bukan alamat")
      await page.locator("form[action*=surel] button").click()
      await page.locator(".note.bad").waitFor()
      assert.deepStrictEqual(await faultsOf(page), [])
    })
  })
})
