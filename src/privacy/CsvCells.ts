/**
 * Cells of comma-separated values from JSON values: lexemes are kept, formulas neutralised (`CsvCell.ts`). Bytes become
 * bytes; only a string with an escape, or what may hold a formula, is looked at as text.
 */
import { Schema } from "effect"
import { csvCell, isForeignSeparator, isUnseen } from "../domain/CsvCell.ts"
import type { GrowingBytes } from "./GrowingBytes.ts"
import { isSpace, text } from "./JsonParts.ts"

const decodeLexeme = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.String))

/** The text of a string, lone surrogates replaced. */
export const decodeString = (lexeme: string): string => decodeLexeme(lexeme).toWellFormed()

const quotationMark = 0x22
const backslash = 0x5c
const comma = 0x2c
const space = 0x20

/** What a formula begins with, or what may stand before it: signs, a space, and what is beyond ASCII. */
const mayBeginFormula = new Uint8Array(256).fill(1, 0x7f)
for (const sign of "=+-@ ") mayBeginFormula[sign.charCodeAt(0)] = 1

/** Whether a line ends here for some reader: U+0085, U+2028 and U+2029. */
const isLineEnd = (data: Uint8Array, at: number): boolean =>
  data[at] === 0xc2 ? data[at + 1] === 0x85 : data[at] === 0xe2 && data[at + 1] === 0x80 && (data[at + 2]! & 0xfe) === 0xa8

const writeString = (data: Uint8Array, start: number, end: number, out: GrowingBytes): void => {
  const first = start + 1
  const last = end - 1
  let isPlain = mayBeginFormula[data[first]!] === 0
  let hasComma = false
  for (let i = first; i < last && isPlain; i++) {
    const byte = data[i]!
    if (byte === backslash || isForeignSeparator(byte) || byte >= 0xc2 && isLineEnd(data, i)) isPlain = false
    else if (byte === comma) hasComma = true
  }
  if (!isPlain) return out.text(csvCell(decodeString(text(data, start, end))))
  // With its quotation marks it is quoted.
  if (hasComma) out.copy(data, start, end)
  else out.copy(data, first, last)
}

const apostrophe = 0x27

/**
 * Whether these bytes begin with a sign of a formula; those of full width are U+FF0B, FF0D, FF1D and FF20, the small
 * ones FE62, FE63, FE66 and FE6B.
 */
const isSign = (data: Uint8Array, at: number): boolean => {
  const byte = data[at]!
  if (byte !== 0xef) return byte === 0x3d || byte === 0x2b || byte === 0x2d || byte === 0x40
  const last = data[at + 2]
  return data[at + 1] === 0xbc
    ? last === 0x8b || last === 0x8d || last === 0x9d || last === 0xa0
    : data[at + 1] === 0xb9 && (last === 0xa2 || last === 0xa3 || last === 0xa6 || last === 0xab)
}

/** Whether a cell that begins here, or with what stands before, still has nothing that a reader sees. */
const isStillBegun = (data: Uint8Array, at: number): boolean => {
  const byte = data[at]!
  if (byte < 0x7f) return byte === space
  // The rest of a character says nothing more than its first byte did.
  if (byte >= 0x80 && byte < 0xc0) return true
  return isUnseen(text(data, at, at + (byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4)))
}

/**
 * JSON text without the white space between its lexemes, as one cell. Every sign behind a separator of other readers
 * is led by an apostrophe: it stands inside a string, so the text stays JSON.
 */
const writeNested = (data: Uint8Array, start: number, end: number, out: GrowingBytes): void => {
  const { bytes } = out
  const opened = out.length
  let to = opened + 1
  let inString = false
  let isQuoted = false
  let isBegun = false
  for (let i = start; i < end; i++) {
    const byte = data[i]!
    if (isBegun && inString) {
      const isFormula = isSign(data, i)
      if (isFormula) bytes[to++] = apostrophe
      isBegun = !isFormula && isStillBegun(data, i)
    }
    if (isForeignSeparator(byte) || byte >= 0xc2 && isLineEnd(data, i)) isBegun = true
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
