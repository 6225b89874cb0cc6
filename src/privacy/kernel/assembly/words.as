// The words of a text, and what each says of what stands behind it: letters, with the signs that stand inside names.
import { FIELD } from "./cues"
import { HEADS, SIGNS, WORDS } from "./memory"
import { at, bitsOfHash, gMore, GLUE, hashOf, HIDDEN, kind, LETTER, tEnd, tFrom } from "./text"

const WORD: usize = 24
/** Of a word: begins with a capital; with two to five capitals and nothing else; is named already. */
const BIG: u32 = 1, SHOUTED: u32 = 2, TAKEN: u32 = 4
/** Signs that fields stand between. */
export const TAG: u32 = 1, EQUALS: u32 = 2, QUERY: u32 = 4, LINE: u32 = 8, COLON: u32 = 16, DELIMITER: u32 = 32, COMMA: u32 = 64, SLASH: u32 = 128

export function prepareSigns(): void {
  // `atas nama`
  store<u8>(HEADS + (1 << 5 | 20), 1)
  // `nama saya`
  store<u8>(HEADS + (14 << 5 | 1), 4)
  // `Suparti - RT 02/05`
  store<u8>(HEADS + (18 << 5 | 20), 24)
  // Of tags, and of Markdown.
  store<u8>(SIGNS + 0x3c, <u8>TAG); store<u8>(SIGNS + 0x2a, <u8>TAG); store<u8>(SIGNS + 0x5f, <u8>TAG); store<u8>(SIGNS + 0x60, <u8>TAG)
  store<u8>(SIGNS + 0x3d, <u8>EQUALS); store<u8>(SIGNS + 0x3f, <u8>QUERY); store<u8>(SIGNS + 0x26, <u8>(QUERY | TAG)); store<u8>(SIGNS + 0x25, <u8>TAG)
  store<u8>(SIGNS + 10, <u8>LINE); store<u8>(SIGNS + 0x3a, <u8>COLON); store<u8>(SIGNS + 0x3b, <u8>DELIMITER); store<u8>(SIGNS + 0x7c, <u8>DELIMITER)
  store<u8>(SIGNS + 9, <u8>DELIMITER); store<u8>(SIGNS + 0x23, <u8>DELIMITER); store<u8>(SIGNS + 0x2c, <u8>COMMA); store<u8>(SIGNS + 0x2f, <u8>SLASH)
}

export let wordCount = 0
export function noWords(): void { wordCount = 0; allBits = 0; allMore = 0; allSigns = 0; hasField = false }
/** How many words begin with three small letters; whether there is a small letter at all. */
export let lowWords = 0, hasSmall = false
/** What all words say together. */
export let allBits: u32 = 0, allMore: u32 = 0
/** Which signs there are; whether one stands between the name of a field and its value, or what is quoted and its value. */
export let allSigns: u32 = 0, hasField = false

@inline export function wordAt(i: i32): usize { return WORDS + <usize>i * WORD }
@inline export function wordStart(i: i32): usize { return <usize>load<u32>(wordAt(i)) }
/** Behind its last sign. */
@inline export function wordEnd(i: i32): usize { return <usize>load<u32>(wordAt(i), 4) }
/** Of the word without the signs behind it, in whatever case. */
@inline export function wordBits(i: i32): u32 { return load<u32>(wordAt(i), 8) }
/** The second number of it. */
@inline export function wordMore(i: i32): u32 { return load<u16>(wordAt(i), 14) }
@inline function flags(i: i32): u32 { return load<u8>(wordAt(i), 12) }
@inline export function isBig(i: i32): bool { return (flags(i) & BIG) != 0 }
@inline export function isShouted(i: i32): bool { return (flags(i) & SHOUTED) != 0 }
/** Behind its last letter. */
@inline export function wordTail(i: i32): usize { return wordStart(i) + plainLength(i) }
@inline export function plainLength(i: i32): usize { return <usize>load<u32>(wordAt(i), 20) }
/** Whether it is spelt so, in whatever case; of more than four letters the first four are looked at. */
@inline export function isWord(i: i32, text: u32, length: u32): bool { return load<u64>(wordAt(i), 16) == (<u64>length << 32 | <u64>text) }
@inline export function endsWithPoint(i: i32): bool { return at(wordEnd(i) - 1) == 0x2e }

export function cutWords(): void {
  wordCount = 0; lowWords = 0; hasSmall = false; allBits = 0; allMore = 0; allSigns = 0; hasField = false
  let p = tFrom, field = false
  const end = tEnd
  while (p < end) {
    if (!(kind(p) & LETTER)) {
      const sign = <u32>load<u8>(SIGNS + <usize>at(p))
      if (sign) {
        allSigns |= sign
        if (sign & (COLON | EQUALS)) { if (field && at(p + 1) != 0x2f || followsQuote(p)) hasField = true }
        else if (sign & (DELIMITER | COMMA | LINE)) {
          field = false
          // `s:4:"nama";s:12:"Budi";`
          if (at(p) == 0x3b && at(p - 1) == 0x22 && at(p + 1) == 0x73 && at(p + 2) == 0x3a) hasField = true
        }
      } else if (at(p) == 0x28) field = false
      p++
      continue
    }
    const from = p
    // Sixteen characters at a time: letters, and the signs that stand inside names.
    let tail = p, small: i32 = 0, bigs: i32 = 0, others: i32 = 0
    while (true) {
      const v = v128.load(p), folded = v128.or(v, i8x16.splat(0x20))
      const ascii = i8x16.bitmask(v128.lt<u8>(v128.sub<u8>(folded, i8x16.splat(97)), i8x16.splat(26)))
      const wide = i8x16.bitmask(v)
      let letters = ascii, lows = ascii & i8x16.bitmask(v128.shl<u8>(v, 2)), highs = ascii & ~lows
      if (wide) {
        letters |= i8x16.bitmask(v128.lt<u8>(v128.sub<u8>(v, i8x16.splat(-128)), i8x16.splat(3)))
        lows |= i8x16.bitmask(v128.eq<u8>(v, i8x16.splat(-128)))
        highs |= i8x16.bitmask(v128.eq<u8>(v, i8x16.splat(-127)))
      }
      const inside = i8x16.bitmask(v128.or(v128.eq<u8>(v, i8x16.splat(0x27)), v128.lt<u8>(v128.sub<u8>(v, i8x16.splat(0x2d)), i8x16.splat(2))))
      const n = ctz(~(letters | inside)), mask = (1 << n) - 1
      const own = letters & mask
      if (own) tail = p + (32 - clz(own))
      if (p == from) { small = lows & mask; bigs = highs & mask & 1 }
      others |= own & ~highs
      if (lows & mask) hasSmall = true
      p += n
      if (n < 16) break
    }
    if (p > end) p = end
    if (tail > end) tail = end
    const bits = bitsOfHash(hashOf(from, tail)), big = bigs != 0
    if ((small & 7) == 7) lowWords++
    allBits |= bits; allMore |= gMore
    if (bits & FIELD) field = true
    if ((load<u32>(from) & 0xffffff) == 0x4a7965) hasField = true
    const w = wordAt(wordCount++), signs = p - tail
    store<u32>(w, <u32>from); store<u32>(w, <u32>p, 4); store<u32>(w, bits, 8)
    store<u8>(w, <u8>((big ? BIG : 0) | (big && !others && signs == 0 && p - from > 1 && p - from < 6 ? SHOUTED : 0)), 12)
    store<u16>(w, <u16>gMore, 14)
    const n = <u32>(tail - from), head = bswap(load<u32>(from) | 0x20202020)
    store<u32>(w, n < 4 ? head >> (32 - (n << 3)) : head, 16); store<u32>(w, n, 20)
  }
}

/** `'nama' : 'Budi'` */
function followsQuote(sign: usize): bool {
  let p = sign
  while (p > tFrom && sign - p < 3 && at(p - 1) == 0x20) p--
  return p > tFrom && (at(p - 1) == 0x22 || at(p - 1) == 0x27)
}

/** The first word that begins there or behind it. */
export function wordFrom(p: usize): i32 {
  let low = 0, high = wordCount
  while (low < high) { const middle = (low + high) >> 1; if (wordStart(middle) < p) low = middle + 1; else high = middle }
  return low
}

export function takeWords(from: i32, last: i32): void {
  for (let i = from; i <= last; i++) store<u8>(wordAt(i), <u8>(flags(i) | TAKEN), 12)
}
export function areFree(from: i32, last: i32): bool {
  for (let i = from; i <= last; i++) if (flags(i) & TAKEN) return false
  return true
}

/** Blanks, and what nobody sees. */
export function isBlank(from: usize, to: usize): bool {
  for (let p = from; p < to; p++) { const c = at(p); if (c != 0x20 && c != 9 && c != GLUE && c != HIDDEN) return false }
  return true
}
