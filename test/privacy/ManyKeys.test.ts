import { describe, expect, it } from "vitest"
import { placeOf } from "../../src/privacy/Place.ts"
import { masked, maskedText, policy } from "./support.ts"

const person = { nik: "3273014501900001", nama: "Budi Santoso" }

describe("thousands of keys that were sent once", () => {
  it("take no key's room that comes later", () => {
    const by = policy()
    maskedText(Array.from({ length: 5_000 }, (_, i) => ({ [`k${i}`]: i })), by)
    const honest = [{ kode: 1, program: "Jalan Baru", status: "aktif", kolom: "nilai" }]
    expect(masked(honest, by)).toEqual(honest)
  })

  it("leave what is known of the others: nothing loosens", () => {
    const by = policy()
    for (let round = 0; round < 3; round++) {
      maskedText(Array.from({ length: 5_000 }, (_, i) => ({ ...person, [`k${round}x${i}`]: i })), by)
      expect(masked([{ nik: null, nama: "Siti Aminah" }], by)).toEqual([{ nik: null, nama: "S*** A***" }])
    }
  })

  it("loosen nothing within a document that has begun", () => {
    const by = policy()
    const before = placeOf(by)
    maskedText([person], by)
    expect(placeOf(by)).toBe(before)
    maskedText(Array.from({ length: 5_000 }, (_, i) => ({ ...person, [`k${i}`]: i })), by)
    const after = placeOf(by)
    expect(after).not.toBe(before)
    expect(placeOf(by)).toBe(after)
    expect(before.verdicts.size).toBeGreaterThan(after.verdicts.size)
  })
})
