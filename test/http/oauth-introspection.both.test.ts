/** RFC 7662: what a client learns of a token, which is nothing unless it is its own and alive. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { basic, expectOAuthError, inBody, introspect, makeClient, obtain, post } from "../support/OAuth.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"

const scopes = ["diskominfo-events-get", "dinkes-klinik-get"]
const dead = { active: false } as const

const at = suite(Effect.gen(function*() {
  const time = yield* makeJumpingClock
  return { ...(yield* startCity().pipe(Effect.provideService(Clock.Clock, time.clock))), time }
}))

const client = () => makeClient(at().gateway, { scopes })

describe("introspection", () => {
  it("of a client's own token says what it may, whose it is and until when", async () => {
    const { gateway } = at()
    const made = await client()
    const issued = await gateway.run(Clock.currentTimeMillis)
    const token = await obtain(gateway, made)
    const { tokenId } = (await gateway.run(Effect.flatMap(TokenStore, (store) => store.list))).at(-1) ?? assert.fail("no token")
    assert.deepStrictEqual(await introspect(gateway, made, token), {
      active: true,
      scope: scopes.toSorted().join(" "),
      client_id: made.id,
      token_type: "Bearer",
      exp: Math.floor(issued / 1000) + 86_400,
      iat: Math.floor(issued / 1000),
      sub: "sistem",
      aud: gateway.url,
      iss: gateway.url,
      jti: tokenId
    })
    assert.strictEqual((await post(gateway, "introspect", { token, token_type_hint: "refresh_token" }, basic(made))).status, 200)
  })

  it("shows a narrower token as narrow, and a scope withdrawn as gone", async () => {
    const { gateway } = at()
    const made = await client()
    const narrow = await obtain(gateway, made, { scope: "diskominfo-events-get" })
    assert.deepInclude(await introspect(gateway, made, narrow), { scope: "diskominfo-events-get" })
    const wide = await obtain(gateway, made)
    await gateway.run(Effect.flatMap(Applications, (applications) => applications.setScopes(made.id, ["dinkes-klinik-get"])))
    assert.deepInclude(await introspect(gateway, made, wide), { active: true, scope: "dinkes-klinik-get" })
  })

  it("fault-11 is active to the token's last millisecond and not one longer", async () => {
    const { gateway, time } = at()
    const made = await client()
    const token = await obtain(gateway, made)
    time.pass(86_399_999)
    assert.deepInclude(await introspect(gateway, made, token), { active: true })
    time.pass(1)
    assert.deepStrictEqual(await introspect(gateway, made, token), dead)
  })

  it("says no more than `active: false` of a token that is unknown, malformed or revoked", async () => {
    const { gateway } = at()
    const made = await client()
    const revoked = await obtain(gateway, made)
    await post(gateway, "revoke", { ...inBody(made), token: revoked })
    for (const token of [revoked, `gpr_${"A".repeat(43)}`, "x", "\u0000", made.secret]) {
      assert.deepStrictEqual(await introspect(gateway, made, token), dead)
    }
  })

  it("says no more of another client's token, be the client a sibling, official, or the application's own of a portal token", async () => {
    const { gateway } = at()
    const [mine, sibling, official] = [await client(), await client(), await makeClient(gateway, { name: "resmi", scopes, official: true })]
    const token = await obtain(gateway, mine)
    for (const who of [sibling, official]) assert.deepStrictEqual(await introspect(gateway, who, token), dead)
    assert.deepStrictEqual(await introspect(gateway, mine, await gateway.token({ scopes, application: "sistem" })), dead)
    assert.deepInclude(await introspect(gateway, mine, token), { active: true })
  })

  it("needs the client's secret and a token", async () => {
    const { gateway } = at()
    const made = await client()
    const token = await obtain(gateway, made)
    await expectOAuthError(await post(gateway, "introspect", { token }), 401, "invalid_client")
    await expectOAuthError(await post(gateway, "introspect", { ...inBody({ ...made, secret: "salah" }), token }), 401, "invalid_client")
    await expectOAuthError(
      await fetch(`${gateway.url}/oauth/introspect`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: new URLSearchParams({ token })
      }),
      401,
      "invalid_client"
    )
    await expectOAuthError(await post(gateway, "introspect", inBody(made)), 400, "invalid_request")
    await expectOAuthError(await post(gateway, "introspect", { ...inBody(made), token }, basic(made)), 400, "invalid_request")
  })

  it("fault-15 guesses here count with those at the token endpoint", async () => {
    const { gateway } = at()
    const made = await client()
    const guess = (number: number) => ({ ...inBody({ ...made, secret: `tebakan-${number}` }), token: "x" })
    for (let number = 0; number < 5; number++) {
      await expectOAuthError(await post(gateway, "introspect", guess(number)), 401, "invalid_client")
    }
    for (let number = 0; number < 5; number++) await expectOAuthError(await post(gateway, "revoke", guess(number)), 401, "invalid_client")
    const slowed = await post(gateway, "token", { grant_type: "client_credentials", ...inBody({ ...made, secret: "tebakan" }) })
    assert.match(slowed.headers.get("retry-after") ?? "", /^\d+$/)
    await expectOAuthError(slowed, 429, "slow_down")
  })
})

describe("the metadata", () => {
  const metadata = async (name: string): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${at().gateway.url}/.well-known/${name}`)
    assert.strictEqual(response.headers.get("content-type"), "application/json; charset=utf-8")
    return JSON.parse(await response.text())
  }

  it("of RFC 8414 leads to endpoints that answer, with the ways of authentication that they take", async () => {
    const { url } = at().gateway
    const { issuer, scopes_supported, ...rest } = await metadata("oauth-authorization-server")
    const methods = ["client_secret_basic", "client_secret_post"]
    assert.strictEqual(issuer, url)
    assert.include(scopes_supported, "dinkes-klinik-get")
    assert.deepStrictEqual(rest, {
      token_endpoint: `${url}/oauth/token`,
      revocation_endpoint: `${url}/oauth/revoke`,
      introspection_endpoint: `${url}/oauth/introspect`,
      grant_types_supported: ["client_credentials"],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
      introspection_endpoint_auth_methods_supported: methods,
      service_documentation: `${url}/docs`
    })
    for (const endpoint of ["token_endpoint", "revocation_endpoint", "introspection_endpoint"]) {
      const answered = await fetch(String(rest[endpoint]), {
        method: "POST",
        body: new URLSearchParams({ grant_type: "client_credentials" })
      })
      await expectOAuthError(answered, 401, "invalid_client")
    }
  })

  it("of RFC 9728 names the server that issues this resource's tokens", async () => {
    const { url } = at().gateway
    const { scopes_supported, ...rest } = await metadata("oauth-protected-resource")
    assert.include(scopes_supported, "preset-ringkasan-kota-get")
    assert.deepStrictEqual(rest, {
      resource: url,
      authorization_servers: [url],
      bearer_methods_supported: ["header"],
      resource_documentation: `${url}/docs`
    })
  })

  it("is in the gateway's own OpenAPI document as well", async () => {
    const { paths }: { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> } = JSON.parse(
      await (await fetch(`${at().gateway.url}/openapi.json`)).text()
    )
    for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/introspect"]) {
      assert.deepStrictEqual(Object.keys(paths[path] ?? {}), ["post"])
    }
  })
})
