/** What columns hold, however rows are written and whatever stood in the rows before. */
import { assert, describe, it } from "@effect/vitest"
import { RowReader } from "../../src/query/RowReader.ts"
import fc from "../support/Property.ts"

const valuesOf = (reader: RowReader, row: string, columns: number): ReadonlyArray<unknown> => {
  const bytes = Buffer.from(row)
  assert.strictEqual(reader.read(bytes, 0), bytes.length)
  return Array.from({ length: columns }, (_, column) => reader.value(column))
}

describe("a row reader", () => {
  it("reads numbers as JavaScript does, to the last bit", () => {
    const reader = new RowReader([["a"]])
    const places = fc.tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 9_999_999 }))
    const lexeme = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
      fc.maxSafeInteger().map(String),
      fc.bigInt().map(String),
      places.map(([whole, rest]) => `${whole}.${rest}`),
      fc.constantFrom("-0", "-0.0", "0.000000000000001", "999999999999999", "9999999999999999", "1e2", "1E-7", "-1.5e+3")
    )
    fc.assert(
      fc.property(lexeme, (text) => assert.isTrue(Object.is(valuesOf(reader, `{"a":${text}}`, 1)[0], Number(text)), text)),
      { numRuns: 2_000 }
    )
  })

  it("finds members in any order, missing, twice, written with escapes and among more keys than it remembers", () => {
    const reader = new RowReader([["b"], ["c", "d"]])
    const many = Array.from({ length: 200 }, (_, at) => `"k${at}":${at}`).join()
    for (
      const [row, wanted] of [
        [`{"a":1,"b":"x","c":{"d":2}}`, ["x", 2]],
        [`{"c":{"d":3,"e":4},"b":"x"}`, ["x", 3]],
        [`{"a":1,"c":{"d":4}}`, [null, 4]],
        [`{"b":1,"a":"b","b":2,"c":{"d":1},"c":5}`, [2, null]],
        [`{"\\u0062":"y","c":{"d":"\\u00e9","d":null}}`, ["y", null]],
        [`{${many},"b":"z","c":{${many},"d":true}}`, ["z", true]],
        [`{ "a" : 1 , "b" : "w" , "c" : { "d" : false } }`, ["w", false]],
        [`{"a":1,"b":"x","c":{"d":2}}`, ["x", 2]],
        ["{}", [null, null]],
        ["[1]", [null, null]]
      ] as const
    ) assert.deepStrictEqual(valuesOf(reader, row, 2), wanted, row)
  })

  it("takes no text for another that is written alike", () => {
    const reader = new RowReader([["a"]])
    for (const text of ["aXb", "aYb", "", "a\"b", "aXb", "é", "\u00c3\u00a9", "é", "\n", "n", "\u0000", "🌳", "x".repeat(100), "aYb"]) {
      assert.deepStrictEqual(valuesOf(reader, JSON.stringify({ a: text }), 1), [text])
    }
  })
})
