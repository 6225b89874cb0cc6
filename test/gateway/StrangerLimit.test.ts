import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { StrangerLimit } from "../../src/gateway/StrangerLimit.ts"

describe("StrangerLimit", () => {
  it.effect("refuses what is beyond the limit until the minute is over, and tells who is beyond it without counting", () =>
    Effect.gen(function*() {
      const { isBeyond, refuse } = yield* StrangerLimit
      for (let request = 0; request < 3; request++) assert.strictEqual(refuse("a", 1_000), 0)
      assert.isFalse(isBeyond("a", 1_000))
      assert.strictEqual(refuse("a", 21_000), 40)
      for (let look = 0; look < 5; look++) assert.deepStrictEqual([isBeyond("a", 60_999), isBeyond("b", 60_999)], [true, false])
      assert.strictEqual(refuse("b", 60_999), 0)
      assert.isFalse(isBeyond("a", 61_000))
      assert.strictEqual(refuse("a", 61_000), 0)
    }).pipe(Effect.provide(StrangerLimit.layer({ limit: 3 }))))
})
