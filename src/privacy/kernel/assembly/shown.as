// Shown forms of plain ASCII without escapes, straight to the output: what `show` of `ShownForm.ts` says. Whatever is
// rare goes to JavaScript instead, above all what has been masked before.
import { KINDS } from "./memory"
import { copy } from "./lexemes"

/** Numbers of FORMS; 7 is for JavaScript alone. */
export const HIDDEN: i32 = 0, NIK: i32 = 1, LAST_TWO: i32 = 2, NAME: i32 = 3, EMAIL: i32 = 4, PHONE: i32 = 5, YEAR: i32 = 6, LONG_WAY: i32 = 7,
  ID: i32 = 8, WHATEVER: i32 = 9

@inline function kind(p: usize): i32 { return load<u8>(KINDS + load<u8>(p)) }

/** Whether it stays as it is: nothing in it says anything, or it is `***` already. */
export function showsNothing(form: i32, s: usize, e: usize): bool {
  if (e - s == 3 && (load<u32>(s) & 0xffffff) == 0x2a2a2a) return true
  if (form == WHATEVER) return false
  for (let p = s; p < e; p++) if (kind(p) & 3) return false
  return true
}

function stars(out: usize, count: i32): usize {
  for (let i = 0; i < count; i += 16) v128.store(out + i, i8x16.splat(0x2a))
  return out + count
}

/** @returns where the form ends in `out`; 0 where it is for JavaScript */
export function show(form: i32, s: usize, e: usize, digits: i32, out: usize): usize {
  switch (form) {
    case HIDDEN: case WHATEVER: store<u32>(out, 0x2a2a2a); return out + 3
    case NIK: return nik(s, e, digits, out)
    case LAST_TWO: return lastTwo(s, e, digits, out)
    case NAME: return name(s, e, out)
    case EMAIL: return email(s, e, digits, out)
    case PHONE: return phone(s, e, digits, out)
    case YEAR: return year(s, e, out)
    case ID: return id(s, e, out)
    default: return 0
  }
}

/** Four digits, then a star for each further one. */
function nik(s: usize, e: usize, digits: i32, out: usize): usize {
  if (digits < 5) return 0
  if (<i32>(e - s) == digits) store<u32>(out, load<u32>(s))
  else {
    let left = 4
    for (let p = s, to = out; p < e; p++) {
      const k = kind(p)
      if (k == 4) return 0
      if (k == 2 && left > 0) { left--; store<u8>(to++, load<u8>(p)) }
    }
  }
  return stars(out + 4, digits - 4)
}

/** A star for each letter and digit, and the last two digits; short values disappear whole. */
function lastTwo(s: usize, e: usize, digits: i32, out: usize): usize {
  if (<i32>(e - s) == digits && digits > 4) {
    const to = stars(out, digits - 2)
    store<u16>(to, load<u16>(e - 2))
    return to + 2
  }
  let characters = 0, last: u32 = 0, before: u32 = 0
  for (let p = s; p < e; p++) {
    const k = kind(p)
    if (k == 4) return 0
    if (!k) continue
    characters++
    if (k == 2) { before = last; last = load<u8>(p) }
  }
  if (characters <= 4 || digits < 2) return stars(out, characters)
  const to = stars(out, characters - 2)
  store<u8>(to, <u8>before); store<u8>(to, <u8>last, 1)
  return to + 2
}

/** A star for each letter and digit but the last two. */
function id(s: usize, e: usize, out: usize): usize {
  let characters = 0, last: u32 = 0, before: u32 = 0
  for (let p = s; p < e; p++) {
    const k = kind(p)
    if (k == 4) return 0
    if (!k) continue
    characters++
    before = last; last = load<u8>(p)
  }
  if (characters <= 4) return stars(out, characters)
  const to = stars(out, characters - 2)
  store<u8>(to, <u8>before); store<u8>(to, <u8>last, 1)
  return to + 2
}

/** The initial of each word; a word without letter and digit stays. */
function name(s: usize, e: usize, from: usize): usize {
  // The short way of words that begin with a letter: sixteen bytes at a time.
  let to = from, spaced = 1
  for (let at = s; at < e; at += 16) {
    const v = v128.load(at), left = e - at
    const lanes = left < 16 ? (1 << <i32>left) - 1 : 0xffff
    if (i8x16.bitmask(v128.eq<u8>(v, i8x16.splat(0x2a))) & lanes) return 0
    const spaces = i8x16.bitmask(v128.eq<u8>(v, i8x16.splat(0x20)))
    let starts = ~spaces & (spaces << 1 | spaced) & lanes
    spaced = spaces >> 15 & 1
    while (starts) {
      const p = at + ctz(starts)
      if (!(kind(p) & 3)) return words(s, e, from)
      if (to > from) store<u8>(to++, 0x20)
      store<u32>(to, 0x2a2a2a00 | load<u8>(p))
      to += 4
      starts &= starts - 1
    }
  }
  return to
}
function words(s: usize, e: usize, from: usize): usize {
  let p = s, out = from, seen = 0
  while (true) {
    while (p < e && load<u8>(p) == 0x20) p++
    if (p >= e) break
    if (out > from) store<u8>(out++, 0x20)
    const word = out
    let k = 0
    while (p < e) {
      const c = load<u8>(p)
      k = load<u8>(KINDS + c)
      if (k || c == 0x20) break
      store<u8>(out++, c); p++
    }
    if (k == 4) return 0
    if (k && p < e) {
      store<u32>(word, 0x2a2a2a00 | load<u8>(p)); out = word + 4
      while (p < e && load<u8>(p) != 0x20) { seen |= load<u8>(KINDS + load<u8>(p)); p++ }
    }
  }
  return seen & 4 ? 0 : out
}

/** The first character and the domain. */
function email(s: usize, e: usize, digits: i32, out: usize): usize {
  if (digits > 7 || !(kind(s) & 3)) return 0
  let sign: usize = 0, isPlain = true
  for (let at = s; at < e; at += 16) {
    const v = v128.load(at), left = e - at, letters = v128.or(v, i8x16.splat(0x20))
    const lanes = left < 16 ? (1 << <i32>left) - 1 : 0xffff
    const signs = i8x16.bitmask(v128.eq<u8>(v, i8x16.splat(0x40))) & lanes
    if (signs) sign = at + 31 - clz(signs)
    const known = v128.or(
      v128.or(v128.lt<u8>(v128.sub<u8>(letters, i8x16.splat(97)), i8x16.splat(26)), v128.lt<u8>(v128.sub<u8>(v, i8x16.splat(48)), i8x16.splat(10))),
      v128.lt<u8>(v128.sub<u8>(v, i8x16.splat(45)), i8x16.splat(2)))
    if (~(i8x16.bitmask(known) | signs) & lanes) isPlain = false
  }
  if (!isPlain) { const at = signIn(s, e); if (at <= 1) return 0; sign = at }
  if (!sign) return 0
  store<u32>(out, 0x2a2a2a00 | load<u8>(s))
  copy(out + 4, sign, e - sign)
  return out + 4 + (e - sign)
}
/** Where the domain of one address begins; 0 where there is none, or more. */
function signIn(s: usize, e: usize): usize {
  let sign: usize = 0
  for (let p = s; p < e; p++) {
    const c = load<u8>(p)
    if (c == 0x40) sign = p
    else if (!(load<u8>(KINDS + c) & 3) && c != 0x2e && c != 0x2d) {
      if (sign || c == 0x20 || c == 0x2c || c == 0x3b || c == 0x25 || c == 0x2a) return 0
    }
  }
  return sign
}

/** First four and last two digits, a star for each one between; a leading plus stays. */
function phone(s: usize, e: usize, digits: i32, from: usize): usize {
  if (digits < 7) return 0
  if (<i32>(e - s) == digits) {
    store<u32>(from, load<u32>(s))
    const to = stars(from + 4, digits - 6)
    store<u16>(to, load<u16>(e - 2))
    return to + 2
  }
  let out = from, count = 0, before: u32 = 0, last: u32 = 0, leads = true
  for (let p = s; p < e; p++) {
    const c = load<u8>(p), k = load<u8>(KINDS + c)
    if (k == 2) {
      leads = false
      if (count < 4) store<u8>(out++, c)
      count++
      before = last; last = c
    } else if (k == 4) return 0
    else if (k == 1) leads = false
    else if (leads && c == 0x2b && out == from) store<u8>(out++, c)
  }
  out = stars(out, digits - 6)
  store<u8>(out, <u8>before); store<u8>(out, <u8>last, 1)
  return out + 2
}

/** `1990-…` */
function year(s: usize, e: usize, out: usize): usize {
  const w = load<u32>(s)
  if (e - s < 5 || load<u8>(s, 4) != 0x2d || (w & 0xffff) != 0x3931 && (w & 0xffff) != 0x3032 || kind(s + 2) != 2 || kind(s + 3) != 2) return 0
  store<u32>(out, w)
  return out + 4
}
