/** What agencies say of their fields, while the database is slow. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { mediaTypes } from "../../src/domain/Negotiation.ts"
import { VerdictMemory } from "../../src/gateway/VerdictMemory.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { addFields } from "../../src/storage/FieldTable.ts"
import { FieldDictionaries } from "../../src/watch/FieldDictionaries.ts"
import { makeSlowAnswers } from "../support/SlowAnswers.ts"
import { pause, registryText } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const settle = Effect.promise(() => pause(150))
const NoVerdicts = Layer.succeed(
  VerdictMemory,
  VerdictMemory.of({ attend: () => {}, of: () => undefined, maskedUnder: () => undefined, forget: () => {} } as never)
)
const [endpoint] = Effect.runSync(
  loadRegistry(registryText([{ slug: "opd", server: "http://127.0.0.1:1", endpoints: [{ path: "isi" }] }]), "registry.yaml")
).endpoints

describe("FieldDictionaries", () => {
  it.effect("goes on with what was saved last, however late an answer of before comes", () =>
    Effect.gen(function*() {
      if (endpoint === undefined) return assert.fail("no endpoint")
      yield* TestClock.setTime(Date.UTC(2026, 10, 21, 3))
      const { layer, slow } = yield* makeSlowAnswers
      const gateway = yield* Layer.build(FieldDictionaries.layer.pipe(
        Layer.provideMerge(layer),
        Layer.provide(TempDatabase.layer),
        Layer.provide(NoVerdicts)
      ))
      const { describe, ownOf } = Context.get(gateway, FieldDictionaries)
      yield* settle
      const root = {
        path: "data",
        types: ["array" as const],
        format: null,
        fieldClass: null,
        seen: 1,
        nulls: 0,
        firstSeen: 0,
        example: null
      }
      yield* addFields(Context.get(gateway, SqlClient.SqlClient), endpoint.route, Date.UTC(2026, 10, 21, 3), () => ({
        fingerprint: endpoint.fingerprint,
        fields: [root]
      }))
      const say = (text: string) => describe(endpoint, new Map([["data", text]]))
      const said = () => ownOf(endpoint).map(({ description }) => description)
      yield* say("lama")
      const answer = yield* slow.hold("FROM field_descriptions")
      yield* Effect.forkChild(TestClock.adjust("1 minute"))
      yield* answer.asked
      assert.deepStrictEqual(said(), ["lama"])
      yield* Effect.forkChild(say("baru"))
      yield* settle
      yield* answer.letGo
      yield* settle
      assert.deepStrictEqual(said(), ["baru"])
    }))

  it.effect("goes on with what it has learnt while all of it is read at the start", () =>
    Effect.gen(function*() {
      if (endpoint === undefined) return assert.fail("no endpoint")
      const now = Date.UTC(2026, 10, 21, 3)
      yield* TestClock.setTime(now)
      const database = yield* Layer.build(TempDatabase.layer)
      const sql = Context.get(database, SqlClient.SqlClient)
      const rootOf = (seen: number) => ({
        path: "data",
        types: ["array" as const],
        format: null,
        fieldClass: null,
        seen,
        nulls: 0,
        firstSeen: 0,
        example: null
      })
      yield* addFields(sql, endpoint.route, now, () => ({ fingerprint: endpoint.fingerprint, fields: [rootOf(1)] }))
      // Others of the city.
      for (let n = 0; n < 1500; n++) yield* addFields(sql, `zzz/data/${n}`, now, () => ({ fingerprint: "x", fields: [rootOf(1)] }))
      const gateway = yield* Layer.build(FieldDictionaries.layer.pipe(
        Layer.provide(Layer.succeedContext(database)),
        Layer.provide(NoVerdicts)
      ))
      const { note, ownOf } = Context.get(gateway, FieldDictionaries)
      note(
        { endpoint, parameters: {} } as never,
        "",
        {
          storedAt: now,
          expiresAt: now + 1,
          onlyFor: "",
          contentType: mediaTypes.json,
          body: Buffer.from(`{"data":[{"baru":1}]}`)
        } as never
      )
      const paths = () => ownOf(endpoint).map(({ path }) => path)
      // It rests before it looks, and begins to when it gets there.
      for (let tries = 0; tries < 250 && !paths().includes("data[].baru"); tries++) {
        yield* Effect.forkChild(TestClock.adjust("200 millis"))
        yield* Effect.promise(() => pause(100))
      }
      yield* Effect.promise(() => pause(800))
      assert.include(paths(), "data[].baru")
    }))
})
