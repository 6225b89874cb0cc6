// What a text tells of somebody that no cue announces: each word and number of it is weighed by what it is, what stands beside it, and what
// the text holds of people. `npm run learn` learns the weights of texts that nobody of the project wrote (`test/corpus/LearnFacts.ts`).
// Gotcha: what was masked already is not weighed again, so that a text that is masked twice is as it was after the first time.
import { ANNOUNCES, FACT, MAY_TELL, OFFICER, TELLS, TITLE, UNIT } from "./cues"
import { FACT_BITS, FACTS, FEATURES, FEATURES_END, MOST_TOKENS, TOKENS } from "./memory"
import { hasSelf } from "./names"
import { add, at, foundAt, foundCount, hashOf, isDigit, lower, tEnd, tFrom } from "./text"
import { allBits, hasSmall, isBig, wordBits, wordCount, wordMore, wordStart, wordTail } from "./words"

/**
 * A fact weighs so much, in sixteenths, and so much where a text begins with it; what may tell, is counted or goes on behind a fact, so much; a word
 * that nearly always tells, so much.
 */
const SURE: i32 = 8, FIRST: i32 = 32, LIKELY: i32 = -10, KNOWN: i32 = -32
/** Fewer words say too little of what they are about. */
const LEAST: i32 = 2

// Start, end, what it is, how it is written beside what stands before it, and what it says of others.
const TOKEN: usize = 24
@inline function tokenAt(i: i32): usize { return TOKENS + <usize>i * TOKEN }
@inline function startOf(i: i32): usize { return <usize>load<u32>(tokenAt(i)) }
@inline function endOf(i: i32): usize { return <usize>load<u32>(tokenAt(i), 4) }
/** Outside of the text there is an edge. */
@inline function codeOf(i: i32): u32 { return <u32>i < <u32>tokenCount ? load<u32>(tokenAt(i), 8) : 1 }
@inline function formOf(i: i32): u32 { return <u32>i < <u32>tokenCount ? load<u8>(tokenAt(i), 12) : MASKED }
@inline function bitsOf(i: i32): u32 { return <u32>i < <u32>tokenCount ? load<u32>(tokenAt(i), 16) : 0 }
@inline function moreOf(i: i32): u32 { return <u32>i < <u32>tokenCount ? load<u32>(tokenAt(i), 20) : 0 }
@inline function gapOf(i: i32): u32 { return i < tokenCount ? load<u8>(tokenAt(i), 13) : EDGE }
let tokenCount = 0

/** What is shown already; a capital, capitals, small letters; from here on digits. */
const MASKED: u32 = 1, CAPITAL: u32 = 2, CAPITALS: u32 = 3, SMALL: u32 = 4, DIGITS: u32 = 5
const NOTHING: u32 = 0, SPACE: u32 = 1, LINE: u32 = 2, POINT: u32 = 3, COMMA: u32 = 4, BRACKET: u32 = 5, COLON: u32 = 6, SLASH: u32 = 7, OTHER: u32 = 8,
  EDGE: u32 = 9
/** What stands between two, of eight signs at most. */
function gapBetween(from: usize, to: usize): u32 {
  if (from == to) return NOTHING
  const first = at(from)
  if (to - from == 1 && first == 0x20) return SPACE
  let gap = first == 0x2e ? POINT : first == 0x2c ? COMMA : OTHER
  for (let p = from; p < to && p - from < 8; p++) {
    const c = at(p)
    if (c == 10) return LINE
    if (c == 0x28 || c == 0x29) gap = BRACKET
    else if (c == 0x3a && gap == OTHER) gap = COLON
    else if (c == 0x2f && gap == OTHER) gap = SLASH
  }
  return gap
}
function addToken(from: usize, to: usize, code: u32, form: u32, bits: u32, more: u32): void {
  if (tokenCount >= MOST_TOKENS) return
  const t = tokenAt(tokenCount)
  store<u32>(t, <u32>from); store<u32>(t, <u32>to, 4); store<u32>(t, code, 8); store<u8>(t, <u8>form, 12)
  store<u32>(t, bits, 16); store<u32>(t, more, 20)
  store<u8>(t, <u8>(tokenCount ? gapBetween(endOf(tokenCount - 1), from) : EDGE), 13)
  tokenCount++
}
@inline function isCapital(p: usize): bool { const c = at(p); return c - 65 < 26 || c == 0x81 }
@inline function isPoint(c: u32): bool { return c == 0x2e || c == 0x2c || c == 0x2f }
/** Words, and the numbers between them: `1.876.200` is one, so is `180/100`. */
function cutTokens(): void {
  tokenCount = 0
  let p = tFrom
  for (let i = 0; i <= wordCount; i++) {
    const to = i < wordCount ? wordStart(i) : tEnd
    while (p < to) {
      const from = p
      while (p < to && (isDigit(p) || p > from && isPoint(at(p)) && isDigit(p + 1))) p++
      if (p > from) { const n = <u32>min(p - from, 6); addToken(from, p, 2 + n, DIGITS + n, 0, 0) } else p++
    }
    if (i == wordCount) return
    p = wordTail(i)
    // Of a text all in capitals these say nothing.
    const form = !hasSmall || !isBig(i) ? SMALL : p - to > 1 && isCapital(to + 1) ? CAPITALS : CAPITAL
    addToken(to, p, <u32>(hashOf(to, p) >> 8) | 0x100, form, wordBits(i), wordMore(i))
  }
}

/** Which kinds were found, and how many kinds there are at most; what the host found is of the last one. */
let kinds: u32 = 0
const MOST_KINDS: u32 = 31
/** What is found is shown as something else, and says what it is. */
function markFound(): void {
  kinds = 0
  let i = 0
  for (let f = 0; f < foundCount; f++) {
    const found = foundAt(f), from = tFrom + <usize>load<u32>(found), to = tFrom + <usize>load<u32>(found, 4), k = min<u32>(load<u32>(found, 8), MOST_KINDS)
    kinds |= 1 << k
    while (i < tokenCount && endOf(i) <= from) i++
    for (; i < tokenCount && startOf(i) < to; i++) { store<u32>(tokenAt(i), 0x10 + k, 8); store<u8>(tokenAt(i), <u8>MASKED, 12); store<u64>(tokenAt(i), 0, 16) }
  }
}

let sum: i32 = 0, next: usize = 0, notes = false
/** What is learnt apart has a tag of its own. */
@inline function note(tag: u32, what: u32): void {
  let h = (tag * 0x9E3779B1) ^ (what * 0x85EBCA6B)
  h = (h ^ h >>> 15) * 0x2C1B3C6D
  const feature = h >>> (32 - FACT_BITS)
  sum += <i32>load<i8>(FACTS + <usize>feature)
  if (notes) { store<u32>(next, feature); next += 4 }
}
@inline function both(a: u32, b: u32): u32 { return a * 31 + (b ^ b >>> 7) }
/** How it begins and ends. */
function spelt(i: i32): void {
  const s = startOf(i), e = endOf(i)
  if (e - s < 4) return
  const a = lower(at(s)) << 16 | lower(at(s + 1)) << 8 | lower(at(s + 2)), z = lower(at(e - 3)) << 16 | lower(at(e - 2)) << 8 | lower(at(e - 1))
  note(4, a); note(5, a | lower(at(s + 3)) << 24); note(6, z); note(7, z | lower(at(e - 4)) << 24)
}
/** How much it tells, in sixteenths. What was noted stays, for who learns: start (1 for the first character), count and features. */
function weigh(i: i32): i32 {
  sum = 0
  const head = next
  if (notes) next += 8
  const form = formOf(i), before = gapOf(i), behind = gapOf(i + 1), code = codeOf(i), left = codeOf(i - 1), right = codeOf(i + 1)
  note(1, form | before << 4 | behind << 8)
  note(2, code)
  if (form < DIGITS) spelt(i)
  else note(3, <u32>(hashOf(startOf(i), endOf(i)) >> 8))
  note(8, left); note(9, right); note(10, codeOf(i - 2)); note(11, codeOf(i + 2)); note(12, codeOf(i - 3)); note(13, codeOf(i + 3))
  note(14, both(left, code)); note(15, both(code, right))
  note(16, left + (before << 4 | form)); note(17, right + (behind << 4 | form))
  for (let k = kinds; k; k &= k - 1) { note(18, ctz(k) << 4 | form); note(19, both(ctz(k), code)) }
  if (notes) { store<u32>(head, <u32>(startOf(i) - tFrom + 1)); store<u32>(head, <u32>((next - head - 8) >> 2), 4); store<u32>(next, 0) }
  return sum
}

/** Not `Rp`, how somebody is called to, what announces a fact, what serves (`rumah sakit`), and an office's domain. */
function mayTell(i: i32): bool {
  return formOf(i) != MASKED && !isSpelt(i, 0x7072, 2) && !(bitsOf(i) & (TITLE | OFFICER)) && !(moreOf(i) & ANNOUNCES) && at(startOf(i) - 1) != 0x40
    && !(moreOf(i - 1) & UNIT && gapOf(i) == SPACE)
}

function isSpelt(i: i32, text: u32, length: usize): bool {
  if (<u32>i >= <u32>tokenCount || endOf(i) - startOf(i) != length) return false
  const mask: u32 = length > 3 ? -1 : (1 << <u32>(length << 3)) - 1
  return ((load<u32>(startOf(i)) | 0x20202020) & mask) == text
}
/** tahun thn th bulan bln years kg cm juta jt ribu rb */
function isUnit(i: i32): bool {
  return isSpelt(i, 0x75686174, 5) || isSpelt(i, 0x6e6874, 3) || isSpelt(i, 0x6874, 2) || isSpelt(i, 0x616c7562, 5) || isSpelt(i, 0x6e6c62, 3)
    || isSpelt(i, 0x72616579, 5) || isSpelt(i, 0x676b, 2) || isSpelt(i, 0x6d63, 2) || isSpelt(i, 0x6174756a, 4) || isSpelt(i, 0x746a, 2) || isSpelt(i, 0x75626972, 4)
    || isSpelt(i, 0x6272, 2)
}
/** `3 years later`, but `34 years old` */
function isLater(i: i32): bool { return isSpelt(i, 0x72616579, 5) && !isSpelt(i + 1, 0x646c6f, 3) }
/** `Rp 87.000`, `2,5 juta`, `34 tahun`: a number, and what it counts. */
function isMeasured(i: i32): bool { return formOf(i) >= DIGITS && (isSpelt(i - 1, 0x7072, 2) || gapOf(i + 1) <= SPACE && isUnit(i + 1) && !isLater(i + 1)) }
/** `ibu rumah tangga`, at its last word. */
function isHousewife(i: i32): bool { return isSpelt(i, 0x676e6174, 6) && isSpelt(i - 1, 0x616d7572, 5) && isSpelt(i - 2, 0x756269, 3) }
/** tidak mampu, putus sekolah, lantai tanah, sulit tidur, belum menikah, tinggal sendiri, seorang diri: the second of them tells. */
function isSecond(i: i32): bool {
  const b = i - 1
  if (isSpelt(i, 0x706d616d, 5)) return isSpelt(b, 0x61646974, 5) || isSpelt(b, 0x6b6474, 3) || isSpelt(b, 0x6172756b, 6)
  if (isSpelt(i, 0x6f6b6573, 7)) return isSpelt(b, 0x75747570, 5)
  if (isSpelt(i, 0x616e6174, 5)) return isSpelt(b, 0x746e616c, 6)
  if (isSpelt(i, 0x75646974, 5)) return isSpelt(b, 0x696c7573, 5) || isSpelt(b, 0x61737573, 5)
  if (isSpelt(i, 0x696e656d, 7)) return isSpelt(b, 0x756c6562, 5)
  if (isSpelt(i, 0x646e6573, 7)) return isSpelt(b, 0x676e6974, 7)
  return isSpelt(i, 0x69726964, 4) && isSpelt(b, 0x726f6573, 7)
}
/** What a fact needs to be one. @param goesOn it stands right behind one */
function least(i: i32, goesOn: bool): i32 {
  // Beside an officer it may be of the matter.
  const isOfMatter = (allBits & OFFICER) != 0
  if (bitsOf(i) & TELLS || isSecond(i)) return isOfMatter ? LIKELY : KNOWN
  const isAnnounced = formOf(i) >= DIGITS && (moreOf(i - 1) & ANNOUNCES) != 0
  return goesOn || isAnnounced || moreOf(i) & MAY_TELL || isMeasured(i) && !isOfMatter ? LIKELY : gapOf(i) == EDGE ? FIRST : SURE
}

/** `***` */
function isShown(): bool {
  let stars = 0
  for (let p = tFrom; p < tEnd; p++) {
    stars = at(p) == 0x2a ? stars + 1 : 0
    if (stars == 3) return true
  }
  return false
}

/** `Rp` goes with its number, and a name of several words hangs together. @param free what stands before it is hidden already */
function beginOf(i: i32, free: i32): i32 {
  if (formOf(i) >= DIGITS && formOf(i - 1) != MASKED && isSpelt(i - 1, 0x7072, 2)) return i - 1
  let from = i
  while (from > free && i - from < 3 && isCapitals(formOf(from)) && isCapitals(formOf(from - 1)) && gapOf(from) == SPACE && mayTell(from - 1)) from--
  return from
}
@inline function isCapitals(form: u32): bool { return form == CAPITAL || form == CAPITALS }

/**
 * What was found stands in order and without overlaps.
 *
 * @param isPersonal the text stands in a row about somebody
 * @param isLearning all is noted, for who learns of it
 */
export function facts(isPersonal: bool, isLearning: bool): void {
  notes = isLearning; next = FEATURES
  if (notes) store<u32>(next, 0)
  if (wordCount < LEAST || !(isPersonal || foundCount > 0 || isLearning || hasSelf()) || isShown()) return
  cutTokens()
  markFound()
  const count = tokenCount
  let from = -1, free = 0
  for (let i = 0; i <= count; i++) {
    if (notes && next > FEATURES_END - 512) return
    if (notes) { if (i < count && mayTell(i)) weigh(i); continue }
    let tells = i < count && mayTell(i) && weigh(i) > least(i, from >= 0 && gapOf(i) == SPACE)
    // What is counted goes with its number.
    if (i > 0 && i < count && formOf(i - 1) >= DIGITS && gapOf(i) <= SPACE && isUnit(i)) tells = from >= 0
    if (i < count && isHousewife(i + 2)) {
      if (from >= 0) add(startOf(from), endOf(i - 1), FACT)
      from = i; i += 2
      continue
    }
    if (from >= 0 && (!tells || gapOf(i) > SPACE)) { add(startOf(from), endOf(i - 1), FACT); from = -1; free = i }
    if (tells && from < 0) from = beginOf(i, free)
  }
}
