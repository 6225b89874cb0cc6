/**
 * Other representations of masked data: one JSON value a line, and comma-separated values. Lexemes are kept: a number
 * beyond 2^53 has all its digits here too.
 *
 * The text is the masker's own output, so it is known to be well-formed.
 */
import { Result, Schema } from "effect"

/** The data is no list, so it has no rows. */
export class NotAList extends Schema.TaggedError<NotAList>()("NotAList", {}) {}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const skipSpace = (data: Uint8Array, at: number): number => {
  let i = at
  while (i < data.length && isSpace(data[i])) i++
  return i
}

/** After the string whose opening quotation mark is at `at`. */
const afterString = (data: Uint8Array, at: number): number => {
  let i = at + 1
  while (i < data.length && data[i] !== 0x22) i += data[i] === 0x5c ? 2 : 1
  return i + 1
}

/** After the value that begins at `at`. */
const afterValue = (data: Uint8Array, at: number): number => {
  let depth = 0
  let i = at
  do {
    const byte = data[i]
    if (byte === 0x22) {
      i = afterString(data, i)
      continue
    }
    if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    else if (depth === 0) {
      while (i < data.length && data[i] !== 0x2c && data[i] !== 0x5d && data[i] !== 0x7d && !isSpace(data[i])) i++
      return i
    }
    i++
  } while (depth > 0 && i < data.length)
  return i
}

/** Calls back for each item of the list, or member of the object, that begins at `at`. */
const eachPart = (data: Uint8Array, at: number, visit: (start: number, end: number, keyStart: number, keyEnd: number) => void): void => {
  const isObject = data[at] === 0x7b
  let i = skipSpace(data, at + 1)
  while (i < data.length && data[i] !== 0x5d && data[i] !== 0x7d) {
    let keyStart = -1
    let keyEnd = -1
    if (isObject) {
      keyStart = i
      keyEnd = afterString(data, i)
      i = skipSpace(data, skipSpace(data, keyEnd) + 1)
    }
    const end = afterValue(data, i)
    visit(i, end, keyStart, keyEnd)
    i = skipSpace(data, end)
    if (data[i] === 0x2c) i = skipSpace(data, i + 1)
  }
}

/** Copies a value without the white space between its lexemes; a line feed can then be in no string and nowhere else. */
const copyCompact = (data: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number => {
  let to = at
  for (let i = start; i < end; i++) {
    const byte = data[i]!
    if (byte === 0x22) {
      const close = afterString(data, i)
      while (i < close) out[to++] = data[i++]!
      i--
    } else if (!isSpace(byte)) out[to++] = byte
  }
  return to
}

/** @returns one line for each item of a list, or one line for anything else, each with its line feed */
export const toNdjson = (data: Uint8Array): Uint8Array => {
  const out = new Uint8Array(data.length + 1)
  const start = skipSpace(data, 0)
  let at = 0
  if (data[start] !== 0x5b) {
    at = copyCompact(data, start, data.length, out, 0)
    out[at++] = 0x0a
    return out.subarray(0, at)
  }
  eachPart(data, start, (from, to) => {
    at = copyCompact(data, from, to, out, at)
    out[at++] = 0x0a
  })
  return out.subarray(0, at)
}

const text = (data: Uint8Array, start: number, end: number): string => Buffer.from(data.buffer, data.byteOffset + start, end - start).toString()

const decodeString = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.String))

const plainNumber = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A spreadsheet would run it as a formula; a negative number is none. */
const isFormula = (cell: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !plainNumber.test(cell)

/** RFC 4180, section 2. */
const quote = (cell: string): string => {
  const safe = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe
}

const cellOf = (data: Uint8Array, start: number, end: number): string => {
  switch (data[start]) {
    case 0x22:
      return quote(decodeString(text(data, start, end)).toWellFormed())
    case 0x6e:
      return ""
    case 0x7b:
    case 0x5b: {
      const compact = new Uint8Array(end - start)
      return quote(text(compact, 0, copyCompact(data, start, end, compact, 0)))
    }
    default:
      return quote(text(data, start, end))
  }
}

/** The column of items that are no objects. */
const valueColumn = "value"

/**
 * Columns are the keys of all items in the order of their first appearance; nested values are JSON text, null is empty.
 *
 * @returns RFC 4180 with a header line; nothing at all for an empty list
 */
export const toCsv = (data: Uint8Array): Result.Result<Uint8Array, NotAList> => {
  const start = skipSpace(data, 0)
  if (data[start] !== 0x5b) return Result.fail(new NotAList({}))
  const columns = new Map<string, number>()
  const columnOf = (name: string): number => {
    const found = columns.get(name)
    if (found !== undefined) return found
    columns.set(name, columns.size)
    return columns.size - 1
  }
  const rows: Array<Array<string>> = []
  const keys = new Map<string, number>()
  eachPart(data, start, (from, to) => {
    const row: Array<string> = []
    rows.push(row)
    if (data[from] !== 0x7b) {
      row[columnOf(valueColumn)] = cellOf(data, from, to)
      return
    }
    eachPart(data, from, (valueStart, valueEnd, keyStart, keyEnd) => {
      const lexeme = text(data, keyStart, keyEnd)
      let column = keys.get(lexeme)
      if (column === undefined) keys.set(lexeme, column = columnOf(decodeString(lexeme).toWellFormed()))
      row[column] = cellOf(data, valueStart, valueEnd)
    })
  })
  if (columns.size === 0) return Result.succeed(Buffer.from("\r\n".repeat(rows.length)))
  const lines = [Array.from(columns.keys(), quote).join(",")]
  for (const row of rows) lines.push(Array.from({ length: columns.size }, (_, column) => row[column] ?? "").join(","))
  return Result.succeed(Buffer.from(`${lines.join("\r\n")}\r\n`))
}
