// Reads a text for personal data in one go: what is found in it, and what is shown instead, straight to the output.
import { ADDRESS, BPJS, FACT, FIELD, HOME, ID, KK, MAIL, NAME, NIK, PHONE, SECRET } from "./cues"
import { facts } from "./facts"
import { homes, neighbourhoods } from "./homes"
import { copy, gDigits, gEscapes, QUOTED } from "./lexemes"
import { mails } from "./mails"
import { RUNS, TALLY } from "./memory"
import { hasSelf, nameAfter, names } from "./names"
import { cut, isUuid, last, lengthOf, numbers } from "./numbers"
import { numberings } from "./numberings"
import { plates } from "./plates"
import { gTwice, isFile } from "./telling"
import { at, CAPITAL, DIGIT, forget, foundAt, foundCount, isDigit, isMapped, keepFound, kind, LETTER, placeOf, SPACE, take, tEnd, tFrom, tPlain } from "./text"
import { unmark } from "./marks"
import {
  allBits, allSigns, COMMA, cutWords, DELIMITER, EQUALS, hasField, isBlank, isWord, LINE, noWords, QUERY, SLASH, TAG, wordCount, wordEnd, wordStart,
  wordTail
} from "./words"

/** Of what is asked: the key says that it numbers a thing; it stands in a row that names somebody; somebody's number is known; a name; somebody
 * learns how names are spelt; what texts tell. */
export const OF_THING: i32 = 1, PERSONAL: i32 = 2, NUMBERED: i32 = 4, NAMED: i32 = 8, LEARNING: i32 = 16, LEARNING_FACTS: i32 = 32
/** A longer text is the host's, which reads it in parts. */
const LONGEST: usize = 2048
const MOST_ROUNDS: i32 = 4
/** Kinds from here on are the host's own. */
const GIVEN: i32 = 64

/** What has names of its own for its parts, or is encoded, is the host's. */
function isForHost(): bool {
  const first = firstSign()
  if (gEscapes & QUOTED && (first == 0x7b || first == 0x5b || first == 0x22)) return true
  const w = load<u32>(tFrom)
  if (w == 0x7c48534d || hasField) return true
  const signs = allSigns
  if (signs & TAG && hasTag()) return true
  if (signs & EQUALS && signs & QUERY || signs & LINE && gDigits && hasItems() || isTelling() || isFile(tFrom, tEnd) && hasPaper()) return true
  if (gDigits > 3 && hasBirth() || gDigits > 15 && hasCard() || signs & SLASH && hasReference()) return true
  if (signs & LINE && allBits & FIELD && signs & (DELIMITER | COMMA)) return true
  return false
}
/** The error of a database: SQLSTATE, Duplicate, Failing, violates, Incorrect, syntax, `Key (…)=(…)`; a password; `CN=` of a calendar. */
function isTelling(): bool {
  for (let i = 0; i < wordCount; i++) {
    const w = load<u32>(wordStart(i)) | 0x20202020
    if (w == 0x736c7173 || w == 0x6c707564 || w == 0x6c696166 || w == 0x6c6f6976 || w == 0x6f636e69 || w == 0x746e7973) return true
    if (isWord(i, 0x73616e64, 5) || isWord(i, 0x70617373, 8)) return true
    if (allSigns & EQUALS && (isWord(i, 0x6b6579, 3) || isWord(i, 0x636e, 2) && load<u32>(tFrom) == 0x49474542)) return true
  }
  return false
}
/** Patient/…, Person/…, RelatedPerson/… */
function hasReference(): bool {
  for (let i = 0; i < wordCount; i++) {
    if (at(wordTail(i)) == 0x2f && (isWord(i, 0x70617469, 7) || isWord(i, 0x70657273, 6) || isWord(i, 0x72656c61, 13))) return true
  }
  return false
}
/** Where three letters stand together, of sixteen places; their case does not matter. */
@inline function three(p: usize, a: u8, b: u8, c: u8): i32 {
  const small = i8x16.splat(0x20)
  return i8x16.bitmask(v128.and(
    v128.eq<u8>(v128.or(v128.load(p), small), i8x16.splat(a)),
    v128.and(v128.eq<u8>(v128.or(v128.load(p, 1), small), i8x16.splat(b)), v128.eq<u8>(v128.or(v128.load(p, 2), small), i8x16.splat(c)))
  ))
}
/** The letters behind them, four at most. */
function goesOn(hits: i32, p: usize, tail: u32, length: u32): bool {
  let left = hits
  while (left) {
    const q = p + ctz(left) + 3
    if (q <= tEnd && ((load<u32>(q) | 0x20202020) & (1 << (length << 3)) - 1) == tail) return true
    left &= left - 1
  }
  return false
}
/** lahir ttl born, wherever they stand */
function hasBirth(): bool {
  for (let p = tFrom; p < tEnd; p += 16) {
    if (three(p, 0x74, 0x74, 0x6c)) return true
    if (goesOn(three(p, 0x6c, 0x61, 0x68), p, 0x7269, 2) || goesOn(three(p, 0x62, 0x6f, 0x72), p, 0x6e, 1)) return true
  }
  return false
}
/** kartu kks atm debit kredit card */
function hasCard(): bool {
  for (let p = tFrom; p < tEnd; p += 16) {
    if (three(p, 0x6b, 0x6b, 0x73) | three(p, 0x61, 0x74, 0x6d)) return true
    if (goesOn(three(p, 0x6b, 0x61, 0x72), p, 0x7574, 2) || goesOn(three(p, 0x64, 0x65, 0x62), p, 0x7469, 2)
      || goesOn(three(p, 0x6b, 0x72, 0x65), p, 0x746964, 3) || goesOn(three(p, 0x63, 0x61, 0x72), p, 0x64, 1)) return true
  }
  return false
}
function firstSign(): u32 { let p = tFrom; while (p < tEnd && kind(p) & SPACE) p++; return at(p) }
/** Of XML, or of a table: marks of a text are gone by now. */
/** A line of a list that names a role (`1. Budi - Ketua`), or of a chat (`12/03/24 09.11 - Melda: ya`). */
function hasItems(): bool {
  for (let p = tFrom; p < tEnd; p++) {
    while (kind(p) & SPACE && p < tEnd) p++
    let q = at(p) == 0x5b ? p + 1 : p
    const first = q
    while (isDigit(q)) q++
    const c = at(q), begins = q > first && q < first + 3 && (c == 0x2e || c == 0x29 || c == 0x2f)
    let parted = false
    while (p < tEnd && at(p) != 10) {
      if (at(p) == 0x20 && at(p + 1) == 0x2d || at(p) == 0x3a && at(p + 1) == 0x20 || at(p) >= 0x80) parted = true
      p++
    }
    if (begins && parted) return true
  }
  return false
}
/** What a file is called after that is somebody's: `ktp_…`, `…_an_…`, as `text/NamedLines.ts` has them. Rather too often. */
function hasPaper(): bool {
  for (let p = tFrom; p + 4 < tEnd; p++) {
    if (p > tFrom && kind(p - 1) & LETTER && at(p - 1) != 0x2d) continue
    const w = load<u32>(p) | 0x20202020, three = w & 0xffffff, two = w & 0xffff
    // ktp ektp ttd akt(a) alm kk an ijaz pasp pasf npwp rapo tran swaf self skck nama
    if (three == 0x70746b || w == 0x70746b65 || three == 0x647474 || three == 0x746b61 || three == 0x6d6c61) return true
    if ((two == 0x6b6b || two == 0x6e61) && !(kind(p + 2) & LETTER && at(p + 2) != 0x2d)) return true
    if (w == 0x7a616a69 || w == 0x70736170 || w == 0x66736170 || w == 0x7077706e || w == 0x6f706172 || w == 0x6e617274) return true
    if (w == 0x66617773 || w == 0x666c6573 || w == 0x6b636b73 || w == 0x616d616e) return true
  }
  return false
}
/** `/Ratna%20Dewi`, to the end of a step of a path. */
function hasPercent(): bool {
  for (let p = tFrom; p + 8 < tEnd; p++) {
    if (at(p) != 0x2f || !(kind(p + 1) & CAPITAL)) continue
    let q = p + 1, spaces = 0
    while (kind(q) & LETTER || at(q) == 0x25 && at(q + 1) == 0x32 && at(q + 2) == 0x30 && kind(q + 3) & CAPITAL) {
      if (at(q) == 0x25) { spaces++; q += 3 } else q++
    }
    const c = at(q)
    if (spaces && (q >= tEnd || c == 0x2f || c == 0x3f || c == 0x23 || c == 0x20)) return true
  }
  return false
}
function hasTag(): bool {
  for (let p = tFrom; p < tEnd; p++) {
    const c = at(p)
    if (c == 0x3c && (at(p + 1) == 0x2f || (at(p + 1) | 32) == 0x74) || c == 0x2f && at(p + 1) == 0x3e) return true
  }
  return false
}
/** Cells of a line that holds an identity number. */
function hasParts(): bool {
  if (!(allSigns & (DELIMITER | COMMA | SLASH))) return false
  let long = false
  for (let i = 0; i < last; i++) if (lengthOf(i) == 16) { long = true; break }
  if (!long) return false
  let commas = 0
  for (let p = tFrom; p < tEnd; p++) {
    const c = at(p)
    if ((c == 0x2c || c == 0x7c || c == 0x3b || c == 9 || c == 0x23 || c == 0x2f) && ++commas > 1) return true
  }
  return false
}
/** Text in Base64, maybe, in hex, in percents. */
function isEncoded(): bool {
  if (tEnd - tFrom < 24) return false
  let big = false, small = false, isHex = true, percents = 0, isLineEnd = false
  // Behind `data:` there are signs that no other has.
  const isData = (load<u32>(tFrom) | 0x20202020) == 0x61746164 && at(tFrom + 4) == 0x3a
  for (let p = tFrom; p < tEnd; p++) {
    const c = at(p)
    if (c == 10 || c == 13) { isLineEnd = true; continue }
    if (isLineEnd && (c == 0x20 || c == 9)) continue
    isLineEnd = false
    if (!isDigit(p) && (c | 32) - 97 > 5 && !(c == 0x78 && p == tFrom + 1)) isHex = false
    if (c - 65 < 26) big = true
    else if (c - 97 < 26) small = true
    else if (c == 0x25) percents++
    else if (c <= 0x20 || c == 0x22) return false
    else if (!isDigit(p) && c != 0x2b && c != 0x2f && c != 0x2d && c != 0x5f && c != 0x3d && !percents && !isData) {
      if (c != 0x2e && c != 0x7e && c != 0x2a && c != 0x27 && c != 0x28 && c != 0x29 && c != 0x21) return false
    }
  }
  return big && small || isHex || percents > 2 || isData
}

/** Finds what there is in the text that was taken, beside what was found before. */
function find(asked: i32): void {
  const ofThing = (asked & OF_THING) != 0
  if (!ofThing) mails()
  cut(tFrom, tEnd)
  if (last > 0) {
    if (!ofThing) plates()
    numbers(ofThing)
  }
  if (ofThing || tEnd - tFrom < 10) return order()
  let hasNumber = (asked & NUMBERED) != 0, hasName = (asked & NAMED) != 0
  for (let i = 0; i < foundCount && !hasNumber; i++) {
    const k = load<i32>(foundAt(i), 8)
    if (k == NIK || k == KK || k == PHONE || k == BPJS || k == MAIL) hasNumber = true
  }
  names(hasNumber, hasNumber || (asked & PERSONAL) != 0, (asked & LEARNING) != 0)
  for (let i = 0; i < foundCount && !hasName; i++) { const k = load<i32>(foundAt(i), 8); if (k == NIK || k == NAME) hasName = true }
  homes(hasName)
  if (last > 0) {
    numberings()
    if (hasName || allBits & HOME || hasSelf()) neighbourhoods()
  }
  order()
  const before = foundCount
  facts((asked & PERSONAL) != 0, (asked & LEARNING_FACTS) != 0)
  if (foundCount == before) return
  order()
  // What stands beside them may be found now.
  dropped = true
}

/** The last `order` has left something out. */
let dropped = false

function orderFew(): void {
  for (let i = 1; i < foundCount; i++) {
    const f = foundAt(i), start = load<u32>(f), end = load<u32>(f, 4), k = load<i32>(f, 8)
    let j = i
    while (j > 0 && !isBefore(foundAt(j - 1), start, end, k)) { memory.copy(foundAt(j), foundAt(j - 1), 12); j-- }
    const g = foundAt(j)
    store<u32>(g, start); store<u32>(g, end, 4); store<i32>(g, k, 8)
  }
  let count = 0, free: u32 = 0
  for (let i = 0; i < foundCount; i++) {
    const f = foundAt(i)
    if (load<u32>(f) < free) { dropped = true; continue }
    free = load<u32>(f, 4)
    if (i > count) memory.copy(foundAt(count), f, 12)
    count++
  }
  keepFound(count)
}
/** It begins first, or is longer; of two that are alike the first counts, but a number's class is the kernel's. */
function isBefore(f: usize, start: u32, end: u32, k: i32): bool {
  const s = load<u32>(f), e = load<u32>(f, 4)
  return s < start || s == start && (e > end || e == end && !(load<i32>(f, 8) >= GIVEN && k < MAIL))
}

/** Sorts what is found: the first, and of those that begin together the longest; what overlaps it is dropped. */
function order(): void {
  dropped = false
  if (foundCount < 2) return
  if (foundCount <= 24) return orderFew()
  // The longest for each place, one more than its number.
  const n = tEnd - tFrom + 1
  memory.fill(RUNS, 0, n << 2)
  for (let i = 0; i < foundCount; i++) {
    const f = foundAt(i), slot = RUNS + (<usize>load<u32>(f) << 2), other = load<i32>(slot)
    const least = other ? load<u32>(foundAt(other - 1), 4) + <u32>!(load<i32>(foundAt(other - 1), 8) >= GIVEN && load<i32>(f, 8) < MAIL) : 0
    if (load<u32>(f, 4) >= least) store<i32>(slot, i + 1)
  }
  let free: usize = 0
  const sorted = RUNS + (n << 2), before = foundCount
  let to = sorted
  for (let p: usize = 0; p < n; p++) {
    const index = load<i32>(RUNS + (p << 2))
    if (!index || p < free) continue
    const f = foundAt(index - 1)
    store<u64>(to, load<u64>(f)); store<i32>(to, load<i32>(f, 8), 8)
    to += 12
    free = <usize>load<u32>(f, 4)
  }
  memory.copy(foundAt(0), sorted, to - sorted)
  keepFound(<i32>((to - sorted) / 12))
  dropped = foundCount < before
}

/** @param given findings that the host has laid, of kinds of its own. @returns how many there are then; -1 where it is too long */
export function findings(s: usize, e: usize, given: i32, asked: i32): i32 {
  if (!take(s, e)) return -1
  keepFound(given)
  if (asked & OF_THING) noWords()
  else words()
  find(asked)
  return foundCount
}

/** Words, marks between them left out. */
function words(): void {
  cutWords()
  if (allSigns & TAG && unmark()) cutWords()
}

/** Of the name that a text begins with. */
export function nameLength(s: usize, e: usize): i32 {
  if (!take(s, e)) return 0
  words()
  if (!wordCount || !isBlank(tFrom, wordStart(0))) return 0
  const last = nameAfter(0)
  return last < 0 ? 0 : <i32>(wordEnd(last) - tFrom)
}

@inline function isMeaning(p: usize): bool { return (kind(p) & (LETTER | DIGIT)) != 0 || at(p) == 0x83 }
function stars(out: usize, n: i32): usize { for (let i = 0; i < n; i += 16) v128.store(out + i, i8x16.splat(0x2a)); return out + n }
/** The character that is read at `p`, as it is written. */
function written(p: usize, out: usize): usize {
  const from = placeOf(p), n = placeOf(p + 1) - from
  memory.copy(out, from, n)
  return out + n
}

/** What is shown instead of what stands at `from`. @returns its end */
function show(k: i32, from: usize, to: usize, out: usize): usize {
  let o = out
  if (k == MAIL) {
    let p = from
    while (p < to && !isMeaning(p)) p++
    o = written(p, o)
    return stars(o, 3)
  }
  if (k == NAME) {
    let p = from
    while (p < to) {
      while (p < to && kind(p) & SPACE) p++
      if (o > out) store<u8>(o++, 0x20)
      const begin = p
      while (p < to && !isMeaning(p) && !(kind(p) & SPACE)) p++
      if (p < to && isMeaning(p)) {
        o = written(p, o)
        o = stars(o, 3)
        while (p < to && !(kind(p) & SPACE)) p++
      } else { const a = placeOf(begin), n = placeOf(p) - a; memory.copy(o, a, n); o += n }
    }
    return o
  }
  if (k == ADDRESS || k == FACT || k == SECRET) return stars(o, 3)
  let digits = 0, characters = 0, before: u32 = 0, final: u32 = 0
  // Digits of `%20` are none of a number.
  const shift = tPlain - tFrom
  for (let p = from + shift; p < to + shift; p++) {
    if (isDigit(p)) { digits++; before = final; final = at(p); if (digits < 5) store<u8>(RUNS + <usize>digits, <u8>final) }
    if (isMeaning(p)) characters++
  }
  if (k == ID && characters > 4) {
    o = stars(o, characters - 2)
    for (let p = from; p < to; p++) if (isMeaning(p) && --characters < 2) o = written(p, o)
    return o
  }
  const isPhone = k == PHONE
  if (k == NIK || k == KK || isPhone) {
    if (isPhone && at(from) == 0x2b) store<u8>(o++, 0x2b)
    for (let i: usize = 1; i < 5; i++) store<u8>(o++, load<u8>(RUNS + i))
    o = stars(o, digits - (isPhone ? 6 : 4))
    if (isPhone) { store<u8>(o, <u8>before); store<u8>(o + 1, <u8>final); o += 2 }
    return o
  }
  if (characters <= 4 || digits < 2) return stars(o, characters)
  o = stars(o, characters - 2)
  store<u8>(o, <u8>before); store<u8>(o + 1, <u8>final)
  return o + 2
}

function keepsFirstWord(): bool { return !wordCount || tFrom + <usize>load<u32>(foundAt(0)) > wordStart(0) }

let maskedDigits = 0

/** Writes the text with what is shown. @returns its end; `out` where nothing changes */
function write(s: usize, e: usize, out: usize): usize {
  let o = out, copied = s, changed = false
  maskedDigits = 0
  for (let i = 0; i < foundCount; i++) {
    const f = foundAt(i), from = tFrom + <usize>load<u32>(f), to = tFrom + <usize>load<u32>(f, 4), k = load<i32>(f, 8)
    // An initial that stars follow is a name that was shown before.
    if (k == NAME && (load<u32>(to) & 0xffffff) == 0x2a2a2a) continue
    const a = placeOf(from), b = placeOf(to), n = a - copied
    copy(o, copied, n)
    const begin = o + n, end = show(k, from, to, begin)
    if (end - begin == b - a && memory.compare(begin, a, b - a) == 0) continue
    o = end
    copied = b
    changed = true
    for (let p = from; p < to; p++) if (isDigit(p)) maskedDigits++
    const tally = TALLY + (<usize>k << 2)
    store<i32>(tally, load<i32>(tally) + 1)
  }
  if (!changed) return out
  const n = e - copied
  copy(o, copied, n)
  return o + n
}

/**
 * Masks a text until nothing is found in it.
 *
 * @returns the end of what is written; 0 where it stays; 1 where it is the host's
 */
export function mask(s: usize, e: usize, ofThing: bool, out: usize): usize {
  if (gTwice || !take(s, e) || tEnd - tFrom > LONGEST) return 1
  if (tEnd - tFrom == 36 && isUuid(tFrom, tEnd)) return 0
  // Before the words, which blank percents out.
  if (!ofThing && (isEncoded() || hasPercent())) return 1
  const asked = ofThing ? OF_THING : 0
  if (ofThing) noWords()
  else words()
  if (ofThing ? (gEscapes & QUOTED) != 0 : isForHost()) return 1
  memory.fill(TALLY, 0, 128)
  let from = s, to = e
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (round) {
      // It ends as every text does: what stands behind it is none of it.
      store<u8>(to, 0x22); v128.store(to + 1, i8x16.splat(0))
      if (!take(from, to)) return 1
      if (!ofThing) words()
    }
    if (!round && !ofThing) {
      cut(tFrom, tEnd)
      if (gDigits > 15 && hasParts()) return 1
    }
    forget()
    find(asked)
    const begin = round ? to + 16 : out, end = foundCount ? write(from, to, begin) : begin
    // What is left has neither digits for a number nor what another finding stood over, and begins as it did.
    if (end > begin && !round && !dropped && keepsFirstWord() && !isMapped() && gDigits - maskedDigits < 9) return end
    if (end == begin) {
      if (!round) return 0
      memory.copy(out, from, to - from)
      return out + (to - from)
    }
    from = begin; to = end
  }
  store<u32>(out, 0x2a2a2a)
  return out + 3
}
