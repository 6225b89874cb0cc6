import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { expectProblem } from "../support/Problems.ts"
import { rawRequest } from "../support/RawHttp.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const address = "diskominfo/portal-publik/events"
const day = 86_400_000
/** As long and as shaped as a real one, and nobody's. */
const strange = `gpr_${"A".repeat(43)}`

/** Another process on the gateway's data directory, such as the command line: it shares nothing but the files. */
const otherProcess = (dataDir: string) =>
  Layer.build(Layer.fresh(Layer.provide(Layer.mergeAll(TokenStore.layer, Applications.layer), TempDatabase.at({ dataDir }))))

const city = suite(Effect.gen(function*() {
  const time = yield* makeJumpingClock
  const made = yield* startCity().pipe(Effect.provideService(Clock.Clock, time.clock))
  const other = yield* otherProcess(made.gateway.dataDir)
  return { ...made, time, other }
}))

const token = (options: { readonly lifetimeMillis?: number; readonly application?: string } = {}) =>
  city().gateway.token({ scopes: publicScopes, ...options })
const statusWith = async (bearer: string): Promise<number> => {
  const response = await city().gateway.get(address, bearer)
  await response.arrayBuffer()
  return response.status
}
const raw = (headers: ReadonlyArray<readonly [string, string]>, target = `/api/v4/gateway/${address}`) =>
  rawRequest(city().gateway.url, { target, headers })

const metadata = () => `resource_metadata="${city().gateway.url}/.well-known/oauth-protected-resource"`
const invalid = () =>
  `Bearer realm="gapura", error="invalid_token", `
  + `error_description="The access token is malformed, unknown, expired or revoked", ${metadata()}`
const absent = () => `Bearer realm="gapura", ${metadata()}`

const expectUnauthorized = async (response: Response, challenge: string): Promise<string> => {
  assert.strictEqual(response.headers.get("www-authenticate"), challenge)
  assert.isNull(response.headers.get("ratelimit"))
  assert.isNull(response.headers.get("ratelimit-policy"))
  return expectProblem(response, "unauthorized", city().gateway.url)
}

const heard = () => city().diskominfo.calls.length

describe("without a valid token", () => {
  it("fault-10 no token is 401 with a challenge that names no error and says where to learn more", async () => {
    const before = heard()
    const response = await raw([])
    assert.strictEqual(await expectUnauthorized(response, absent()), "Send an access token in the header `Authorization: Bearer <token>`.")
    const metadataUrl = /resource_metadata="([^"]+)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1] ?? ""
    assert.strictEqual((await fetch(metadataUrl)).status, 200)
    assert.strictEqual(heard(), before)
  })

  it("fault-10 a token in the query, a cookie or another header is no token", async () => {
    const valid = await token()
    await expectUnauthorized(await raw([], `/api/v4/gateway/${address}?access_token=${valid}&token=${valid}`), absent())
    await expectUnauthorized(
      await raw([["Cookie", `access_token=${valid}`], ["X-Access-Token", valid], ["Proxy-Authorization", `Bearer ${valid}`]]),
      absent()
    )
  })

  it("fault-10 a malformed header is 401", async () => {
    const valid = await token()
    for (
      const value of [
        "Bearer",
        "Bearer ",
        valid,
        `Basic ${valid}`,
        `Token ${valid}`,
        `Bearer: ${valid}`,
        `Bearer "${valid}"`,
        `Bearer ${valid} extra`,
        `Bearer ${valid},`,
        `Bearer ${valid}, Bearer ${valid}`,
        `Bearer\t${valid}`,
        `Bearer ${valid}x`,
        `Bearer ${valid.slice(0, -1)}`,
        `Bearer ${valid.toUpperCase()}`,
        "Bearer é",
        `Bearer ${"x".repeat(8_000)}`,
        `Bearer ${valid}==`,
        "x"
      ]
    ) await expectUnauthorized(await raw([["Authorization", value]]), invalid())
  })

  it("fault-10 two Authorization headers are 401, even where both or either would be right", async () => {
    const [first, second] = [await token(), await token()]
    for (const pair of [[first, second], [first, first], [first, strange], [strange, first]]) {
      await expectUnauthorized(await raw(pair.map((value) => ["Authorization", `Bearer ${value}`] as const)), invalid())
    }
  })

  it("fault-20 a JWT, with `alg: none` or signed, and a lookalike are 401", async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const claims = part({ sub: "portal-kota", scope: publicScopes.join(" "), exp: 4_102_444_800 })
    for (
      const value of [
        `${part({ alg: "none" })}.${claims}.`,
        `${part({ alg: "HS256", typ: "JWT" })}.${claims}.${"c2ln".repeat(8)}`,
        strange,
        strange.replace("gpr_", "GPR_"),
        `gpr_${"-".repeat(43)}`
      ]
    ) {
      await expectUnauthorized(await raw([["Authorization", `Bearer ${value}`]]), invalid())
    }
  })

  it("fault-14 what was never issued, what has expired and what was revoked answer alike", async () => {
    const { gateway, time } = city()
    const expired = await token({ lifetimeMillis: 1_000 })
    time.pass(1_000)
    const revoked = await token()
    const live = await gateway.run(Effect.flatMap(TokenStore, (store) => store.list))
    await gateway.run(Effect.flatMap(TokenStore, (store) => store.revoke(live.at(-1)?.tokenId ?? "")))
    const shown = []
    for (const value of [strange, expired, revoked]) {
      const response = await gateway.get(address, value)
      const headers = [...response.headers].filter(([name]) => !["x-request-id", "traceparent", "date"].includes(name))
      const { instance, requestId, ...body } = await response.json() as Record<string, unknown>
      assert.strictEqual(instance, `urn:uuid:${requestId}`)
      shown.push({ status: response.status, headers, body })
    }
    assert.strictEqual(shown[0]?.status, 401)
    assert.deepStrictEqual(shown[1], shown[0])
    assert.deepStrictEqual(shown[2], shown[0])
  })

  it("fault-28 is 401 on every door, whether or not there is something behind it", async () => {
    const { gateway } = city()
    for (
      const path of [
        address,
        "dinkes/faskes/pasien",
        "preset/ringkasan-kota",
        "preset/tidak-ada",
        "tidak/ada",
        "tidak",
        "",
        "diskominfo/portal-publik/agenda-usang",
        "diskominfo/portal-publik",
        "__proto__/x"
      ]
    ) {
      await expectUnauthorized(await gateway.get(path), absent())
      await expectUnauthorized(await gateway.get(path, strange), invalid())
    }
    const posted = await fetch(`${gateway.url}/api/v4/gateway/aggregate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}"
    })
    await expectUnauthorized(posted, absent())
    assert.strictEqual((await fetch(`${gateway.url}/api/v4/gateway/${address}`, { method: "HEAD" })).status, 401)
  })
})

describe("a valid token", () => {
  it("may have its scheme in any case, and more than one space", async () => {
    const valid = await token()
    for (const value of [`Bearer ${valid}`, `bearer ${valid}`, `BEARER ${valid}`, `Bearer   ${valid}`]) {
      assert.strictEqual((await raw([["Authorization", value]])).status, 200, value)
    }
  })

  it("fault-11 fault-70 lives to its last millisecond of 86,400 s by the wall clock, and not one longer", async () => {
    const { time } = city()
    const valid = await token()
    assert.strictEqual(await statusWith(valid), 200)
    time.pass(86_399_000)
    assert.strictEqual(await statusWith(valid), 200)
    time.pass(999)
    assert.strictEqual(await statusWith(valid), 200)
    time.pass(1)
    assert.strictEqual(await statusWith(valid), 401)
  })

  it("fault-16 revoked by another process is 401 within a second", async () => {
    const { gateway, other } = city()
    const valid = await token()
    assert.strictEqual(await statusWith(valid), 200)
    const tokens = Context.get(other, TokenStore)
    const tokenId = (await Effect.runPromise(tokens.list)).at(-1)?.tokenId ?? ""
    assert.isTrue(await Effect.runPromise(tokens.revoke(tokenId)))
    await eventually("401 after the revocation", async () => await statusWith(valid) === 401, 1_000)
    await expectUnauthorized(await gateway.get(address, valid), invalid())
  })

  it("fault-16 revoked by the gateway itself is 401 at once", async () => {
    const { gateway } = city()
    const valid = await token()
    const revoked = gateway.run(Effect.gen(function*() {
      const store = yield* TokenStore
      return yield* store.revoke((yield* store.list).at(-1)?.tokenId ?? "")
    }))
    assert.isTrue(await revoked)
    assert.strictEqual(await statusWith(valid), 401)
  })

  it("fault-19 dies within a second with its application, and lives again with it", async () => {
    const applications = Context.get(city().other, Applications)
    const valid = await token({ application: "ditutup" })
    const bystander = await token()
    assert.strictEqual(await statusWith(valid), 200)
    await Effect.runPromise(applications.setDisabled("ditutup", true))
    await eventually("401 of a disabled application", async () => await statusWith(valid) === 401, 1_000)
    assert.strictEqual(await statusWith(bystander), 200)
    await Effect.runPromise(applications.setDisabled("ditutup", false))
    await eventually("200 of an enabled application", async () => await statusWith(valid) === 200, 1_000)
  })

  it("issued by another process is known at once", async () => {
    const issued = await Effect.runPromise(
      Context.get(city().other, TokenStore).issue({
        application: "aplikasi-uji",
        scopes: publicScopes,
        lifetimeMillis: day,
        nowMillis: city().time.clock.currentTimeMillisUnsafe()
      })
    )
    assert.strictEqual(await statusWith(Redacted.value(issued.token)), 200)
  })
})
