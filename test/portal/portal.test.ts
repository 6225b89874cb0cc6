/** The portal's own pages at the gateway's door. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { portalSession } from "../support/PortalSession.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const city = suite(Effect.map(startCity(), ({ gateway }) => ({ gateway })))

describe("the portal without a session", () => {
  it("says what it is, in the language asked for, and leads to the sign-in, the catalogue and the status", async () => {
    const { gateway } = city()
    const response = await gateway.get("/portal")
    assert.strictEqual(response.status, 200)
    const text = await response.text()
    assert.include(text, "<html lang=\"id\">")
    for (const address of [`${gateway.url}/portal/masuk/mulai`, "/v4/gateway", "/portal/status", "/portal?lang=en"]) {
      assert.include(text, `href="${address}"`)
    }
    const english = await (await gateway.get("/portal?lang=en")).text()
    assert.include(english, "<html lang=\"en\">")
    assert.include(english, `href="${gateway.url}/portal/masuk/mulai?lang=en"`)
  })

  it("says plainly that nobody can sign in where no sign-on is set", async () => {
    const { gateway } = city()
    const response = await gateway.get("/portal/masuk", undefined, { "accept-language": "en" })
    assert.strictEqual(response.status, 503)
    assert.include(await response.text(), "OIDC_ISSUER")
  })
})

describe("whoever is signed in", () => {
  it("is greeted by name, and has nothing of the portal kept by anybody", async () => {
    const { gateway } = city()
    const dewi = await portalSession(gateway, { account: "dewi", name: "Dewi <b>Lestari</b>" })
    const response = await dewi.get("/portal")
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    const text = await response.text()
    assert.include(text, "Dewi &lt;b&gt;Lestari&lt;/b&gt;")
    assert.notInclude(text, dewi.cookie.split("=")[1] ?? "")
  })

  it("signs out on every gateway at once, and the cookie is taken away", async () => {
    const { gateway } = city()
    const dewi = await portalSession(gateway, { account: "dewi", name: "Dewi Lestari" })
    const response = await dewi.post("/portal/keluar")
    assert.strictEqual(response.status, 303)
    assert.strictEqual(response.headers.get("location"), "/portal/keluar")
    assert.strictEqual(response.headers.get("set-cookie"), "__Host-gapura=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax")
    assert.notInclude(await (await dewi.get("/portal")).text(), "Dewi Lestari")
    assert.include(await (await dewi.get("/portal/keluar")).text(), "Anda sudah keluar")
  })
})

describe("a module of the portal", () => {
  it("is kept for ever under its content's address, and under no other", async () => {
    const { gateway } = city()
    const { assetAddress } = await import("../../src/pages/Assets.ts")
    const address = assetAddress("copy")
    assert.match(address, /^\/portal\/aset\/copy\.[0-9a-f]{16}\.js$/)
    const response = await gateway.get(address)
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "text/javascript; charset=utf-8")
    assert.strictEqual(response.headers.get("cache-control"), "public, max-age=31536000, immutable")
    for (const wrong of ["/portal/aset/copy.js", "/portal/aset/copy.0000000000000000.js", "/portal/aset/..%2fAssets.ts", "/portal/aset/"]) {
      assert.strictEqual((await gateway.get(wrong)).status, 404, wrong)
    }
    const head = await fetch(`${gateway.url}${address}`, { method: "HEAD" })
    assert.strictEqual(head.status, 200)
    const post = await fetch(`${gateway.url}${address}`, { method: "POST" })
    assert.strictEqual(post.status, 405)
    assert.strictEqual(post.headers.get("allow"), "GET, HEAD, OPTIONS")
  })
})
