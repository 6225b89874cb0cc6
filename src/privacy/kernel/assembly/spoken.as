// Names as people write them to one another: without capitals, under a letter, behind what explains them, around `bin`.
import { CALLED, CLEAR, KIN, KNOWN, NO_NAME, OFFICE, OFFICER, ROLE, STRONG, SUBJECT, TITLE } from "./cues"
import { addName, areNames, isSelf, nameAfter } from "./names"
import { last } from "./numbers"
import { at, isDigit, kind, SPACE, tEnd, tFrom } from "./text"
import {
  allBits, allMore, allSigns, areFree, endsWithPoint, isBig, isBlank, isWord, LINE, lowWords, plainLength, wordBits, wordCount, wordEnd, wordMore, wordStart, wordTail
} from "./words"

/** A word that says nothing to us, as names do: no verb, no word with an ending. */
export function isStrange(i: i32): bool {
  if (isBig(i) || wordBits(i) || wordMore(i) || plainLength(i) < 3) return false
  const s = wordStart(i), e = wordTail(i), c = at(s + 2) | 32
  // meng- meny- mem- men-, -kan, -nya
  if ((at(s) | 32) == 0x6d && (at(s + 1) | 32) == 0x65 && (c == 0x6d || c == 0x6e)) return false
  const tail = (at(e - 3) | 32) << 16 | (at(e - 2) | 32) << 8 | (at(e - 1) | 32)
  return tail != 0x6b616e && tail != 0x6e7961
}
@inline function isOneSpace(from: usize, to: usize): bool { return to - from == 1 && at(from) == 0x20 }

/** `atas nama tri handayani`, `an. daeng manrapi`, `alm. sukirman`, but `an offer`. */
function isBehalf(i: i32): bool {
  if (i && isWord(i, 0x6e616d61, 4) && isWord(i - 1, 0x61746173, 4)) return true
  return (wordBits(i) & CLEAR) != 0 && (endsWithPoint(i) || !isWord(i, 0x616e, 2))
}
/** `daeng`, `bapak`, `i`, `ni`: a name in small letters may go on behind it. */
function isBeforeName(i: i32): bool {
  if (isBig(i) || i + 1 >= wordCount || !isOneSpace(wordEnd(i), wordStart(i + 1))) return false
  return (wordBits(i) & (TITLE | KIN)) != 0 || isWord(i, 0x69, 1) || isWord(i, 0x6e69, 2)
}
/** `undang-undang` */
function isDoubled(i: i32): bool {
  for (let p = wordStart(i); p < wordTail(i); p++) if (at(p) == 0x2d) return true
  return false
}
/** `pasien mama dorkas rumbiak minta pulang`, `bpk elia`: who is called so in small letters. */
function called(): void {
  for (let i = 0; i + 1 < wordCount; i++) {
    const isFor = isBehalf(i)
    if (!isFor && (!(wordMore(i) & CALLED) || isBig(i))) continue
    let last = i + 1
    if (isFor && isBeforeName(last)) last++
    if (!isStrange(last) || isFor && isDoubled(last) || !isOneSpace(wordEnd(i), wordStart(i + 1))) continue
    while (last - i < 3 && last + 1 < wordCount && isOneSpace(wordEnd(last), wordStart(last + 1))) {
      if (isStrange(last + 1) || isWord(last + 1, 0x6272, 2)) last++
      else break
    }
    // Who writes: `saya suryadi karyawan …`, `sy yosina wenda dr …`, `hub aku togar 0821…`
    if ((isSelf(i) || isWord(i, 0x6b75, 2)) && i && last == i + 1 && !isDigit(wordTail(last) + 1)) continue
    if (areFree(i + 1, last)) addName(i + 1, last)
    i = last
  }
}

/** `Hormat saya,` and a name alone in the last line. */
function signed(): void {
  let i = wordCount - 1, p = tEnd
  while (p > tFrom && kind(p - 1) & SPACE) p--
  if (i < 1 || wordEnd(i) < p) return
  while (i > 0 && isBig(i) && isOneSpace(wordEnd(i - 1), wordStart(i)) && wordCount - i < 5) i--
  const before = wordEnd(i - 1)
  if (!i || !isBig(i) || wordCount - i > 4) return
  let lines = 0, commas = 0
  for (let q = before; q < wordStart(i); q++) {
    if (at(q) == 10) lines++
    else if (at(q) == 0x2c) commas++
    else if (!(kind(q) & SPACE)) return
  }
  // hormat salam hormati kasih wassalam saya kami
  const w = i - 1, closes = isWord(w, 0x73616c61, 5) || isWord(w, 0x686f726d, 6) || isWord(w, 0x73617961, 4) || isWord(w, 0x6b616d69, 4)
    || isWord(w, 0x6b617369, 5) || isWord(w, 0x77617373, 8)
  if (!lines || !commas || !closes || nameAfter(i) != wordCount - 1) return
  if (areFree(i, wordCount - 1) && !(wordBits(i) & (KNOWN | OFFICE | OFFICER))) addName(i, wordCount - 1)
}

/** `… adalah paman korban, Liong Fuk Sin.`, `Pengendara motor, Komang Sudiarta`, `pemilik warung I Wayan Sudarma menolak` */
function explained(): void {
  for (let i = 2; i + 1 < wordCount; i++) {
    if (!isBig(i) || isBig(i - 1)) continue
    const comma = at(wordEnd(i - 1)) == 0x2c && wordStart(i) == wordEnd(i - 1) + 2
    if (!comma && !isBlank(wordEnd(i - 1), wordStart(i))) continue
    const before = wordBits(i - 1), explains = before & (KIN | STRONG) && !(before & TITLE) && comma
    const behind = wordBits(i - 2) & (ROLE | STRONG) && !(wordBits(i - 2) & TITLE)
    const isBeside = isOneSpace(wordEnd(i - 2), wordStart(i - 1)), isSubject = isBeside && !comma && (wordMore(i - 2) & SUBJECT) != 0
    if (!explains && !isSubject && !(behind && isBeside && isOwned(i - 1))) continue
    const last = nameAfter(i), c = at(wordTail(last))
    // `Pasien indeks Melkianus Nenobais (TB RO …`
    if (isSubject && !explains && !isOwned(i - 1) && c != 0x2c && !(c == 0x20 && at(wordTail(last) + 1) == 0x28)) continue
    if (last > i && areNames(i, last)) { addName(i, last); i = last }
  }
}

/** motor mobil warung rumah lahan kendaraan toko kios akun usaha: what somebody drives or owns. */
function isOwned(i: i32): bool {
  return isWord(i, 0x6d6f746f, 5) || isWord(i, 0x6d6f6269, 5) || isWord(i, 0x77617275, 6) || isWord(i, 0x72756d61, 5) || isWord(i, 0x6c616861, 5)
    || isWord(i, 0x6b656e64, 9) || isWord(i, 0x746f6b6f, 4) || isWord(i, 0x6b696f73, 4) || isWord(i, 0x616b756e, 4) || isWord(i, 0x75736168, 5)
}
/** `Masagus Rozali bin M. Zen` */
function sons(): void {
  for (let i = 1; i + 1 < wordCount; i++) {
    const isSon = isWord(i, 0x62696e, 3) && !isBig(i) || isWord(i, 0x62696e74, 5)
    if (!isSon || !isBig(i - 1) || !isBig(i + 1) || !isOneSpace(wordEnd(i - 1), wordStart(i))) continue
    let from = i - 1
    while (from > 0 && i - from < 4 && isBig(from - 1) && isOneSpace(wordEnd(from - 1), wordStart(from)) && !(wordBits(from - 1) & NO_NAME)) from--
    const last = nameAfter(from)
    if (last > i && areFree(from, last)) { addName(from, last); i = last }
  }
}

/** Where the digits begin right before this word, at most two of them and a blank between; 0 where there are none. */
function digitsBefore(i: i32): usize {
  let p = wordStart(i)
  if (at(p - 1) == 0x20) p--
  const end = p
  while (isDigit(p - 1) && end - p < 3) p--
  return p == end || end - p > 2 ? 0 : p
}
/** th thn tahun bln bulan, years old; 0 where the word is none. */
function yearsEnd(i: i32): usize {
  if (isWord(i, 0x79656172, 5)) return i + 1 < wordCount && isWord(i + 1, 0x6f6c64, 3) ? wordTail(i + 1) : 0
  if (isWord(i, 0x7468, 2) || isWord(i, 0x74686e, 3) || isWord(i, 0x74616875, 5) || isWord(i, 0x626c6e, 3) || isWord(i, 0x62756c61, 5)) return wordTail(i)
  return 0
}
/** Whether the word before this one goes on in it. */
function goesInto(i: i32): bool {
  return i > 0 && isBig(i - 1) && wordStart(i) - wordEnd(i - 1) == 1 && at(wordEnd(i - 1)) == 0x20
    && !(endsWithPoint(i - 1) && wordTail(i - 1) - wordStart(i - 1) > 4) && areFree(i - 1, i - 1)
}
/** Words with capitals right before `p`, up to four, that nothing explains. @param least so many */
function nameBefore(i: i32, p: usize, least: i32): void {
  if (i < 0 || wordEnd(i) != p || !isBig(i) || wordBits(i) & (NO_NAME | KNOWN | OFFICE)) return
  let from = i
  while (goesInto(from) && i - from < 3 && !(wordBits(from - 1) & (NO_NAME | KNOWN | OFFICER | OFFICE))) from--
  // `Program Indonesia Pintar (12 bulan)`
  if (goesInto(from) && !(wordBits(from - 1) & (TITLE | ROLE | STRONG | KIN | OFFICER))) return
  if (i - from + 1 >= least && wordTail(from) - wordStart(from) > 2 && areFree(from, i)) addName(from, i)
}
/** `Rifki Maulana (19 tahun) mengalami …`, `Slamet Riyadi (49), seorang …` */
function namesBeforeAges(): void {
  for (let i = 1; i < wordCount; i++) {
    let p = digitsBefore(i)
    if (p && yearsEnd(i)) {
      if (at(p - 1) == 0x28 && at(p - 2) == 0x20) nameBefore(i - 1, p - 2, 1)
      else if (at(p - 1) == 0x20 && at(p - 2) == 0x2c) nameBefore(i - 1, p - 2, 1)
      continue
    }
    p = wordEnd(i)
    if (at(p) == 0x20 && at(p + 1) == 0x28 && isDigit(p + 2) && isDigit(p + 3) && at(p + 4) == 0x29) {
      // `ahmad zidan (11)`
      if (isStrange(i) && isStrange(i - 1) && wordStart(i) == wordEnd(i - 1) + 1 && areFree(i - 1, i)) addName(i - 1, i)
      else nameBefore(i, p, 2)
    }
  }
}

/** @param isProse it has sentences, or somebody's number */
export function spoken(isProse: bool): void {
  if (isProse && (allMore & CALLED || allBits & (CLEAR | KNOWN))) called()
  if (allSigns & LINE) signed()
  if (last > 0 && lowWords > 1) namesBeforeAges()
  if (isProse) { explained(); sons() }
}
