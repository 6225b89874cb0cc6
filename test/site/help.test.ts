/** The pages that say whom to ask, and what the city promises: its own words where it has given some, ours where not. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startGateway } from "../support/Gateway.ts"
import { eventually, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const at = suite(Effect.gen(function*() {
  const directory = join(yield* tempDirectory, "teks")
  mkdirSync(directory)
  const registry = registryText([{ slug: "opd", server: "http://127.0.0.1:9", endpoints: [{ path: "isi" }] }])
  const own = yield* startGateway(registry, {
    CONTACT: "data@kota.example",
    HELP_DIR: directory,
    AUDIT_RETENTION: "400 days",
    RATE_LIMIT: "77"
  })
  const bare = yield* startGateway(registry)
  return { directory, own, bare }
}))

const page = async (gateway: { readonly url: string }, path: string, language = "id") => {
  const response = await fetch(`${gateway.url}${path}`, { headers: { accept: "text/html", "accept-language": language } })
  assert.strictEqual(response.status, 200, path)
  assert.match(response.headers.get("content-security-policy") ?? "", /default-src 'none'/)
  return response.text()
}

describe("the help pages", () => {
  it("name the contact that the city has set, and lead to every text", async () => {
    const text = await page(at().own, "/help")
    assert.include(text, `<a href="mailto:data@kota.example">data@kota.example</a>`)
    for (const path of ["/help/privacy", "/help/terms", "/help/accessibility", "/portal/status", "/problems"]) {
      assert.include(text, `href="${path}"`, path)
    }
    assert.notInclude(await page(at().bare, "/help"), "mailto:")
  })

  it("say in both languages what this gateway is set to do, and nothing of what it is not", async () => {
    assert.include(await page(at().own, "/help/privacy"), "400 hari")
    assert.include(await page(at().own, "/help/privacy", "en"), "400 days")
    assert.include(await page(at().bare, "/help/privacy"), "731 hari")
    assert.include(await page(at().own, "/help/terms", "en"), "77 requests")
    assert.include(await page(at().own, "/help/accessibility?lang=en"), "WCAG 2.2")
  })

  it("show the city's own text in place of ours as soon as it is there, as text and never as markup", async () => {
    const { directory, own } = at()
    const before = await page(own, "/help/terms")
    writeFileSync(
      join(directory, "terms.md"),
      "# Ketentuan Kota Contoh\n\nData ini <script>alert(1)</script> milik\nwarga. Lihat https://kota.example/ketentuan.\n\n- satu\n- dua\n"
    )
    await eventually("it is shown", async () => await page(own, "/help/terms") !== before)
    const text = await page(own, "/help/terms")
    assert.include(text, "<h2>Ketentuan Kota Contoh</h2>")
    assert.include(text, "&lt;script&gt;alert(1)&lt;/script&gt; milik\nwarga.")
    assert.include(text, `<a href="https://kota.example/ketentuan">https://kota.example/ketentuan</a>.`)
    assert.include(text, "<li>satu</li><li>dua</li>")
    assert.notInclude(text, "<script>alert")
    // In the other language it is the city's too, marked as what it is, until that has a text of its own.
    assert.include(await page(own, "/help/terms", "en"), `<div lang="id"><h2>Ketentuan Kota Contoh</h2>`)
    writeFileSync(join(directory, "terms.en.md"), "# Terms of Example City\n")
    await eventually(
      "its own is shown",
      async () => (await page(own, "/help/terms", "en")).includes("<h2>Terms of Example City</h2>"),
      20_000
    )
  })

  it("are led to from every page's foot and from the errors that ask for a report, and are no other addresses", async () => {
    const { own } = at()
    assert.include(await page(own, "/v4/gateway"), `href="/help"`)
    assert.include(await page(own, "/v4/gateway?lang=en"), `href="/help?lang=en"`)
    const [internal = "", foot = ""] = (await page(own, "/problems/internal-error")).split("<footer>")
    const errors = (await page(own, "/v4/gateway/opd/data?path=isi")).split(">internal-error</code>")[1] ?? ""
    assert.include(errors.slice(0, 600), "<a href=\"/help\">Bantuan dan kontak</a>")
    assert.include(internal, `href="/help"`)
    assert.include(foot, `href="/help"`)
    const missing = await fetch(`${own.url}/help/lain`)
    assert.strictEqual(missing.status, 404)
    assert.include(await missing.text(), `"code":"not-registered"`)
    assert.strictEqual((await fetch(`${own.url}/help`, { method: "POST" })).status, 405)
  })
})
