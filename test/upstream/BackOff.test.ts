import { assert, describe, it } from "@effect/vitest"
import { pauseMillis } from "../../src/upstream/BackOff.ts"
import fc from "../support/Property.ts"

describe("BackOff", () => {
  it("doubles its bound with each retry, up to a second", () => {
    assert.deepStrictEqual([1, 2, 3, 4, 5, 6, 60].map((retry) => pauseMillis(retry, 1)), [50, 100, 200, 400, 800, 1000, 1000])
  })

  it("may be anything from nothing to its bound", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0, max: 1, noNaN: true }), (retry, random) => {
      const pause = pauseMillis(retry, random)
      assert.isTrue(pause >= 0 && pause <= pauseMillis(retry, 1))
      assert.strictEqual(pause, random * pauseMillis(retry, 1))
    }))
  })
})
