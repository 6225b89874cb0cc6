import { assert, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { monotonicMillis, nowMonotonic } from "../../src/domain/MonotonicTime.ts"

it.effect("monotonic time is moved by a test's clock, and only by that", () =>
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const before = yield* nowMonotonic
    assert.strictEqual(monotonicMillis(clock), before)
    yield* TestClock.adjust("1500 micros")
    assert.strictEqual((yield* nowMonotonic) - before, 1.5)
    assert.strictEqual(monotonicMillis(clock), yield* nowMonotonic)
  }))
