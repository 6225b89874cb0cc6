/**
 * What a byte inside a string can mean to the detectors, so that one look at each byte decides whether a string
 * needs a closer one. Most strings do not.
 */

/** `@`, `%`, `=` and a bracket before `at`: e-mail addresses, `nama [at] domain` among them, and queries. */
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
/** `(`, `[` and `{`: telling where `at` follows. */
export const bracket = 64

export const byteClasses = new Uint8Array(256)
for (let byte = 0; byte < 0x20; byte++) byteClasses[byte] = stop
for (let byte = 0x80; byte < 0x100; byte++) byteClasses[byte] = wide
for (const lead of [0xd9, 0xdb, 0xdf, 0xe0, 0xe1, 0xea, 0xef, 0xf0]) byteClasses[lead] = wide | foreign
for (const sign of "@%=") byteClasses[sign.charCodeAt(0)] = telling
for (const sign of "([{") byteClasses[sign.charCodeAt(0)] = bracket
byteClasses[0x22] = stop
byteClasses[0x5c] = stop

/**
 * 1 for a digit, 0 for what says nothing, 2 for all that has a class: one addition and one test for each byte.
 * Bytes, since a table of wider numbers takes twice the time to look into.
 */
export const quickClasses = Uint8Array.from(byteClasses, (found, byte) => byte >= 0x30 && byte <= 0x39 ? 1 : found === 0 ? 0 : 2)

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
  return code >= 0x640 && code < 0x700 || code >= 0x7c0 && code < 0x2000 || code >= 0xa000 && code < 0xb000 ||
      code >= 0xd800 && code < 0xe000 || code >= 0xf000
    ? foreign
    : 0
}

/** `telling` where `at`, a quotation, a space or what is not ASCII comes after the bracket at `at`. */
export const flagsOfBracket = (body: Uint8Array, at: number): number => {
  const next = body[at + 1]!
  return (next | 0x20) === 0x61 && (body[at + 2]! | 0x20) === 0x74 || next <= 0x20 || next === 0x40 || next === 0x27 || next >= 0x80
    ? telling
    : 0
}

/** Whether a string of ASCII without escapes has a telling sign; a bracket alone is none. */
export const tells = (body: Uint8Array, start: number, end: number): boolean => {
  for (let i = start; i < end; i++) {
    const found = byteClasses[body[i]!]!
    if (found === telling || found === bracket && flagsOfBracket(body, i) === telling) return true
  }
  return false
}

/** A string that is too long to be held: it is hidden. */
export const overlong = 1 << 20

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

/** `106.8201`: no integer, whatever stands before the point. */
export const isFraction = (body: Uint8Array, start: number, end: number): boolean => {
  if (body[end - 1] === 0x30) return false
  let hasPoint = false
  for (let i = start; i < end; i++) {
    const byte = body[i]!
    if (byte === 0x2e) hasPoint = true
    else if ((byte | 0x20) === 0x65) return false
  }
  return hasPoint
}

const isLower = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x61 && byte <= 0x7a
const isSeparator = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x2d || byte === 0x2e

/** One or two letters, one to four digits, one to three letters: `b 1234 xyz`. `digits` is where they begin. */
const isLowerPlate = (body: Uint8Array, digits: number, start: number, end: number): boolean => {
  let before = isSeparator(body[digits - 1]) ? digits - 2 : digits - 1
  if (before > start && isLower(body[before - 1])) before--
  if (before > start && isLower(body[before - 1])) return false
  let after = digits
  while (after < end && isDigit(body[after])) after++
  if (after - digits > 4) return false
  if (isSeparator(body[after])) after++
  const letters = after
  while (after < end && after - letters < 4 && isLower(body[after])) after++
  return after > letters && after - letters < 4
}

/** A passport has six digits at least; with fewer, letters come after those of a plate. */
const fewestOfPassport = 6

/** Whether a letter comes after the digits at `at`, with at most one character between. */
const hasSuffix = (body: Uint8Array, at: number, end: number): boolean => {
  let i = at
  while (i < end && isDigit(body[i])) i++
  if (i < end && isSeparator(body[i])) i++
  return i < end && (isLower(body[i]! | 0x20) || body[i]! >= 0x80)
}

/** `&#64;`, `&#x40;`: digits begin at `at`. */
const isEntity = (body: Uint8Array, at: number): boolean => {
  const sign = body[at - 1] === 0x23 ? at - 1 : at - 2
  return body[sign] === 0x23 && body[sign - 1] === 0x26
}

/**
 * Whether digits follow a capital, with at most one character between, or stand between lower-case letters, the least
 * that a plate or a passport has; or write a character of HTML.
 *
 * @param digits how many there are
 */
export const hasPlateShape = (body: Uint8Array, start: number, end: number, digits: number): boolean => {
  const isShort = digits < fewestOfPassport
  for (let i = start + 1; i < end; i++) {
    if (!isDigit(body[i]) || isDigit(body[i - 1])) continue
    if (body[i - 1] === 0x23 || body[i - 2] === 0x23) {
      if (isEntity(body, i)) return true
    }
    const before = isSeparator(body[i - 1]) && i - 2 >= start ? body[i - 2]! : body[i - 1]!
    if ((before >= 0x41 && before <= 0x5a || before >= 0x80) && (!isShort || hasSuffix(body, i, end))) return true
    if (isLower(before) && isLowerPlate(body, i, start, end)) return true
  }
  return false
}
