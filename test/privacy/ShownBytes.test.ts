import { describe, expect, it } from "vitest"
import { personalDataClasses } from "../../src/domain/PersonalData.ts"
import { show } from "../../src/privacy/ShownForm.ts"
import fc from "../support/Property.ts"
import { streamed } from "./documents.ts"
import { masked, policy, textOf } from "./support.ts"

const key = new Uint8Array(32).fill(1)
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789012345678901234567890123456789 -.+()/*@,;%_aBzé"), maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(..."abcXYZ  .'-*0@"), maxLength: 24 }),
  fc.constantFrom(
    "Budi  Santoso, S.Kom.",
    " a b ",
    "- b",
    "*** x",
    "B*** S***",
    "budi@x@y.id",
    "a@b.id, c@d.id",
    "budi%40x.id",
    "b***@x.id",
    "@x",
    "a@b.id/0812",
    "a@b.id_c",
    "a_b+c@d-e.id",
    "a@12345678.id",
    "a/b@c.id",
    "1990-01-31",
    "2199-01-01",
    "1990-",
    "+62 812-3456-7890",
    "a+62812345678",
    "(+62) 812345678",
    "1500-123",
    "0812******90",
    "3171************",
    "01.234.567.8-901.000",
    "B 1234 XYZ",
    "A1234567",
    "***"
  )
)

describe("ShownBytes", () => {
  it("what is written from bytes is what the shown form says, where a path names the class", () => {
    fc.assert(
      fc.property(fc.constantFrom(...personalDataClasses), value, (name, text) => {
        expect(masked([{ x: text }], policy([["data[].x", name]]), key)).toEqual([{ x: show(name, text, key) }])
      }),
      { numRuns: 4000 }
    )
  })

  it("the same in the rows that follow, and piece by piece", () => {
    fc.assert(
      fc.property(fc.constantFrom(...personalDataClasses), fc.array(value, { minLength: 2, maxLength: 8 }), (name, texts) => {
        const by = () => policy([["data[].x", name], ["data[].id", "public"], ["data[].lat", "public"]])
        const row = (text: string) => ({ id: 7, x: text, lat: -1.5 })
        const expected = texts.map((text) => row(show(name, text, key)))
        expect(masked(texts.map(row), by(), key)).toEqual(expected)
        const inPieces = streamed(Buffer.from(JSON.stringify(texts.map(row))), [3], by(), key)
        expect(typeof inPieces === "string" ? inPieces : JSON.parse(textOf(inPieces.data))).toEqual(expected)
      }),
      { numRuns: 1000 }
    )
  })
})
