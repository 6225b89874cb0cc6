import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Applications } from "../../src/access/Applications.ts"
import { ClientAuthentication } from "../../src/access/ClientAuthentication.ts"
import { ClientCredentials } from "../../src/access/ClientCredentials.ts"
import { Developers } from "../../src/access/Developers.ts"
import { TokenStore } from "../../src/access/TokenStore.ts"
import { onPostgres } from "../support/Postgres.ts"
import { pause } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const day = 86_400_000
const TestLive = ClientCredentials.layer().pipe(
  Layer.provide(ClientAuthentication.layer),
  Layer.provideMerge(Layer.mergeAll(TokenStore.layer, Applications.layer, Developers.layer)),
  Layer.provideMerge(TempDatabase.layer)
)
const budi = { account: "budi@kota.go.id", name: "Budi Santoso", kind: "developer" as const }
const fresh = { ...budi, createdAt: 0, verifications: [], disabledAt: null }
/** Time enough for memory to follow; PostgreSQL's answers take real time. */
const aSecond = Effect.andThen(TestClock.adjust("1 second"), onPostgres ? Effect.promise(() => pause(500)) : Effect.void)

const owned = Effect.gen(function*() {
  const developers = yield* Developers
  const applications = yield* Applications
  const tokens = yield* TokenStore
  yield* developers.ensure(budi)
  const application = yield* applications.create({ name: "peta", owner: budi.account, scopes: ["a-x-get", "b-y-get"] })
  const issue = (scopes: ReadonlyArray<string> = ["a-x-get"]) =>
    tokens.issue({ application: "peta", scopes, lifetimeMillis: day, nowMillis: 0 })
  return { developers, applications, tokens, application, issue }
})

describe("Developers", () => {
  it.effect("ensure makes a developer once and keeps the name up to date", () =>
    Effect.gen(function*() {
      const { ensure, find, list } = yield* Developers
      assert.deepStrictEqual(yield* ensure(budi), fresh)
      yield* TestClock.setTime(5)
      const renamed = { ...fresh, name: "Budi S.", kind: "civil-servant" as const }
      assert.deepStrictEqual(yield* ensure({ ...budi, name: "Budi S.", kind: "civil-servant" }), renamed)
      assert.deepStrictEqual(yield* list, [renamed])
      assert.deepStrictEqual(yield* find(budi.account), renamed)
      assert.isUndefined(yield* find("BUDI@kota.go.id"))
    }).pipe(Effect.provide(TestLive)))

  it.effect("a verification has an agency, who gave it, when and until when; given anew it has the new ones; taken back it is gone", () =>
    Effect.gen(function*() {
      const { ensure, listVerified, unverify, verify } = yield* Developers
      yield* ensure(budi)
      yield* ensure({ ...budi, account: "ayu@kota.go.id", name: "Ayu" })
      yield* TestClock.setTime(1_000)
      const dinkes = { agency: "dinkes", givenAt: 1_000, givenBy: "rina", until: day, forReview: false }
      assert.deepStrictEqual(yield* verify({ account: budi.account, agency: "dinkes", by: "rina", until: day }), {
        ...fresh,
        verifications: [dinkes]
      })
      yield* TestClock.setTime(2_000)
      const anew = { ...dinkes, givenAt: 2_000, givenBy: "tono", until: 2 * day }
      assert.deepStrictEqual(yield* verify({ account: budi.account, agency: "dinkes", by: "tono", until: 2 * day }), {
        ...fresh,
        verifications: [anew]
      })
      const whole = { agency: null, givenAt: 2_000, givenBy: "op", until: null, forReview: false }
      const both = { ...fresh, verifications: [whole, anew] }
      assert.deepStrictEqual(yield* verify({ account: budi.account, agency: null, by: "op", until: null }), both)
      assert.deepStrictEqual(yield* listVerified("dinkes"), [both])
      assert.deepStrictEqual(yield* listVerified("dukcapil"), [both])
      assert.deepStrictEqual(yield* unverify(budi.account, null), { ...fresh, verifications: [anew] })
      assert.deepStrictEqual(yield* listVerified("dukcapil"), [])
      yield* verify({ account: budi.account, agency: null, by: "op", until: null })
      assert.deepStrictEqual(yield* unverify(budi.account, "all"), fresh)
      assert.isUndefined(yield* verify({ account: "siapa", agency: null, by: "rina", until: null }))
    }).pipe(Effect.provide(TestLive)))

  it.effect("a developer's applications have private access of agencies that verified him within a second, and lose it as fast", () =>
    Effect.gen(function*() {
      const { developers, issue, tokens } = yield* owned
      const text = Redacted.value((yield* issue()).token)
      const access = () => tokens.known(text, 0)?.privateAccess
      assert.deepStrictEqual(access(), { everywhereUntil: 0, untilByAgency: new Map() })
      yield* developers.verify({ account: budi.account, agency: "dinkes", by: "rina", until: 5 * day })
      yield* developers.verify({ account: budi.account, agency: "dukcapil", by: "rina", until: null })
      yield* aSecond
      assert.deepStrictEqual(access(), { everywhereUntil: 0, untilByAgency: new Map([["dinkes", 5 * day], ["dukcapil", Infinity]]) })
      yield* developers.verify({ account: budi.account, agency: null, by: "op", until: 9 * day })
      yield* developers.unverify(budi.account, "dukcapil")
      yield* aSecond
      assert.deepStrictEqual(access(), { everywhereUntil: 9 * day, untilByAgency: new Map([["dinkes", 5 * day]]) })
      yield* developers.unverify(budi.account, "all")
      yield* aSecond
      assert.deepStrictEqual(access(), { everywhereUntil: 0, untilByAgency: new Map() })
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-19 a disabled owner's tokens die within a second and no new ones come, from clients neither; enabled, they revive", () =>
    Effect.gen(function*() {
      const { applications, developers, issue, tokens } = yield* owned
      const access = yield* ClientCredentials
      const client = yield* applications.createClient({ name: "peta", scopes: ["a-x-get"] })
      const grant = access.grant({ ...client, scope: "*", remoteAddress: "10.0.0.1", nowMillis: 0 })
      const texts = [Redacted.value((yield* issue()).token), Redacted.value((yield* grant).accessToken)]
      yield* applications.ensure({ name: "lain" })
      const bystander = Redacted.value((yield* tokens.issue({ application: "lain", scopes: [], lifetimeMillis: day, nowMillis: 0 })).token)
      yield* developers.setDisabled(budi.account, true)
      yield* aSecond
      for (const text of texts) assert.isUndefined(tokens.known(text, 0))
      assert.isDefined(tokens.known(bystander, 0))
      assert.strictEqual((yield* Effect.flip(issue()))._tag, "UnknownApplication")
      assert.strictEqual((yield* Effect.flip(grant)).error, "invalid_client")
      yield* developers.setDisabled(budi.account, false)
      yield* aSecond
      for (const text of texts) assert.isDefined(tokens.known(text, 0))
      yield* issue()
      yield* grant
    }).pipe(Effect.provide(TestLive)))
})

describe("an owned application", () => {
  it.effect("given to another developer, its live tokens are as that one is within a second", () =>
    Effect.gen(function*() {
      const { applications, developers, issue, tokens } = yield* owned
      const text = Redacted.value((yield* issue()).token)
      yield* developers.ensure({ account: "ayu", name: "Ayu", kind: "developer" })
      yield* developers.verify({ account: "ayu", agency: null, by: "rina", until: null })
      assert.strictEqual((yield* Effect.flip(applications.setOwner("peta", "siapa")))._tag, "UnknownDeveloper")
      assert.isFalse(yield* applications.setOwner("siapa", "ayu"))
      assert.isTrue(yield* applications.setOwner("peta", "ayu"))
      yield* aSecond
      assert.strictEqual(tokens.known(text, 0)?.privateAccess.everywhereUntil, Infinity)
      assert.isTrue(yield* applications.setOwner("peta", null))
      yield* aSecond
      assert.strictEqual(tokens.known(text, 0)?.privateAccess.everywhereUntil, 0)
      assert.deepStrictEqual(yield* applications.listOwned("ayu"), [])
    }).pipe(Effect.provide(TestLive)))

  it.effect("has its owner, its selection and one name", () =>
    Effect.gen(function*() {
      const { application, applications } = yield* owned
      assert.deepStrictEqual(application, {
        name: "peta",
        purpose: null,
        owner: budi.account,
        agency: null,
        official: false,
        privateVerified: false,
        scopes: ["a-x-get", "b-y-get"],
        createdAt: 0,
        disabledAt: null
      })
      assert.deepStrictEqual(yield* applications.find("peta"), application)
      assert.deepStrictEqual(yield* applications.listOwned(budi.account), [application])
      assert.strictEqual((yield* Effect.flip(applications.create({ name: "peta" })))._tag, "NameTaken")
      assert.strictEqual((yield* Effect.flip(applications.create({ name: "lain", owner: "siapa" })))._tag, "UnknownDeveloper")
      assert.deepStrictEqual((yield* applications.list).map(({ name }) => name), ["peta"])
      assert.isTrue(yield* applications.setAgency("peta", "dlh"))
      assert.deepInclude(yield* applications.find("peta"), { agency: "dlh", official: true })
      assert.isTrue(yield* applications.setAgency("peta", null))
      assert.deepInclude(yield* applications.find("peta"), { agency: null, official: false })
      assert.isFalse(yield* applications.setAgency("siapa", "dlh"))
    }).pipe(Effect.provide(TestLive)))

  it.effect("gets tokens of what it selected and no more; deselected scopes leave its own live tokens", () =>
    Effect.gen(function*() {
      const { applications, issue, tokens } = yield* owned
      const error = yield* Effect.flip(issue(["a-x-get", "c-z-get"]))
      assert.deepInclude(error, { _tag: "ScopeNotSelected", scope: "c-z-get" })
      const text = Redacted.value((yield* issue(["a-x-get", "b-y-get"])).token)
      const access = yield* ClientCredentials
      const client = yield* applications.createClient({ name: "peta", scopes: ["b-y-get", "c-z-get"] })
      const ofClient = Redacted.value((yield* access.grant({ ...client, scope: "*", remoteAddress: "10.0.0.1", nowMillis: 0 })).accessToken)
      assert.isTrue(yield* applications.selectScopes("peta", ["a-x-get", "d-z-get"]))
      yield* aSecond
      assert.deepStrictEqual(tokens.known(text, 0)?.scopes, new Set(["a-x-get"]))
      assert.deepStrictEqual(tokens.known(ofClient, 0)?.scopes, new Set(["b-y-get", "c-z-get"]))
      yield* issue(["d-z-get"])
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-31 a scope withdrawn from it leaves its selection, its clients' grants and all its live tokens", () =>
    Effect.gen(function*() {
      const { applications, issue, tokens } = yield* owned
      const access = yield* ClientCredentials
      const client = yield* applications.createClient({ name: "peta", scopes: ["b-y-get", "c-z-get"] })
      const grant = access.grant({ ...client, scope: "*", remoteAddress: "10.0.0.1", nowMillis: 0 })
      const texts = [Redacted.value((yield* issue(["a-x-get", "b-y-get"])).token), Redacted.value((yield* grant).accessToken)]
      assert.isTrue(yield* applications.withdrawScopes("peta", ["b-y-get"]))
      yield* aSecond
      assert.deepStrictEqual(texts.map((text) => tokens.known(text, 0)?.scopes), [new Set(["a-x-get"]), new Set(["c-z-get"])])
      assert.deepStrictEqual((yield* applications.find("peta"))?.scopes, ["a-x-get"])
      assert.deepStrictEqual((yield* grant).scopes, ["c-z-get"])
      assert.strictEqual((yield* Effect.flip(issue(["b-y-get"])))._tag, "ScopeNotSelected")
      assert.isFalse(yield* applications.withdrawScopes("siapa", ["b-y-get"]))
    }).pipe(Effect.provide(TestLive)))
})
