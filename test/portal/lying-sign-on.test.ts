/** A sign-on that says what is not so: nobody enters by it. */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { RequestListener } from "node:http"
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
    const text = await (await arrive({
      claims: {
        name: "\u0000<b>",
        preferred_username: "  Dewi & Co ",
        account_type: ["staff", "civil-servant"],
        agencies: ["dlh", "../x", "DLH", 7, "dlh"],
        operator: "true"
      }
    })).text()
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
    assert.include(await response.text(), "Proses masuk gagal")
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
    assert.include(text, "Layanan login kota tidak dapat dihubungi")
    assert.notInclude(text, "srv")
  })
})

describe("signing out", () => {
  it("offers to end the sign-on's own session too, and the way back from there", async () => {
    const { gateway } = city()
    const visitor = new Visitor()
    const home = await visitor.follow(await visitor.send(`${gateway.url}/portal/masuk/mulai`))
    const csrf = /name="csrf" value="([^"]+)"/.exec(await home.text())?.[1] ?? ""
    const out = await visitor.follow(
      await visitor.send(`${gateway.url}/portal/keluar`, { method: "POST", body: new URLSearchParams({ csrf }) })
    )
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
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async () => (await new Visitor().send(`${gateway.url}/portal/masuk/mulai`)).status)
    )
    assert.deepStrictEqual([...new Set(statuses)], [503])
    assert.strictEqual(signOn.requests.length, 1)
    state.isUp = true
    const visitor = new Visitor()
    await eventually(
      "one can sign in",
      async () => (await visitor.follow(await visitor.send(`${gateway.url}/portal/masuk/mulai`))).status === 200,
      5_000
    )
  })
})

describe("a flood of returns", () => {
  const held: Array<() => void> = []
  const other = suite(Effect.gen(function*() {
    const liar = makeLyingSignOn()
    const signOn = yield* startSignOn((options): RequestListener => {
      const listener = liar.make(options)
      return (request, response) => {
        if (request.url === "/token") held.push(() => listener(request, response))
        else listener(request, response)
      }
    })
    const { gateway } = yield* startCity({ variables: signOn.variables })
    return { gateway, signOn }
  }))
  const release = (): void => held.splice(0).forEach((go) => go())
  const exchanges = (): number => other().signOn.requests.filter((line) => line.endsWith(" /token")).length

  /** Somebody who has been at the sign-on, and the address that it sends back to. */
  const chosen = async (): Promise<readonly [visitor: Visitor, back: string]> => {
    const { gateway } = other()
    const visitor = new Visitor()
    const left = await visitor.follow(await visitor.send(`${gateway.url}/portal/masuk/mulai`), `${gateway.url}/portal/masuk/kembali`)
    return [visitor, left.headers.get("location") ?? ""]
  }

  it("never reaches the sign-on where no sign-in of that browser waits for it", async () => {
    const { gateway, signOn } = other()
    const back = `${gateway.url}/portal/masuk/kembali?code=kode-0&iss=${signOn.issuer}`
    const madeUp = await Promise.all(Array.from({ length: 40 }, (_, index) => new Visitor().send(`${back}&state=${index}`)))
    assert.deepStrictEqual([...new Set(madeUp.map(({ status }) => status))], [403])
    assert.deepStrictEqual(signOn.requests, [])
    const [visitor, own] = await chosen()
    const before = signOn.requests.length
    const kept = visitor.cookie(gateway.url, "__Host-gapura-masuk") ?? ""
    for (const query of ["", "&state=", "&state=x", `&state=${new URL(own).searchParams.get("state")}&state=x`]) {
      const guesser = new Visitor()
      guesser.setCookie(gateway.url, "__Host-gapura-masuk", kept)
      assert.strictEqual((await guesser.send(`${back}${query}`)).status, 403)
    }
    assert.strictEqual(signOn.requests.length, before)
    const arriving = visitor.send(own)
    await eventually("the sign-on is asked", () => held.length === 1)
    release()
    assert.strictEqual((await arriving).status, 303, "what others made up did not use the sign-in up")
  })

  it("has 64 of them asked about at once, gone callers too; the others hear when to come back, and may", async () => {
    const { gateway } = other()
    const before = exchanges()
    const people = await Promise.all(Array.from({ length: 80 }, chosen))
    const gone = new AbortController()
    const impatient = people.slice(0, 64).map(([visitor, back]) => visitor.send(back, { signal: gone.signal }).catch(() => undefined))
    await eventually("64 are asked about", () => held.length === 64)
    gone.abort()
    await Promise.all(impatient)
    const turnedAway = await Promise.all(people.slice(64).map(([visitor, back]) => visitor.send(back)))
    assert.strictEqual(exchanges() - before, 64)
    for (const response of turnedAway) {
      assert.strictEqual(response.status, 503)
      assert.strictEqual(response.headers.get("retry-after"), "5")
      assert.include(await response.text(), "Terlalu banyak orang sedang masuk")
    }
    release()
    const [visitor, back] = people[64] ?? assert.fail()
    const again = eventually("there is room again", async () => {
      const response = await visitor.send(back)
      return response.status === 303
    })
    await eventually("the sign-on is asked", () => held.length > 0)
    release()
    await again
    assert.isDefined(visitor.cookie(gateway.url, "__Host-gapura"))
  })
})
