/**
 * Finds where each lexeme of a JSON text ends and checks its grammar (RFC 8259) on the way. The text reaches to `end`,
 * which may be before the end of the memory it stands in.
 *
 * Gotchas: what a string holds is left in `flags` and `digits` until the next string is scanned.
 */
import { bracket, byteClasses, escaped, flagsOfBracket, flagsOfEscape, hexadecimal, quickClasses, quoted, stop } from "./ByteClasses.ts"

/** The lexeme is wrong. */
export const malformed = -1
/** The lexeme is right so far, and the text ends in it. */
export const cut = -2

export const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

export const afterSpace = (body: Uint8Array, at: number, end: number): number => {
  let i = at
  while (i < end && isSpace(body[i])) i++
  return i
}

/** Flags of the string scanned last, its digits, and where it ended; module state spares an object for each string. */
export let flags = 0
export let digits = 0

/** Where a string that the text cuts can be read on. */
export let reached = 0

/** Ends at the closing quotation mark. */
export const endOfString = (body: Uint8Array, start: number, end: number): number => restOfString(body, start, end, 0, 0)

/** The longest sign that more than one byte writes, `[ at ]` for instance; it may have been cut too. */
const longestSign = 16

/** Reads on from `reached`, given what was seen by then; `start` is where the string begins. */
export const resumeString = (body: Uint8Array, start: number, from: number, end: number, seen: number, count: number): number => {
  let more = seen
  for (let i = Math.max(start, from - longestSign); i < from; i++) if (byteClasses[body[i]!] === bracket) more |= flagsOfBracket(body, i)
  return restOfString(body, from, end, more, count)
}

const restOfString = (body: Uint8Array, from: number, end: number, seenBefore: number, countBefore: number): number => {
  let seen = seenBefore
  let count = countBefore
  let i = from
  for (;;) {
    let quick = 0
    while (i < end) {
      quick = quickClasses[body[i]!]!
      if (quick > 1) break
      count += quick
      i++
    }
    if (i >= end) return cutAt(i, seen, count)
    const byte = body[i]!
    if (byte === 0x22) break
    const found = byteClasses[byte]!
    if (found === stop) {
      const escape = i
      i = afterEscape(body, i, end)
      if (i < 0) return i === cut ? cutAt(escape, seen, count) : i
      seen |= escapeFlags
    } else {
      seen |= found === bracket ? flagsOfBracket(body, i) : found
      i++
    }
  }
  flags = seen
  digits = count
  return i
}

const cutAt = (at: number, seen: number, count: number): number => {
  reached = at
  flags = seen
  digits = count
  return cut
}

/** What the escape read last means. */
let escapeFlags = 0

const afterEscape = (body: Uint8Array, start: number, end: number): number => {
  if (body[start] !== 0x5c) return malformed
  if (start + 1 >= end) return cut
  escapeFlags = escaped
  switch (body[start + 1]) {
    case 0x75: {
      let code = 0
      for (let i = start + 2; i < start + 6; i++) {
        if (i >= end) return cut
        const digit = hexadecimal[body[i]!]!
        if (digit > 15) return malformed
        code = code << 4 | digit
      }
      escapeFlags |= flagsOfEscape(code)
      return start + 6
    }
    case 0x22:
      escapeFlags |= quoted
      return start + 2
    case 0x5c:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return start + 2
    default:
      return malformed
  }
}

/** At least one digit. */
const afterDigits = (body: Uint8Array, at: number, end: number): number => {
  let i = at
  while (i < end) {
    const byte = body[i]!
    if (byte < 0x30 || byte > 0x39) break
    i++
  }
  return i > at ? i : i < end ? malformed : cut
}

/** Ends after the number; a number that ends with the text may be longer. */
export const endOfNumber = (body: Uint8Array, start: number, end: number): number => {
  let i = start
  if (body[i] === 0x2d) i++
  if (i >= end) return cut
  if (body[i] === 0x30) i++
  else if ((i = afterDigits(body, i, end)) < 0) return i
  if (i < end && body[i] === 0x2e && (i = afterDigits(body, i + 1, end)) < 0) return i
  if (i < end && (body[i]! | 0x20) === 0x65) {
    i++
    if (i < end && (body[i] === 0x2b || body[i] === 0x2d)) i++
    i = afterDigits(body, i, end)
  }
  return i
}

const trueWord = Buffer.from("true")
const falseWord = Buffer.from("false")
const nullWord = Buffer.from("null")

const endOfThis = (word: Uint8Array, body: Uint8Array, start: number, end: number): number => {
  const whole = start + word.length
  for (let i = start + 1; i < whole; i++) {
    if (i >= end) return cut
    if (body[i] !== word[i - start]) return malformed
  }
  return whole
}

/** Ends after `true`, `false` or `null`; there is at least one byte. */
export const endOfWord = (body: Uint8Array, start: number, end: number): number => {
  switch (body[start]) {
    case 0x74:
      return endOfThis(trueWord, body, start, end)
    case 0x66:
      return endOfThis(falseWord, body, start, end)
    case 0x6e:
      return endOfThis(nullWord, body, start, end)
    default:
      return malformed
  }
}
