import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted, Schema } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { TokenResponse } from "../../src/api/OAuthApi.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { expectOAuthError } from "../support/OAuth.ts"
import { expectProblem } from "../support/Problems.ts"
import { rawRequest } from "../support/RawHttp.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"
import { everythingOf } from "../support/TempDatabase.ts"

const granted = ["diskominfo-events-get", "dinkes-klinik-get", "dinkes-pasien-get"]
const logs: Array<string> = []

const city = suite(
  Effect.gen(function*() {
    const time = yield* makeJumpingClock
    return { ...(yield* startCity().pipe(Effect.provideService(Clock.Clock, time.clock))), time }
  }),
  logs
)

const client = (options: { readonly name?: string; readonly scopes?: ReadonlyArray<string>; readonly official?: boolean } = {}) =>
  city().gateway.run(Effect.gen(function*() {
    const made = yield* (yield* Applications).createClient({
      name: options.name ?? "sistem",
      official: options.official ?? false,
      privateVerified: false,
      scopes: options.scopes ?? granted
    })
    return { id: made.clientId, secret: Redacted.value(made.clientSecret) }
  }))

type Client = Awaited<ReturnType<typeof client>>
type Fields = Readonly<Record<string, string>>

const formType = "application/x-www-form-urlencoded"
const form = (fields: Fields): string => new URLSearchParams(fields).toString()
const basic = ({ id, secret }: Client): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`
const inBody = ({ id, secret }: Client): Fields => ({ grant_type: "client_credentials", client_id: id, client_secret: secret })

const post = (body: string, headers: Fields = {}, query = "") =>
  fetch(`${city().gateway.url}/oauth/token${query}`, { method: "POST", headers: { "content-type": formType, ...headers }, body })

/** The same from another address of this host. */
const postFrom = (localAddress: string, body: string) =>
  rawRequest(city().gateway.url, { method: "POST", target: "/oauth/token", headers: [["Content-Type", formType]], body, localAddress })

const expectNotStored = (response: Response) => {
  assert.strictEqual(response.headers.get("content-type"), "application/json; charset=utf-8")
  assert.strictEqual(response.headers.get("cache-control"), "no-store")
  assert.strictEqual(response.headers.get("pragma"), "no-cache")
}

const expectGrant = async (response: Response) => {
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  expectNotStored(response)
  return Schema.decodeUnknownSync(Schema.fromJsonString(TokenResponse), { onExcessProperty: "error" })(text)
}

describe("a grant", () => {
  it("is a Bearer token for 86,400 s with its scopes, which opens what they open", async () => {
    const { gateway, time } = city()
    const { access_token, expires_in, scope, token_type } = await expectGrant(await post(form({ ...inBody(await client()), scope: "*" })))
    assert.strictEqual(token_type, "Bearer")
    assert.strictEqual(expires_in, 86_400)
    assert.match(access_token, /^gpr_[A-Za-z0-9_-]{43}$/)
    assert.strictEqual(scope, granted.toSorted().join(" "))
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik", access_token)).status, 200)
    time.pass(86_399_999)
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik", access_token)).status, 200)
    time.pass(1)
    assert.strictEqual((await gateway.get("dinkes/faskes/klinik", access_token)).status, 401)
  })

  it("is given for HTTP Basic as for the form, and to an official application for private endpoints", async () => {
    const official = await client({ name: "resmi", official: true })
    const { access_token } = await expectGrant(await post(form({ grant_type: "client_credentials" }), { authorization: basic(official) }))
    assert.strictEqual((await city().gateway.get("dinkes/faskes/pasien", access_token)).status, 200)
    await expectGrant(
      await post(form({ grant_type: "client_credentials", client_id: official.id }), {
        authorization: basic(official).replace("Basic", "basic")
      })
    )
    const other = await expectGrant(await post(form(inBody(await client()))))
    assert.strictEqual((await city().gateway.get("dinkes/faskes/pasien", other.access_token)).status, 403)
  })

  it("fault-17 of `*`, of nothing and of an absent scope is this client's grants and no more", async () => {
    const small = await client({ scopes: ["diskominfo-events-get"] })
    for (const scope of [{ scope: "*" }, { scope: "" }, {}, { scope: "* diskominfo-events-get" }]) {
      const grant = await expectGrant(await post(form({ ...inBody(small), ...scope })))
      assert.strictEqual(grant.scope, "diskominfo-events-get")
      assert.strictEqual((await city().gateway.get("dinkes/faskes/klinik", grant.access_token)).status, 403)
    }
  })

  it("of named scopes is exactly them", async () => {
    const grant = await expectGrant(await post(form({ ...inBody(await client()), scope: "diskominfo-events-get" })))
    assert.strictEqual(grant.scope, "diskominfo-events-get")
    assert.strictEqual((await city().gateway.get("dinkes/faskes/klinik", grant.access_token)).status, 403)
    // As long as the names of all a city's scopes together.
    const many = await expectGrant(await post(form({ ...inBody(await client()), scope: "diskominfo-events-get ".repeat(700) })))
    assert.strictEqual(many.scope, "diskominfo-events-get")
  })

  it("fault-12 fault-13 is shown once: neither token nor secret is in the data directory, a log or the list of tokens", async () => {
    const made = await client()
    const { access_token } = await expectGrant(await post(form(inBody(made))))
    const list = JSON.stringify(await city().gateway.run(Effect.flatMap(TokenStore, (store) => store.list)))
    const stored = await everythingOf(city().gateway.dataDir)
    assert.include(stored, made.id)
    for (const [where, text] of Object.entries({ list, stored, logs: logs.join("\n") })) {
      for (const secret of [access_token, access_token.slice(4), made.secret]) assert.notInclude(text, secret, where)
    }
  })

  it("ends with the client's revocation, as do the tokens it has", async () => {
    const made = await client()
    const { access_token } = await expectGrant(await post(form(inBody(made))))
    await city().gateway.run(Effect.flatMap(Applications, (applications) => applications.revokeClient(made.id)))
    await expectOAuthError(await post(form(inBody(made))), 401, "invalid_client")
    await eventually(
      "401 of a revoked client's token",
      async () => (await city().gateway.get("dinkes/faskes/klinik", access_token)).status === 401,
      1_000
    )
  })
})

describe("a refused request", () => {
  it("for more than is granted is `invalid_scope`", async () => {
    const made = await client({ scopes: ["diskominfo-events-get"] })
    assert.include(
      await expectOAuthError(await post(form({ ...inBody(made), scope: "diskominfo-events-get dinkes-klinik-get" })), 400, "invalid_scope"),
      "dinkes-klinik-get"
    )
    for (const scope of ["diskominfo-events-get\"", "DISKOMINFO-EVENTS-GET", "\u0000", "é"]) {
      await expectOAuthError(await post(form({ ...inBody(made), scope })), 400, "invalid_scope")
    }
    await expectOAuthError(await post(form(inBody(await client({ scopes: [] })))), 400, "invalid_scope")
  })

  it("without a known client and its secret is `invalid_client`, whichever of the two is wrong", async () => {
    const made = await client()
    const wrong = await expectOAuthError(await post(form({ ...inBody(made), client_secret: "salah" })), 401, "invalid_client")
    assert.strictEqual(await expectOAuthError(await post(form({ ...inBody(made), client_id: "tidak-ada" })), 401, "invalid_client"), wrong)
    assert.strictEqual(
      await expectOAuthError(
        await post(form({ grant_type: "client_credentials" }), { authorization: basic({ id: made.id, secret: "salah" }) }),
        401,
        "invalid_client"
      ),
      wrong
    )
    await expectOAuthError(await post(form({ grant_type: "client_credentials" })), 401, "invalid_client")
    await expectOAuthError(await post(form({ grant_type: "client_credentials", client_id: made.id })), 401, "invalid_client")
    await expectOAuthError(
      await post(form({ grant_type: "client_credentials" }), {}, `?client_id=${made.id}&client_secret=${made.secret}`),
      401,
      "invalid_client"
    )
  })

  it("with a grant type that is absent or another is refused", async () => {
    const { grant_type: _, ...rest } = inBody(await client())
    assert.include(await expectOAuthError(await post(form(rest)), 400, "invalid_request"), "grant_type")
    for (const grant_type of ["password", "authorization_code", "refresh_token", "Client_Credentials"]) {
      await expectOAuthError(await post(form({ ...rest, grant_type })), 400, "unsupported_grant_type")
    }
  })

  it("fault-18 with credentials by Basic and in the body is `invalid_request`", async () => {
    const made = await client()
    await expectOAuthError(await post(form(inBody(made)), { authorization: basic(made) }), 400, "invalid_request")
    await expectOAuthError(
      await post(form({ grant_type: "client_credentials", client_id: "lain" }), { authorization: basic(made) }),
      400,
      "invalid_request"
    )
  })

  it("that is malformed is `invalid_request`", async () => {
    const made = await client()
    await expectOAuthError(await post(`${form(inBody(made))}&scope=*&scope=*`), 400, "invalid_request")
    await expectOAuthError(await post(`${form(inBody(made))}&client_id=${made.id}`), 400, "invalid_request")
    await expectOAuthError(await post(JSON.stringify(inBody(made)), { "content-type": "application/json" }), 400, "invalid_request")
    await expectOAuthError(await post("\u0000".repeat(25_000)), 413, "invalid_request")
  })

  it("without a value is as if it were not there (RFC 6749, section 3.2)", async () => {
    const made = await client()
    await expectOAuthError(await post(form({ ...inBody(made), grant_type: "" })), 400, "invalid_request")
    await expectOAuthError(await post(form({ ...inBody(made), client_id: "" })), 401, "invalid_client")
    await expectGrant(
      await post(form({ grant_type: "client_credentials", client_id: "", client_secret: "", scope: "" }), { authorization: basic(made) })
    )
  })

  it("whose Authorization header is no HTTP Basic is `invalid_client`, with a challenge", async () => {
    for (
      const authorization of [
        "Basic",
        "Basic !!!",
        `Basic ${Buffer.from("tanpa-titik-dua").toString("base64")}`,
        `Basic ${Buffer.from("%zz:x").toString("base64")}`,
        "Bearer x"
      ]
    ) {
      const response = await post(form({ grant_type: "client_credentials" }), { authorization })
      assert.match(response.headers.get("www-authenticate") ?? "", /^Basic /)
      await expectOAuthError(response, 401, "invalid_client")
    }
  })

  it("fault-18 by another method is 405", async () => {
    for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
      const response = await fetch(`${city().gateway.url}/oauth/token?${form(inBody(await client()))}`, { method })
      assert.strictEqual(response.headers.get("allow"), "POST, OPTIONS")
      if (method === "HEAD") assert.strictEqual(response.status, 405)
      else await expectProblem(response, "method-not-allowed", city().gateway.url)
    }
  })
})

describe("guessing and flooding", () => {
  it("fault-15 of one client's secret is slowed down, and locks out neither the client, anywhere, nor its neighbours", async () => {
    const made = await client()
    const neighbour = await client({ name: "tetangga" })
    await expectGrant(await postFrom("127.0.0.5", form(inBody(neighbour))))
    const statuses: Array<number> = []
    for (let attempt = 0; attempt < 12; attempt++) {
      statuses.push((await postFrom("127.0.0.5", form({ ...inBody(made), client_secret: `tebakan-${attempt}` }))).status)
    }
    assert.deepStrictEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429])
    const slowed = await postFrom("127.0.0.5", form({ ...inBody(made), client_secret: "tebakan" }))
    const wait = Number(slowed.headers.get("retry-after"))
    assert.isTrue(wait >= 1 && wait <= 300, `Retry-After ${wait}`)
    await expectOAuthError(slowed, 429, "slow_down")
    await expectGrant(await postFrom("127.0.0.6", form(inBody(made))))
    await expectGrant(await postFrom("127.0.0.5", form(inBody(neighbour))))
    await expectGrant(await postFrom("127.0.0.5", form(inBody(made))))
  })

  it("fault-15 of many clients' names from one address is slowed down for strangers", async () => {
    const known = await client()
    await expectGrant(await postFrom("127.0.0.7", form(inBody(known))))
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 50; attempt++) {
      statuses.add((await postFrom("127.0.0.7", form({ ...inBody(known), client_id: `nama-${attempt}` }))).status)
    }
    assert.deepStrictEqual([...statuses], [401])
    await expectOAuthError(await postFrom("127.0.0.7", form({ ...inBody(known), client_id: "nama-51" })), 429, "slow_down")
    await expectGrant(await postFrom("127.0.0.7", form(inBody(known))))
  })

  it("one client gets at most 30 tokens an hour", async () => {
    const made = await client()
    for (let issued = 0; issued < 30; issued++) await expectGrant(await post(form(inBody(made))))
    const refused = await post(form(inBody(made)))
    assert.strictEqual(refused.headers.get("retry-after"), "3600")
    await expectOAuthError(refused, 429, "slow_down")
    await expectGrant(await post(form(inBody(await client({ name: "lain" })))))
    city().time.pass(3_600_000)
    await expectGrant(await post(form(inBody(made))))
  })
})
