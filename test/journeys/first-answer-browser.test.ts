/** The way of somebody new from the portal's first page to an answer, in the demo city, by clicks and fields. */
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import type { Locator, Page } from "playwright-core"
import { DemoCity } from "../../src/demo/DemoCity.ts"
import { signInWords } from "../../src/portal/SignInWords.ts"
import { inWindow, startBrowser } from "../support/Browser.ts"
import { tokenIn } from "../support/DeveloperPortal.ts"
import { startGateway } from "../support/Gateway.ts"
import { startSignOn } from "../support/SignOn.ts"
import { suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const most = 8

const at = suite(
  Effect.gen(function*() {
    const browser = yield* startBrowser
    const dataDir = yield* tempDirectory
    const city = yield* Layer.build(DemoCity.layer({ dataDir, firstPort: 0 }).pipe(Layer.provide(NodeServices.layer)))
    const signOn = yield* startSignOn()
    const gateway = yield* startGateway(readFileSync(Context.get(city, DemoCity).registryFile, "utf8"), signOn.variables)
    return { browser, gateway }
  })
)

/** Every click and every field is counted. */
const counting = (page: Page) => {
  let count = 0
  return {
    click: async (what: Locator) => {
      count++
      await what.click()
    },
    fill: async (label: string, text: string) => {
      count++
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    count: () => count
  }
}

/** Both are new: whoever has an application already chooses among them instead. */
const people = [
  {
    who: /Dewi Lestari/,
    javaScript: true,
    language: "id",
    words: { docs: "Dokumentasi", tryIt: "Coba dengan aplikasi Anda", name: "Nama aplikasi", purpose: "Tujuan" }
  },
  {
    who: /Sari Wulandari/,
    javaScript: false,
    language: "en",
    words: {
      docs: "Documentation",
      tryIt: "Try it with your own application",
      name: "Name of the application",
      purpose: "Purpose"
    }
  }
] as const

describe("from the portal's first page to the first 200, signing in included", () => {
  it.each(people)("$language, with JavaScript: $javaScript, it takes no more than eight clicks and fields", async (one) => {
    const { browser, gateway } = at()
    const { javaScript, language, who, words } = one
    await inWindow(browser, { javaScript, language }, async (page) => {
      const person = counting(page)
      const main = page.getByRole("main")
      await page.goto(`${gateway.url}/portal`)
      await person.click(page.getByRole("link", { name: words.docs, exact: true }))
      await person.click(main.getByRole("link", { name: words.tryIt }).first())
      await person.click(main.getByRole("link", { name: signInWords[language].go }))
      await person.click(main.getByRole("button", { name: who }))
      await person.fill(words.name, `pertama-${language}`)
      await person.fill(words.purpose, "Agenda kota di layar lobi")
      await person.click(main.locator("button[value=simpan]"))
      await page.waitForURL(/\/sekali/)
      const token = tokenIn(await page.content()) ?? assert.fail("no token")
      assert.strictEqual((await gateway.get("diskominfo/portal-publik/events", token)).status, 200)
      // The last is copying it.
      assert.isAtMost(person.count() + 1, most)
    })
  })
})
