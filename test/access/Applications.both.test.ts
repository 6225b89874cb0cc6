import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Applications } from "../../src/access/Applications.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const TestLive = Layer.provideMerge(Applications.layer, TempDatabase.layer)

describe("Applications", () => {
  it.effect("ensure makes an application once, and changes only the flags that it is given", () =>
    Effect.gen(function*() {
      const { ensure } = yield* Applications
      const made = {
        name: "portal",
        purpose: null,
        owner: null,
        agency: null,
        official: false,
        privateVerified: false,
        scopes: null,
        createdAt: 0,
        disabledAt: null
      }
      assert.deepStrictEqual(yield* ensure({ name: "portal" }), made)
      assert.deepStrictEqual(yield* ensure({ name: "portal", official: true }), { ...made, official: true })
      assert.deepStrictEqual(yield* ensure({ name: "portal", privateVerified: true }), { ...made, official: true, privateVerified: true })
      assert.deepStrictEqual(yield* ensure({ name: "portal", official: false }), { ...made, privateVerified: true })
      assert.deepStrictEqual(yield* ensure({ name: "portal" }), { ...made, privateVerified: true })
    }).pipe(Effect.provide(TestLive)))

  it.effect("clients are listed with what they may ask for, never with their secret", () =>
    Effect.gen(function*() {
      const { createClient, listClients, revokeClient } = yield* Applications
      const client = yield* createClient({ name: "server", scopes: ["b-get", "a-get", "b-get"] })
      assert.deepStrictEqual(client.scopes, ["a-get", "b-get"])
      assert.match(Redacted.value(client.clientSecret), /^gps_[A-Za-z0-9_-]{43}$/)
      assert.notInclude(JSON.stringify(client), Redacted.value(client.clientSecret))
      yield* createClient({ name: "server", scopes: [] })
      assert.isTrue(yield* revokeClient(client.clientId))
      assert.isFalse(yield* revokeClient("cli_none"))
      const listed = yield* listClients
      assert.strictEqual(listed.length, 2)
      assert.deepStrictEqual(listed.find(({ clientId }) => clientId === client.clientId), {
        clientId: client.clientId,
        application: "server",
        scopes: ["a-get", "b-get"],
        createdAt: 0,
        disabledAt: null,
        revokedAt: 0,
        previousUntil: null,
        secretOf: null
      })
    }).pipe(Effect.provide(TestLive)))

  it.effect("fault-123 no name that looks like another's is taken, whoever makes the application; the same one is found", () =>
    Effect.gen(function*() {
      const { create, createClient, ensure, find, list } = yield* Applications
      yield* create({ name: "peta-kota" })
      const cyrillic = "p\u0435ta-kota"
      for (
        const making of [
          create({ name: cyrillic }),
          ensure({ name: cyrillic, official: true }),
          createClient({ name: cyrillic, scopes: [] }),
          create({ name: "peta\u200b-kota" })
        ]
      ) {
        const error = yield* Effect.flip<unknown, unknown, never>(making)
        assert.deepInclude(error, { _tag: "NameTaken", by: "peta-kota" })
      }
      assert.strictEqual((yield* Effect.flip(create({ name: "peta-kota" }))).message, "there is an application named \"peta-kota\" already")
      assert.deepInclude(yield* ensure({ name: "peta-kota", official: true }), { name: "peta-kota", official: true })
      assert.isUndefined(yield* find(cyrillic))
      assert.strictEqual((yield* list).length, 1)
    }).pipe(Effect.provide(TestLive)))

  it.effect("a name is only a name", () =>
    Effect.gen(function*() {
      const { ensure } = yield* Applications
      for (const name of ["__proto__", "'); DROP TABLE tokens; --", "\u202ex", "=1+1"]) {
        assert.strictEqual((yield* ensure({ name, official: true })).name, name)
      }
    }).pipe(Effect.provide(TestLive)))
})
