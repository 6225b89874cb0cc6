import { describe, it } from "@effect/vitest"
import { assert } from "vitest"
import type { CachedResponse } from "../../src/resilience/CachedResponse.ts"
import { maxRecordBytes, readRecords, writeRecord } from "../../src/resilience/CacheRecord.ts"
import fc from "../support/Property.ts"
import { cachedResponse } from "./cachedResponse.ts"

const encode = (key: string, response: CachedResponse): Buffer => {
  const buffer = Buffer.alloc(maxRecordBytes(key, response))
  return buffer.subarray(0, writeRecord(buffer, 0, key, response))
}

const entries = fc.array(
  fc.record({
    key: fc.string({ unit: "grapheme" }),
    response: fc.record({
      body: fc.uint8Array({ maxLength: 300 }),
      contentType: fc.string(),
      etag: fc.string({ unit: "grapheme" }),
      storedAt: fc.double({ noNaN: true, noDefaultInfinity: true }),
      expiresAt: fc.double({ noNaN: true, noDefaultInfinity: true }),
      onlyFor: fc.string(),
      freshMillis: fc.double({ noNaN: true }),
      masked: fc.nat(),
      disclosed: fc.string({ unit: "grapheme" }),
      policy: fc.string(),
      parts: fc.string()
    })
  }),
  { minLength: 1, maxLength: 6 }
)

const read = (segment: Buffer) =>
  readRecords(segment).records.map(({ response, key }) => ({ key, response: { ...response, body: Uint8Array.from(response.body) } }))

describe("CacheRecord", () => {
  it("reads what it wrote, whatever the texts and bytes", () => {
    fc.assert(fc.property(entries, (written) => {
      const segment = Buffer.concat(written.map(({ response, key }) => encode(key, response)))
      assert.deepStrictEqual(read(segment), written)
      assert.strictEqual(readRecords(segment).damaged, 0)
      assert.strictEqual(readRecords(segment).records.reduce((sum, record) => sum + record.bytes, 0), segment.length)
    }))
  })

  it("skips a torn tail and keeps every whole record before it", () => {
    fc.assert(fc.property(entries, fc.double({ min: 0, max: 0.999, noNaN: true }), (written, share) => {
      const records = written.map(({ response, key }) => encode(key, response))
      const last = records.at(-1) ?? Buffer.alloc(0)
      const torn = last.subarray(0, Math.floor(last.length * share))
      assert.deepStrictEqual(read(Buffer.concat([...records.slice(0, -1), torn])), written.slice(0, -1))
    }))
  })

  it("skips a record in which any one byte is wrong, and finds the next one", () => {
    const [first, second, third] = [
      encode("a", cachedResponse("first")),
      encode("b", cachedResponse("second")),
      encode("c", cachedResponse("third"))
    ]
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
