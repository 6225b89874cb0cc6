/**
 * What a byte inside a string can mean to the detectors, so that one look at each byte decides whether a string
 * needs a closer one. Most strings do not.
 */

/** `@`, `%` and `=`: e-mail addresses and queries. */
export const telling = 1
/** The lead byte of characters among which there are digits or a full-width `@`. */
export const foreign = 2
/** Not ASCII. */
export const wide = 4
/** A backslash somewhere. */
export const escaped = 8
/** An escaped quotation mark: JSON inside the string, perhaps. */
export const quoted = 16
/** Quotation mark, backslash, control character. */
export const stop = 32

export const byteClasses = new Uint8Array(256)
for (let byte = 0; byte < 0x20; byte++) byteClasses[byte] = stop
for (let byte = 0x80; byte < 0x100; byte++) byteClasses[byte] = wide
for (const lead of [0xd9, 0xdb, 0xdf, 0xe0, 0xe1, 0xea, 0xef, 0xf0]) byteClasses[lead] = wide | foreign
for (const sign of "@%=") byteClasses[sign.charCodeAt(0)] = telling
byteClasses[0x22] = stop
byteClasses[0x5c] = stop

/** 1 for a digit, 0 for what says nothing, -1 for all that has a class: one addition and one test for each byte. */
export const quickClasses = Int32Array.from(byteClasses, (found, byte) => byte >= 0x30 && byte <= 0x39 ? 1 : found === 0 ? 0 : -1)

/** Hexadecimal digits, by byte; 255 for any other. */
export const hexadecimal = new Uint8Array(256).fill(255)
for (let value = 0; value < 16; value++) {
  hexadecimal[value.toString(16).charCodeAt(0)] = value
  hexadecimal[value.toString(16).toUpperCase().charCodeAt(0)] = value
}

/** Flags of `\uXXXX`: what the escaped character would have meant. */
export const flagsOfEscape = (code: number): number => {
  if (code < 0x80) return foreign
  // Blocks with decimal digits, the surrogates, compatibility forms; the same as the lead bytes above.
  return code >= 0x640 && code < 0x700 || code >= 0x7c0 && code < 0x2000 || code >= 0xa000 && code < 0xb000 || code >= 0xd800 && code < 0xe000 || code >= 0xf000 ? foreign : 0
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

/**
 * `2026-01-31`, or a timestamp of RFC 3339; nothing else. Its length and the number of its digits leave room for no
 * other character than the separators looked at.
 */
export const isTimestamp = (body: Uint8Array, start: number, end: number, digits: number): boolean => {
  const length = end - start
  if (length < 10 || body[start + 4] !== 0x2d || body[start + 7] !== 0x2d) return false
  if (length === 10) return digits === 8
  if (length < 16 || body[start + 10] !== 0x54 && body[start + 10] !== 0x20 || body[start + 13] !== 0x3a) return false
  if (length === 16) return digits === 12
  if (length < 19 || body[start + 16] !== 0x3a) return false
  if (length === 19) return digits === 14
  const utc = body[end - 1] === 0x5a
  if (length === 20) return utc && digits === 14
  const next = body[start + 19]
  const offset = (next === 0x2b || next === 0x2d) && length === 25 && body[start + 22] === 0x3a && digits === 18
  // `.123Z`: one point and one letter among digits.
  return offset || utc && next === 0x2e && length <= 30 && digits === length - 7
}

/** Whether digits follow a capital, with at most one character between: the least that a plate or a passport has. */
export const hasPlateShape = (body: Uint8Array, start: number, end: number): boolean => {
  for (let i = start + 1; i < end; i++) {
    if (!isDigit(body[i]) || isDigit(body[i - 1])) continue
    const before = body[i - 1]!
    const byte = (before === 0x20 || before === 0x2d) && i - 2 >= start ? body[i - 2]! : before
    if (byte >= 0x41 && byte <= 0x5a || byte >= 0x80) return true
  }
  return false
}
