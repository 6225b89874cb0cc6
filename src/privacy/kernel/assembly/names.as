// Names in prose, by the words before them: no dictionary of names. What a cue is followed by has to be written with capitals.
import {
  BEFORE_PLACE, CALLED, CLEAR, COMMON, COURTESY, DEGREE, KIN, KNOWN, NAME, NAMED_ORGANISATION, NO_NAME, NUMBERS, OFFICE, OFFICER, PLACE,
  ROLE, STOP, STRONG, TITLE
} from "./cues"
import { spoken } from "./spoken"
import { add, at, bitsOf, CAPITAL, GLUE, HIDDEN, isDigit, kind, LETTER, lower, SMALL, SPACE, tEnd, tFrom } from "./text"
import { weighed } from "./weighed"
import {
  allBits, areFree, endsWithPoint, hasSmall, isBig, isWord, isBlank, isShouted, lowWords, plainLength, takeWords, wordBits, wordCount,
  wordMore, wordEnd, wordStart, wordTail
} from "./words"

const MOST_WORDS: i32 = 6
const NONE: i32 = 0, WEAK: i32 = 1, KINS: i32 = 2, SURE: i32 = 3

@inline function isDan(i: i32): bool { return isWord(i, 0x64616e, 3) }
/** bin binti br. al, written so */
function isLinking(i: i32): bool {
  if (isBig(i)) return false
  const n = wordEnd(i) - wordStart(i)
  if (n == 5) return isWord(i, 0x696e7469, 4) || at(wordStart(i)) == 0x62 && at(wordStart(i) + 4) == 0x69 && at(wordStart(i) + 3) == 0x74
  return n == 3 && (isWord(i, 0x62696e, 3) || endsWithPoint(i) && isWord(i, 0x6272, 2)) || n == 2 && isWord(i, 0x616c, 2)
}
/** Whether a word of keys is in it: `X-Api-Key`, `noHP`. */
function isKnown(i: i32): bool {
  if (wordBits(i) & KNOWN) return true
  const end = wordTail(i)
  let from = wordStart(i)
  for (let p = from + 1; p <= end; p++) {
    if (p < end && kind(p) & LETTER && !(kind(p) & CAPITAL && kind(p - 1) & SMALL)) continue
    if (from > wordStart(i) || p < end) { if (bitsOf(from, p) & KNOWN) return true }
    while (p < end && !(kind(p) & LETTER)) p++
    from = p
  }
  return false
}
/** ` `, or before a degree a comma: `, S.Pd`, `, M.Si`, `, Sp.A` */
function joins(before: i32, i: i32): bool {
  const from = wordEnd(before), to = wordStart(i)
  if (from == to || at(to - 1) == 9) return false // of another cell
  if (isBlank(from, to)) return true
  if (at(from) != 0x2c || !isBlank(from + 1, to)) return false
  const a = at(to), b = at(to + 1)
  return (a == 0x53 || a == 0x4d || a == 0x41) && b == 0x2e || a == 0x53 && b == 0x70 && at(to + 2) == 0x2e
}

/** A woman's name of Buton: elsewhere `WA` is a telephone's. */
function isWaOde(i: i32): bool { return isWord(i, 0x7761, 2) && i + 1 < wordCount && isWord(i + 1, 0x6f6465, 3) }

/** `Lim Mei Hwa`, but `3 Mei 2026`. */
function isMei(i: i32): bool {
  return isWord(i, 0x6d6569, 3) && !endsWithPoint(i) && i > 0 && i + 1 < wordCount && isBig(i - 1) && isBig(i + 1)
    && wordStart(i) - wordEnd(i - 1) == 1 && wordStart(i + 1) - wordEnd(i) == 1
}
/** @returns the last word of the name that begins at this one; one less than it where none does */
export function nameAfter(begin: i32): i32 {
  let end = begin - 1
  for (let i = begin; i < wordCount && i < begin + MOST_WORDS; i++) {
    if (i > begin) {
      if (!joins(i - 1, i) && !(endsWithPoint(i - 1) && isBlank(wordEnd(i - 1), wordStart(i)))) break
      // A sentence ends where a long word ends with a point, or an everyday word follows: `Pak Joko. Usulan diterima`.
      if (endsWithPoint(i - 1) && (plainLength(i - 1) > 4 || plainLength(i - 1) > 2 && wordMore(i) & COMMON) || isConsonants(i, i + 1) && plainLength(i) > 2) break
    }
    if (!isBig(i) && (i == begin || !isLinking(i))) break
    if (wordBits(i) & NO_NAME && !isWaOde(i) && !isMei(i) || i == begin && (wordBits(i) & OFFICER || wordMore(i) & NAMED_ORGANISATION)) break
    end = i
  }
  return end
}

/** What a word says of the words after it. */
function cueOf(i: i32, isProse: bool): i32 {
  const bits = wordBits(i), n = plainLength(i)
  const isOffice = i > 1 && wordBits(i - 2) & OFFICER // `Kepala Desa H. Samhudi`
  if (i && !isOffice && wordBits(i - 1) & PLACE && isBig(i - 1) && wordEnd(i - 1) + 2 >= wordStart(i) && at(wordEnd(i - 1)) != 0x2c) return NONE
  // atas nama, a/n
  const one = lower(at(wordStart(i)))
  if (i && (n == 4 && one == 0x6e && isWord(i, 0x6e616d61, 4) && isWord(i - 1, 0x61746173, 4) || n == 1 && one == 0x6e && isWord(i - 1, 0x61, 1))) return SURE
  // `bidan Ria`, `si Paijo`, but `dokter Gigi`: what is written small goes before a name.
  if (isProse && wordMore(i) & CALLED && !isBig(i) && !isSelf(i) && n > 1 && !(wordMore(i + 1) & COMMON)) return SURE
  if (!bits) return NONE
  if (bits & CLEAR) return SURE
  const c = at(wordStart(i))
  if (bits & TITLE && (n > 2 || isBig(i) || c == 0x61 || c == 0x73) && (isProse || i == 0 && bits & COURTESY)) return SURE
  if (!isProse) return NONE
  if (bits & DEGREE && isBig(i) && endsWithPoint(i)) return SURE
  if (bits & STRONG) return SURE
  if (bits & KIN) return KINS
  // `Camat Kelapa Lima`: of a place.
  return bits & ROLE && !(wordMore(i) & NAMED_ORGANISATION) ? WEAK : NONE
}

export function addName(from: i32, last: i32): void {
  let to = wordEnd(last)
  while (!(kind(to - 1) & LETTER)) to--
  add(wordStart(from), to, NAME)
  takeWords(from, last)
}

/** `, ` or ` (`: what stands apart. */
function isApart(from: usize, to: usize): bool {
  const n = to - from
  return n == 2 && (at(from) == 0x2c && at(from + 1) == 0x20 || at(from) == 0x20 && at(from + 1) == 0x28) || n == 1 && at(from) == 0x28
}
/** Blanks, and one of `:=.` among them. */
function isNear(from: usize, to: usize): bool {
  let blanks = 0, signs = 0
  for (let p = from; p < to; p++) {
    const c = at(p)
    if (c == GLUE || c == HIDDEN) continue
    if (kind(p) & SPACE) { if (++blanks > 5) return false }
    else if ((c == 0x3a || c == 0x3d || c == 0x2e) && !signs) { if (blanks > 2) return false; signs = 1; blanks = 0 }
    else return false
  }
  return signs ? blanks <= 3 : blanks <= 5
}
/** `Suami saya, Hendra Gunawan, …`, `Pak RT (Bambang)` */
function isClosed(last: i32): bool {
  let p = wordEnd(last)
  const c = at(p), spaced = c == 0x20 ? at(p + 1) : c
  if (c == 0x2c || c == 0x29 || spaced == 0x28 || spaced == 0x26 || spaced == 0x2f) return true
  return c == 0x20 && last + 1 < wordCount && isDan(last + 1) && wordStart(last + 1) == p + 1 && at(p + 4) == 0x20
}

/** `oleh Aswar.` */
function endsWith(cue: i32, name: i32): bool {
  const end = wordTail(name)
  return isWord(cue, 0x6f6c6568, 4) && !(wordBits(name) & (OFFICE | KNOWN | PLACE)) && plainLength(name) > 3
    && at(end) == 0x2e && (kind(end + 1) & SPACE) != 0
}
/** Names behind cues. */
export function names(hasNumber: bool, isPersonal: bool, isLearning: bool): void {
  const isProse = hasNumber || lowWords >= 2
  for (let i = 0; i + 1 < wordCount; i++) {
    if (!isBig(i + 1)) continue
    const cue = cueOf(i, isProse)
    if (!cue) continue
    const from = wordEnd(i), to = wordStart(i + 1), apart = isApart(from, to)
    if (!apart && !isNear(from, to)) continue
    // `Ketua BPD Toto Sugiarto`
    const isAbbreviated = isConsonants(i + 1, i + 2) && plainLength(i + 1) > 2
    if (isAbbreviated && !(wordBits(i) & OFFICER)) continue
    const begin = isAbbreviated ? i + 2 : i + 1
    let last = nameAfter(begin)
    if (apart && (last <= i || !isClosed(last))) continue
    if (last - begin < (cue >= KINS || apart || endsWith(i, begin) ? 0 : 1) || last == begin && isWord(begin, 0x616e6461, 4)) continue
    addName(begin, last)
    // `…, Joko Susilo & Tono`
    while (last + 1 < wordCount) {
      const isAnd = isDan(last + 1), next = isAnd ? last + 2 : last + 1
      if (next >= wordCount) break
      const a = wordEnd(last), b = wordStart(last + 1), comma = at(a) == 0x2c && at(a + 1) == 0x20 && b - a == 2
      if (!(isAnd ? b - a == 1 && at(a) == 0x20 : comma || isBeside(a, b))) break
      const end = nameAfter(next)
      if (end < next || end == next && (cue != SURE && !apart || comma && !endsList(end)) || wordBits(next) & KNOWN) break
      addName(next, end)
      last = end
    }
    i = last
  }
  if (isProse) apposed()
  if (hasNumber || isNeighbour() || isNumbered()) leading()
  introduced()
  spoken(isProse)
  if (isPersonal && isProse) unexplained()
  if (isProse) weighed(isPersonal, isLearning)
}
/** `…, Fitriani dan M. Rusdi`: the last but one of a list. */
function endsList(i: i32): bool { return i + 2 < wordCount && isDan(i + 1) && wordStart(i + 1) - wordEnd(i) == 1 && isBig(i + 2) }
/** `Kepala UPT Pasar, Suhardi Lubis, mengatakan …`, `Ketua kelompok tani, Suparjo, …` */
function apposed(): void {
  for (let i = 2; i + 1 < wordCount; i++) {
    const comma = wordEnd(i - 1)
    if (at(comma) != 0x2c || wordStart(i) != comma + 2 || !isBig(i)) continue
    const last = nameAfter(i)
    if (last < i || at(wordEnd(last)) != 0x2c || last + 1 >= wordCount) continue
    // `…, Hendrik Tumewu, Pengurus Barang …`
    if (last > i && wordBits(last + 1) & OFFICER && wordStart(last + 1) == wordEnd(last) + 2 && areNames(i, last)) { addName(i, last); continue }
    if (isBig(last + 1)) continue
    let explains: u32 = 0
    for (let w = i; w <= last; w++) explains |= wordBits(w)
    if (explains & (OFFICE | PLACE | KNOWN | OFFICER) || !areFree(i, last)) continue
    // Who does something: `menyampaikan`, `meminta`.
    const verb = wordStart(last + 1), does = at(verb) == 0x6d && at(verb + 1) == 0x65
    for (let w = i - 1; w >= 0 && i - w < 7; w--) {
      if (w < i - 1 && !isBlank(wordEnd(w), wordStart(w + 1))) break
      const bits = wordBits(w), isWitness = bits & STRONG && bits & ROLE && !isSelf(w) && !isWord(w, 0x6e616d61, 4)
      if (isWitness || bits & (OFFICER | KIN) && (does || last > i)) { addName(i, last); break }
    }
    i = last
  }
}
/** Whether nothing about these words says that they are no name. */
export function areNames(begin: i32, last: i32): bool {
  for (let w = begin; w <= last; w++) if (!isBig(w) && !isLinking(w) || wordBits(w) & (KNOWN | OFFICE | OFFICER | PLACE | NO_NAME)) return false
  return areFree(begin, last)
}
/** ` & `, ` / ` */
function isBeside(from: usize, to: usize): bool {
  let p = from
  if (at(p) == 0x20) p++
  const c = at(p)
  if (c != 0x26 && c != 0x2f) return false
  p++
  if (at(p) == 0x20) p++
  return p == to
}

/** `Suparti - RT 02/05` */
function isNeighbour(): bool {
  for (let i = 1; i < wordCount && wordStart(i) - tFrom <= 60; i++) {
    if (wordStart(i) - tFrom < 3 || !isWord(i, 0x7274, 2)) continue
    let p = wordEnd(i)
    if (kind(p) & SPACE) p++
    if (isDigit(p)) return true
  }
  return false
}
/** `Cut Intan Maulida (NIM …` */
function isNumbered(): bool {
  if (!(allBits & NUMBERS)) return false
  for (let i = 2; i < wordCount && i < 6; i++) if (wordBits(i) & NUMBERS) return at(wordStart(i) - 1) == 0x28
  return false
}
/** `1. Suparti (NIK …` */
function leading(): void {
  if (!wordCount || !isBig(0)) return
  let p = tFrom
  while (kind(p) & SPACE) p++
  let digits = p
  while (isDigit(digits) && digits - p < 3) digits++
  if (digits > p && (at(digits) == 0x2e || at(digits) == 0x29)) { p = digits + 1; while (kind(p) & SPACE) p++ }
  if (wordStart(0) != p) return
  let last = 0
  while (last < 4 && last + 1 < wordCount && isBig(last + 1) && wordStart(last + 1) - wordEnd(last) == 1 && at(wordEnd(last)) == 0x20) last++
  // Words that the name ends before: `Suparti NIK 3273…`
  for (let i = 0; i <= last; i++) {
    if (isWord(i, 0x6e696b, 3)) { if (!i) return; last = i - 1; break }
    if (wordBits(i) & NO_NAME || isKnown(i)) return
  }
  if (plainLength(0) < 2) return
  p = wordEnd(last)
  while (kind(p) & SPACE) p++
  const c = at(p)
  const closes = c == 0x28 || c == 0x2c || c == 0x2f || c == 0x7c || c == 0x3a || c == 0x3b || c == 0x2d
  if (!closes && !(last + 1 < wordCount && isWord(last + 1, 0x6e696b, 3) && wordStart(last + 1) == p)) return
  if (areFree(0, last)) addName(0, last)
}

/** `nama saya rini alamat …`: as people write on a telephone. */
function introduced(): void {
  for (let i = 0; i + 2 < wordCount; i++) {
    if (!isWord(i, 0x6e616d61, 4)) continue
    let at1 = i + 1
    if (wordBits(at1) & (KIN | ROLE) && !isSelf(at1)) at1++
    if (at1 + 1 >= wordCount || !isSelf(at1)) continue
    let last = at1
    while (last < at1 + 3 && last + 1 < wordCount && !(wordBits(last + 1) & STOP) && wordStart(last + 1) - wordEnd(last) == 1
      && at(wordEnd(last)) == 0x20) last++
    if (last == at1 || wordBits(at1 + 1) & KNOWN) continue
    const end = wordTail(last), c = at(end)
    const stops = end >= tEnd || c == 0x2c || c == 0x2e || c == 0x3b || c == 10 ||
      c == 0x20 && last + 1 < wordCount && wordStart(last + 1) == end + 1 && wordBits(last + 1) & STOP
    if (stops && areFree(at1 + 1, last)) addName(at1 + 1, last)
  }
}
/** saya sy aku */
export function isSelf(i: i32): bool { return isWord(i, 0x73617961, 4) || isWord(i, 0x7379, 2) || isWord(i, 0x616b75, 3) }

export function hasSelf(): bool {
  for (let i = 0; i < wordCount; i++) if (isSelf(i)) return true
  return false
}

/** Any two words with capitals that nothing explains, where somebody is named or numbered. */
function unexplained(): void {
  for (let i = 0; i < wordCount; i++) {
    if (!isBig(i)) continue
    const last = nameAfter(i)
    if (last <= i) continue
    if (hasSmall) {
      let shouted = false
      for (let w = i; w <= last; w++) if (isShouted(w) || isWord(w, 0x616e6461, 4)) { shouted = true; break }
      if (shouted) { i = last; continue }
    }
    const afterPlace = i > 0 && (wordBits(i - 1) & (BEFORE_PLACE | NO_NAME) || wordMore(i - 1) & NAMED_ORGANISATION) && wordStart(i) > wordEnd(i - 1) && isBlank(wordEnd(i - 1), wordStart(i))
    if (!afterPlace && !(wordBits(i) & OFFICER) && !(wordMore(i) & NAMED_ORGANISATION) && areFree(i, last)) addName(i, last)
    i = last
  }
}

/** `DLH`, `BPBD` */
function isConsonants(begin: i32, end: i32): bool {
  if (end - begin != 1 || plainLength(begin) > 6) return false
  for (let p = wordStart(begin); p < wordTail(begin); p++) {
    const c = at(p)
    if (c - 65 >= 26 || c == 0x41 || c == 0x45 || c == 0x49 || c == 0x4f || c == 0x55) return false
  }
  return true
}
