import { assert, describe, it } from "@effect/vitest"
import { MakingBudget } from "../../src/http/MakingBudget.ts"

describe("the budget of an address for pages that are made for it", () => {
  it("is a second of work at first, then a twentieth of each second", () => {
    const budget = new MakingBudget()
    for (let page = 0; page < 20; page++) {
      assert.strictEqual(budget.wait("a", 0), 0, String(page))
      budget.spend("a", 50, 0)
    }
    assert.strictEqual(budget.wait("a", 0), 1)
    assert.strictEqual(budget.wait("b", 0), 0)
    budget.spend("a", 90, 0)
    budget.spend("a", 90, 0)
    assert.strictEqual(budget.wait("a", 0), 4)
    assert.strictEqual(budget.wait("a", 3_590), 1)
    assert.strictEqual(budget.wait("a", 3_601), 0)
    assert.strictEqual(budget.wait("a", 1e9), 0)
  })

  it("counts no page as more than a tenth of a second", () => {
    const budget = new MakingBudget()
    for (let page = 0; page < 10; page++) {
      assert.strictEqual(budget.wait("a", 0), 0)
      budget.spend("a", 60_000, 0)
    }
    assert.strictEqual(budget.wait("a", 0), 1)
  })

  it("is one for all addresses beyond the bound of those that are known, and forgets who owes nothing", () => {
    const budget = new MakingBudget()
    for (let address = 0; address < 20_000; address++) budget.spend(String(address), 10, 0)
    for (let address = 0; address < 10; address++) budget.spend(`new ${address}`, 100, 0)
    assert.strictEqual(budget.wait("another", 0), 1)
    assert.strictEqual(budget.wait("7", 0), 0)
    // By then nobody owes anything.
    budget.spend("late", 10, 60_000)
    assert.strictEqual(budget.wait("another", 60_000), 0)
  })
})
