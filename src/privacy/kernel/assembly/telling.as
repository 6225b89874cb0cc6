// Whether a string of an open field may hold personal data, so that JavaScript has to look at it. Rather too often.
import { CUE_SLOTS, CUES } from "./memory"
import { FOREIGN, gDigits, gEscapes, gTells, gWide, LINED, QUOTED } from "./lexemes"

@inline function at(p: usize): u32 { return load<u8>(p) }
@inline function isDigit(c: u32): bool { return c - 48 < 10 }
@inline function isLetter(c: u32): bool { return (c | 32) - 97 < 26 || c >= 0x80 }
@inline function isSeparator(c: u32): bool { return c == 0x20 || c == 0x2d || c == 0x2e }

/** @param ofThing it numbers a thing: words in it tell nothing */
export function mayTell(s: usize, e: usize, ofThing: bool): bool {
  if (gEscapes & (QUOTED | FOREIGN)) return true
  if (gTells && hasSign(s, e)) return true
  if (gWide && isForeign(s, e)) return true
  if (gDigits >= 9) return !isTimestamp(s, e) && !isUuid(s, e)
  if (gDigits >= 2 && hasPlate(s, e)) return true
  return !ofThing && e - s > 7 && mayHaveWords(s, e) && hasWords(s, e)
}

/** Whether there is what `hasWords` looks for at all: small words and a capital behind a space, a house's number, a colon, no space. */
function mayHaveWords(s: usize, e: usize): bool {
  let small = 0, capitals = 0, spaces = 0, before = 1, isFirst = 1
  for (let p = s; p < e; p += 16) {
    const v = v128.load(p), left = e - p
    const lanes = left < 16 ? (1 << <i32>left) - 1 : 0xffff
    const colons = i8x16.bitmask(v128.eq<u8>(v, i8x16.splat(0x3a)))
    if (colons & lanes) return true
    const space = i8x16.bitmask(v128.eq<u8>(v, i8x16.splat(0x20)))
    const gaps = space | i8x16.bitmask(v128.or(v128.eq<u8>(v, i8x16.splat(0x2e)), v128.eq<u8>(v, i8x16.splat(0x3d))))
    const starts = gaps << 1 | before
    const low = i8x16.bitmask(v128.lt<u8>(v128.sub<u8>(v, i8x16.splat(97)), i8x16.splat(26)))
    const high = i8x16.bitmask(v128.or(v128.lt<u8>(v128.sub<u8>(v, i8x16.splat(65)), i8x16.splat(26)), v128.lt<i8>(v, i8x16.splat(0))))
    small += popcnt(low & starts & lanes)
    capitals += popcnt(high & starts & lanes & ~isFirst)
    spaces += popcnt(space & lanes)
    before = gaps >> 15 & 1; isFirst = 0
  }
  if (small > 1 && capitals > 0 || spaces > 1 && gDigits > 0) return true
  const w = load<u8>(s)
  return (gEscapes & LINED) != 0 || !spaces && (e - s >= 24 || w == 0x65) || w == 0x4d || w == 0x50 || w == 0x52
}

const FIRST: u64 = 0xcbf29ce484222325, NEXT: u64 = 0x100000001b3
/** As `addCue` of `Kernel.ts` writes them. */
function bitsOf(hash: u64): u32 {
  let slot = <u32>(hash >> 20) & CUE_SLOTS
  while (true) {
    const at = CUES + (<usize>slot << 4), seen = load<u64>(at)
    if (seen == hash) return load<u8>(at, 8)
    if (!seen) return 0
    slot = (slot + 1) & CUE_SLOTS
  }
}
export function addCue(from: usize, to: usize, bits: i32): void {
  let h = FIRST
  for (let p = from; p < to; p++) h = (h ^ <u64>load<u8>(p)) * NEXT
  let slot = <u32>(h >> 20) & CUE_SLOTS
  while (load<u64>(CUES + (<usize>slot << 4))) slot = (slot + 1) & CUE_SLOTS
  store<u64>(CUES + (<usize>slot << 4), h); store<u8>(CUES + (<usize>slot << 4), <u8>bits, 8)
}

/** A name behind a word that names follow, an address behind one of homes, a field and its value, a token. */
function hasWords(s: usize, e: usize): bool {
  const w = load<u32>(s)
  // MSH| Pati Pers Rela eyJ
  if (w == 0x7c48534d || w == 0x69746150 || w == 0x73726550 || w == 0x616c6552 || (w & 0xffffff) == 0x4a7965) return true
  const lines = (gEscapes & LINED) != 0
  let lower = 0, named = false, home = false, field = false, column = false, before: u32 = 0, spaced = false, p = s
  while (p < e) {
    const c = at(p)
    if (!isLetter(c)) {
      if (c == 0x20) spaced = true
      else if (c == 0x5c) p++
      else if (field && c == 0x3a && at(p + 1) <= 0x20 || column && lines) return true
      else if (c == 0x3b || c == 0x2c || c == 0x7c || c == 0x28) field = false
      p++
      continue
    }
    const from = p
    let h = FIRST
    while (p < e) {
      const l = at(p)
      if (!isLetter(l)) break
      h = (h ^ (l < 0x80 ? l | 32 : l)) * NEXT
      p++
    }
    const bits = bitsOf(h), capital = c - 65 < 26 || c >= 0x80
    if (capital && before & 1) named = true
    if (bits & 4 && home && capital) return true
    if (bits & 2) home = true
    if (bits & 8) field = column = true
    if (!capital && p - from > 2) lower++
    if (named && lower > 1) return true
    before = bits
  }
  return !spaced && e - s >= 24 && lower + gDigits > 0 && isBase64(s, e)
}
function isBase64(s: usize, e: usize): bool {
  let upper = false, lower = false
  for (let p = s; p < e; p++) {
    const c = at(p)
    if (c - 65 < 26) upper = true
    else if (c - 97 < 26) lower = true
    else if (!isDigit(c) && c != 0x2b && c != 0x2f && c != 0x2d && c != 0x5f && c != 0x3d) return false
  }
  return upper && lower
}

function hasSign(s: usize, e: usize): bool {
  for (let p = s; p < e; p++) {
    const c = at(p)
    if (c == 0x40 || c == 0x25 || c == 0x3d) return true
    if (c == 0x3c && (isLetter(at(p + 1)) || at(p + 1) == 0x2f)) return true
    if (c == 0x28 || c == 0x5b || c == 0x7b) {
      const n = at(p + 1)
      if ((n | 32) == 0x61 && (at(p + 2) | 32) == 0x74 || n <= 0x20 || n == 0x40 || n == 0x27 || n >= 0x80 || p == s && c != 0x28) return true
    }
  }
  return false
}

/** Lead bytes of scripts with digits, and of full-width signs. */
function isForeign(s: usize, e: usize): bool {
  for (let p = s; p < e; p++) {
    const c = at(p)
    if (c >= 0xd9 && (c == 0xd9 || c == 0xdb || c == 0xdf || c == 0xe0 || c == 0xe1 || c == 0xea || c >= 0xef)) return true
  }
  return false
}

/** `2026-01-31`, or a timestamp of RFC 3339; nothing else. */
function isTimestamp(s: usize, e: usize): bool {
  const n = e - s
  if (n < 16 || n > 30 || at(s + 4) != 0x2d || at(s + 7) != 0x2d || at(s + 13) != 0x3a || at(s + 10) != 0x54 && at(s + 10) != 0x20) return false
  if (n == 16) return gDigits == 12
  if (n < 19 || at(s + 16) != 0x3a) return false
  if (n == 19) return gDigits == 14
  const utc = at(e - 1) == 0x5a
  if (n == 20) return utc && gDigits == 14
  const next = at(s + 19)
  if ((next == 0x2b || next == 0x2d) && n == 25 && at(s + 22) == 0x3a && gDigits == 18) return true
  return utc && next == 0x2e && gDigits == <i32>n - 7
}

/** `3f2504e0-4f89-11d3-9a0c-0305e82c3301`, maybe behind words; one of digits alone may be anything. */
function isUuid(s: usize, e: usize): bool {
  if (e - s < 36) return false
  const from = e - 36
  let digits = 0, letters = 0
  for (let i: usize = 0; i < 36; i++) {
    const c = at(from + i)
    if (i == 8 || i == 13 || i == 18 || i == 23) { if (c != 0x2d) return false }
    else if (isDigit(c)) digits++
    else if ((c | 32) - 97 < 6) letters++
    else return false
  }
  return letters > 0 && digits == gDigits
}

/** Digits behind a letter and before one, with at most one character between: a plate; six digits behind a letter: a passport. */
function hasPlate(s: usize, e: usize): bool {
  for (let p = s + 1; p < e; p++) {
    if (!isDigit(at(p)) || isDigit(at(p - 1))) continue
    const b = at(p - 1)
    if (b == 0x23 || at(p - 2) == 0x23) return true
    const before = isSeparator(b) && p - 2 >= s ? at(p - 2) : b
    if (!isLetter(before)) continue
    let q = p
    while (q < e && isDigit(at(q))) q++
    if (gDigits >= 6 && before < 0x61) return true
    if (q < e && isSeparator(at(q))) q++
    if (q < e && isLetter(at(q))) {
      if (before - 97 >= 26) return true
      let l = q
      while (l < e && isLetter(at(l))) l++
      if (l - q < 4) return true
    }
  }
  return false
}
