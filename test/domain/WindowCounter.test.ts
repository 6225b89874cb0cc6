import { assert, describe, it } from "@effect/vitest"
import { WindowCounter } from "../../src/domain/WindowCounter.ts"
import fc from "../support/Property.ts"

const windowMillis = 1_000
const counterOf = (beyond: "together" | "instead", maxKeys: number) => new WindowCounter({ windowMillis, maxKeys, beyond })

/** What keys do, one after the other: which, and how much later than the one before. */
const deeds = (keys: number) =>
  fc.array(fc.record({ key: fc.integer({ min: 0, max: keys - 1 }).map(String), after: fc.integer({ min: 0, max: windowMillis }) }), {
    maxLength: 200
  })

describe("WindowCounter", () => {
  it("counts in a window that the first count opens, and in another after it has closed", () => {
    const counter = counterOf("together", 10)
    assert.deepStrictEqual([counter.counted("a", 500), counter.secondsLeft("a", 500)], [0, 0])
    assert.deepStrictEqual([counter.count("a", 500), counter.count("a", 1_499)], [1, 2])
    assert.deepStrictEqual([counter.counted("a", 1_499), counter.secondsLeft("a", 1_499)], [2, 1])
    assert.deepStrictEqual([counter.counted("b", 1_499), counter.count("b", 1_499)], [0, 1])
    assert.deepStrictEqual([counter.counted("a", 1_500), counter.secondsLeft("a", 1_500), counter.count("a", 1_500)], [0, 0, 1])
    counter.forget("a")
    assert.deepStrictEqual([counter.counted("a", 1_500), counter.counted("b", 1_500)], [0, 1])
  })

  for (const beyond of ["together", "instead"] as const) {
    it(`is as if every key had its count and its window, and nothing else, as long as there is room: ${beyond}`, () => {
      fc.assert(fc.property(deeds(5), (done) => {
        const counter = counterOf(beyond, 5)
        const simple = new Map<string, { readonly from: number; count: number }>()
        let now = 0
        for (const { after, key } of done) {
          now += after
          const before = simple.get(key)
          const window = before !== undefined && now - before.from < windowMillis ? before : { from: now, count: 0 }
          simple.set(key, window)
          assert.strictEqual(counter.counted(key, now), window.count)
          assert.strictEqual(counter.count(key, now), ++window.count)
          assert.strictEqual(counter.secondsLeft(key, now), Math.ceil((window.from + windowMillis - now) / 1000))
        }
      }))
    })

    it(`never has more keys than it may, nor forgets one that it has: ${beyond}`, () => {
      fc.assert(fc.property(deeds(20), fc.integer({ min: 1, max: 6 }), (done, maxKeys) => {
        const counter = counterOf(beyond, maxKeys)
        let now = 0
        for (const { after, key } of done) {
          now += after
          const before = counter.counted(key, now)
          assert.strictEqual(counter.count(key, now), before + 1)
          assert.isAtMost(counter.size, maxKeys)
        }
      }))
    })
  }

  it("no key does more than its limit in a window of its own where others take all the room: they count together", () => {
    fc.assert(fc.property(deeds(20), fc.integer({ min: 1, max: 6 }), (done, maxKeys) => {
      const limit = 3
      const counter = counterOf("together", maxKeys)
      const allowed: Array<{ readonly key: string; readonly at: number }> = []
      let now = 0
      for (const { after, key } of done) {
        now += after
        if (counter.count(key, now) <= limit) allowed.push({ key, at: now })
      }
      // Two windows touch at most, whatever stretch of a window's length one looks at.
      for (const { at, key } of allowed) {
        const within = allowed.filter((one) => one.key === key && one.at >= at && one.at < at + windowMillis)
        assert.isAtMost(within.length, 2 * limit)
      }
    }))
  })

  it("counts those beyond its bound together until there is room, and leaves those within it alone", () => {
    const counter = counterOf("together", 2)
    for (const key of ["a", "b"]) assert.strictEqual(counter.count(key, 0), 1)
    assert.deepStrictEqual(["c", "d", "a"].map((key) => counter.count(key, 10)), [1, 2, 2])
    assert.deepStrictEqual([counter.counted("e", 10), counter.secondsLeft("e", 10), counter.size], [2, 1, 2])
    assert.deepStrictEqual(["c", "d", "c"].map((key) => counter.count(key, 1_010)), [1, 1, 2])
  })

  it("gives the place of the key that counted longest ago to the next", () => {
    const counter = counterOf("instead", 2)
    for (const key of ["a", "b", "a", "c"]) counter.count(key, 0)
    assert.deepStrictEqual(["a", "b", "c"].map((key) => counter.counted(key, 0)), [2, 0, 1])
  })

  it("forgets who has not counted for long", () => {
    const counter = counterOf("together", 100_000)
    for (let key = 0; key < 10_000; key++) counter.count(String(key), 0)
    counter.count("late", windowMillis)
    assert.strictEqual(counter.size, 1)
  })
})
