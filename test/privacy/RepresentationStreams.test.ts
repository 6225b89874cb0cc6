import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { CsvStream, headBytes, headItems, maxOmitted, rowBound } from "../../src/privacy/CsvStream.ts"
import { NdjsonStream } from "../../src/privacy/NdjsonStream.ts"
import { toCsv, toNdjson } from "../../src/privacy/Representation.ts"
import fc from "../support/Property.ts"
import { json, sizes } from "./documents.ts"
import { textOf } from "./support.ts"

const piecesOf = (body: Uint8Array, pieces: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const cut: Array<Uint8Array> = []
  for (let at = 0, index = 0; at < body.length; index++) {
    const size = pieces[index % pieces.length] ?? 1
    cut.push(Uint8Array.from(body.subarray(at, at + size)))
    at += size
  }
  return cut
}

const ndjson = (text: string, pieces: ReadonlyArray<number>): string => {
  const stream = new NdjsonStream()
  return textOf(Buffer.concat([...piecesOf(Buffer.from(text), pieces).map((piece) => Uint8Array.from(stream.push(piece))), stream.end()]))
}

const csv = (text: string, pieces: ReadonlyArray<number> = [1_000], stream = new CsvStream(Infinity)): string => {
  const out = piecesOf(Buffer.from(text), pieces).map((piece) => Result.getOrThrow(stream.push(piece)))
  return textOf(Buffer.concat([...out, Result.getOrThrow(stream.end())]))
}

const list = fc.array(fc.oneof(json, fc.dictionary(fc.constantFrom("a", "b", "=c", "d,\"", "é"), json)), { maxLength: 12 })

describe("NdjsonStream", () => {
  it("fault-81 gives what the whole document gives, wherever it is cut", () => {
    fc.assert(
      fc.property(fc.oneof(list, json), fc.constantFrom(0, 2), sizes, (value, indent, pieces) => {
        const text = ` ${JSON.stringify(value, null, indent)}\n`
        expect(ndjson(text, pieces)).toBe(textOf(toNdjson(Buffer.from(text))))
      }),
      { numRuns: 600 }
    )
  })

  it("fault-81 each line of a stream is the item itself", () => {
    fc.assert(fc.property(list, sizes, (items, pieces) => {
      const lines = ndjson(JSON.stringify(items, null, 1), pieces).split("\n")
      expect(lines.pop()).toBe("")
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(items)))
    }))
  })

  it("lets each item leave as it comes", () => {
    const stream = new NdjsonStream()
    expect(textOf(stream.push(Buffer.from("[ {\"a\": 1}, {\"a\"")))).toBe("{\"a\":1}\n{\"a\"")
    expect(textOf(stream.push(Buffer.from(": 1.10 }  ]")))).toBe(":1.10}\n")
    expect(textOf(stream.end())).toBe("")
  })
})

describe("CsvStream", () => {
  it("fault-81 gives what the whole document gives while all keys are in its first items, wherever it is cut", () => {
    fc.assert(
      fc.property(list, fc.constantFrom(0, 2), sizes, (items, indent, pieces) => {
        const text = ` ${JSON.stringify(items, null, indent)}\n`
        expect(csv(text, pieces)).toBe(textOf(Result.getOrThrow(toCsv(Buffer.from(text), Infinity))))
      }),
      { numRuns: 600 }
    )
  })

  it("the header has the keys of the first items, and nothing leaves before it", () => {
    const stream = new CsvStream(Infinity)
    const push = (text: string): string => textOf(Result.getOrThrow(stream.push(Buffer.from(text))))
    expect(push("[")).toBe("")
    for (let item = 1; item < headItems; item++) expect(push("{\"a\":1},")).toBe("")
    expect(push("{\"b\":\"=1\"},")).toBe(`a,b\r\n${"1,\r\n".repeat(headItems - 1)},'=1\r\n`)
    expect(push("{\"b\":2,\"a\":null},{\"a\"")).toBe(",2\r\n")
    expect(push(":3}]")).toBe("3,\r\n")
    expect(stream.omitted.size).toBe(0)
  })

  it("items that are long end the header sooner", () => {
    const stream = new CsvStream(Infinity)
    expect(Result.getOrThrow(stream.push(Buffer.from(`[{"a":"${"x".repeat(headBytes)}"},`))).length).toBeGreaterThan(headBytes)
  })

  it("a key that first comes later has no column: its values stay behind, and it is named", () => {
    const stream = new CsvStream(Infinity)
    const late = Array.from({ length: maxOmitted + 10 }, (_, index) => `{"late${index}":1,"a":2}`).join(",")
    expect(csv(`[${"{\"a\":1},".repeat(headItems)}${late},7]`, [50], stream)).toBe(
      `a\r\n${"1\r\n".repeat(headItems)}${"2\r\n".repeat(maxOmitted + 10)}\r\n`
    )
    expect(stream.omitted.size).toBe(maxOmitted)
    expect(stream.omitted.has("late0")).toBe(true)
  })

  it("what is no list has no rows, and a row that is too long is refused", () => {
    for (const text of ["{\"a\":1}", "1", " \"[]\"", "null"]) {
      expect(Result.isFailure(new CsvStream(Infinity).push(Buffer.from(text)))).toBe(true)
    }
    expect(Result.isFailure(new CsvStream(Infinity).end())).toBe(true)
    const stream = new CsvStream(Infinity)
    const pushed = [Buffer.from("[[0"), Buffer.from(",0".repeat(rowBound / 2)), Buffer.from(",0")].map((piece) => stream.push(piece))
    expect(pushed.map(Result.isFailure)).toEqual([false, true, true])
  })

  const ownKeys = (rows: number): Buffer => Buffer.from(JSON.stringify(Array.from({ length: rows }, (_, index) => ({ [`k${index}`]: 1 }))))

  it("a table that grows beyond its bound by cells without values is refused, as a whole and in pieces", () => {
    const body = ownKeys(90)
    const { length } = Result.getOrThrow(toCsv(body, Infinity))
    const inPieces = (mostBytes: number) => {
      const stream = new CsvStream(mostBytes)
      const results = piecesOf(body, [64]).map((piece) => stream.push(piece)).concat(stream.end())
      return results.find(Result.isFailure)
    }
    expect(length).toBeGreaterThan(9 * body.length)
    for (const result of [toCsv(body, length - 1), inPieces(length - 1), toCsv(body, 1_000), inPieces(1_000)]) {
      expect(result).toMatchObject({ failure: { _tag: "TableTooLong" } })
    }
    expect(Result.isSuccess(toCsv(body, length))).toBe(true)
    expect(inPieces(length)).toBeUndefined()
  })

  it("a table whose header has many columns is refused at its bound, however short its rows are", () => {
    const head = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1])))
    const stream = new CsvStream(1_000_000)
    expect(Result.isSuccess(stream.push(Buffer.from(`[${head},${head},`)))).toBe(true)
    const began = process.memoryUsage().arrayBuffers
    expect(stream.push(Buffer.from("{},".repeat(500_000)))).toMatchObject({ failure: { _tag: "TableTooLong" } })
    expect(process.memoryUsage().arrayBuffers - began).toBeLessThan(64_000_000)
  })

  it("a table whose rows have keys of their own is refused before its cells are made", () => {
    const body = ownKeys(100_000)
    const began = performance.now()
    expect(toCsv(body, 20_000_000)).toMatchObject({ failure: { _tag: "TableTooLong" } })
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
