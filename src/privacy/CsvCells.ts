/**
 * Cells of comma-separated values (RFC 4180) from JSON values: lexemes are kept, formulas neutralised. Bytes become
 * bytes; only a string with an escape, or what may be a formula, is looked at as text.
 */
import { Schema } from "effect"
import type { GrowingBytes } from "./GrowingBytes.ts"
import { isSpace } from "./JsonLexemes.ts"
import { text } from "./JsonParts.ts"

const decodeLexeme = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.String))

/** The text of a string, lone surrogates replaced. */
export const decodeString = (lexeme: string): string => decodeLexeme(lexeme).toWellFormed()

/** A negative number, two of them, or the sign for no value. */
const harmless = /^-(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+|, ?-?\d+\.\d+)?)?$/

/** A spreadsheet would run it as a formula. */
const isFormula = (cell: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !harmless.test(cell)

/** RFC 4180, section 2. */
export const quote = (cell: string): string => {
  const safe = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe
}

const quotationMark = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Signs that a formula begins with, and the lead byte of those of full width. */
const mayBeginFormula = new Uint8Array(256)
for (const sign of "=+-@\t\r\n") mayBeginFormula[sign.charCodeAt(0)] = 1
mayBeginFormula[0xef] = 1

const writeString = (data: Uint8Array, start: number, end: number, out: GrowingBytes): void => {
  const first = start + 1
  const last = end - 1
  let isPlain = mayBeginFormula[data[first]!] === 0
  let hasComma = false
  for (let i = first; i < last && isPlain; i++) {
    const byte = data[i]!
    if (byte === backslash) isPlain = false
    else if (byte === comma) hasComma = true
  }
  if (!isPlain) return out.text(quote(decodeString(text(data, start, end))))
  // With its quotation marks it is quoted.
  if (hasComma) out.copy(data, start, end)
  else out.copy(data, first, last)
}

/** JSON text without the white space between its lexemes, as one cell. */
const writeNested = (data: Uint8Array, start: number, end: number, out: GrowingBytes): void => {
  const { bytes } = out
  const opened = out.length
  let to = opened + 1
  let inString = false
  let isQuoted = false
  for (let i = start; i < end; i++) {
    const byte = data[i]!
    if (byte === quotationMark) {
      inString = !inString
      isQuoted = true
      bytes[to++] = byte
    } else if (!inString) {
      if (isSpace(byte)) continue
      if (byte === comma) isQuoted = true
    } else if (byte === backslash) {
      bytes[to++] = byte
      const escaped = data[++i]!
      if (escaped === quotationMark) bytes[to++] = escaped
      bytes[to++] = escaped
      continue
    }
    bytes[to++] = byte
  }
  if (isQuoted) {
    bytes[opened] = quotationMark
    bytes[to++] = quotationMark
    out.length = to
  } else {
    bytes.copyWithin(opened, opened + 1, to)
    out.length = to - 1
  }
}

/** The most bytes that a value of this length may take as a cell. */
export const roomForCell = (length: number): number => length * 2 + 2

/** @param out has `roomForCell` the value */
export const writeCell = (data: Uint8Array, start: number, end: number, out: GrowingBytes): void => {
  switch (data[start]) {
    case quotationMark:
      return writeString(data, start, end, out)
    case 0x6e:
      return
    case 0x7b:
    case 0x5b:
      return writeNested(data, start, end, out)
    default:
      out.copy(data, start, end)
  }
}
