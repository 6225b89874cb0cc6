/** The reference at `/docs`: everything that `/openapi.json` says, for people, in both languages. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Aggregate } from "../../src/domain/Aggregate.ts"
import { mediaTypes } from "../../src/domain/Negotiation.ts"
import { problemCodes } from "../../src/domain/Problem.ts"
import { operationsInIndonesian, parameterText } from "../../src/site/docs/OperationWords.ts"
import { openApiDocument } from "../../src/site/OpenApiDocument.ts"
import { json } from "../support/AgencyServer.ts"
import { faultsOf, inKeptWindow, inWindow, looks, overflowOf, startBrowser } from "../support/Browser.ts"
import { textOf } from "../support/DeveloperPortal.ts"
import { isRecord } from "../support/isRecord.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const at = suite(Effect.gen(function*() {
  const browser = yield* startBrowser
  const { gateway } = yield* startCity({
    diskominfo: { "/internal/events": json({ data: [{ id: 1 }] }) },
    dinkes: { "/faskes/klinik": json({ data: [{ id: 7 }] }) }
  })
  return { browser, gateway }
}))

const document = openApiDocument({ publicUrl: "https://gerbang.kota.example", rateLimit: 120, tokenLifetimeMillis: 86_400_000 })
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
const pageIn = async (language: string): Promise<string> => (await fetch(`${at().gateway.url}/docs?lang=${language}`)).text()

/** The part of a page that is about one operation. */
const sectionOf = (page: string, operationId: string): string => {
  const id = operationId.replaceAll(".", "-")
  return page.split("<section ").find((section) => section.startsWith(`aria-labelledby="${id}"`)) ?? assert.fail(`no section ${id}`)
}

describe("/docs", () => {
  it("has Indonesian words for every operation, description and parameter of the document", () => {
    for (const { description, operationId = "", parameters = [] } of operations) {
      const words = operationsInIndonesian[operationId] ?? assert.fail(`${operationId} has no Indonesian words`)
      assert.strictEqual(words.description === undefined, description === undefined, operationId)
      for (const { name } of parameters) {
        for (const language of ["id", "en"] as const) assert.isDefined(parameterText(operationId, name, language), `${operationId} ${name}`)
      }
    }
    assert.sameMembers(Object.keys(operationsInIndonesian), operations.map(({ operationId }) => operationId))
  })

  it("has an example of every body and of every answer that is no page for people and no file of bytes", () => {
    for (const { operationId, requestBody, responses = {} } of operations) {
      const answers = Object.values(responses).map(({ content }) => content)
      for (const content of [requestBody?.["content"], ...answers]) {
        for (const [type, media] of Object.entries(isRecord(content) ? content : {})) {
          if (type !== "text/html" && type !== mediaTypes.xlsx) {
            assert.isDefined(isRecord(media) ? media["example"] : undefined, `${operationId} ${type}`)
          }
        }
      }
    }
  })

  it.each(["id", "en"])(
    "in %s leads from its contents to every operation, and shows its bodies and answers with examples",
    async (language) => {
      const page = await pageIn(language)
      const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
      const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor)
      for (const anchor of anchors) assert.isTrue(ids.has(anchor), anchor)
      for (const { operationId = "", responses = {} } of operations) {
        assert.include(anchors, operationId.replaceAll(".", "-"))
        const section = sectionOf(page, operationId)
        for (const status of Object.keys(responses)) assert.include(section, `<span class="name">${status}`, operationId)
      }
      for (const code of problemCodes) assert.isTrue(ids.has(`kesalahan-${code}`), code)
      const aggregate = textOf(sectionOf(page, "gateway.aggregate"))
      assert.include(aggregate, "readonly strategy: \"keyed\" | \"list\" | \"strict\"")
      assert.include(aggregate, "\"alias\": \"agenda\"")
      assert.include(aggregate, "\"succeeded\": 1")
    }
  )

  it("has calls that this city answers", async () => {
    const { gateway } = at()
    const page = await pageIn("id")
    const token = await gateway.token({ scopes: publicScopes })
    const address = /curl[\s\S]*?&#39;(http[^&]*)&#39;/.exec(sectionOf(page, "gateway.read"))?.[1] ?? assert.fail("no address")
    assert.strictEqual((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status, 200)
    const sent = /--data &#39;([\s\S]*?)&#39;/.exec(sectionOf(page, "gateway.aggregate"))?.[1]?.replaceAll("&quot;", "\"") ?? ""
    const body = Schema.encodeSync(Schema.fromJsonString(Aggregate))(Schema.decodeSync(Schema.fromJsonString(Aggregate))(sent))
    const answered = await fetch(`${gateway.url}/api/v4/gateway/aggregate`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body
    })
    assert.strictEqual(answered.status, 200)
    assert.include(sectionOf(page, "gateway.read"), "href=\"/portal/aplikasi/coba?titik=diskominfo%2Fportal-publik%2Fevents&amp;lang=id\"")
    for (const [, open = ""] of page.matchAll(/<a href="(http:[^"]+)">/g)) {
      const opened = await fetch(open)
      await opened.arrayBuffer()
      assert.strictEqual(opened.status, 200, open)
    }
  })
})

describe.each(looks)("$theme, $language, $width px", (look) => {
  it("axe finds nothing against it, whether its folds are shut or open, and it never scrolls sideways", async () => {
    const { browser, gateway } = at()
    await inKeptWindow(browser, look, async (page) => {
      assert.strictEqual((await page.goto(`${gateway.url}/docs`))?.status(), 200)
      assert.strictEqual(await page.locator("html").getAttribute("lang"), look.language)
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
      for (const fold of await page.locator("#gateway-aggregate ~ details, #gateway-aggregate ~ ul details").all()) {
        await fold.evaluate((details) => details.setAttribute("open", ""))
      }
      assert.deepStrictEqual(await faultsOf(page), [])
      assert.isAtMost(await overflowOf(page), 0)
    })
  })
})

describe("a sample", () => {
  it("is copied with one click, under the strict policy of the page", async () => {
    const { browser, gateway } = at()
    await inWindow(browser, {}, async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await page.goto(`${gateway.url}/docs#gateway-read`)
      const section = page.locator("section[aria-labelledby=gateway-read]")
      await section.getByText("Go", { exact: true }).click()
      await section.getByRole("button", { name: "Salin kode Go" }).click()
      await section.getByText("Tersalin.").first().waitFor()
      assert.match(await page.evaluate("navigator.clipboard.readText()"), /^package main\n/)
    })
  })
})
