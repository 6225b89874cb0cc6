import { assert, describe, it } from "@effect/vitest"
import { editDistance, nearest, slipsBetween } from "../../src/domain/Nearest.ts"
import fc from "../support/Property.ts"

describe("the nearest names", () => {
  const scopes = ["dinkes-puskesmas-get", "dinkes-kamar-get", "diskominfo-events-get", "preset-ringkasan-kota-get"]

  it("are those that a typing mistake leads to, the nearest first", () => {
    assert.strictEqual(nearest(scopes, "dinkes-puskemas-get", 1)[0], "dinkes-puskesmas-get")
    assert.strictEqual(nearest(scopes, "DISKOMINFO-EVENT-GET", 3)[0], "diskominfo-events-get")
  })

  it("are none where nothing resembles the word, and never more than asked for", () => {
    assert.deepStrictEqual(nearest(scopes, "zzz", 3), [])
    assert.deepStrictEqual(nearest([], "dinkes-kamar-get", 3), [])
    assert.isAtMost(nearest(scopes, "dinkes-kmar-get", 2).length, 2)
  })

  it("count two letters that changed places as one slip, and anything else as edits", () => {
    for (
      const [from, to, slips] of [["sekolha", "sekolah", 1], ["parkri", "parkir", 1], ["ab", "ba", 1], ["abc", "cba", 2], [
        "a",
        "a",
        0
      ]] as const
    ) {
      assert.strictEqual(slipsBetween(from, to, 3), slips, from)
    }
    assert.strictEqual(slipsBetween("abcdef", "uvwxyz", 2), 2)
  })

  it("keep the distance a metric, and never count beyond the limit", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 12 }),
        fc.string({ maxLength: 12 }),
        fc.string({ maxLength: 12 }),
        fc.integer({ min: 1, max: 8 }),
        (a, b, c, limit) => {
          const far = 100
          assert.strictEqual(editDistance(a, a, far), 0)
          assert.strictEqual(editDistance(a, b, far), editDistance(b, a, far))
          assert.isAtMost(editDistance(a, c, far), editDistance(a, b, far) + editDistance(b, c, far))
          assert.strictEqual(editDistance(a, b, limit), Math.min(limit, editDistance(a, b, far)))
        }
      )
    )
  })
})
