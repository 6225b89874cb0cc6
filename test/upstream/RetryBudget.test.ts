import { assert, describe, it } from "@effect/vitest"
import { RetryBudget } from "../../src/upstream/RetryBudget.ts"
import fc from "../support/Property.ts"

const spend = (budget: RetryBudget, times: number, nowMillis: number): number => {
  let granted = 0
  for (let n = 0; n < times; n++) if (budget.retry(nowMillis)) granted++
  return granted
}

describe("RetryBudget", () => {
  it("grants three retries a second to an agency that is hardly called", () => {
    const budget = new RetryBudget()
    budget.call(5_000)
    assert.strictEqual(spend(budget, 10, 5_000), 3)
    assert.strictEqual(spend(budget, 10, 5_999), 0)
    assert.strictEqual(spend(budget, 10, 6_000), 3)
  })

  it("grants a fifth of the calls of the last ten seconds", () => {
    const budget = new RetryBudget()
    for (let n = 0; n < 1000; n++) budget.call(1_000 + n)
    assert.strictEqual(spend(budget, 1000, 2_000), 200)
    assert.strictEqual(spend(budget, 1000, 9_000), 0)
  })

  it("forgets calls and retries after ten seconds", () => {
    const budget = new RetryBudget()
    for (let n = 0; n < 1000; n++) budget.call(1_000)
    assert.strictEqual(spend(budget, 1000, 1_000), 200)
    assert.strictEqual(spend(budget, 1000, 11_000), 3)
    for (let n = 0; n < 1000; n++) budget.call(100_000)
    assert.strictEqual(spend(budget, 1000, 100_000), 200)
  })

  it("fault-58 never grants more than a fifth of the calls, or three a second where that is more, in any ten seconds", () => {
    fc.assert(fc.property(
      fc.array(fc.record({ pause: fc.integer({ min: 0, max: 900 }), calls: fc.integer({ min: 0, max: 40 }) }), { maxLength: 80 }),
      (steps) => {
        const budget = new RetryBudget()
        const log: Array<{ second: number; calls: number; retries: number }> = []
        let now = 50_000
        for (const { calls, pause } of steps) {
          now += pause
          for (let n = 0; n < calls; n++) budget.call(now)
          const retries = spend(budget, calls + 5, now)
          const second = Math.floor(now / 1000)
          log.push({ second, calls, retries })
          const window = log.filter((entry) => entry.second > second - 10)
          const sum = (key: "calls" | "retries") => window.reduce((total, entry) => total + entry[key], 0)
          // What was granted while more calls were in sight may stay; nothing new is granted beyond the bound.
          if (retries > 0) assert.isAtMost(sum("retries"), Math.max(sum("calls") * 0.2, 30))
          const thisSecond = log.filter((entry) => entry.second === second).reduce((total, entry) => total + entry.retries, 0)
          assert.isAtMost(thisSecond, Math.max(sum("calls") * 0.2, 3))
        }
      }
    ))
  })
})
