// Where lexemes end, their grammar (RFC 8259), and what a string holds that may tell of a person. Sixteen bytes at a time.
import { MASKS } from "./memory"

/** What the string scanned last holds. */
export let gDigits: i32 = 0, gEscapes: i32 = 0, gTells: bool = false, gWide: bool = false
/** Where a string that is cut can be read on. */
export let gReached: usize = 0
/** Bits of gEscapes: any; a quotation mark; a character that may be a digit or a sign; the end of a line, a tab; a letter, maybe; a backslash. */
export const ESCAPED: i32 = 1, QUOTED: i32 = 2, FOREIGN: i32 = 4, LINED: i32 = 8, LETTERED: i32 = 16, SLASHED: i32 = 32

// Two look-ups, by the lower and the upper half of a byte, of which both have the bit: 1 control, 2 ", 4 \, 8 digit, 16 @,
// 32 % & ( *, 64 < =, 128 [ {.
const LOW = i8x16(25, 9, 11, 9, 9, 41, 41, 9, 41, 9, 33, -127, 69, 65, 1, 1)
const HIGH = i8x16(1, 1, 34, 72, 16, -124, 0, -128, 0, 0, 0, 0, 0, 0, 0, 0)

/** Both set MASKS before the first run. */
export function prepare(): void { v128.store(MASKS, i8x16.splat(-1)); v128.store(MASKS + 16, i8x16.splat(0)) }

@inline function hex(c: u32): u32 { const d = c - 48; if (d < 10) return d; const l = (c | 32) - 97; return l < 6 ? l + 10 : 255 }

/** @returns its closing quotation mark; 0 where it is cut; 1 where it is malformed */
@inline export function scan(from: usize, end: usize): usize {
  gDigits = 0; gEscapes = 0
  return rest(from, end, i8x16.splat(0), i8x16.splat(0))
}
/** Reads on in a string that was cut. */
export function skip(from: usize, end: usize): usize {
  const tells = gTells, wide = gWide
  const e = rest(from, end, i8x16.splat(0), i8x16.splat(0))
  gTells = gTells || tells; gWide = gWide || wide
  return e
}
function rest(from: usize, end: usize, seen0: v128, wide0: v128): usize {
  let p = from, seen = seen0, wide = wide0, digits = gDigits
  while (true) {
    const v = v128.load(p)
    const x = v128.and(i8x16.swizzle(LOW, v128.and(v, i8x16.splat(15))), i8x16.swizzle(HIGH, v128.shr<u8>(v, 4)))
    const stops = i8x16.bitmask(v128.ne<u8>(v128.and(x, i8x16.splat(7)), i8x16.splat(0)))
    const d = i8x16.bitmask(v128.shl<u8>(x, 4))
    if (!stops) {
      seen = v128.or(seen, x); wide = v128.or(wide, v); digits += popcnt(d)
      p += 16
      if (p >= end) return cut(end < p ? end : p, digits, seen, wide)
      continue
    }
    const n = ctz(stops), mask = v128.load(MASKS + 16 - n)
    seen = v128.or(seen, v128.and(x, mask)); wide = v128.or(wide, v128.and(v, mask))
    digits += popcnt(d & ((1 << n) - 1))
    p += n
    const c = <u32>load<u8>(p)
    if (p >= end) return cut(p, digits, seen, wide)
    if (c == 0x22) { told(digits, seen, wide); return p }
    if (c != 0x5c) return 1
    const e = <u32>load<u8>(p, 1)
    if (e == 0x75) {
      if (p + 6 > end) {
        for (let i = p + 2; i < end; i++) if (hex(load<u8>(i)) > 15) return 1
        return cut(p, digits, seen, wide)
      }
      const a = hex(load<u8>(p, 2)), b = hex(load<u8>(p, 3)), g = hex(load<u8>(p, 4)), h = hex(load<u8>(p, 5))
      if ((a | b | g | h) > 15) return 1
      const code = a << 12 | b << 8 | g << 4 | h
      gEscapes |= code < 0x80 || code >= 0x640 && code < 0x700 || code >= 0x7c0 && code < 0x2000 || code >= 0xa000 && code < 0xb000 ||
          code >= 0xd800 && code < 0xe000 || code >= 0xf000 ? ESCAPED | FOREIGN : code < 0x2000 ? ESCAPED | LETTERED : ESCAPED
      p += 6
    } else {
      if (p + 2 > end) return cut(p, digits, seen, wide)
      if (e != 0x22 && e != 0x5c && e != 0x2f && e != 0x62 && e != 0x66 && e != 0x6e && e != 0x72 && e != 0x74) return 1
      gEscapes |= e == 0x22 ? ESCAPED | QUOTED : e == 0x5c ? ESCAPED | SLASHED : e != 0x2f ? ESCAPED | LINED : ESCAPED
      p += 2
    }
    if (p >= end) return cut(p, digits, seen, wide)
  }
}
function told(digits: i32, seen: v128, wide: v128): void {
  gDigits = digits
  gTells = i32(v128.any_true(v128.and(seen, i8x16.splat(-16)))) != 0
  gWide = i8x16.bitmask(wide) != 0
}
function cut(at: usize, digits: i32, seen: v128, wide: v128): usize { told(digits, seen, wide); gReached = at; return 0 }

/** Behind white space. */
export function space(from: usize): usize {
  let p = from
  while (true) {
    const c = <u32>load<u8>(p)
    if (c == 0x20 || c == 0x0a) {
      const blank = i8x16.bitmask(v128.ne<u8>(v128.load(p, 1), i8x16.splat(0x20)))
      p += 1 + ctz(blank | 0x10000)
    } else if (c == 0x0d || c == 0x09) p++
    else return p
  }
}

/** @returns behind the number, maybe at the window's end; 0 where it is cut; 1 where it is malformed */
export function number(from: usize, end: usize): usize {
  let p = from
  if (load<u8>(p) == 0x2d) p++
  if (load<u8>(p) == 0x30) p++
  else { const d = digits(p); if (d == p) return p >= end ? 0 : 1; p = d }
  if (load<u8>(p) == 0x2e) { p++; const d = digits(p); if (d == p) return p >= end ? 0 : 1; p = d }
  if ((load<u8>(p) | 32) == 0x65) {
    p++
    const c = load<u8>(p)
    if (c == 0x2b || c == 0x2d) p++
    const d = digits(p); if (d == p) return p >= end ? 0 : 1; p = d
  }
  return p
}
@inline function digits(from: usize): usize {
  let p = from
  while (true) {
    const others = i8x16.bitmask(v128.ge<u8>(v128.sub<u8>(v128.load(p), i8x16.splat(48)), i8x16.splat(10)))
    if (others) return p + ctz(others)
    p += 16
  }
}

/** Copies few bytes fast, and none too many. */
export function copy(to: usize, from: usize, length: usize): void {
  if (length > 512) { memory.copy(to, from, length); return }
  if (length >= 16) {
    for (let i: usize = 0; i + 16 < length; i += 16) v128.store(to + i, v128.load(from + i))
    v128.store(to + length - 16, v128.load(from + length - 16))
    return
  }
  for (let i: usize = 0; i < length; i++) store<u8>(to + i, load<u8>(from + i))
}
