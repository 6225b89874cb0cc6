import { assert, describe, it } from "@effect/vitest"
import { BodyBuffer } from "../../src/upstream/BodyBuffer.ts"
import fc from "../support/Property.ts"

const chunks = fc.array(fc.uint8Array({ minLength: 0, maxLength: 40_000 }), { maxLength: 12 })

describe("BodyBuffer", () => {
  it("gives back exactly the bytes that came, whatever length was declared", () => {
    fc.assert(
      fc.property(chunks, fc.integer({ min: 0, max: 2 ** 31 }), (parts, declared) => {
        const body = new BodyBuffer(10 * 1024 * 1024, declared)
        for (const part of parts) assert.isTrue(body.push(part))
        assert.isTrue(Buffer.concat(parts).equals(body.take()))
      }),
      { numRuns: 50 }
    )
  })

  it("hands on a body of one piece without copying it", () => {
    const piece = new Uint8Array([1, 2, 3])
    const body = new BodyBuffer(10, 3)
    body.push(piece)
    assert.strictEqual(body.take(), piece)
  })

  it("takes nothing beyond its cap", () => {
    fc.assert(
      fc.property(chunks, fc.nat({ max: 100_000 }), (parts, cap) => {
        const body = new BodyBuffer(cap, 0)
        let taken = 0
        for (const part of parts) {
          const fits = taken + part.byteLength <= cap
          assert.strictEqual(body.push(part), fits)
          if (fits) taken += part.byteLength
        }
        assert.strictEqual(body.take().byteLength, taken)
      }),
      { numRuns: 50 }
    )
  })

  it("costs bytes and not objects when a body comes byte by byte", () => {
    const body = new BodyBuffer(1024 * 1024, 0)
    const one = new Uint8Array([7])
    for (let n = 0; n < 1024 * 1024; n++) body.push(one)
    assert.isFalse(body.push(one))
    assert.strictEqual(body.take().buffer.byteLength, 1024 * 1024)
  })
})
