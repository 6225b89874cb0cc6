/** What operators announce, while the database is slow. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Announcements } from "../../src/telemetry/Announcements.ts"
import { makeSlowAnswers } from "../support/SlowAnswers.ts"
import { pause } from "../support/Suite.ts"
import * as TempDatabase from "../support/TempDatabase.ts"

const start = Date.UTC(2026, 10, 21, 3)
const hour = 3_600_000
const settle = Effect.promise(() => pause(150))

describe("Announcements", () => {
  it.effect("are those that were announced last, however late an answer of before comes", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(start)
      const { layer, slow } = yield* makeSlowAnswers
      const gateway = yield* Layer.build(Announcements.layer.pipe(Layer.provide(layer), Layer.provide(TempDatabase.layer)))
      const { announce, isMaintained } = Context.get(gateway, Announcements)
      yield* settle
      const answer = yield* slow.hold("FROM announcements\n            WHERE")
      yield* Effect.forkChild(TestClock.adjust("5 seconds"))
      yield* answer.asked
      yield* Effect.forkChild(
        announce({ id: randomUUID(), agency: "dinkes", from: start, to: start + hour, text: { id: "pemeliharaan", en: null } })
      )
      yield* settle
      yield* answer.letGo
      yield* settle
      assert.isTrue(isMaintained("dinkes"))
    }))
})
