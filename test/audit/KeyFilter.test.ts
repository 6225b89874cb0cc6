/** A filter of keys holds what was added, and hardly anything else. */
import { assert, describe, it } from "@effect/vitest"
import { blockBytes, everything, KeyHashes, mayHold, placeOf } from "../../src/audit/KeyFilter.ts"

const holds = (filter: Buffer, text: string): boolean => {
  const place = placeOf(Buffer.from(text))
  const start = place.block % (filter.length / blockBytes) * blockBytes
  return mayHold(filter.subarray(start, start + blockBytes), place)
}
const filterOf = (texts: ReadonlyArray<string>): Buffer => {
  const keys = new KeyHashes()
  for (const text of texts) keys.add(Buffer.from(text))
  return keys.filter()
}
const texts = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

describe("a filter of keys", () => {
  it("holds every key that was added, and fewer than one in a hundred others, at two bytes a key", () => {
    const own = texts("tok_", 65_536)
    const filter = filterOf(own)
    assert.strictEqual(filter.length, 2 * 65_536)
    assert.isTrue(own.every((text) => holds(filter, text)))
    const others = texts("lain_", 20_000).filter((text) => holds(filter, text)).length
    assert.isBelow(others, 200)
  })

  it("holds nothing where nothing was added, and everything where nothing is known", () => {
    assert.isFalse(texts("tok_", 100).some((text) => holds(filterOf([]), text)))
    assert.isTrue(texts("tok_", 100).every((text) => holds(everything, text)))
  })
})
