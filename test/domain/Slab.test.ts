import { describe, expect, it } from "vitest"
import { Slab } from "../../src/domain/Slab.ts"
import fc from "../support/Property.ts"

const written = fc.array(fc.uint8Array({ maxLength: 20_000, size: "max" }), { maxLength: 8 })

describe("Slab", () => {
  it("holds what was written, in order, and what it has handed out stays as it was", () => {
    fc.assert(
      fc.property(written, fc.nat(200_000), (parts, expected) => {
        const slab = new Slab(expected)
        const handed: Array<Uint8Array> = []
        for (const part of parts) {
          const from = slab.length
          slab.add(part)
          handed.push(slab.slice(from))
        }
        const all = Buffer.concat(parts)
        expect(slab.length).toBe(all.length)
        expect(all.equals(slab.whole())).toBe(true)
        expect(all.equals(Buffer.concat(handed))).toBe(true)
      }),
      { numRuns: 15 }
    )
  })

  it("is one memory where it was told how much will come, and keeps no more than a little beside what it holds", () => {
    const slab = new Slab(1_000_000)
    for (let n = 0; n < 10; n++) slab.add(new Uint8Array(99_000).fill(n))
    expect(slab.whole().buffer).toBe(slab.slice(0).buffer)
    const small = new Slab(1_000_000)
    small.add(new Uint8Array(70_000))
    expect(small.whole().buffer.byteLength).toBe(70_000)
  })

  it("believes nobody who expects much of little", () => {
    const slab = new Slab(1_000_000_000)
    slab.add(new Uint8Array(1_000))
    expect(slab.slice(0).buffer.byteLength).toBeLessThan(100_000)
  })

  it("lets go of what was written, and counts on", () => {
    const slab = new Slab()
    slab.add(Buffer.from("sudah pergi"))
    const gone = slab.slice(0)
    slab.letGo()
    slab.add(Buffer.from("baru"))
    expect(Buffer.from(slab.slice("sudah pergi".length)).toString()).toBe("baru")
    expect(slab.length).toBe("sudah pergibaru".length)
    expect(Buffer.from(gone).toString()).toBe("sudah pergi")
  })
})
