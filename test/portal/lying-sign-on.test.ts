/** A sign-on that says what is not so: nobody enters by it. */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Lie, makeLyingSignOn } from "../support/LyingSignOn.ts"
import { startSignOn, Visitor } from "../support/SignOn.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"

const city = suite(Effect.gen(function*() {
  const liar = makeLyingSignOn()
  const signOn = yield* startSignOn(liar.make)
  const { gateway } = yield* startCity({ variables: { ...signOn.variables, OIDC_KIND_CLAIM: "account_type" } })
  return { liar, gateway }
}))

const now = Math.floor(Date.now() / 1000)

const arrive = async (lie: Lie): Promise<Response> => {
  const { gateway, liar } = city()
  liar.lie = lie
  const visitor = new Visitor()
  return visitor.follow(await visitor.send(`${gateway.url}/portal/masuk/mulai`), `${gateway.url}/portal?`)
}

beforeEach(() => {
  city().liar.lie = {}
})

describe("a sign-on that tells the truth", () => {
  it("lets somebody in, and is shown the verifier of the challenge", async () => {
    const response = await arrive({})
    assert.strictEqual(response.status, 200)
    assert.include(await response.text(), "Dewi Lestari")
    const { authorization, form } = city().liar.exchanges.at(-1) ?? assert.fail()
    assert.match(form.get("code_verifier") ?? "", /^[A-Za-z0-9_-]{43}$/)
    assert.match(authorization ?? "", /^Basic /)
    assert.isFalse(form.has("client_secret"))
  })

  it("makes nobody of odd claims: only what is well-formed is taken", async () => {
    const text = await (await arrive({ claims: { name: "\u0000<b>", preferred_username: "  Dewi & Co ", account_type: ["staff", "civil-servant"], agencies: ["dlh", "../x", "DLH", 7, "dlh"], operator: "true" } })).text()
    assert.include(text, "Dewi &amp; Co")
    assert.include(text, "(aparatur sipil negara)")
  })
})

describe("fault-107 an ID token", () => {
  it.each<readonly [string, Lie]>([
    ["with another nonce", { claims: { nonce: "x".repeat(43) } }],
    ["without a nonce", { claims: { nonce: undefined } }],
    ["of another issuer", { claims: { iss: "https://evil.example" } }],
    ["for another portal", { claims: { aud: "portal-lain" } }],
    ["for several portals, this one not the one that asked", { claims: { aud: ["portal-uji", "portal-lain"], azp: "portal-lain" } }],
    ["that has expired", { claims: { exp: now - 600, iat: now - 1_200 } }],
    ["signed with another key", { signature: "strange" }],
    ["signed by nobody", { signature: "none" }],
    ["sent back with another issuer", { query: { iss: "https://evil.example" } }]
  ])("%s lets nobody in", async (_, lie) => {
    const response = await arrive(lie)
    assert.strictEqual(response.status, 403)
    assert.include(await response.text(), "Masuk tidak berhasil")
  })

  it.each<readonly [string, Lie]>([
    ["of a citizen", { claims: { account_type: "citizen" } }],
    ["of no kind", { claims: { account_type: undefined } }],
    ["of an odd kind", { claims: { account_type: { developer: true } } }],
    ["with an account of control characters", { claims: { sub: "de\nwi" } }]
  ])("%s lets nobody in, kindly", async (_, lie) => {
    const response = await arrive(lie)
    assert.strictEqual(response.status, 403)
    assert.include(await response.text(), "Akun Anda tidak dapat memakai portal")
  })
})

describe("a sign-on that fails", () => {
  it.each<readonly [string, NonNullable<Lie["token"]>]>([
    ["by 500", { status: 500, body: "Error: at /srv/sign-on.js:1" }],
    ["by 502 with a page", { status: 502, body: "<h1>Bad gateway</h1>", type: "text/html" }],
    ["by broken JSON", { status: 200, body: "{" }],
    ["because it does not know this portal", { status: 401, body: "{\"error\":\"invalid_client\"}" }]
  ])("%s is a 503 page", async (_, token) => {
    const response = await arrive({ token })
    assert.strictEqual(response.status, 503)
    const text = await response.text()
    assert.include(text, "Layanan masuk kota tidak dapat dijangkau")
    assert.notInclude(text, "srv")
  })
})

describe("signing out", () => {
  it("offers to end the sign-on's own session too, and the way back from there", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    const home = await visitor.follow(await visitor.send(`${gateway.url}/portal/masuk/mulai`))
    const csrf = /name="csrf" value="([^"]+)"/.exec(await home.text())?.[1] ?? ""
    const out = await visitor.follow(await visitor.send(`${gateway.url}/portal/keluar`, { method: "POST", body: new URLSearchParams({ csrf }) }))
    const text = await out.text()
    assert.include(text, "Anda sudah keluar")
    assert.include(text, `/keluar?post_logout_redirect_uri=${encodeURIComponent(`${gateway.url}/portal/keluar`)}&amp;client_id=portal-uji"`)
    assert.isUndefined(visitor.cookie(gateway.url, "__Host-gapura"))
  })
})

describe("a sign-on that wants the portal's secret in the form", () => {
  const other = suite(Effect.gen(function*() {
    const liar = makeLyingSignOn()
    liar.lie = { metadata: { token_endpoint_auth_methods_supported: ["client_secret_post"], end_session_endpoint: undefined } }
    const signOn = yield* startSignOn(liar.make)
    const { gateway } = yield* startCity({ variables: signOn.variables })
    return { liar, gateway, secret: signOn.variables["OIDC_CLIENT_SECRET"] }
  }))

  it("gets it there; and one that has no page for signing out is not linked", async () => {
    const { gateway, liar, secret } = other()
    const visitor = new Visitor()
    const home = await visitor.follow(await visitor.send(`${gateway.url}/portal/masuk/mulai`))
    assert.include(await home.text(), "Dewi Lestari")
    const { authorization, form } = liar.exchanges.at(-1) ?? assert.fail()
    assert.deepStrictEqual([authorization, form.get("client_secret")], [undefined, secret])
    assert.notInclude(await (await new Visitor().send(`${gateway.url}/portal/keluar`)).text(), "post_logout_redirect_uri")
  })
})

describe("a sign-on that has not answered yet", () => {
  const other = suite(Effect.gen(function*() {
    const state = { isUp: false }
    const liar = makeLyingSignOn()
    const signOn = yield* startSignOn((options) => {
      const listener = liar.make(options)
      return (request, response) => {
        if (state.isUp) return listener(request, response)
        response.writeHead(502).end("<h1>Bad gateway</h1>")
      }
    })
    const { gateway } = yield* startCity({ variables: signOn.variables })
    return { gateway, signOn, state }
  }))

  it("is asked once for a crowd of visitors, who all get a 503 page, and lets them in when it is there", async () => {
    const { gateway, signOn, state } = other()
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await new Visitor().send(`${gateway.url}/portal/masuk/mulai`)).status))
    assert.deepStrictEqual([...new Set(statuses)], [503])
    assert.strictEqual(signOn.requests.length, 1)
    state.isUp = true
    const visitor = new Visitor()
    await eventually("one can sign in", async () => (await visitor.follow(await visitor.send(`${gateway.url}/portal/masuk/mulai`))).status === 200, 5_000)
  })
})
