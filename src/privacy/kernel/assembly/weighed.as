// Names that no cue announces: of each word with a capital it is weighed how it is spelt, what the words around it say, and what stands
// between them. `npm run learn` learns the weights of texts that nobody of the project wrote (`test/corpus/LearnNames.ts`); no name is among
// them, since of the word itself only pieces of three and four letters count.
import { MAY_TELL, NO_NAME, OFFICER, TELLS, TITLE } from "./cues"
import { addName } from "./names"
import { FEATURES, FEATURES_END, WEIGHTS, WEIGHT_BITS } from "./memory"
import { at, foundAt, foundCount, hashOf, isDigit, lower, tFrom } from "./text"
import {
  areFree, isBig, isShouted, plainLength, takeWords, wordBits, wordCount, wordEnd, wordFrom, wordMore, wordStart, wordTail
} from "./words"

/** A name weighs so much, in sixteenths, or more than two words twice as much; a word beside one so much. Where nobody was found before it takes more. */
const SURE: i32 = 28, BESIDE: i32 = -8, ALONE: i32 = 56
/** What begins a sentence takes more: one word has its capital from that, and where nobody was found an office or a place may be what it is about. */
const FIRST: i32 = 20
/** More than one word has. */
const MOST: usize = 1024

let next: usize = 0
/** What is learnt apart has a tag of its own. */
@inline function note(tag: u32, what: u32): void {
  let h = (tag * 0x9E3779B1) ^ (what * 0x85EBCA6B)
  h = (h ^ h >>> 15) * 0x2C1B3C6D
  store<u16>(next, <u16>(h >>> (32 - WEIGHT_BITS)))
  next += 2
}

const EDGE: u32 = 0, SPACE: u32 = 1, LINE: u32 = 2, POINT: u32 = 3, COMMA: u32 = 4, BRACKET: u32 = 5, COLON: u32 = 6, SLASH: u32 = 7, NUMBER: u32 = 8, OTHER: u32 = 9
/** What stands between two words. */
function gapBetween(i: i32, j: i32): u32 {
  if (i < 0 || j >= wordCount) return EDGE
  const from = wordTail(i), to = wordStart(j)
  if (to - from == 1 && at(from) == 0x20) return SPACE
  let gap: u32 = at(from) == 0x2e ? POINT : at(from) == 0x2c ? COMMA : OTHER
  for (let p = from; p < to; p++) {
    const c = at(p)
    if (c == 10) return LINE
    if (c == 0x28 || c == 0x29) gap = BRACKET
    else if (c == 0x3a) gap = COLON
    else if (c == 0x2f) gap = SLASH
    else if (isDigit(p)) return NUMBER
  }
  return gap
}

/** What a word says, and what stands before or behind it; one that says nothing counts by how it is written. */
function neighbour(tag: u32, i: i32, gap: u32): void {
  if (i < 0 || i >= wordCount) { note(tag, 1); return }
  const bits = wordBits(i), more = wordMore(i), form: u32 = isShouted(i) ? 2 : isBig(i) ? 3 : 4
  note(tag, form)
  note(tag + 1, form << 4 | gap)
  if (!bits && !more) { note(tag, form + 4); return }
  note(tag + 2, <u32>hashOf(wordStart(i), wordTail(i)) << 3 | form)
  for (let b: u32 = bits; b; b &= b - 1) note(tag + 3, ctz(b))
  for (let b: u32 = more; b; b &= b - 1) note(tag + 4, ctz(b))
}

function spelt(i: i32): void {
  const from = wordStart(i), to = wordTail(i)
  let a: u32 = 0, b: u32 = 0, c: u32 = 0x5e
  for (let p = from; p <= to && p - from < 40; p++) {
    const d = p < to ? lower(at(p)) : 0x24
    if (b) note(1, b << 16 | c << 8 | d)
    if (a) note(2, a << 24 | b << 16 | c << 8 | d)
    a = b; b = c; c = d
  }
}

/** Notes all that counts of this word. */
function look(i: i32): void {
  note(3, 1)
  spelt(i)
  const n = <u32>plainLength(i)
  note(4, n < 10 ? n : 10)
  note(5, isShouted(i) ? 1 : 2)
  const bits = wordBits(i), more = wordMore(i)
  for (let b: u32 = bits; b; b &= b - 1) note(6, ctz(b))
  for (let b: u32 = more; b; b &= b - 1) note(7, ctz(b))
  const before = gapBetween(i - 1, i), behind = gapBetween(i, i + 1)
  note(8, before); note(9, behind); note(10, before << 4 | behind)
  neighbour(16, i - 1, before)
  neighbour(32, i + 1, behind)
  // The words with capitals that it goes on, as `Bank NTT Capem Atambua` does, and what stands around them.
  let from = i, to = i
  while (i - from < 5 && isBeside(from) && isBig(from - 1)) from--
  while (to - i < 3 && to + 1 < wordCount && isBeside(to + 1) && isBig(to + 1)) to++
  note(12, <u32>(i - from) << 3 | <u32>(to - i))
  if (from < i) { neighbour(48, from, SPACE); neighbour(64, from - 1, gapBetween(from - 1, from)) }
  if (to > i) neighbour(80, to + 1, gapBetween(to, to + 1))
  const p = wordEnd(i) + 1
  note(11, isDigit(p) ? isDigit(p + 1) ? 2 : 1 : 0)
}

/** How much of a name a word has, in sixteenths. What was noted stays, for who learns: start (1 for the first character), count and features. */
function weigh(i: i32): i32 {
  if (next > FEATURES_END - MOST) next = FEATURES
  const head = next
  store<u32>(head, <u32>(wordStart(i) - tFrom + 1)); next += 8
  look(i)
  let sum: i32 = 0
  for (let f = head + 8; f < next; f += 2) sum += <i32>load<i8>(WEIGHTS + <usize>load<u16>(f))
  store<u32>(head, <u32>((next - head - 8) >> 1), 4)
  if (next & 2) next += 2
  store<u32>(next, 0)
  return sum
}

@inline function mayName(i: i32): bool {
  return isBig(i) && plainLength(i) > 1 && at(wordTail(i)) != 0x2a && !isDigit(wordEnd(i)) && !(wordBits(i) & (NO_NAME | TELLS | TITLE | OFFICER)) && !(wordMore(i) & MAY_TELL)
}
@inline function isBeside(i: i32): bool { return i > 0 && wordStart(i) - wordEnd(i - 1) == 1 && at(wordEnd(i - 1)) == 0x20 }

function beginsSentence(i: i32): bool {
  const gap = gapBetween(i - 1, i)
  return gap == EDGE || gap == LINE || gap == POINT
}
/** What was found by other means is named already. */
function takeFound(): void {
  for (let f = 0; f < foundCount; f++) {
    const found = foundAt(f), end = tFrom + <usize>load<u32>(found, 4), first = wordFrom(tFrom + <usize>load<u32>(found))
    let last = first
    while (last < wordCount && wordStart(last) < end) last++
    takeWords(first, last - 1)
  }
}
/**
 * @param isPersonal the text stands in a row about somebody, or has somebody's number
 * @param isLearning what is named already is weighed too, for who learns of it
 */
export function weighed(isPersonal: bool, isLearning: bool): void {
  next = FEATURES
  takeFound()
  const least = isPersonal || foundCount > 0 ? SURE : ALONE
  let from = -1, most = 0, all = 0
  for (let i = 0; i <= wordCount; i++) {
    const isFree = i < wordCount && areFree(i, i), sum = i < wordCount && (isFree || isLearning) && mayName(i) ? weigh(i) : BESIDE
    const joins = isFree && sum > BESIDE
    if (from >= 0 && (!joins || !isBeside(i))) {
      const isFirst = (least == ALONE || from == i - 1) && beginsSentence(from)
      const limit = isFirst ? least + FIRST : least
      if (most > limit || i - from > 2 && all > 2 * limit) addName(from, i - 1)
      from = -1; most = 0; all = 0
    }
    if (!joins) continue
    if (from < 0) from = i
    most = max(most, sum); all += sum
  }
}
