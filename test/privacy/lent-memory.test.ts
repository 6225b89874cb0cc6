import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import { LentMemory } from "../../src/domain/LentMemory.ts"
import { maskJson } from "../../src/privacy/Masker.ts"
import { compilePolicy } from "../../src/privacy/MaskingPolicy.ts"

const policy = compilePolicy({ fields: [], unknown: "detect" })
const rows = (from: number, count: number): Buffer =>
  Buffer.from(JSON.stringify({
    total: count,
    data: Array.from(
      { length: count },
      (_, index) => ({ id: from + index, nama: `Warga Contoh ${from + index}`, nik: "3374010101900001" })
    ),
    page: from
  }))
const masked = (body: Buffer, lent?: LentMemory) => {
  const { data, masked: count, meta } = Result.getOrThrow(maskJson(body, policy, undefined, undefined, lent))
  return { data: Buffer.from(data).toString(), meta: Buffer.from(meta).toString(), count }
}

describe("documents that are masked in the same memory", () => {
  it("come out as in memory of their own, whether the one before was longer or shorter, or too long for it", () => {
    const lent = new LentMemory()
    for (const [from, count] of [[1, 3], [7, 40], [3, 1], [100, 9_000], [5, 12], [2, 0]] as const) {
      expect(masked(rows(from, count), lent)).toEqual(masked(rows(from, count)))
    }
  })
})
