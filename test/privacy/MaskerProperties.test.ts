import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { personalDataClasses } from "../../src/domain/PersonalData.ts"
import { maskJson } from "../../src/privacy/Masker.ts"
import { maskInText } from "../../src/privacy/PersonalDataInText.ts"
import { show } from "../../src/privacy/ShownForm.ts"
import fc from "../support/Property.ts"
import { hostile, json, nik, text } from "./documents.ts"
import { maskedBody, policy, textOf } from "./support.ts"

const key = new Uint8Array(32).fill(1)

const keysAndLeaves = (value: unknown): { readonly keys: ReadonlyArray<string>; readonly leaves: ReadonlyArray<unknown> } => {
  const keys: Array<string> = []
  const leaves: Array<unknown> = []
  const walk = (inner: unknown): void => {
    if (typeof inner !== "object" || inner === null) leaves.push(inner)
    else {
      for (const [name, below] of Object.entries(inner)) {
        if (!Array.isArray(inner)) keys.push(name)
        walk(below)
      }
    }
  }
  walk(value)
  return { keys, leaves }
}

describe("Masker, any document", () => {
  it("agrees with JSON.parse on what is JSON", () => {
    const near = fc.tuple(
      json.map((value) => JSON.stringify(value)),
      fc.nat(),
      fc.constantFrom("", ",", "}", "]", "\"", "\\", "0", " ", "\n", "e", "-", ":", "\u0000")
    ).map(([whole, at, piece]) => whole.slice(0, at % (whole.length + 1)) + piece + whole.slice((at % (whole.length + 1)) + (at % 3)))
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: fc.constantFrom(..."{}[]:,\"\\u0aeE+-.1 tfn"), maxLength: 12 })), (body) => {
        let valid = true
        try {
          JSON.parse(body)
        } catch {
          valid = false
        }
        expect(Result.isSuccess(maskJson(Buffer.from(body.toWellFormed()), policy()))).toBe(valid)
      }),
      { numRuns: 3000 }
    )
  })

  // A key or a value may say something of its row, which what is shown of it does not say alike.
  it("masked data is JSON, and masking it again leaves what was shown, and hides no less", () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const wrapped = JSON.stringify([value], null, indent)
        const once = maskedBody(wrapped)
        JSON.parse(textOf(once.data))
        const twice = maskedBody(textOf(once.data))
        const [shown, again] = [once, twice].map(({ data }) => keysAndLeaves(JSON.parse(textOf(data))))
        const hidden = again!.leaves.filter((leaf, index) => leaf !== shown!.leaves[index])
        for (const leaf of hidden) expect(String(leaf)).toContain("***")
        if (hidden.length === 0) expect(textOf(twice.data)).toBe(textOf(once.data))
        expect(once.masked).toBe(Object.values(once.classes).reduce((sum, count) => sum + count, 0))
        if (once.masked === 0) expect(textOf(once.data)).toBe(wrapped)
      }),
      { numRuns: 3000 }
    )
  })

  it("no text of the masked data holds what a detector finds", () => {
    const check = (value: unknown): void => {
      if (typeof value === "string") {
        if (!/^\s*[[{]/.test(value)) expect(maskInText(value)).toBeUndefined()
      } else if (Array.isArray(value)) value.forEach(check)
      else if (typeof value === "object" && value !== null) {
        for (const [property, inner] of Object.entries(value)) {
          expect(maskInText(property)).toBeUndefined()
          check(inner)
        }
      }
    }
    fc.assert(fc.property(hostile, (value) => check(JSON.parse(textOf(maskedBody([value, { catatan: value, [value]: 1 }]).data)))), {
      numRuns: 3000
    })
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
    const lexeme = fc.oneof(
      fc.constantFrom(
        "1.10",
        "1e5",
        "-0",
        "0.30",
        "9007199254740993",
        "1E+2",
        "123456789012345678901234567890",
        "\"\\u00e9\"",
        "\"\\/\"",
        "\"\\ud800\"",
        "true",
        "null",
        "\" é \"",
        "[ ]",
        "{ }"
      )
    )
    fc.assert(fc.property(fc.array(lexeme), nik, (lexemes, identity) => {
      const kept = lexemes.map((value, i) => `"k${i}" :${value}`)
      // A person's row hides what no rule makes public.
      const open = policy(lexemes.map((_, i) => [`data[].k${i}`, "public"]))
      expect(textOf(maskedBody(`[{"nik":"${identity}"${kept.map((part) => ` , ${part}`).join("")}}]`, open).data))
        .toBe(`[{"nik":"${identity.slice(0, 4)}************"${kept.map((part) => ` , ${part}`).join("")}}]`)
    }))
  })

  it("every shown form is a fixed point", () => {
    fc.assert(
      fc.property(fc.constantFrom(...personalDataClasses), text, (personalData, value) => {
        const shown = show(personalData, value, key)
        expect(show(personalData, shown, key)).toBe(shown)
      }),
      { numRuns: 3000 }
    )
  })
})
