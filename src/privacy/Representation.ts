/**
 * Other representations of masked data that is there as a whole: one JSON value a line, and comma-separated values.
 * Lexemes are kept: a number beyond 2^53 has all its digits here too. `NdjsonStream.ts` and `CsvStream.ts` do the work.
 */
import { Result } from "effect"
import { type CsvFault, CsvStream } from "./CsvStream.ts"
import { NdjsonStream } from "./NdjsonStream.ts"

/** @returns one line for each item of a list, or one line for anything else, each with its line feed */
export const toNdjson = (data: Uint8Array): Uint8Array => {
  const stream = new NdjsonStream()
  const lines = stream.push(data)
  const end = stream.end()
  return end.length === 0 ? lines : Buffer.concat([lines, end])
}

/**
 * Columns are the keys of all items in the order of their first appearance; nested values are JSON text, null is empty.
 *
 * @param mostBytes of the whole table
 * @returns RFC 4180 with a header line; nothing at all for an empty list
 */
export const toCsv = (data: Uint8Array, mostBytes: number): Result.Result<Uint8Array, CsvFault> => {
  const stream = new CsvStream(mostBytes, { items: Infinity, bytes: Infinity })
  return Result.flatMap(stream.push(data), () => stream.end())
}
