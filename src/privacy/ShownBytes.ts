/**
 * Writes shown forms straight from the bytes of a value to the bytes of the answer, for the values that nearly all
 * are: plain ASCII without escapes. What is written here is what `show` of `ShownForm.ts` says; whatever is rare goes
 * that way instead, above all what has been masked before.
 */
import { copyBytes, type Memory } from "./CopyBytes.ts"
import { fewestDigits, formOf } from "./FormCodes.ts"
import { maxLength, mayBeNoPerson } from "./PersonName.ts"

/** Take the long way, by `fits` and `show`. */
export const longWay = -1

const star = 0x2a
const quotationMark = 0x22

/** 0 for neither, 1 for a letter, 2 for a digit, 4 for a star. */
const kinds = new Uint8Array(256)
for (let byte = 0; byte < 26; byte++) kinds[0x41 + byte] = kinds[0x61 + byte] = 1
for (let byte = 0x30; byte <= 0x39; byte++) kinds[byte] = 2
kinds[star] = 4

/** The most bytes that a value of this length may be shown in. */
export const roomFor = (length: number): number => length * 3 + 8

const fourStars = 0x2a2a2a2a

/** May write three too many. */
const writeStars = (out: Memory, from: number, count: number): number => {
  const { view } = out
  for (let i = 0; i < count; i += 4) view.setInt32(from + i, fourStars)
  return from + count
}

const writeHidden = ({ bytes, view }: Memory, from: number): number => {
  view.setInt32(from, 0x222a2a2a)
  bytes[from + 4] = quotationMark
  return from + 5
}

/** Four digits, then a star for each further one. */
const writeNik = (body: Memory, start: number, end: number, digits: number, out: Memory, from: number): number => {
  const { bytes } = out
  let at = from
  bytes[at++] = quotationMark
  if (digits === end - start) {
    out.view.setInt32(at, body.view.getInt32(start))
    at += 4
  } else {
    let left = 4
    for (let i = start; i < end; i++) {
      const byte = body.bytes[i]!
      const kind = kinds[byte]!
      if (kind === 4) return longWay
      if (kind === 2 && left > 0) {
        left--
        bytes[at++] = byte
      }
    }
  }
  at = writeStars(out, at, digits - 4)
  bytes[at] = quotationMark
  return at + 1
}

const writeLastTwo = (body: Memory, start: number, end: number, digits: number, out: Memory, from: number): number => {
  let characters = 0
  let last = 0
  let before = 0
  for (let i = start; i < end; i++) {
    const byte = body.bytes[i]!
    const kind = kinds[byte]!
    if (kind === 4) return longWay
    if (kind === 0) continue
    characters++
    if (kind === 2) {
      before = last
      last = byte
    }
  }
  if (characters === 0) return longWay
  const shows = characters > 4 && digits >= 2
  const { bytes } = out
  let at = from
  bytes[at++] = quotationMark
  at = writeStars(out, at, shows ? characters - 2 : characters)
  if (shows) {
    bytes[at++] = before
    bytes[at++] = last
  }
  bytes[at] = quotationMark
  return at + 1
}

/**
 * The initial of each word.
 *
 * @param isName whether it is known to be one; otherwise what may be an office goes the long way
 */
const writeName = (body: Memory, start: number, end: number, isName: boolean, out: Memory, from: number): number => {
  const { bytes } = body
  const { view } = out
  let at = from
  let seen = 0
  let first = -1
  let firstEnd = 0
  let last = 0
  // A quotation mark first, then a space between words.
  let before = quotationMark
  let i = start
  let lastEnd = start
  for (;;) {
    while (i < end && bytes[i] === 0x20) i++
    if (i >= end) break
    last = i
    out.bytes[at++] = before
    before = 0x20
    const word = at
    let kind = 0
    // Until a letter or a digit comes, this may be a word that stays.
    while (i < end) {
      const byte = bytes[i]!
      kind = kinds[byte]!
      if (kind !== 0 || byte === 0x20) break
      out.bytes[at++] = byte
      i++
    }
    if (kind === 4) return longWay
    if (kind !== 0) {
      view.setInt32(word, bytes[i]! << 24 | 0x2a2a2a)
      at = word + 4
      while (i < end) {
        const byte = bytes[i]!
        if (byte === 0x20) break
        seen |= kinds[byte]!
        i++
      }
    }
    lastEnd = i
    if (first < 0) {
      first = last
      firstEnd = i
    }
  }
  // No letter: no name. A star: masked before.
  if ((seen & 5) !== 1) return longWay
  if (!isName && (end - start > maxLength || mayBeNoPerson(body, first, firstEnd, last, lastEnd))) return longWay
  out.bytes[at] = quotationMark
  return at + 1
}

/**
 * 1 for the sign, 2 for what stands between several addresses, in an address of the web, or is left of masking, 3 for
 * what is in no domain.
 */
const addressSigns = Uint8Array.from(kinds, (kind) => (kind & 3) === 0 ? 3 : 0)
addressSigns[0x40] = 1
for (const sign of " ,;%*") addressSigns[sign.charCodeAt(0)] = 2
for (const sign of ".-") addressSigns[sign.charCodeAt(0)] = 0

/** The first character and the domain. */
const writeEmail = (body: Memory, start: number, end: number, digits: number, out: Memory, from: number): number => {
  const { bytes } = body
  if (start === end || digits > 7 || (kinds[bytes[start]!]! & 3) === 0) return longWay
  let sign = start
  for (let i = start; i < end; i++) {
    const found = addressSigns[bytes[i]!]!
    if (found === 0) continue
    if (found === 2 || found === 3 && sign > start) return longWay
    if (found === 1) sign = i
  }
  if (sign === start) return longWay
  out.bytes[from] = quotationMark
  out.view.setInt32(from + 1, bytes[start]! << 24 | 0x2a2a2a)
  const at = copyBytes(body, sign, end, out, from + 5)
  out.bytes[at] = quotationMark
  return at + 1
}

/** First four and last two digits, a star for each one between; a leading plus stays. */
const writePhone = (body: Memory, start: number, end: number, digits: number, out: Memory, from: number): number => {
  const { bytes } = out
  let at = from
  bytes[at++] = quotationMark
  let last = 0
  let before = 0
  if (digits === end - start) {
    out.view.setInt32(at, body.view.getInt32(start))
    at += 4
    before = body.bytes[end - 2]!
    last = body.bytes[end - 1]!
  } else {
    let count = 0
    let isLeading = true
    for (let i = start; i < end; i++) {
      const byte = body.bytes[i]!
      const kind = kinds[byte]!
      if (kind === 2) {
        isLeading = false
        if (count < 4) bytes[at++] = byte
        count++
        before = last
        last = byte
      } else if (kind === 4) return longWay
      else if (kind === 1) isLeading = false
      else if (isLeading && byte === 0x2b && at === from + 1) bytes[at++] = byte
    }
  }
  at = writeStars(out, at, digits - 6)
  bytes[at] = before
  bytes[at + 1] = last
  bytes[at + 2] = quotationMark
  return at + 3
}

/** `1990-…` */
const writeYear = ({ bytes }: Memory, start: number, end: number, digits: number, out: Memory, from: number): number => {
  if (end - start < 5 || digits < 4 || bytes[start + 4] !== 0x2d) return longWay
  const century = bytes[start]! << 8 | bytes[start + 1]!
  if (century !== 0x3139 && century !== 0x3230 || kinds[bytes[start + 2]!] !== 2 || kinds[bytes[start + 3]!] !== 2) return longWay
  out.bytes[from] = quotationMark
  for (let i = 0; i < 4; i++) out.bytes[from + 1 + i] = bytes[start + i]!
  out.bytes[from + 5] = quotationMark
  return from + 6
}

const hasLetterOrDigit = ({ bytes }: Memory, start: number, end: number): boolean => {
  for (let i = start; i < end; i++) if ((kinds[bytes[i]!]! & 3) !== 0) return true
  return false
}

/**
 * @param body the value's bytes stand from `start` to `end`, plain ASCII without escapes
 * @param digits how many of them are digits
 * @param isSure whether it is known to be of the class
 * @param out has `roomFor` the value at `from`
 * @returns where the JSON string ends in `out`; `longWay` where this is not for here
 */
export const writeShown = (
  code: number,
  body: Memory,
  start: number,
  end: number,
  digits: number,
  isSure: boolean,
  out: Memory,
  from: number
): number => {
  if (digits < fewestDigits[code]!) return longWay
  switch (formOf[code]) {
    case 0:
      return hasLetterOrDigit(body, start, end) ? writeHidden(out, from) : longWay
    case 1:
      return writeNik(body, start, end, digits, out, from)
    case 2:
      return writeLastTwo(body, start, end, digits, out, from)
    case 3:
      return writeName(body, start, end, isSure, out, from)
    case 4:
      return writeEmail(body, start, end, digits, out, from)
    case 5:
      return writePhone(body, start, end, digits, out, from)
    case 6:
      return writeYear(body, start, end, digits, out, from)
    default:
      return longWay
  }
}
