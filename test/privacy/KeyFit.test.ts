import { assert, it } from "@effect/vitest"
import { isMobile, isMobileAt } from "../../src/privacy/KeyFit.ts"
import fc from "../support/Property.ts"

const numbers = fc.tuple(
  fc.constantFrom("", "0", "62", "+62", "0062", "(0062)", "062", "8"),
  fc.string({ unit: fc.constantFrom(..."0128 -.()+x") })
).map(([prefix, rest]) => prefix + rest)

it("a mobile's number is told from its bytes as from its text", () => {
  fc.assert(
    fc.property(numbers, (text) => {
      const bytes = Buffer.from(`"${text}"`)
      assert.strictEqual(isMobileAt(bytes, 1, bytes.length - 1), isMobile(text))
    }),
    { numRuns: 2_000 }
  )
  assert.deepStrictEqual(
    ["0812-3456", "+62 811", "00628123", "8123", "0800"].map((text) => isMobileAt(Buffer.from(text), 0, text.length)),
    [true, true, true, false, false]
  )
})
