// Whether a string of an open field may hold personal data, so that JavaScript has to look at it. Rather too often.
import { HEADS } from "./memory"
import { headOf } from "./text"
import { FOREIGN, gDigits, gEscapes, gTells, gWide, LETTERED, LINED, QUOTED, SLASHED } from "./lexemes"

@inline function at(p: usize): u32 { return load<u8>(p) }
@inline function isDigit(c: u32): bool { return c - 48 < 10 }
@inline function isLetter(c: u32): bool { return (c | 32) - 97 < 26 || c >= 0x80 }
@inline function isSeparator(c: u32): bool { return c == 0x20 || c == 0x2d || c == 0x2e }

/**
 * Something is written so that the kernel does not read it: escaped as JSON or HTML do (`\\u003cnama>`, `&lt;nama>`), `<a:nama>`,
 * `Bearer …`, `://user:password@`, lines that CR alone ends.
 */
export let gTwice: bool = false

/** \" \' \/ \\ \n \t \r \u behind a backslash that is escaped. */
function hasEscape(s: usize, e: usize): bool {
  for (let p = s; p + 2 < e; p++) {
    if (at(p) != 0x5c) continue
    if (at(++p) != 0x5c) continue
    const c = at(p + 1)
    if (c == 0x5c || c == 0x27 || c == 0x2f || c == 0x6e || c == 0x74 || c == 0x72 || c == 0x75) return true
  }
  return false
}
@inline function isOfToken(c: u32): bool {
  return isDigit(c) || (c | 32) - 97 < 26 || c == 0x2e || c == 0x2d || c == 0x5f || c == 0x7e || c == 0x2b || c == 0x2f || c == 0x5c
}
/** Of a word behind a scheme, whether it may be a credential: six signs and more, not small letters alone unless it is long. */
function isToken(p: usize): bool {
  const from = p
  let isPlain = true
  for (; isOfToken(at(p)) && p - from < 24; p++) if (at(p) - 97 >= 26) isPlain = false
  return p - from > 5 && !isPlain || p - from > 23
}
/** `Bearer ` or `Basic ` before one, `Basic%20` too; a header that is called a key, a token or a cookie. */
function hasCredential(s: usize, e: usize): bool {
  const small = i8x16.splat(0x20)
  for (let p = s; p < e; p += 16) {
    const one = v128.or(v128.load(p), small), two = v128.or(v128.load(p, 1), small), three = v128.or(v128.load(p, 2), small)
    const rer = v128.and(v128.and(is(one, 0x72), is(two, 0x65)), is(three, 0x72)), sic = v128.and(v128.and(is(one, 0x73), is(two, 0x69)), is(three, 0x63))
    const key = v128.and(v128.and(is(one, 0x6b), is(two, 0x65)), v128.or(is(three, 0x79), is(three, 0x6e)))
    const kie = v128.and(v128.and(is(one, 0x6b), is(two, 0x69)), is(three, 0x65))
    let ends = i8x16.bitmask(v128.or(v128.or(rer, sic), v128.or(key, kie)))
    for (; ends; ends &= ends - 1) {
      let q = p + ctz(ends) + 3
      if (q >= e) break
      const c = at(q++)
      if (c == 0x3a) { if ((at(q - 4) | 32) == 0x6b) return true }
      else if (c == 0x20 || c == 0x25 && load<u16>(q) == 0x3032) {
        if (c == 0x25) q += 2
        while (at(q) == 0x20) q++
        if (q < e && isToken(q)) return true
      }
    }
  }
  return false
}
/** `://user:password` before an @. */
function isPassword(s: usize, p: usize): bool {
  let colon = false
  for (let q = p; q > s && p - q < 200;) {
    const c = at(--q)
    if (c == 0x3a) {
      if (at(q + 1) == 0x2f) return false
      colon = true
    } else if (c == 0x2f) return colon && q > s + 1 && at(q - 1) == 0x2f
    else if (c <= 0x20 || c == 0x40) return false
  }
  return false
}
/** \r without \n behind it, or \u000d. */
function hasReturn(s: usize, e: usize): bool {
  for (let p = s; p + 1 < e; p++) {
    if (at(p) != 0x5c) continue
    const c = at(++p)
    if (c == 0x72 && !(at(p + 1) == 0x5c && at(p + 2) == 0x6e) || c == 0x75 && (load<u32>(p + 1) | 0x20000000) == 0x64303030) return true
  }
  return false
}
/** &lt; &gt; &quot; &apos; &#60; maybe behind &amp; */
function isEntity(p: usize): bool {
  const w = load<u32>(p + 1) | 0x202020
  const two = w & 0xffff
  return (w & 0xff) == 0x23 || two == 0x746c || two == 0x7467 || w == 0x746f7571 || w == 0x736f7061 || w == 0x3b706d61 && at(p + 5) != 0x20
}

/** A name of XML in parts, which may begin like one of HTML: a:nama b-nama p.nama i_nama; none is a mail address. */
function isPrefixed(p: usize): bool {
  if (!isLetter(at(p))) return false
  let inParts = false
  for (;; p++) {
    const c = at(p)
    if (c == 0x3a || c == 0x2d || c == 0x2e || c == 0x5f) inParts = true
    else if (!isLetter(c) && !isDigit(c)) break
  }
  return inParts && at(p) != 0x40
}

/** @param ofThing it numbers a thing: words in it tell nothing */
export function mayTell(s: usize, e: usize, ofThing: bool): bool {
  gTwice = (gEscapes & SLASHED) != 0 && hasEscape(s, e) || (gEscapes & (LINED | LETTERED)) != 0 && hasReturn(s, e)
    || e - s > 13 && hasCredential(s, e)
  if (gTells && hasSign(s, e) || gTwice || gEscapes & (QUOTED | FOREIGN | LETTERED)) return true
  if (gWide && isForeign(s, e)) return true
  if (gDigits >= 9) return !isTimestamp(s, e) && !isUuid(s, e)
  if (gDigits >= 2 && hasPlate(s, e)) return true
  if (!ofThing && isFile(s, e)) return true
  return !ofThing && e - s > 7 && mayHaveWords(s, e)
}

/** .pdf .jpg .png .doc jpeg docx: what a file is called. */
export function isFile(s: usize, e: usize): bool {
  if (e - s < 8) return false
  const w = load<u32>(e - 4) | 0x20202000, one = w | 0x20
  return w == 0x6664702e || w == 0x67706a2e || w == 0x676e702e || w == 0x636f642e || one == 0x6765706a || one == 0x78636f64
}

/**
 * Whether a name, a home or a field may stand there: small words and a capital behind a space, a house's number, a colon, no space;
 * without small words a word that announces a name by itself.
 */
function mayHaveWords(s: usize, e: usize): bool {
  let small = 0, capitals = 0, spaces = 0, before = 0, isFirst = 1, announces = false, isFirstWord = true, said: u32 = 0
  for (let p = s; p < e; p += 16) {
    const v = v128.load(p), left = e - p
    const lanes = left < 16 ? (1 << <i32>left) - 1 : 0xffff
    const colons = i8x16.bitmask(v128.eq<u8>(v, i8x16.splat(0x3a)))
    if (colons & lanes) return true
    const space = i8x16.bitmask(v128.eq<u8>(v, i8x16.splat(0x20)))
    const low = i8x16.bitmask(v128.lt<u8>(v128.sub<u8>(v, i8x16.splat(97)), i8x16.splat(26)))
    const high = i8x16.bitmask(v128.lt<u8>(v128.sub<u8>(v, i8x16.splat(65)), i8x16.splat(26))), wide = i8x16.bitmask(v)
    const letters = low | high, starts = letters & ~(letters << 1 | before)
    small += popcnt(low & starts & lanes)
    capitals += popcnt((high & starts & ~isFirst | wide) & lanes)
    let heads = starts & lanes
    while (heads) {
      const p1 = p + ctz(heads)
      const says = <u32>load<u8>(HEADS + <usize>headOf(p1))
      if (says & (isFirstWord ? 3 : 1)) announces = true
      if (load<u8>(p1 - 1) != 0x26) isFirstWord = false // `&nbsp;`
      said |= says
      // `nama saya rini`
      if (says & 4 && (load<u32>(p1) | 0x20202020) == 0x616d616e && e - p1 > 8 && load<u8>(p1, 4) == 0x20) return true
      heads &= heads - 1
    }
    spaces += popcnt(space & lanes)
    before = letters >> 15 & 1; isFirst = 0
  }
  if (capitals > 0 && (small > 1 || announces) || !capitals && small > 2 && (said & 32) != 0 || (said & 24) == 24 && gDigits > 0) return true
  // MSH| Pati Pers Rela Dupl Fail eyJ
  const w = load<u32>(s)
  return (gEscapes & LINED) != 0 || w == 0x7c48534d || w == 0x69746150 || w == 0x73726550 || w == 0x616c6552
    || w == 0x6c707544 || w == 0x6c696146 || (w & 0xffffff) == 0x4a7965
    || !spaces && e - s >= 24 && isBase64(s, e)
}

/** Or hex. */
function isBase64(s: usize, e: usize): bool {
  let upper = false, lower = false, isHex = true
  for (let p = s; p < e; p++) {
    const c = at(p)
    if (!isDigit(c) && (c | 32) - 97 > 5) isHex = false
    if (c - 65 < 26) upper = true
    else if (c - 97 < 26) lower = true
    else if (!isDigit(c) && c != 0x2b && c != 0x2f && c != 0x2d && c != 0x5f && c != 0x3d) return false
  }
  return upper && lower || isHex
}

/** & @ % = < ( [ {: the ones that `lexemes.as` tells of, and a few more that are sorted out behind it. */
@inline function signsAt(v: v128): v128 {
  return v128.or(
    v128.or(v128.or(is(v, 0x26), is(v, 0x40)), v128.or(is(v, 0x25), is(v, 0x3d))),
    v128.or(v128.or(is(v, 0x3c), is(v, 0x28)), v128.or(is(v, 0x5b), is(v, 0x7b)))
  )
}
@inline function is(v: v128, c: u8): v128 { return v128.eq<u8>(v, i8x16.splat(c)) }

function hasSign(s: usize, e: usize): bool {
  let found = false
  for (let block = s; block < e; block += 16) {
    let signs = i8x16.bitmask(signsAt(v128.load(block)))
    while (signs) {
      const p = block + ctz(signs), c = at(p)
      if (p >= e) break
      signs &= signs - 1
      if (c == 0x26) { if (isEntity(p)) return gTwice = true }
      else if (c == 0x40) { if (isPassword(s, p)) return gTwice = true; found = true }
      else if (c == 0x25 || c == 0x3d) found = true
      else if (c == 0x3c) {
        if (isPrefixed(p + 1)) return gTwice = true
        if (isLetter(at(p + 1)) || at(p + 1) == 0x2f) found = true
      }
      else {
        const n = at(p + 1)
        if ((n | 32) == 0x61 && (at(p + 2) | 32) == 0x74 || n <= 0x20 || n == 0x40 || n == 0x27 || n >= 0x80 || p == s && c != 0x28) found = true
      }
    }
  }
  return found
}

/** Lead bytes of scripts with digits, and of full-width signs. */
function isForeign(s: usize, e: usize): bool {
  for (let p = s; p < e; p++) {
    // The next one that may be.
    const leads = i8x16.bitmask(v128.ge<u8>(v128.load(p), i8x16.splat(<u8>0xd9)))
    if (!leads) { p += 15; continue }
    p += ctz(leads)
    if (p >= e) break
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
