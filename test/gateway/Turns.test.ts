import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { turnMillis, Turns } from "../../src/gateway/Turns.ts"

const busyFor = (millis: number): void => {
  const until = performance.now() + millis
  while (performance.now() < until);
}

describe("Turns", () => {
  it("stops between steps once the turn is over, for all who share it", () => {
    const turns = new Turns()
    let steps = 0
    const step = () => {
      busyFor(turnMillis / 4)
      return ++steps < 1_000
    }
    assert.isTrue(turns.run(step))
    assert.isAtMost(steps, 5)
    assert.isTrue(turns.isOver)
    const before = steps
    assert.isTrue(turns.run(step))
    assert.strictEqual(steps, before + 1)
  })

  it.live("gives each who waits a turn of its own, in order", () =>
    Effect.gen(function*() {
      const turns = new Turns()
      const order: Array<string> = []
      let turn = 0
      const tick = () => {
        turn++
        next = setImmediate(tick)
      }
      let next = setImmediate(tick)
      const waits = ["a", "b", "c"].map((name) =>
        Effect.map(turns.next, () => {
          order.push(`${name}${turn}`)
        })
      )
      const fibers = yield* Effect.forEach(waits, (wait) => Effect.forkChild(wait))
      yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      clearImmediate(next)
      assert.deepEqual(order.map((entry) => entry[0]), ["a", "b", "c"])
      assert.strictEqual(new Set(order.map((entry) => entry.slice(1))).size, 3)
    }))

  it.live("who leaves the line is not waited for", () =>
    Effect.gen(function*() {
      const turns = new Turns()
      const first = yield* Effect.forkChild(turns.next)
      const second = yield* Effect.forkChild(turns.next)
      yield* Fiber.interrupt(first)
      yield* Fiber.join(second)
      assert.isFalse(turns.isOver)
    }))
})
