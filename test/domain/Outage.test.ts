import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { makeOutage } from "../../src/domain/Outage.ts"

const words = { failing: "the well is dry", working: "the well has water again" }

/** Runs with a log of its own. */
const logged = <A, E>(use: (lines: Array<string>) => Effect.Effect<A, E>) => {
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
    lines.push([logLevel, ...(Array.isArray(message) ? message : [message])].join(" "))
  })
  return Effect.provide(use(lines), Logger.layer([logger]))
}

describe("an outage", () => {
  it.effect("is told once when it begins and once when it is over, each time that there is one", () =>
    logged((lines) =>
      Effect.gen(function*() {
        const { outlasted } = makeOutage(words)
        const turns: ReadonlyArray<Effect.Effect<number, string>> = [
          Effect.succeed(1),
          Effect.fail("dust"),
          Effect.fail("sand"),
          Effect.succeed(2),
          Effect.succeed(3),
          Effect.fail("mud")
        ]
        for (const turn of turns) yield* outlasted(turn)
        assert.deepStrictEqual(lines, ["Warn the well is dry dust", "Info the well has water again", "Warn the well is dry mud"])
      })
    ))

  it.effect("lets who watches it have what the effect ends with", () =>
    logged((lines) =>
      Effect.gen(function*() {
        const { watched } = makeOutage({ ...words, level: "Error" })
        assert.strictEqual(yield* Effect.flip(watched(Effect.fail("dust"))), "dust")
        assert.strictEqual(yield* watched(Effect.succeed(4)), 4)
        assert.deepStrictEqual(lines, ["Error the well is dry dust", "Info the well has water again"])
      })
    ))

  it.effect("is a defect's doing too, and the loop goes on", () =>
    logged((lines) =>
      Effect.gen(function*() {
        const { outlasted } = makeOutage(words)
        let turns = 0
        const turn = Effect.suspend(() => ++turns === 2 ? Effect.die(new Error("a stone fell in")) : Effect.void)
        const loop = yield* Effect.forkChild(Effect.repeat(outlasted(turn), Schedule.spaced("1 second")))
        yield* TestClock.adjust("3 seconds")
        assert.strictEqual(turns, 4)
        assert.strictEqual(lines.length, 2)
        assert.match(lines[0] ?? "", /^Warn the well is dry Error: a stone fell in/)
        yield* Fiber.interrupt(loop)
      })
    ))

  it.effect("is none where the work is interrupted, and the loop ends", () =>
    logged((lines) =>
      Effect.gen(function*() {
        const { outlasted } = makeOutage(words)
        const loop = yield* Effect.forkChild(Effect.forever(outlasted(Effect.never)))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(loop)
        assert.deepStrictEqual(lines, [])
      })
    ))
})
