import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import { ClientAuthentication } from "../../src/access/ClientAuthentication.ts"
import { ClientCredentials, type GrantRequest } from "../../src/access/ClientCredentials.ts"
import { FailureThrottle } from "../../src/access/FailureThrottle.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const TestLive = ClientCredentials.layer().pipe(
  Layer.provide(ClientAuthentication.layer),
  Layer.provideMerge(Layer.mergeAll(TokenStore.layer, Applications.layer)),
  Layer.provideMerge(TempDatabase.layer)
)
const minute = 60_000
const home = "10.0.0.1"
const wrong = Redacted.make("gps_wrong")

const setup = Effect.gen(function*() {
  const applications = yield* Applications
  const client = yield* applications.createClient({ name: "server", official: true, scopes: ["b-y-get", "a-x-get"] })
  const access = yield* ClientCredentials
  const grant = (request: Partial<GrantRequest> = {}) =>
    access.grant({
      clientId: client.clientId,
      clientSecret: client.clientSecret,
      scope: "*",
      remoteAddress: home,
      nowMillis: 0,
      ...request
    })
  const refusal = (request: Partial<GrantRequest> = {}) => Effect.flip(grant(request))
  return { applications, client, grant, refusal, tokens: yield* TokenStore }
})

describe("ClientCredentials", () => {
  it.effect("fault-17 scope `*`, an empty one and none mean what the client was granted, never more", () =>
    Effect.gen(function*() {
      const { client, grant, tokens } = yield* setup
      assert.match(client.clientId, /^cli_/)
      for (const scope of ["*", "", undefined, "* a-x-get"]) {
        const granted = yield* grant({ scope })
        assert.deepStrictEqual(granted.scopes, ["a-x-get", "b-y-get"])
        assert.strictEqual(granted.expiresIn, 86_400)
        const caller = tokens.known(Redacted.value(granted.accessToken), 0)
        assert.deepStrictEqual(caller?.scopes, new Set(["a-x-get", "b-y-get"]))
        assert.strictEqual(caller?.application, "server")
        assert.strictEqual(caller?.privateAccess.everywhereUntil, Infinity)
      }
    }).pipe(Effect.provide(TestLive)))

  it.effect("a client may ask for less, and asking for more is invalid_scope", () =>
    Effect.gen(function*() {
      const { grant, refusal } = yield* setup
      assert.deepStrictEqual((yield* grant({ scope: "a-x-get" })).scopes, ["a-x-get"])
      for (const scope of ["a-x-get c-z-get", "c-z-get", "* c-z-get", "A-X-GET", "a-x-get\n", "__proto__", "\"><script>"]) {
        const error = yield* refusal({ scope })
        assert.deepStrictEqual([error.error, error.status], ["invalid_scope", 400], scope)
        assert.match(error.description, /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/)
      }
      assert.strictEqual((yield* refusal({ scope: "a-x-get ".repeat(10_000) })).error, "invalid_scope")
    }).pipe(Effect.provide(TestLive)))

  it.effect("an unknown client, a wrong secret, a revoked client and a disabled application are refused alike", () =>
    Effect.gen(function*() {
      const { applications, client, refusal } = yield* setup
      const other = yield* applications.createClient({ name: "other", scopes: ["a-x-get"] })
      const errors = [
        yield* refusal({ clientId: "cli_unknown" }),
        yield* refusal({ clientSecret: wrong }),
        yield* refusal({ clientSecret: other.clientSecret }),
        yield* refusal({ clientId: "x".repeat(100_000) }),
        yield* refusal({ clientId: "" })
      ]
      yield* applications.setDisabled("other", true)
      errors.push(yield* refusal({ clientId: other.clientId, clientSecret: other.clientSecret }))
      assert.isTrue(yield* applications.revokeClient(client.clientId))
      errors.push(yield* refusal())
      assert.isFalse(yield* applications.revokeClient(client.clientId))
      for (const error of errors) assert.deepStrictEqual({ ...error }, { ...errors[0] })
      assert.deepStrictEqual([errors[0]?.error, errors[0]?.status], ["invalid_client", 401])
    }).pipe(Effect.provide(TestLive)))

  it.effect("a revoked client's tokens are unknown; a rotated one keeps them and needs its new secret", () =>
    Effect.gen(function*() {
      const { applications, client, grant, refusal, tokens } = yield* setup
      const text = Redacted.value((yield* grant()).accessToken)
      const rotated = yield* applications.rotateClient(client.clientId)
      assert.strictEqual((yield* refusal()).error, "invalid_client")
      yield* grant({ clientSecret: rotated?.clientSecret ?? wrong })
      assert.isDefined(tokens.known(text, 0))
      yield* applications.revokeClient(client.clientId)
      assert.isUndefined(yield* tokens.find(`gpr_${"A".repeat(43)}`, 0))
      assert.isUndefined(tokens.known(text, 0))
      assert.isUndefined(yield* applications.rotateClient(client.clientId))
      assert.isTrue((yield* tokens.list).every((token) => token.revokedAt !== null))
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-31 a scope withdrawn from a client leaves its live tokens; a new one does not enter them", () =>
    Effect.gen(function*() {
      const { applications, client, grant, tokens } = yield* setup
      const text = Redacted.value((yield* grant()).accessToken)
      assert.isTrue(yield* applications.setScopes(client.clientId, ["a-x-get", "new-get"]))
      yield* tokens.find(`gpr_${"A".repeat(43)}`, 0)
      assert.deepStrictEqual(tokens.known(text, 0)?.scopes, new Set(["a-x-get"]))
      assert.deepStrictEqual((yield* grant()).scopes, ["a-x-get", "new-get"])
      assert.isFalse(yield* applications.setScopes("cli_none", []))
    }).pipe(Effect.provide(TestLive)))

  it.effect("at most 30 tokens in any hour for a client, exact when many ask at once", () =>
    Effect.gen(function*() {
      const { grant, refusal } = yield* setup
      yield* grant({ nowMillis: 0 })
      const outcomes = yield* Effect.all(Array.from({ length: 40 }, () => Effect.exit(grant({ nowMillis: 10 * minute }))), {
        concurrency: "unbounded"
      })
      assert.strictEqual(outcomes.filter((exit) => exit._tag === "Success").length, 29)
      const error = yield* refusal({ nowMillis: 20 * minute })
      assert.deepStrictEqual([error.error, error.status, error.retryAfterSeconds], ["slow_down", 429, 40 * 60])
      yield* grant({ nowMillis: 60 * minute })
      assert.strictEqual((yield* refusal({ nowMillis: 61 * minute })).retryAfterSeconds, 9 * 60)
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-15 guessing is throttled, and a stranger does not lock the client out", () =>
    Effect.gen(function*() {
      const { grant, refusal } = yield* setup
      const stranger = "203.0.113.9"
      for (let guess = 0; guess < 10; guess++) {
        assert.strictEqual((yield* refusal({ clientSecret: wrong, remoteAddress: stranger })).status, 401)
      }
      const throttled = yield* refusal({ clientSecret: wrong, remoteAddress: stranger, nowMillis: minute })
      assert.deepStrictEqual([throttled.error, throttled.status, throttled.retryAfterSeconds], ["slow_down", 429, 240])
      yield* grant()
      yield* refusal({ clientSecret: wrong, remoteAddress: stranger, nowMillis: 5 * minute }).pipe(
        Effect.map((error) => assert.strictEqual(error.error, "invalid_client"))
      )
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-15 a success forgives the failures before it: the tenth after it is looked at, the eleventh waits", () =>
    Effect.gen(function*() {
      const { grant, refusal } = yield* setup
      const statuses = (count: number) =>
        Effect.forEach(Array.from({ length: count }), () => Effect.map(refusal({ clientSecret: wrong }), ({ status }) => status))
      assert.notInclude(yield* statuses(9), 429)
      yield* grant()
      const after = yield* statuses(11)
      assert.deepStrictEqual([after.slice(0, 10).every((status) => status === 401), after[10]], [true, 429])
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-15 a name that no client has is throttled as a client's is, so that nobody learns which there are", () =>
    Effect.gen(function*() {
      const { client, refusal } = yield* setup
      const statuses = (clientId: string) =>
        Effect.forEach(Array.from({ length: 12 }), () => Effect.map(refusal({ clientId, clientSecret: wrong }), ({ status }) => status))
      assert.deepStrictEqual(yield* statuses("cli_unknown"), yield* statuses(client.clientId))
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-15 an address that tries many clients is throttled, but no client signed in from there, nor the right secret", () =>
    Effect.gen(function*() {
      const { applications, client, grant, refusal } = yield* setup
      const late = yield* applications.createClient({ name: "late", scopes: ["a-x-get"] })
      yield* grant()
      for (let guess = 0; guess < 50; guess++) yield* refusal({ clientId: `cli_${guess}` })
      assert.strictEqual((yield* refusal({ clientId: "cli_51" })).error, "slow_down")
      assert.strictEqual((yield* refusal({ clientId: late.clientId, clientSecret: wrong })).error, "slow_down")
      yield* grant({ clientId: late.clientId, clientSecret: late.clientSecret })
      assert.strictEqual((yield* grant()).scopes.length, client.scopes.length)
      yield* grant({ clientId: late.clientId, clientSecret: late.clientSecret, remoteAddress: "10.0.0.2" })
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-15 a flood of guesses is not looked at: beyond 500 in one second from one address even the right secret waits", () =>
    Effect.gen(function*() {
      const { grant, refusal } = yield* setup
      for (let guess = 0; guess < 510; guess++) yield* refusal({ clientSecret: wrong, nowMillis: minute })
      assert.strictEqual((yield* refusal({ nowMillis: minute })).error, "slow_down")
      yield* grant({ nowMillis: minute + 1_000 })
    }).pipe(Effect.provide(TestLive)))

  it.effect("a host cannot change its IPv6 address to be new again", () =>
    Effect.gen(function*() {
      const { refusal } = yield* setup
      for (let guess = 0; guess < 50; guess++) {
        yield* refusal({ clientId: `cli_${guess}`, remoteAddress: `2001:db8::${guess.toString(16)}` })
      }
      for (const remoteAddress of ["2001:db8:0:0:ffff::1", "2001:0DB8::abcd:1"]) {
        assert.strictEqual((yield* refusal({ clientId: "cli_x", remoteAddress })).error, "slow_down")
      }
      assert.strictEqual((yield* refusal({ clientId: "cli_x", remoteAddress: "2001:db8:0:1::1" })).error, "invalid_client")
    }).pipe(Effect.provide(TestLive)))
})

describe("FailureThrottle", () => {
  it("remembers no more keys than it may, the latest failures", () => {
    const throttle = new FailureThrottle({ kind: "pair", limit: 1, windowMillis: 1_000, maxKeys: 100, looksPerSecond: 1 })
    for (let key = 0; key < 10_000; key++) throttle.fail(String(key), 0)
    assert.strictEqual(throttle.size, 100)
    assert.strictEqual(throttle.waitSeconds("9999", 0), 1)
    assert.strictEqual(throttle.waitSeconds("0", 0), 0)
  })

  it("the wait ends with the window, and with a success", () => {
    const throttle = new FailureThrottle({ kind: "pair", limit: 2, windowMillis: 10_000, maxKeys: 10, looksPerSecond: 1 })
    throttle.fail("a", 0)
    assert.strictEqual(throttle.waitSeconds("a", 1), 0)
    throttle.fail("a", 9_000)
    assert.strictEqual(throttle.waitSeconds("a", 9_001), 1)
    assert.strictEqual(throttle.waitSeconds("a", 10_000), 0)
    throttle.fail("a", 10_000)
    throttle.fail("a", 10_000)
    assert.strictEqual(throttle.waitSeconds("a", 10_000), 10)
    throttle.forgive("a")
    assert.strictEqual(throttle.waitSeconds("a", 10_000), 0)
  })
})
