import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { personalDataClasses } from "../../src/domain/PersonalData.ts"
import { maskJson } from "../../src/privacy/Masker.ts"
import { maskInText } from "../../src/privacy/PersonalDataInText.ts"
import { show } from "../../src/privacy/ShownForm.ts"
import { maskedBody, policy, textOf } from "./support.ts"

const key = new Uint8Array(32).fill(1)
const digits = (length: number) => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length })
const nik = fc.tuple(fc.constantFrom("11", "32", "91"), fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 12 }), digits(2)).map(([province, day, month, year]) => `${province}0101${String(day).padStart(2, "0")}${String(month).padStart(2, "0")}${year}0001`)
const separator = fc.constantFrom("", "", " ", ".", "-", "*", "***", ", ", "/", "\u200b", "x", "@", "=", "+", "0", "：")
const personal = fc.oneof(nik, digits(8).map((rest) => `08${rest}1`), digits(9).map((rest) => `+628${rest}`), fc.constant("budi@x.id"), fc.constant("4111111111111111"), fc.constant("B 1234 XYZ"), fc.constant("A1234567"), fc.constant("01.234.567.8-901.000"), fc.constant("?nik=12345&nama_lengkap=Budi"), fc.constant("NPWP "), digits(2), digits(4), digits(6))
const hostile = fc.array(fc.oneof(personal, separator), { maxLength: 12 }).map((parts) => parts.join(""))
const text = fc.oneof(hostile, fc.string({ unit: "binary", maxLength: 30 }), fc.string({ unit: "grapheme", maxLength: 30 }))
const name = fc.oneof(fc.constantFrom("nik", "nama", "name", "nama_lengkap", "telepon", "alamat", "agama", "jumlah", "tanggal_lahir", "email", "pegawai", "data", "total", "id", "kk", "gaji", "pemilik", "disabilitas", "payload"), text)
const json = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, text, nik.map(Number), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean(), fc.constant(null), fc.array(tie("value"), { maxLength: 4 }), tie("object"), tie("object").map((inner) => JSON.stringify(inner))),
  object: fc.dictionary(name, tie("value"), { maxKeys: 5 })
})).value

describe("Masker, any document", () => {
  it("agrees with JSON.parse on what is JSON", () => {
    const near = fc.tuple(json.map((value) => JSON.stringify(value)), fc.nat(), fc.constantFrom("", ",", "}", "]", "\"", "\\", "0", " ", "\n", "e", "-", ":", "\u0000")).map(([whole, at, piece]) => whole.slice(0, at % (whole.length + 1)) + piece + whole.slice((at % (whole.length + 1)) + (at % 3)))
    fc.assert(fc.property(fc.oneof(near, fc.string({ unit: fc.constantFrom(..."{}[]:,\"\\u0aeE+-.1 tfn"), maxLength: 12 })), (body) => {
      let valid = true
      try {
        JSON.parse(body)
      } catch {
        valid = false
      }
      expect(Result.isSuccess(maskJson(Buffer.from(body.toWellFormed()), policy()))).toBe(valid)
    }), { numRuns: 3000 })
  })

  it("masked data is JSON, and masking it again changes and counts nothing", () => {
    fc.assert(fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
      const wrapped = JSON.stringify([value], null, indent)
      const once = maskedBody(wrapped)
      JSON.parse(textOf(once.data))
      const twice = maskedBody(textOf(once.data))
      expect(textOf(twice.data)).toBe(textOf(once.data))
      expect(twice.masked).toBe(0)
      expect(once.masked).toBe(Object.values(once.classes).reduce((sum, count) => sum + count, 0))
      if (once.masked === 0) expect(textOf(once.data)).toBe(wrapped)
    }), { numRuns: 3000 })
  })

  it("no text of the masked data holds what a detector finds", () => {
    const check = (value: unknown): void => {
      if (typeof value === "string") {
        if (!/^\s*[[{]/.test(value)) expect(maskInText(value)).toBeUndefined()
      } else if (Array.isArray(value)) value.forEach(check)
      else if (typeof value === "object" && value !== null) for (const [property, inner] of Object.entries(value)) {
        expect(maskInText(property)).toBeUndefined()
        check(inner)
      }
    }
    fc.assert(fc.property(hostile, (value) => check(JSON.parse(textOf(maskedBody([value, { catatan: value, [value]: 1 }]).data)))), { numRuns: 3000 })
  })

  it("under public everything stays byte for byte", () => {
    fc.assert(fc.property(json, (value) => {
      const body = JSON.stringify([value])
      expect(textOf(maskedBody(body, policy([["data[]", "public"]])).data)).toBe(body)
    }))
  })

  it("under unknown: mask no leaf but null and *** is left", () => {
    const check = (value: unknown): void => {
      if (typeof value === "object" && value !== null) Object.values(value).forEach(check)
      else expect([null, "***"]).toContain(value)
    }
    fc.assert(fc.property(json, (value) => check(JSON.parse(textOf(maskedBody([value], policy([], "mask")).data)))))
  })

  it("unmasked lexemes survive beside masked ones", () => {
    const lexeme = fc.oneof(fc.constantFrom("1.10", "1e5", "-0", "0.30", "9007199254740993", "1E+2", "123456789012345678901234567890", '"\\u00e9"', '"\\/"', '"\\ud800"', "true", "null", '" é "', "[ ]", "{ }"))
    fc.assert(fc.property(fc.array(lexeme), nik, (lexemes, identity) => {
      const kept = lexemes.map((value, i) => `"k${i}" :${value}`)
      expect(textOf(maskedBody(`[{"nik":"${identity}"${kept.map((part) => ` , ${part}`).join("")}}]`).data))
        .toBe(`[{"nik":"${identity.slice(0, 4)}************"${kept.map((part) => ` , ${part}`).join("")}}]`)
    }))
  })

  it("every shown form is a fixed point", () => {
    fc.assert(fc.property(fc.constantFrom(...personalDataClasses), text, (personalData, value) => {
      const shown = show(personalData, value, key)
      expect(show(personalData, shown, key)).toBe(shown)
    }), { numRuns: 3000 })
  })
})
