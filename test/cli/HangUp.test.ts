/** What is done at a SIGHUP. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { onHangUp } from "../../src/server/HangUp.ts"
import { eventually } from "../support/Suite.ts"

describe("what is done at a SIGHUP", () => {
  it.live("is done at the next one too, where it failed: the log tells of both", () =>
    Effect.gen(function*() {
      const logs: Array<string> = []
      let turns = 0
      const work = Effect.sync(() => {
        turns++
        if (turns === 1) throw new Error("a secret that cannot be read")
      })
      const told = Logger.layer([Logger.make(({ message }) => void logs.push(String(message)))])
      yield* Effect.scoped(Effect.gen(function*() {
        yield* onHangUp(work)
        for (const turn of [1, 2]) {
          process.emit("SIGHUP", "SIGHUP")
          yield* Effect.promise(() => eventually("a turn is taken", () => turns === turn))
        }
        yield* Effect.promise(() => eventually("both are told", () => logs.length === 2))
      })).pipe(Effect.provide(told))
      assert.match(logs[0] ?? "", /a secret that cannot be read/)
      assert.match(logs[1] ?? "", /again/)
    }))
})
