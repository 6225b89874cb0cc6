/**
 * Finds where each lexeme of a JSON text ends and checks its grammar (RFC 8259) on the way.
 *
 * Gotchas: what a string holds is left in `flags` and `digits` until the next string is scanned.
 */
import { byteClasses, escaped, flagsOfEscape, hexadecimal, quickClasses, quoted, stop } from "./ByteClasses.ts"

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

export const afterSpace = (body: Uint8Array, at: number): number => {
  let i = at
  while (i < body.length && isSpace(body[i])) i++
  return i
}

/** Flags of the string scanned last, its digits, and where it ended; module state spares an object for each string. */
export let flags = 0
export let digits = 0

/** Ends at the closing quotation mark; -1 where there is none, or the string is malformed. */
export const endOfString = (body: Uint8Array, start: number): number => {
  const end = body.length
  let seen = 0
  let count = 0
  let i = start
  for (;;) {
    while (i < end) {
      const quick = quickClasses[body[i]!]!
      if (quick < 0) break
      count += quick
      i++
    }
    if (i >= end) return -1
    const byte = body[i]!
    if (byte === 0x22) break
    const found = byteClasses[byte]!
    if (found !== stop) {
      seen |= found
      i++
      continue
    }
    if (byte !== 0x5c) return -1
    seen |= escaped
    const next = body[i + 1]
    if (next === 0x75) {
      if (i + 6 > end) return -1
      const a = hexadecimal[body[i + 2]!]!
      const b = hexadecimal[body[i + 3]!]!
      const c = hexadecimal[body[i + 4]!]!
      const d = hexadecimal[body[i + 5]!]!
      if ((a | b | c | d) > 15) return -1
      seen |= flagsOfEscape(a << 12 | b << 8 | c << 4 | d)
      i += 6
      continue
    }
    if (next === 0x22) seen |= quoted
    else if (next !== 0x5c && next !== 0x2f && next !== 0x6e && next !== 0x72 && next !== 0x74 && next !== 0x62 && next !== 0x66) return -1
    i += 2
  }
  flags = seen
  digits = count
  return i
}

/** -1 where there is no digit. */
const afterDigits = (body: Uint8Array, at: number): number => {
  const end = body.length
  let i = at
  while (i < end) {
    const byte = body[i]!
    if (byte < 0x30 || byte > 0x39) break
    i++
  }
  return i > at ? i : -1
}

/** Ends after the number; -1 where it is malformed. */
export const endOfNumber = (body: Uint8Array, start: number): number => {
  const end = body.length
  let i = start
  if (body[i] === 0x2d) i++
  if (i >= end) return -1
  if (body[i] === 0x30) i++
  else if ((i = afterDigits(body, i)) < 0) return -1
  if (i < end && body[i] === 0x2e && (i = afterDigits(body, i + 1)) < 0) return -1
  if (i < end && (body[i]! | 0x20) === 0x65) {
    i++
    if (i < end && (body[i] === 0x2b || body[i] === 0x2d)) i++
    i = afterDigits(body, i)
  }
  return i
}

/** Ends after `true`, `false` or `null`; -1 for anything else. */
export const endOfWord = (body: Uint8Array, start: number): number => {
  switch (body[start]) {
    case 0x74:
      return body[start + 1] === 0x72 && body[start + 2] === 0x75 && body[start + 3] === 0x65 ? start + 4 : -1
    case 0x66:
      return body[start + 1] === 0x61 && body[start + 2] === 0x6c && body[start + 3] === 0x73 && body[start + 4] === 0x65 ? start + 5 : -1
    case 0x6e:
      return body[start + 1] === 0x75 && body[start + 2] === 0x6c && body[start + 3] === 0x6c ? start + 4 : -1
    default:
      return -1
  }
}

export const beforeSpace = (body: Uint8Array, at: number): number => {
  let end = at
  while (isSpace(body[end - 1])) end--
  return end
}
