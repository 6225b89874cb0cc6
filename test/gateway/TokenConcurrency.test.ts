import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { maxInProgressOf, TokenConcurrency } from "../../src/gateway/TokenConcurrency.ts"

const maxInProgress = maxInProgressOf(120)

const full = (bucket = "one"): TokenConcurrency => {
  const places = new TokenConcurrency(maxInProgress)
  for (let request = 0; request < maxInProgress; request++) {
    assert.isFalse(places.isFull(bucket))
    places.enter(bucket)
  }
  assert.isTrue(places.isFull(bucket))
  return places
}

/** Waits in a fiber; `taken` counts the places that came. */
const waiting = (places: TokenConcurrency, order: Array<number>, index: number) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(places.wait("one", () => order.push(index)))
    yield* Effect.yieldNow
    return fiber
  })

describe("the places of a token", () => {
  it("are 32, more only where a token may send so many that 32 could not carry them", () => {
    assert.deepStrictEqual([1, 120, 32_999, 33_000, 1_000_000].map(maxInProgressOf), [32, 32, 32, 33, 1_000])
  })

  it("are its own: another token has others", () => {
    const places = full()
    assert.isFalse(places.isFull("two"))
    places.enter("two")
    places.leave("one")
    assert.isFalse(places.isFull("one"))
    places.enter("one")
    assert.isTrue(places.isFull("one"))
    for (let request = 0; request < maxInProgress; request++) places.leave("one")
    places.leave("two")
    assert.strictEqual(places.size, 0)
  })

  it.effect("go to who waits longest, and nobody who comes later gets in between", () =>
    Effect.gen(function*() {
      const places = full()
      const order: Array<number> = []
      const fibers = yield* Effect.forEach([0, 1, 2], (index) => waiting(places, order, index))
      places.leave("one")
      assert.isTrue(places.isFull("one"))
      places.leave("one")
      assert.deepStrictEqual(order, [0, 1])
      assert.deepStrictEqual(yield* Effect.forEach(fibers.slice(0, 2), Fiber.join), [true, true])
      places.leave("one")
      assert.isTrue(yield* Fiber.join(fibers[2] ?? assert.fail("no fiber")))
      for (let request = 0; request < maxInProgress; request++) places.leave("one")
      assert.strictEqual(places.size, 0)
    }))

  it.effect("do not come to who has waited a second, nor to who has left", () =>
    Effect.gen(function*() {
      const places = full()
      const order: Array<number> = []
      const late = yield* waiting(places, order, 0)
      const gone = yield* waiting(places, order, 1)
      yield* Fiber.interrupt(gone)
      yield* TestClock.adjust(999)
      const next = yield* waiting(places, order, 2)
      assert.isUndefined(late.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.isFalse(yield* Fiber.join(late))
      places.leave("one")
      assert.isTrue(yield* Fiber.join(next))
      assert.deepStrictEqual(order, [2])
      assert.strictEqual(places.inProgress("one"), maxInProgress)
    }))

  it.effect("that come in the moment in which somebody stops waiting are told to be taken, so that they are given back", () =>
    Effect.gen(function*() {
      const places = full()
      const order: Array<number> = []
      const fiber = yield* waiting(places, order, 0)
      places.leave("one")
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(order, [0])
      assert.strictEqual(places.inProgress("one"), maxInProgress)
    }))
})
