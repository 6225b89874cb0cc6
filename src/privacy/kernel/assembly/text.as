// A text as it is read: one byte for each character (each UTF-16 code unit), as `FOLDS` says, between two quotation marks.
// ASCII without escapes is read where it stands; anything else is folded into FOLDED, and MAP has the place of each character.
import { FOUND, FOLDED, FOLDS, KIND, LONGEST_TEXT, MAP, MOST_FOUND, PLAIN } from "./memory"
import { CALLED, CLEAR, COURTESY, HOME, STREET } from "./cues"
import { CUES, CUE_SLOTS, HEADS } from "./memory"
import { gEscapes, gWide } from "./lexemes"

/** Bits of KIND. */
export const DIGIT: u32 = 1, SMALL: u32 = 2, CAPITAL: u32 = 4, OTHER: u32 = 8, INSIDE: u32 = 16, SPACE: u32 = 32, WIDE: u32 = 64
export const LETTER: u32 = SMALL | CAPITAL | OTHER
/** What nobody sees, as the host folds it; a tag. */
export const GLUE: u32 = 1, HIDDEN: u32 = 2

/** What is read: from, to; the same without percents; its digits. */
export let tFrom: usize = 0, tEnd: usize = 0, tPlain: usize = 0
let mapped = false

@inline export function at(p: usize): u32 { return load<u8>(p) }
@inline export function kind(p: usize): u32 { return load<u8>(KIND + <usize>load<u8>(p)) }
@inline export function isDigit(p: usize): bool { return <u32>load<u8>(p) - 48 < 10 }
@inline export function isAscii(c: u32): bool { return (c | 32) - 97 < 26 }
@inline export function lower(c: u32): u32 { return c - 65 < 26 ? c | 32 : c }

/** Before the first reading. */
export function prepareText(): void {
  for (let c = 0; c < 256; c++) {
    let k: u32 = 0
    if (c >= 48 && c < 58) k = DIGIT
    else if (c >= 97 && c < 123) k = SMALL
    else if (c >= 65 && c < 91) k = CAPITAL
    else if (c == 0x27 || c == 0x2e || c == 0x2d) k = INSIDE
    else if (c == 0x20 || c >= 9 && c <= 13) k = SPACE
    else if (c == 0x80) k = SMALL | WIDE
    else if (c == 0x81) k = CAPITAL | WIDE
    else if (c == 0x82) k = OTHER | WIDE
    else if (c >= 0x83) k = WIDE
    store<u8>(KIND + <usize>c, <u8>k)
  }
}

/** Where a character stands that is read at `p`. */
@inline export function placeOf(p: usize): usize { return mapped ? <usize>load<u32>(MAP + ((p - FOLDED) << 2)) : p }

function hex4(p: usize): u32 {
  let code: u32 = 0
  for (let i: usize = 0; i < 4; i++) { const c = <u32>load<u8>(p + i), d = c - 48; code = code << 4 | (d < 10 ? d : (c | 32) - 87) }
  return code
}

/** Takes the string's bytes between its quotation marks for the text to be read. @returns false where it is too long */
export function take(s: usize, e: usize): bool {
  if (!gEscapes && !gWide) {
    mapped = false
    tFrom = s; tEnd = e
    tPlain = s
    return e - s <= LONGEST_TEXT
  }
  mapped = true
  let f = FOLDED, p = s, high: u32 = 0
  const limit = FOLDED + LONGEST_TEXT
  store<u8>(FOLDED - 1, 0x22)
  while (p < e) {
    if (f >= limit) return false
    const c = <u32>load<u8>(p)
    store<u32>(MAP + ((f - FOLDED) << 2), <u32>p)
    if (c < 0x80 && c != 0x5c) { store<u8>(f++, <u8>c); p++; high = 0; continue }
    let code: u32 = 0
    if (c == 0x5c) {
      const x = <u32>load<u8>(p, 1)
      if (x == 0x75) { code = hex4(p + 2); p += 6 }
      else { code = x == 0x6e ? 10 : x == 0x74 ? 9 : x == 0x72 ? 13 : x == 0x62 ? 8 : x == 0x66 ? 12 : x; p += 2 }
    } else if (c < 0xe0) { code = (c & 31) << 6 | <u32>load<u8>(p, 1) & 63; p += 2 }
    else if (c < 0xf0) { code = (c & 15) << 12 | (<u32>load<u8>(p, 1) & 63) << 6 | <u32>load<u8>(p, 2) & 63; p += 3 }
    else {
      code = (c & 7) << 18 | (<u32>load<u8>(p, 1) & 63) << 12 | (<u32>load<u8>(p, 2) & 63) << 6 | <u32>load<u8>(p, 3) & 63
      p += 4
      // Mathematical digits.
      const digit = code - 0x1d7ce < 50
      store<u8>(f, <u8>(digit ? 48 + (code - 0x1d7ce) % 10 : 0x84))
      store<u8>(f, <u8>(digit ? GLUE : 0x84), 1)
      store<u32>(MAP + ((f + 1 - FOLDED) << 2), <u32>p)
      f += 2; high = 0
      continue
    }
    if (high == 0xd835 && code >= 0xdfce && code < 0xe000) {
      store<u8>(f - 1, <u8>(48 + (code - 0xdfce) % 10)); store<u8>(f++, GLUE)
      store<u32>(MAP + ((f - 1 - FOLDED) << 2), <u32>p)
      high = 0
      continue
    }
    high = code
    store<u8>(f++, load<u8>(FOLDS + <usize>code))
  }
  store<u32>(MAP + ((f - FOLDED) << 2), <u32>e)
  store<u8>(f, 0x22)
  v128.store(f + 1, i8x16.splat(0))
  tFrom = FOLDED; tEnd = f; tPlain = FOLDED
  return true
}

/** Makes the text at work one that may be changed. */
export function own(): void {
  if (mapped) return
  const n = tEnd - tFrom
  memory.copy(FOLDED - 1, tFrom - 1, n + 2)
  v128.store(FOLDED + n + 1, i8x16.splat(0))
  for (let i: usize = 0; i <= n; i++) store<u32>(MAP + (i << 2), <u32>(tFrom + i))
  mapped = true
  tFrom = FOLDED; tEnd = FOLDED + n; tPlain = FOLDED
}

/** Takes `%20` for the space that it stands for, and `&nbsp;`: the sign stands where its last character did. */
export function plainPercents(): void {
  tPlain = tFrom
  let has = false
  for (let p = tFrom; p < tEnd && !has; p += 16) {
    const v = v128.load(p)
    has = i8x16.bitmask(v128.or(v128.eq<u8>(v, i8x16.splat(0x25)), v128.eq<u8>(v, i8x16.splat(0x26)))) != 0
  }
  if (!has) return
  const n = tEnd - tFrom
  memory.copy(PLAIN - 1, tFrom - 1, n + 2)
  for (let p = PLAIN; p < PLAIN + n; p++) {
    const c = at(p)
    if (c == 0x25) {
      const a = at(p + 1) - 48, b = lower(at(p + 2))
      if (a < 8 && (b - 48 < 10 || b - 97 < 6)) {
        store<u16>(p, 0x0101)
        store<u8>(p + 2, <u8>(a << 4 | (b - 48 < 10 ? b - 48 : b - 87)))
        p += 2
      }
    } else if (c == 0x26 && load<u32>(p + 1) == 0x7073626e && at(p + 5) == 0x3b) {
      store<u32>(p, 0x01010101); store<u16>(p + 4, 0x2001)
      p += 5
    }
  }
  tPlain = PLAIN
}

/** What is found: start, end, class, in order of search. */
export let foundCount = 0
export function forget(): void { foundCount = 0 }
export function keepFound(count: i32): void { foundCount = count }
@inline export function foundAt(index: i32): usize { return FOUND + <usize>index * 12 }
/** @param from of the text, as it is read */
export function add(from: usize, to: usize, cls: i32): void {
  if (foundCount >= MOST_FOUND) return
  const f = foundAt(foundCount++)
  store<u32>(f, <u32>(from - tFrom)); store<u32>(f, <u32>(to - tFrom), 4); store<i32>(f, cls, 8)
}
/** Whether characters were folded. */
export function isMapped(): bool { return mapped }

/** Of a word in whatever case: eight characters at a time; what stands behind it is never looked at. */
@inline export function hashOf(from: usize, to: usize): u64 {
  let h: u64 = 0x9E3779B97F4A7C15, p = from
  while (p + 8 < to) { h = (h ^ (load<u64>(p) | 0x2020202020202020)) * 0xff51afd7ed558ccd; h ^= h >> 29; p += 8 }
  const left = <u64>(to - p) << 3
  h = (h ^ ((load<u64>(p) | 0x2020202020202020) & (<u64>-1 >> (64 - left)))) * 0xff51afd7ed558ccd
  return (h ^ h >> 32) | 1
}
/** The second number of what the word looked up last says. */
export let gMore: u32 = 0
/** What a word says, in whatever case; its letters are ASCII. */
export function bitsOf(from: usize, to: usize): u32 { return to > from ? bitsOfHash(hashOf(from, to)) : 0 }
export function bitsOfHash(h: u64): u32 {
  let slot = <u32>(h >> 20) & CUE_SLOTS
  while (true) {
    const entry = CUES + (<usize>slot << 4), seen = load<u64>(entry)
    if (seen == h) { gMore = load<u32>(entry, 12); return load<u32>(entry, 8) }
    if (!seen) { gMore = 0; return 0 }
    slot = (slot + 1) & CUE_SLOTS
  }
}
/** Two letters, in whatever case. */
@inline export function headOf(p: usize): u32 { return (at(p) & 31) << 5 | at(p + 1) & 31 }
export function addCue(from: usize, to: usize, bits: i32, more: i32): void {
  const h = hashOf(from, to)
  let slot = <u32>(h >> 20) & CUE_SLOTS
  while (load<u64>(CUES + (<usize>slot << 4))) slot = (slot + 1) & CUE_SLOTS
  store<u64>(CUES + (<usize>slot << 4), h); store<i32>(CUES + (<usize>slot << 4), bits, 8); store<i32>(CUES + (<usize>slot << 4), more, 12)
  const head = HEADS + <usize>headOf(from)
  store<u8>(head, <u8>(<u32>load<u8>(head) | (bits & CLEAR ? 1 : 0) | (bits & COURTESY ? 2 : 0) | (bits & STREET ? 8 : 0) | (bits & HOME ? 16 : 0) | (more & CALLED ? 32 : 0)))
}
