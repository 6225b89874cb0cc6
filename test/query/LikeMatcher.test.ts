/** Patterns of `like`: what they find, and that no pattern and text together cost more than a look at the text. */
import { assert, describe, it } from "@effect/vitest"
import { isBounded, likeMatcher } from "../../src/query/LikeMatcher.ts"
import fc from "../support/Property.ts"

/** The definition: by trying each way to share the text out. */
const matches = (pattern: ReadonlyArray<string>, text: ReadonlyArray<string>): boolean => {
  const [first, ...rest] = pattern
  if (first === undefined) return text.length === 0
  if (first === "%") return Array.from({ length: text.length + 1 }, (_, from) => from).some((from) => matches(rest, text.slice(from)))
  return text.length > 0 && (first === "_" || first === text[0]) && matches(rest, text.slice(1))
}

/** Halves of a character beyond the first plane too: one beside the other is that character. */
const letters = fc.array(fc.constantFrom("a", "b", "🌳", "é", "\ud800", "\udf33"), { maxLength: 14 })
const signs = fc.array(fc.constantFrom("a", "b", "🌳", "%", "_"), { maxLength: 9 })

describe("like", () => {
  it("finds what its definition finds", () => {
    fc.assert(
      fc.property(
        signs,
        letters,
        (pattern, text) => assert.strictEqual(likeMatcher(pattern.join(""))(text.join("")), matches(pattern, [...text.join("")]))
      ),
      { numRuns: 4_000 }
    )
  })

  it("looks through a text once, whatever the pattern (fault-146)", () => {
    const text = `${"a".repeat(200_000)}b`
    const spent = (pattern: string): number => {
      const began = process.cpuUsage()
      assert.isFalse(likeMatcher(pattern)(text))
      const { system, user } = process.cpuUsage(began)
      return (system + user) / 1_000
    }
    // Tried place by place each of these takes more than half a second.
    for (const pattern of [`%${"a".repeat(3_500)}bc%`, `%${"a".repeat(1_500)}c%`, `${"%a".repeat(400)}%c`]) {
      assert.isBelow(spent(pattern), 100, pattern.slice(-10))
    }
    assert.isFalse(isBounded(`%${"a".repeat(64)}_%`))
    assert.isTrue(isBounded(`%${"a".repeat(63)}_%b_%`))
  })
})
