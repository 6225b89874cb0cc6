// Homes: a street's name and its house's number, where a word before says that somebody lives there, or somebody is named.
import { ADDRESS, HAMLET, HOME, OFFICE, STREET } from "./cues"
import { add, at, CAPITAL, isDigit, kind, LETTER, SPACE, tEnd } from "./text"
import { allBits, isBig, isWord, wordBits, wordCount, wordEnd, wordMore, wordStart, wordTail } from "./words"

const LONGEST: usize = 120, WIDEST_GAP: usize = 24, BEFORE: usize = 70

/** Whether an address ends between them. */
function breaks(from: usize, to: usize): bool {
  for (let p = from; p < to; p++) {
    const c = at(p)
    if (c == 10 || c == 0x3b || c == 0x3a || c == 0x28 || c == 0x29 || c == 0x3c || c == 0x3e || c == 0x22) return true
  }
  return false
}
/** Whether a word of homes stands before it in the same sentence. */
function isHome(i: i32, isPersonal: bool): bool {
  const from = wordStart(i)
  for (let w = i - 1; w >= 0 && from - wordEnd(w) <= BEFORE; w--) {
    if (!(wordBits(w) & HOME) || !isPersonal && allBits & OFFICE && isWord(w, 0x616c616d, 6)) continue
    for (let p = wordTail(w); p < from; p++) { const c = at(p); if (c == 0x2e || c == 0x3b || c == 10) return false }
    return true
  }
  return false
}
@inline export function digits(p: usize): usize { while (isDigit(p)) p++; return p }
@inline export function oneSpace(p: usize): usize { return kind(p) & SPACE ? p + 1 : p }

/** Where `No. 3A`, `RT 02/05`, `Blok C2` ends that begins with this word; 0 where it is none. */
export function houseEnd(i: i32): usize {
  const s = wordStart(i), n = wordTail(i) - s, a = at(s) | 32, b = at(s + 1) | 32
  if (a != 0x6e && a != 0x72 && a != 0x62) return 0
  let p = wordTail(i)
  if (n == 2 && a == 0x6e && b == 0x6f || n == 5 && a == 0x6e && b == 0x6f && (at(s + 4) | 32) == 0x72) {
    if (at(p) == 0x2e) p++
    p = oneSpace(p)
    if (!isDigit(p)) return 0
    p = digits(p)
    const q = oneSpace(p)
    return kind(q) & LETTER && !(kind(q + 1) & LETTER) && !isDigit(q + 1) ? q + 1 : p
  }
  if (n == 2 && a == 0x72 && b == 0x74) {
    if (at(p) == 0x2e) p++
    p = oneSpace(p)
    if (!isDigit(p)) return 0
    p = digits(p)
    let q = oneSpace(p)
    const c = at(q)
    if (c == 0x2f || c == 0x2c || c == 0x2d) q++
    q = oneSpace(q)
    if ((at(q) | 32) == 0x72 && (at(q + 1) | 32) == 0x77) q += 2
    if (at(q) == 0x2e) q++
    q = oneSpace(q)
    return isDigit(q) ? digits(q) : p
  }
  if (n == 4 && a == 0x62 && b == 0x6c && (at(s + 2) | 32) == 0x6f && (at(s + 3) | 32) == 0x6b) {
    let q = p
    while (kind(q) & SPACE) q++
    if (q == p || !(kind(q) & LETTER)) return 0
    p = q + 1
    if (kind(p) & LETTER) p++
    return digits(p)
  }
  return 0
}

@inline function isRoman(c: u32): bool { return c == 0x49 || c == 0x56 || c == 0x58 }
/** Where `Dukuh Ngemplak`, `Banjar Tegal Kuwalon` ends; 0 where nothing is called so. */
function hamletEnd(i: i32): usize {
  let w = i
  while (w < i + 3 && w + 1 < wordCount && isBig(w + 1) && wordStart(w + 1) - wordEnd(w) == 1) w++
  return w > i ? wordTail(w) : 0
}
/** `Km 12`, `Rp 5.000` */
function isCount(s: usize): bool { const a = at(s) | 32, b = at(s + 1) | 32; return a == 0x6b && b == 0x6d || a == 0x72 && b == 0x70 }
/** Where `Kenari 17` or `Kartini 44A` ends, behind which nothing is counted; 0 where it is none. */
function plainEnd(i: i32): usize {
  const s = wordStart(i), from = wordTail(i)
  if (!isBig(i) || from - s == 2 && isCount(s) || !(kind(from) & SPACE)) return 0
  let p = from + 1
  // `IV/18`
  while (isRoman(at(p)) && p - from < 6) p++
  if (p > from + 1) { if (at(p) != 0x2f || !isDigit(p + 1)) return 0; p++ }
  const number = p
  p = digits(p)
  if (p == number || p > number + 3) return 0
  if (kind(p) & LETTER) p++
  const c = at(p), ends = p >= tEnd || c == 0x2c && !isDigit(p + 1) || c == 0x2e && !isDigit(p + 1) || c == 0x3b || c == 0x29 || c == 10
  return ends || kind(p) & SPACE && kind(p + 1) & CAPITAL ? p : 0
}

export function homes(isPersonal: bool): void {
  if (!(allBits & STREET)) return
  for (let i = 0; i < wordCount; i++) {
    if (!(wordBits(i) & STREET)) continue
    const s = wordStart(i)
    let p = wordTail(i)
    if (at(p) == 0x2e) p++
    if (!(kind(p) & SPACE) || !(isPersonal || isHome(i, false))) continue
    let end: usize = 0
    for (let w = i; w < wordCount && wordStart(w) < p + LONGEST; w++) {
      if (w > i && breaks(wordTail(w - 1), wordStart(w)) || end && wordStart(w) > end + WIDEST_GAP) break
      const house = houseEnd(w), e = house || w == i ? house : plainEnd(w)
      if (e > end && e <= p + LONGEST && !breaks(wordTail(w), e)) end = e
    }
    if (!end && isPersonal && wordMore(i) & HAMLET && isHome(i, true)) end = hamletEnd(i)
    if (!end) continue
    add(s, end, ADDRESS)
    while (i + 1 < wordCount && wordStart(i + 1) < end) i++
  }
}

/** `RT 04 RW 02`, `rt 02/05`, `RW 5`; in the number of a letter it is an office's. */
export function neighbourhoods(): void {
  for (let i = 0; i < wordCount; i++) {
    const s = wordStart(i)
    if (at(s - 1) == 0x2f) continue
    let e: usize = 0
    if (isWord(i, 0x7274, 2)) e = houseEnd(i)
    else if (isWord(i, 0x7277, 2)) {
      const p = oneSpace(at(wordTail(i)) == 0x2e ? wordTail(i) + 1 : wordTail(i))
      e = isDigit(p) ? digits(p) : 0
    }
    if (!e) continue
    add(s, e, ADDRESS)
    while (i + 1 < wordCount && wordStart(i + 1) < e) i++
  }
}
