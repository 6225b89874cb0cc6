/** What somebody with a browser reads where a program hears a problem. */
import { assert, describe, it } from "@effect/vitest"
import { hash } from "node:crypto"
import type { Detail } from "../../src/domain/Detail.ts"
import { headingOf, type ProblemCode, problems } from "../../src/domain/Problem.ts"
import { expectProblem } from "../support/Problems.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const city = suite(startCity())
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

const ask = (path: string, headers: Readonly<Record<string, string>>, method = "GET") =>
  fetch(`${city().gateway.url}${path}`, { method, headers, redirect: "manual" })

/** By address: the code, and a part of what is told of this very request. */
const refused: ReadonlyArray<readonly [path: string, code: ProblemCode, told: Detail, method?: string]> = [
  ["/nothing-here", "not-registered", { en: "There is nothing at this address.", id: "Tidak ada apa pun di alamat ini." }],
  ["/api/v3/gateway", "not-registered", { en: "This version is not served.", id: "Versi ini tidak dilayani." }],
  ["/v4/gateway/nope", "not-registered", { en: "The catalogue has no such agency", id: "Katalog tidak memuat perangkat daerah" }],
  ["/v4/gateway/dinkes/nope", "not-registered", { en: "The catalogue has no such agency", id: "Katalog tidak memuat perangkat daerah" }],
  ["/v4/gateway?health=foo", "bad-request", {
    en: "must be one of up, degraded, down, unknown",
    id: "harus salah satu dari up, degraded, down, unknown"
  }],
  ["/v4/export/nope", "not-registered", { en: "is not a format of exports", id: "bukan format ekspor" }],
  ["/v4/export/dcat-3?opd=nope", "not-registered", { en: "There is no agency", id: "Tidak ada perangkat daerah" }],
  ["/problems/nope", "not-registered", { en: "There is no such problem code.", id: "Tidak ada kode kesalahan itu." }],
  ["/portal/status/nope", "not-registered", { en: "There is no such agency.", id: "Tidak ada perangkat daerah itu." }],
  [
    "/portal/status",
    "method-not-allowed",
    { en: "This address answers GET, HEAD, OPTIONS", id: "Alamat ini menjawab GET, HEAD, OPTIONS" },
    "POST"
  ],
  ["/oauth/token", "method-not-allowed", { en: "This address answers POST, OPTIONS", id: "Alamat ini menjawab POST, OPTIONS" }],
  ["/api/v4/gateway", "unauthorized", { en: "Send an access token in the header", id: "Kirim token akses dalam header" }],
  ["/api/v4/gateway/diskominfo/portal-publik/events", "unauthorized", {
    en: "Send an access token in the header",
    id: "Kirim token akses dalam header"
  }],
  ["/api/v4/gateway/aggregate", "method-not-allowed", {
    en: "This address answers POST, OPTIONS",
    id: "Alamat ini menjawab POST, OPTIONS"
  }],
  ["/api/v4/gateway/%zz", "bad-request", { en: "The address is malformed", id: "Penulisan URL salah" }]
]

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

describe("a browser that is refused", () => {
  it("reads a page with the same status, in Indonesian or in English", async () => {
    for (const [path, code, told, method = "GET"] of refused) {
      for (const [language, heading] of [["id", headingOf(code)], ["en", problems[code].title]] as const) {
        const response = await ask(path, { accept: browser, "accept-language": language }, method)
        const text = await response.text()
        assert.strictEqual(response.status, problems[code].status)
        assert.strictEqual(response.headers.get("content-type"), "text/html; charset=utf-8")
        assert.strictEqual(response.headers.get("content-language"), language)
        assert.match(text, new RegExp(`^<!doctype html><html lang="${language}">`))
        assert.include(text, `<h1>${escaped(heading)}</h1>`)
        assert.include(text, told[language])
        assert.include(text, `href="/problems/${code}"`)
        assert.include(text, response.headers.get("x-request-id") ?? assert.fail("no request id"))
      }
    }
  })

  it("gets the headers of every other page, nothing of it is kept, and it depends on what was asked for", async () => {
    for (const [path, , , method = "GET"] of refused) {
      const response = await ask(path, { accept: browser }, method)
      const style = /<style>([^<]*)<\/style>/.exec(await response.text())?.[1] ?? ""
      const plain = (await ask("/v4/gateway", { accept: browser })).headers
      for (const name of ["content-security-policy", "x-content-type-options", "referrer-policy"]) {
        assert.strictEqual(response.headers.get(name), plain.get(name), `${path}: ${name}`)
      }
      assert.include(response.headers.get("content-security-policy") ?? "", hash("sha256", style, "base64"))
      assert.strictEqual(response.headers.get("cache-control"), "no-store")
      for (const name of ["Accept", "Accept-Language"]) {
        assert.include((response.headers.get("vary") ?? "").split(", "), name)
      }
    }
    assert.strictEqual((await ask("/oauth/token", { accept: browser })).headers.get("allow"), "POST, OPTIONS")
    assert.include((await ask("/api/v4/gateway", { accept: browser })).headers.get("www-authenticate") ?? "", "Bearer")
  })

  it("can read it in the other language, at the very same address", async () => {
    const text = await (await ask("/v4/gateway?health=foo", { accept: browser })).text()
    assert.include(text, "href=\"?health=foo&amp;lang=en\"")
    const english = await (await ask("/v4/gateway?health=foo&lang=en", { accept: browser })).text()
    assert.match(english, /^<!doctype html><html lang="en">/)
    assert.include(english, "href=\"?health=foo&amp;lang=id\"")
    assert.include(english, "href=\"/v4/gateway?lang=en\"")
  })

  it("fault-103 reads what stood in the address as text", async () => {
    const text = await (await ask("/api/v3/x?lang=en&a=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", { accept: browser })).text()
    assert.match(text, /^<!doctype html>/)
    assert.notInclude(text, "<script")
    const named = await (await ask("/v4/export/%3Cscript%3E", { accept: browser })).text()
    assert.match(named, /^<!doctype html>/)
    assert.notInclude(named, "<script")
  })

  it("has no body where it only asks for the headers", async () => {
    const response = await ask("/nothing-here", { accept: browser }, "HEAD")
    assert.deepStrictEqual([response.status, response.headers.get("content-type"), await response.text()], [
      404,
      "text/html; charset=utf-8",
      ""
    ])
  })
})

describe("a program that is refused", () => {
  it("hears a problem, whatever it accepts", async () => {
    for (const [path, code, told, method = "GET"] of refused) {
      for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.5", "text/html;q=0, */*"]) {
        assert.include(await expectProblem(await ask(path, { accept }, method), code, city().gateway.url), told.en)
      }
    }
  })

  it("hears it too where it has a token and says, as some libraries do, that it would rather have HTML", async () => {
    const token = await city().gateway.token({ scopes: ["diskominfo-events-get"] })
    const accept = "text/html, image/gif, image/jpeg, */*; q=0.2"
    const headers = { accept, authorization: `Bearer ${token}` }
    await expectProblem(await ask("/api/v4/gateway/dinkes/faskes/klinik", headers), "scope-missing", city().gateway.url)
    await expectProblem(await ask("/api/v4/gateway/nope", headers), "not-registered", city().gateway.url)
  })
})
