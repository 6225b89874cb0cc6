import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { AccessRequests, type AskOptions } from "../../src/access/AccessRequests.ts"
import { Applications } from "../../src/access/Applications.ts"
import { ClientAuthentication } from "../../src/access/ClientAuthentication.ts"
import { ClientCredentials } from "../../src/access/ClientCredentials.ts"
import { Developers } from "../../src/access/Developers.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const TestLive = Layer.mergeAll(AccessRequests.layer, ClientCredentials.layer()).pipe(
  Layer.provide(ClientAuthentication.layer),
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
    requests.ask({
      kind: "client-credentials",
      application: "peta",
      agency: "dlh",
      scopes: ["dlh-taman-get", "dlh-air-get", "dlh-air-get"],
      purpose: "Riset",
      by: account,
      ...options
    })
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
        kind: "client-credentials",
        application: "peta",
        agency: "dlh",
        scopes: ["dlh-air-get", "dlh-taman-get"],
        purpose: "Riset",
        askedBy: account,
        askedAt: 0,
        state: "asked",
        decidedBy: null,
        decidedAt: null,
        reason: null,
        clientId: null
      })
      yield* TestClock.setTime(1)
      const second = yield* ask({ agency: "dinkes", scopes: ["dinkes-klinik-get"] })
      assert.deepStrictEqual(yield* requests.list({}), [first, second])
      assert.deepStrictEqual(yield* requests.list({ agency: "dinkes", state: "asked", application: "peta" }), [second])
      assert.deepStrictEqual(yield* requests.list({ state: "approved" }), [])
      assert.deepStrictEqual(yield* requests.find(requestId), first)
      assert.isUndefined(yield* requests.find("req_none"))
    }).pipe(Effect.provide(TestLive)))

  it.effect("approved, client credentials are a client whose secret its developer makes; the next approval extends it", () =>
    Effect.gen(function*() {
      const { applications, ask, requests } = yield* setup
      const access = yield* ClientCredentials
      yield* TestClock.setTime(7)
      const { request } = yield* requests.approve((yield* ask()).requestId, "rina")
      const clientId = request.clientId ?? assert.fail("no client was made")
      assert.deepInclude(request, { state: "approved", decidedBy: "rina", decidedAt: 7, reason: null })
      assert.strictEqual((yield* applications.clientsOf("peta"))[0]?.secretOf, "")
      const client = (yield* applications.rotateClient(clientId, { by: account, overlapMillis: 1_000 })) ?? assert.fail("no client")
      assert.isNull(client.previousUntil)
      const grant = access.grant({ ...client, scope: "*", remoteAddress: "10.0.0.1", nowMillis: 7 })
      assert.deepStrictEqual((yield* grant).scopes, ["dlh-air-get", "dlh-taman-get"])
      const next = yield* requests.approve((yield* ask({ agency: "dinkes", scopes: ["dinkes-klinik-get"] })).requestId, "tono")
      assert.strictEqual(next.request.clientId, client.clientId)
      assert.deepStrictEqual((yield* grant).scopes, ["dinkes-klinik-get", "dlh-air-get", "dlh-taman-get"])
      assert.deepStrictEqual((yield* applications.clientsOf("peta")).map((one) => [one.clientId, one.secretOf]), [[
        client.clientId,
        account
      ]])
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-129 a client whose working secret somebody else may have seen is not extended: the application gets a new one", () =>
    Effect.gen(function*() {
      const { applications, ask, requests } = yield* setup
      const seen = yield* applications.createClient({ name: "peta", scopes: ["dlh-air-get"] })
      const approved = Effect.flatMap(
        ask(),
        ({ requestId }) => Effect.map(requests.approve(requestId, "rina"), ({ request }) => request.clientId ?? "")
      )
      const scopes = (clientId: string) =>
        Effect.map(applications.clientsOf("peta"), (all) => all.find((one) => one.clientId === clientId)?.scopes)
      const fresh = yield* approved
      assert.notStrictEqual(fresh, seen.clientId)
      assert.deepStrictEqual(yield* scopes(seen.clientId), ["dlh-air-get"])
      yield* applications.revokeClient(fresh)
      // The one before still works beside the developer's own.
      yield* applications.rotateClient(seen.clientId, { by: account, overlapMillis: 1_000 })
      yield* TestClock.setTime(999)
      assert.notStrictEqual(yield* approved, seen.clientId)
      for (const { clientId } of yield* applications.clientsOf("peta")) {
        if (clientId !== seen.clientId) yield* applications.revokeClient(clientId)
      }
      yield* TestClock.setTime(1_000)
      assert.strictEqual(yield* approved, seen.clientId)
      assert.deepStrictEqual(yield* scopes(seen.clientId), ["dlh-air-get", "dlh-taman-get"])
      // Whoever has the application now has not made that secret.
      yield* (yield* Developers).ensure({ account: "sari", name: "Sari", kind: "developer" })
      yield* applications.setOwner("peta", "sari")
      assert.notStrictEqual(yield* approved, seen.clientId)
    }).pipe(Effect.provide(TestLive)))

  it.effect("an application without a developer has its operator's client extended", () =>
    Effect.gen(function*() {
      const { applications, ask, requests } = yield* setup
      const { clientId } = yield* applications.createClient({ name: "sipd", official: true, scopes: [] })
      assert.strictEqual((yield* requests.approve((yield* ask({ application: "sipd" })).requestId, "rina")).request.clientId, clientId)
    }).pipe(Effect.provide(TestLive)))

  it.effect("a revoked or disabled client is not extended: the application gets a new one", () =>
    Effect.gen(function*() {
      const { applications, ask, requests } = yield* setup
      const approved = Effect.flatMap(ask(), ({ requestId }) =>
        Effect.map(requests.approve(requestId, "rina"), ({ request }) => request.clientId ?? ""))
      const first = yield* approved
      assert.strictEqual(yield* approved, first)
      yield* applications.setClientDisabled(first, true)
      const second = yield* approved
      assert.notStrictEqual(second, first)
      yield* applications.revokeClient(second)
      assert.notInclude([first, second], yield* approved)
    }).pipe(Effect.provide(TestLive)))

  it.effect("approved, private access is the owner's verification for that agency by the approver, for 180 days unless told", () =>
    Effect.gen(function*() {
      const { ask, developers, requests } = yield* setup
      yield* TestClock.setTime(9)
      const { request } = yield* requests.approve((yield* ask({ kind: "private-access", scopes: [] })).requestId, "rina")
      assert.isNull(request.clientId)
      assert.deepStrictEqual((yield* developers.find(account))?.verifications, [{
        agency: "dlh",
        givenAt: 9,
        givenBy: "rina",
        until: 9 + 180 * 86_400_000,
        forReview: false
      }])
      yield* requests.approve((yield* ask({ kind: "private-access", scopes: [] })).requestId, "tono", 77)
      assert.deepStrictEqual((yield* developers.find(account))?.verifications, [{
        agency: "dlh",
        givenAt: 9,
        givenBy: "tono",
        until: 77,
        forReview: false
      }])
    }).pipe(Effect.provide(TestLive)))

  it.effect("refused, it has the reason and grants nothing; it is decided once, even when two decide at once", () =>
    Effect.gen(function*() {
      const { applications, ask, requests } = yield* setup
      const { requestId } = yield* ask()
      assert.deepInclude(yield* requests.refuse(requestId, "rina", "tujuan kurang jelas"), {
        state: "refused",
        decidedBy: "rina",
        reason: "tujuan kurang jelas",
        clientId: null
      })
      assert.deepStrictEqual(yield* applications.clientsOf("peta"), [])
      for (const decision of [Effect.asVoid(requests.approve(requestId, "tono")), Effect.asVoid(requests.refuse(requestId, "tono", "x"))]) {
        const error = yield* Effect.flip(decision)
        assert.strictEqual(error.reason, "decided")
        assert.include(error.message, "refused by rina")
      }
      assert.deepStrictEqual(yield* applications.clientsOf("peta"), [])
      const both = yield* ask()
      const exits = yield* Effect.all([
        Effect.exit(requests.approve(both.requestId, "a")),
        Effect.exit(requests.approve(both.requestId, "b"))
      ], { concurrency: "unbounded" })
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
