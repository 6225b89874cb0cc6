/** fault-131 When a gateway's clock counts as wrong: by how far it is off, less what the question's way may have made of it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { type ClockMeasure, DatabaseClock } from "../../src/storage/DatabaseClock.ts"
import { ClockWatch } from "../../src/watch/ClockWatch.ts"

describe("fault-131 ClockWatch", () => {
  it.effect("a clock more than five seconds off is wrong until it is right, which is told once each", () => {
    let latest: ClockMeasure | undefined = { offsetMillis: 200, halfTripMillis: 1 }
    const logs: Array<string> = []
    return Effect.gen(function*() {
      const { isOff, offsetSeconds } = yield* ClockWatch
      const becomes = (measure: ClockMeasure | undefined, off: boolean) =>
        Effect.gen(function*() {
          latest = measure
          yield* TestClock.adjust("3 seconds")
          assert.strictEqual(isOff(), off)
        })
      assert.isFalse(isOff())
      yield* becomes({ offsetMillis: -5_001, halfTripMillis: 0 }, true)
      assert.strictEqual(offsetSeconds(), -5.001)
      yield* becomes({ offsetMillis: 94_608_000_000, halfTripMillis: 20 }, true)
      yield* becomes({ offsetMillis: 5_000, halfTripMillis: 0 }, false)
      // A database that took twelve seconds to answer says nothing of the clock.
      yield* becomes({ offsetMillis: 5_900, halfTripMillis: 6_000 }, false)
      yield* becomes(undefined, false)
      assert.deepStrictEqual(logs, [
        "this gateway's clock is 5 seconds behind the database's: it is not ready until it is right",
        "this gateway's clock agrees with the database's again"
      ])
    }).pipe(
      Effect.provide(ClockWatch.layer.pipe(Layer.provide(Layer.succeed(DatabaseClock, { measure: () => latest })))),
      Effect.provide(Logger.layer([Logger.make(({ message }) => logs.push(String(message)))]))
    )
  })
})
