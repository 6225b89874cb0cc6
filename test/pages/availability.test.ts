/** Shares as people read them: cut, never rounded up to all, and nothing less than they are. */
import { assert, describe, it } from "vitest"
import { availabilityOf } from "../../src/pages/CityTime.ts"

describe("a share of answers", () => {
  it.each([
    [0.57, "57.00%"],
    [1 - 8 / 25, "68.00%"],
    [0.99999, "99.99%"],
    [1 - 1 / 1_000_000_000, "99.99%"],
    [1, "100%"],
    [0, "0.00%"]
  ])("%d is %s", (share, shown) => assert.strictEqual(availabilityOf(share, "en"), shown))
})
