// Mail addresses, written with `@`, with `%40` in an address of the web, with `&#64;` in HTML, or as `nama [at] domain`.
// What is found is the local part; the domain may stay.
import { MAIL, OFFICE_MAIL } from "./cues"
import { add, at, bitsOf, DIGIT, GLUE, isAscii, isDigit, kind, LETTER, lower, SPACE, tEnd, tFrom } from "./text"

/** Whether the address at these bytes is an office's: asked where its words make that likely. */
@external("env", "office") declare function office(from: usize, to: usize): i32

const LONGEST_LOCAL: usize = 64, LONGEST_DOMAIN: usize = 255

@inline function isLocal(p: usize): bool {
  const c = at(p)
  return isAscii(c) || c - 48 < 10 || c == 0x2e || c == 0x5f || c == 0x2d || c == 0x2b || c == 0x27 || c == GLUE || c >= 0x80
}
@inline function isDomain(p: usize): bool { const c = at(p); return isAscii(c) || c - 48 < 10 || c == 0x2e || c == 0x2d || c >= 0x80 }
@inline function isWord(p: usize): bool { return (kind(p) & (LETTER | DIGIT)) != 0 || at(p) == 0x83 }

function isDotted(from: usize, to: usize): bool {
  for (let p = from + 1; p + 1 < to; p++) {
    if (at(p) == 0x2e && (isAscii(at(p - 1)) || isDigit(p - 1) || at(p - 1) >= 0x80) && (isAscii(at(p + 1)) || at(p + 1) >= 0x80)) return true
  }
  return false
}

/** `"budi santoso"@x.id`: where what is quoted begins. */
function quoted(sign: usize, floor: usize): usize {
  let words = false
  for (let p = sign - 2; p >= floor && p + LONGEST_LOCAL >= sign; p--) {
    if (at(p) == 0x22) return words ? p + 1 : sign
    if (isWord(p)) words = true
  }
  return sign
}

function isOffice(from: usize, sign: usize, end: usize): bool {
  let to = end
  while (to > sign && (at(to - 1) == 0x2e || at(to - 1) == 0x2d)) to--
  let q = from
  while (q < sign && isAscii(at(q))) q++
  const a = lower(at(from)), b = lower(at(from + 1)), c = lower(at(from + 2)), head = a << 16 | b << 8 | c
  // dis din upt pkm bag kec kel
  const likely = (bitsOf(from, q) & OFFICE_MAIL) != 0 || head == 0x646973 || head == 0x64696e || head == 0x757074 || head == 0x706b6d
    || head == 0x626167 || head == 0x6b6563 || head == 0x6b656c
  return (likely || isCivic(sign, to)) && office(from, to) != 0
}
/** .go.id .or.id .ac.id .sch.id .desa.id */
function isCivic(sign: usize, to: usize): bool {
  if (to - sign < 7 || at(to - 3) != 0x2e || lower(at(to - 2)) != 0x69 || lower(at(to - 1)) != 0x64) return false
  const w = lower(at(to - 5)) << 8 | lower(at(to - 4))
  return w == 0x676f || w == 0x6f72 || w == 0x6163 || w == 0x6368 || w == 0x7361
}

function around(sign: usize, length: usize, floor: usize): void {
  let from = sign
  while (from > floor && isLocal(from - 1)) from--
  while (from < sign && !isWord(from)) from++
  if (from == sign && sign > floor && at(sign - 1) == 0x22) from = quoted(sign, floor)
  if (from >= sign) return
  const host = sign + length
  let end = host
  while (end < tEnd && end - host < LONGEST_DOMAIN && isDomain(end)) end++
  if (isDotted(host, end) && !(length == 1 && isOffice(from, sign, end))) add(from, sign, MAIL)
}

@inline function isSpace(p: usize): bool { return (kind(p) & SPACE) != 0 }
@inline function opens(p: usize): bool { const c = at(p); return c == 0x5b || c == 0x28 || c == 0x7b }
@inline function closes(p: usize): bool { const c = at(p); return c == 0x5d || c == 0x29 || c == 0x7d }
@inline function spaces(p: usize): usize { return isSpace(p) ? isSpace(p + 1) ? 2 : 1 : 0 }

/** Where `[at]` at a bracket ends, the spaces behind it too; 0 where it is none. */
function spelledAt(open: usize): usize {
  let p = open + 1
  p += spaces(p)
  if (at(p) == 0x40) p++
  else if (lower(at(p)) == 0x61 && lower(at(p + 1)) == 0x74) p += 2
  else return 0
  p += spaces(p)
  if (!closes(p)) return 0
  p++
  p += spaces(p)
  // A word of the domain, and a point behind it.
  let q = p
  while (q < tEnd && q - p < 64 && (isWord(q) || at(q) == 0x2d)) q++
  if (q == p || q - p > 63) return 0
  if (at(q) == 0x2e) return p
  q += spaces(q)
  if (!opens(q)) return 0
  q++
  q += spaces(q)
  return lower(at(q)) == 0x64 && lower(at(q + 1)) == 0x6f && lower(at(q + 2)) == 0x74 ? p : 0
}
/** Where the local part before `end` begins, its points written `[dot]` too. */
function spelledLocal(end: usize, floor: usize): usize {
  let from = end
  while (from > floor) {
    if (isLocal(from - 1)) { from--; continue }
    if (!closes(from - 1)) break
    let p = from - 1
    if (p > floor && isSpace(p - 1)) p--
    if (p < floor + 4 || lower(at(p - 1)) != 0x74 || lower(at(p - 2)) != 0x6f || lower(at(p - 3)) != 0x64) break
    p -= 3
    if (isSpace(p - 1)) p--
    if (p <= floor || !opens(p - 1)) break
    from = p - 1
  }
  while (from < end && !isWord(from)) from++
  return from
}

export function mails(): void {
  let floor = tFrom
  for (let p = tFrom; p < tEnd; p++) {
    // Sixteen bytes at a time: @ % & and brackets.
    const v = v128.load(p)
    const signs = i8x16.bitmask(v128.or(
      v128.or(v128.eq<u8>(v, i8x16.splat(0x40)), v128.eq<u8>(v, i8x16.splat(0x25))),
      v128.or(v128.or(v128.eq<u8>(v, i8x16.splat(0x26)), v128.eq<u8>(v, i8x16.splat(0x28))),
        v128.or(v128.eq<u8>(v, i8x16.splat(0x5b)), v128.eq<u8>(v, i8x16.splat(0x7b))))
    ))
    if (!signs) { p += 15; continue }
    p += ctz(signs)
    if (p >= tEnd) return
    const c = at(p)
    let n: usize = 0
    if (c == 0x40) n = 1
    else if (c == 0x25) n = at(p + 1) == 0x34 && at(p + 2) == 0x30 ? 3 : 0
    else if (c == 0x26) {
      const w = load<u32>(p + 1)
      // &#64; &#x40; &commat;
      n = w == 0x3b343623 ? 5 : w == 0x30347823 && at(p + 5) == 0x3b ? 6 : w == 0x6d6d6f63 && load<u16>(p + 5) == 0x7461 && at(p + 7) == 0x3b ? 8 : 0
    } else {
      const end = spelledAt(p)
      if (!end) continue
      let s = p
      if (s > floor && isSpace(s - 1)) s--
      if (s > floor && isSpace(s - 1)) s--
      const from = spelledLocal(s, floor)
      if (from < s) add(from, s, MAIL)
      floor = end
      p = end - 1
      continue
    }
    if (!n) continue
    around(p, n, floor)
    floor = p + n
    p += n - 1
  }
}
