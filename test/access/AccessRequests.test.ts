import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { AccessRequests, type AskOptions } from "../../src/access/AccessRequests.ts"
import { Applications } from "../../src/access/Applications.ts"
import { ClientCredentials } from "../../src/access/ClientCredentials.ts"
import { Developers } from "../../src/access/Developers.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const TestLive = Layer.mergeAll(AccessRequests.layer, ClientCredentials.layer()).pipe(
  Layer.provideMerge(Layer.mergeAll(Applications.layer, Developers.layer, TokenStore.layer)),
  Layer.provideMerge(TempDatabase.layer)
)
const account = "budi@kota.go.id"

const setup = Effect.gen(function*() {
  const requests = yield* AccessRequests
  const applications = yield* Applications
  const developers = yield* Developers
  yield* developers.ensure({ account, name: "Budi", kind: "developer" })
  yield* applications.create({ name: "peta", owner: account })
  const ask = (options: Partial<AskOptions> = {}) =>
    requests.ask({ kind: "client-credentials", application: "peta", agency: "dlh", scopes: ["dlh-taman-get", "dlh-air-get", "dlh-air-get"], purpose: "Riset", by: account, ...options })
  return { requests, applications, developers, ask }
})

describe("AccessRequests", () => {
  it.effect("a request is asked, listed by agency, application and state, and waits", () =>
    Effect.gen(function*() {
      const { ask, requests } = yield* setup
      const first = yield* ask()
      assert.match(first.requestId, /^req_/)
      const { requestId, ...rest } = first
      assert.deepStrictEqual(rest, {
        kind: "client-credentials", application: "peta", agency: "dlh", scopes: ["dlh-air-get", "dlh-taman-get"], purpose: "Riset", askedBy: account, askedAt: 0,
        state: "asked", decidedBy: null, decidedAt: null, reason: null, clientId: null
      })
      yield* TestClock.setTime(1)
      const second = yield* ask({ agency: "dinkes", scopes: ["dinkes-klinik-get"] })
      assert.deepStrictEqual(yield* requests.list({}), [first, second])
      assert.deepStrictEqual(yield* requests.list({ agency: "dinkes", state: "asked", application: "peta" }), [second])
      assert.deepStrictEqual(yield* requests.list({ state: "approved" }), [])
      assert.deepStrictEqual(yield* requests.find(requestId), first)
      assert.isUndefined(yield* requests.find("req_none"))
    }).pipe(Effect.provide(TestLive)))

  it.effect("approved, client credentials are a client that obtains tokens of those scopes; the next approval extends it", () =>
    Effect.gen(function*() {
      const { applications, ask, requests } = yield* setup
      const access = yield* ClientCredentials
      yield* TestClock.setTime(7)
      const { made, request } = yield* requests.approve((yield* ask()).requestId, "rina")
      const client = made ?? assert.fail("no client was made")
      assert.deepInclude(request, { state: "approved", decidedBy: "rina", decidedAt: 7, clientId: client.clientId, reason: null })
      const grant = access.grant({ ...client, scope: "*", remoteAddress: "10.0.0.1", nowMillis: 7 })
      assert.deepStrictEqual((yield* grant).scopes, ["dlh-air-get", "dlh-taman-get"])
      const next = yield* requests.approve((yield* ask({ agency: "dinkes", scopes: ["dinkes-klinik-get"] })).requestId, "tono")
      assert.isUndefined(next.made)
      assert.strictEqual(next.request.clientId, client.clientId)
      assert.deepStrictEqual((yield* grant).scopes, ["dinkes-klinik-get", "dlh-air-get", "dlh-taman-get"])
      assert.deepStrictEqual((yield* applications.clientsOf("peta")).map(({ clientId }) => clientId), [client.clientId])
      assert.notInclude(JSON.stringify(yield* requests.list({})), Redacted.value(client.clientSecret))
    }).pipe(Effect.provide(TestLive)))

  it.effect("a revoked or disabled client is not extended: the application gets a new one", () =>
    Effect.gen(function*() {
      const { applications, ask, requests } = yield* setup
      const first = (yield* requests.approve((yield* ask()).requestId, "rina")).made ?? assert.fail("no client")
      yield* applications.setClientDisabled(first.clientId, true)
      const second = (yield* requests.approve((yield* ask()).requestId, "rina")).made ?? assert.fail("no client")
      yield* applications.revokeClient(second.clientId)
      assert.isDefined((yield* requests.approve((yield* ask()).requestId, "rina")).made)
    }).pipe(Effect.provide(TestLive)))

  it.effect("approved, private access is the owner's verification by whoever approved", () =>
    Effect.gen(function*() {
      const { ask, developers, requests } = yield* setup
      yield* TestClock.setTime(9)
      const { made, request } = yield* requests.approve((yield* ask({ kind: "private-access", scopes: [] })).requestId, "rina")
      assert.isUndefined(made)
      assert.isNull(request.clientId)
      assert.deepInclude(yield* developers.find(account), { verifiedAt: 9, verifiedBy: "rina" })
    }).pipe(Effect.provide(TestLive)))

  it.effect("refused, it has the reason and grants nothing; it is decided once, even when two decide at once", () =>
    Effect.gen(function*() {
      const { applications, ask, requests } = yield* setup
      const { requestId } = yield* ask()
      assert.deepInclude(yield* requests.refuse(requestId, "rina", "tujuan kurang jelas"), { state: "refused", decidedBy: "rina", reason: "tujuan kurang jelas", clientId: null })
      assert.deepStrictEqual(yield* applications.clientsOf("peta"), [])
      for (const decision of [Effect.asVoid(requests.approve(requestId, "tono")), Effect.asVoid(requests.refuse(requestId, "tono", "x"))]) {
        const error = yield* Effect.flip(decision)
        assert.strictEqual(error.reason, "decided")
        assert.include(error.message, "refused by rina")
      }
      assert.deepStrictEqual(yield* applications.clientsOf("peta"), [])
      const both = yield* ask()
      const exits = yield* Effect.all([Effect.exit(requests.approve(both.requestId, "a")), Effect.exit(requests.approve(both.requestId, "b"))], { concurrency: "unbounded" })
      assert.deepStrictEqual(exits.map((exit) => exit._tag).toSorted(), ["Failure", "Success"])
      assert.strictEqual((yield* applications.clientsOf("peta")).length, 1)
    }).pipe(Effect.provide(TestLive)))

  it.effect("what cannot be asked or decided says why", () =>
    Effect.gen(function*() {
      const { applications, ask, requests } = yield* setup
      yield* applications.ensure({ name: "tanpa-pemilik" })
      assert.strictEqual((yield* Effect.flip(ask({ application: "siapa" }))).reason, "unknown-application")
      assert.strictEqual((yield* Effect.flip(ask({ application: "tanpa-pemilik", kind: "private-access" }))).reason, "without-owner")
      assert.strictEqual((yield* Effect.flip(requests.approve("req_none", "rina"))).reason, "unknown-request")
      assert.strictEqual((yield* Effect.flip(requests.refuse("req_none", "rina", "x"))).reason, "unknown-request")
    }).pipe(Effect.provide(TestLive)))
})
