import { describe, it } from "@effect/vitest"
import { assert } from "vitest"
import type { Copy } from "../../src/resilience/Copy.ts"
import { maxRecordBytes, readRecords, writeRecord } from "../../src/resilience/CopyRecord.ts"
import fc from "../support/Property.ts"
import { copyOf } from "./copyOf.ts"

const encode = (key: string, copy: Copy): Buffer => {
  const buffer = Buffer.alloc(maxRecordBytes(key, copy))
  return buffer.subarray(0, writeRecord(buffer, 0, key, copy))
}

const entries = fc.array(
  fc.record({
    key: fc.string({ unit: "grapheme" }),
    copy: fc.record({
      body: fc.uint8Array({ maxLength: 300 }),
      contentType: fc.string(),
      etag: fc.string({ unit: "grapheme" }),
      storedAt: fc.double({ noNaN: true, noDefaultInfinity: true }),
      expiresAt: fc.double({ noNaN: true, noDefaultInfinity: true }),
      masked: fc.nat(),
      disclosed: fc.string({ unit: "grapheme" }),
      policy: fc.string()
    })
  }),
  { minLength: 1, maxLength: 6 }
)

const read = (segment: Buffer) => readRecords(segment).records.map(({ copy, key }) => ({ key, copy: { ...copy, body: Uint8Array.from(copy.body) } }))

describe("CopyRecord", () => {
  it("reads what it wrote, whatever the texts and bytes", () => {
    fc.assert(fc.property(entries, (written) => {
      const segment = Buffer.concat(written.map(({ copy, key }) => encode(key, copy)))
      assert.deepStrictEqual(read(segment), written)
      assert.strictEqual(readRecords(segment).damaged, 0)
      assert.strictEqual(readRecords(segment).records.reduce((sum, record) => sum + record.bytes, 0), segment.length)
    }))
  })

  it("skips a torn tail and keeps every whole record before it", () => {
    fc.assert(fc.property(entries, fc.double({ min: 0, max: 0.999, noNaN: true }), (written, share) => {
      const records = written.map(({ copy, key }) => encode(key, copy))
      const last = records.at(-1) ?? Buffer.alloc(0)
      const torn = last.subarray(0, Math.floor(last.length * share))
      assert.deepStrictEqual(read(Buffer.concat([...records.slice(0, -1), torn])), written.slice(0, -1))
    }))
  })

  it("skips a record in which any one byte is wrong, and finds the next one", () => {
    const [first, second, third] = [encode("a", copyOf("first")), encode("b", copyOf("second")), encode("c", copyOf("third"))]
    for (let at = 0; at < second.length; at++) {
      const damaged = Buffer.from(second)
      damaged[at] = (damaged[at] ?? 0) ^ 0x41
      const { damaged: gaps, records } = readRecords(Buffer.concat([first, damaged, third]))
      assert.deepStrictEqual(records.map(({ key }) => key), ["a", "c"], `byte ${at}`)
      assert.isAtLeast(gaps, 1)
    }
  })

  it("finds no record in bytes that are none, and never throws", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), fc.boolean(), (bytes, marked) => {
      const segment = Buffer.from(bytes)
      if (marked && segment.length >= 4) segment.set([0xff, 0x67, 0x70, 0x01])
      assert.deepStrictEqual(readRecords(segment).records, [])
    }))
  })
})
