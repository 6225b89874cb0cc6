import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { canonicalEntryQuery, canonicalQuery } from "../../src/domain/Query.ts"
import fc from "../support/Property.ts"

const name = fc.constantFrom("halaman", "jumlah", "q", "tahun")
const value = fc.string({ unit: "grapheme", maxLength: 12 })
const pairs = fc.array(fc.tuple(name, value), { maxLength: 6 })
const declared = ["halaman", "jumlah", "q"]
const raw = (list: ReadonlyArray<readonly [string, string]>) =>
  list.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join("&")
const canonical = (text: string) => Result.getOrThrow(canonicalQuery(text, declared))

describe("the canonical query", () => {
  it("fault-61 does not depend on the order of different parameters", () => {
    fc.assert(fc.property(pairs, (list) => {
      const distinct = [...new Map(list)]
      expect(canonical(raw([...distinct].reverse()))).toBe(canonical(raw(distinct)))
    }))
  })

  it("fault-61 holds no undeclared parameter", () => {
    fc.assert(fc.property(pairs, (list) => {
      expect(canonical(raw(list))).toBe(canonical(raw(list.filter(([key]) => declared.includes(key)))))
      expect(canonical(raw(list))).not.toContain("tahun=")
    }))
  })

  it("keeps every declared value, and reading it again changes nothing", () => {
    fc.assert(fc.property(pairs, (list) => {
      const text = canonical(raw(list))
      for (const key of declared) {
        expect(new URLSearchParams(text).getAll(key)).toEqual(list.filter(([other]) => other === key).map(([, found]) => found))
      }
      expect(canonical(text)).toBe(text)
    }))
  })

  it("is the same however a value is spelled", () => {
    expect(canonical("q=a+b")).toBe(canonical("q=a%20b"))
    expect(canonical("q=%61")).toBe("q=a")
  })

  it("of a declared value that is no UTF-8 is refused by name", () => {
    const result = canonicalQuery("q=%ff", declared)
    expect(Result.isFailure(result) && result.failure.detail.en).toContain("`q`")
  })

  it("of an entry equals the one of its own route", () => {
    expect(canonicalEntryQuery({ q: "a b", jumlah: 5, tahun: 2026 }, declared)).toEqual(
      canonicalQuery("tahun=2026&jumlah=5&q=a+b", declared)
    )
  })

  it("is not led astray by names of an object's prototype", () => {
    expect(canonicalEntryQuery({}, ["constructor", "toString"])).toEqual(Result.succeed(""))
  })
})
