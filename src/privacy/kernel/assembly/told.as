// What a text tells of somebody: numbers by which somebody is known in a system, where somebody lives from RT and RW on, and of whom
// it names the age and what they owe, pay or are paid.
import {
  ADDRESS, AGE, AMOUNT, BEFELL, BELIEF, CONDITION, FINANCE, HOME, ID, KIN, KNOWN, NAME, NIK, NO_NAME, NUMBERED, NUMBERS, OFFICE, OFFICER, ROLE, STRONG,
  SUBJECT, THING_FILLER, TITLE, UNIT, WORK
} from "./cues"
import { digits, houseEnd, oneSpace } from "./homes"
import { RUNS } from "./memory"
import { last } from "./numbers"
import { isStrange } from "./spoken"
import { announced, employees, stated } from "./stated"
import { add, at, CAPITAL, foundAt, foundCount, isAscii, isDigit, kind, LETTER, SPACE, tEnd, tFrom } from "./text"
import { allBits, allMore, areFree, endsWithPoint, isBig, isWord, lowWords, wordBits, wordCount, wordEnd, wordMore, wordStart, wordTail } from "./words"

/** So far behind a name, in the same sentence, what is told is told of it; so far behind its word an amount stands. */
const REACH: usize = 160, GAP: usize = 30

@inline function isOf(c: u32): bool { return c == 0x20 || c == 0x3a || c == 0x2e || c == 0x23 }
/** Behind ` :.#`, one to `most` of them; 0 where there are none. */
function behindSigns(from: usize, most: usize): usize {
  let p = from
  while (p - from < most && isOf(at(p))) p++
  return p > from ? p : 0
}
@inline function isPart(p: usize): bool { const c = at(p); return isDigit(p) || isAscii(c) || c == 0x5f }
/** Where `1973…`, `RM-00-41-87` ends; 0 where there is no number of four characters. */
function numberEnd(from: usize): usize {
  let p = from
  while (isAscii(at(p)) && p - from < 4) p++
  if (at(p) == 0x2d || at(p) == 0x2e || at(p) == 0x2f) p++
  const first = p
  if (!isDigit(p)) return 0
  while (isPart(p) || at(p) == 0x2d || at(p) == 0x2e || at(p) == 0x2f) p++
  while (!isPart(p - 1)) p--
  return p - first >= 4 ? p : 0
}
/** Whether the next word stands right behind it. */
@inline function isBeside(i: i32): bool { return i + 1 < wordCount && wordStart(i + 1) - wordEnd(i) <= 1 }

/** `RM 00-41-87`, which is no money. */
function isRecord(i: i32): bool {
  const p = wordTail(i)
  return isWord(i, 0x726d, 2) && at(p) == 0x20 && isDigit(p + 1) && isDigit(p + 2) && at(p + 3) == 0x2d
}
/** `NIP 1973…`, `no. RM 00-41-87`, `rekam medis 004187`, `member id M-00412` */
function numberings(): void {
  for (let i = 0; i < wordCount; i++) {
    let last = i
    if (!(wordBits(i) & NUMBERS) && !isRecord(i)) {
      if (!(wordBits(i) & NUMBERED)) continue
      const isMedical = i > 0 && isWord(i, 0x6d656469, 5) && isWord(i - 1, 0x72656b61, 5)
      if (isBeside(i) && wordBits(i + 1) & THING_FILLER) last = i + 1
      else if (!isMedical && !(i > 0 && isBeside(i - 1) && wordBits(i - 1) & THING_FILLER)) continue
    }
    let p = behindSigns(wordTail(last), 4)
    if (p && last + 1 < wordCount && wordStart(last + 1) == p && wordBits(last + 1) & THING_FILLER) p = behindSigns(wordTail(last + 1), 3)
    const e = p ? numberEnd(p) : 0
    if (e) add(p, e, ID)
  }
}

/** `RT 04 RW 02`, `rt 02/05`, `RW 5`; in the number of a letter it is an office's. */
function neighbourhoods(): void {
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

/** Marks where those end who are named or numbered, or tell of themselves. @returns whether there are any */
function markPersons(): bool {
  let any = false
  for (let i = 0; i < wordCount; i++) {
    if (!isSelf(i)) continue
    if (!any) memory.fill(RUNS, 0, tEnd - tFrom + 1)
    any = true
    store<u8>(RUNS + (wordTail(i) - tFrom), 1)
  }
  for (let i = 0; i < foundCount; i++) {
    const f = foundAt(i), k = load<i32>(f, 8)
    if (k != NAME && k != NIK) continue
    if (!any) memory.fill(RUNS, 0, tEnd - tFrom + 1)
    any = true
    store<u8>(RUNS + <usize>load<u32>(f, 4), 1)
  }
  return any
}
/** Whether somebody is named before it in its sentence. */
export function isTold(p: usize): bool {
  for (let q = p; q >= tFrom && p - q <= REACH; q--) {
    const c = at(q)
    if (c == 10 || (c == 0x2e || c == 0x21 || c == 0x3f) && kind(q + 1) & SPACE && kind(q + 2) & CAPITAL) return false
    if (load<u8>(RUNS + (q - tFrom))) return true
  }
  return false
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
  if (i - from + 1 >= least && wordTail(from) - wordStart(from) > 2 && areFree(from, i)) add(wordStart(from), wordTail(i), NAME)
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
      if (isStrange(i) && isStrange(i - 1) && wordStart(i) == wordEnd(i - 1) + 1 && areFree(i - 1, i)) add(wordStart(i - 1), p, NAME)
      else nameBefore(i, p, 2)
    }
  }
}

/** `Sitompul, 43 tahun`, `Oma Lenny 82 tahun`, `Wahyu (9 bulan)`, `umur 9 th` */
function ages(): void {
  for (let i = 0; i < wordCount; i++) {
    if (isWord(i, 0x756d7572, 4) || isWord(i, 0x75736961, 4) || isWord(i, 0x62657275, 7)) {
      let p = wordTail(i)
      while (p - wordTail(i) < 3 && !isDigit(p) && !(kind(p) & LETTER) && p < tEnd) p++
      let e = digits(p)
      if (e == p || e > p + 3 || !isTold(p)) continue
      if (i + 1 < wordCount && wordStart(i + 1) - e <= 1 && yearsEnd(i + 1)) e = yearsEnd(++i)
      add(p, e, AGE)
      continue
    }
    const p = digitsBefore(i), e = p ? yearsEnd(i) : 0
    if (!e || isDigit(e)) continue
    const apart = at(p - 1) == 0x28 || at(p - 1) == 0x20 && (at(p - 2) == 0x2c || load<u8>(RUNS + (p - 1 - tFrom))) || at(p - 1) == 0x2c
    if (apart && isTold(p)) add(p, e, AGE)
  }
}
/** `Doni Saputra (23)` */
function agesBehindNames(): void {
  const count = foundCount
  for (let i = 0; i < count; i++) {
    const f = foundAt(i)
    if (load<i32>(f, 8) != NAME) continue
    let p = tFrom + <usize>load<u32>(f, 4)
    if (at(p) == 0x2e) p++
    if (at(p) == 0x20) p++
    if (at(p) != 0x28) continue
    const e = digits(++p)
    if (e > p && e <= p + 2 && at(e) == 0x29) add(p, e, AGE)
  }
}

/** `87.000`, `2,5 juta`, `350 ribu` */
function amountEnd(from: usize): usize {
  let p = digits(from)
  while (at(p) == 0x2e && isDigit(p + 1) && isDigit(p + 2) && isDigit(p + 3)) p += 4
  if (at(p) == 0x2c && isDigit(p + 1)) p = digits(p + 1)
  const q = oneSpace(p), w = load<u32>(q) | 0x20202020
  // ribu, rb, juta, jt, mili(ar)
  if (w == 0x75626972 || w == 0x6174756a) return q + 4
  if (w == 0x696c696d) return q + 6
  const two = w & 0xffff
  return (two == 0x6272 || two == 0x746a) && !(kind(q + 2) & LETTER) ? q + 2 : p
}
/** juta jt ribu rb */
function isUnit(i: i32): bool {
  return isWord(i, 0x6a757461, 4) || isWord(i, 0x6a74, 2) || isWord(i, 0x72696275, 4) || isWord(i, 0x7262, 2)
}
/** `4,7 juta`, from its last digits on. */
function amountStart(s: usize): usize {
  let p = s
  while (isDigit(p - 1) || (at(p - 1) == 0x2c || at(p - 1) == 0x2e) && isDigit(p - 2)) p--
  return p
}
/** gaji upah penghasilan pesangon nafkah utang: whoever is named in the text. */
function isEarned(i: i32): bool {
  return isWord(i, 0x67616a69, 4) || isWord(i, 0x75706168, 4) || isWord(i, 0x70656e67, 11) || isWord(i, 0x70657361, 8) || isWord(i, 0x6e61666b, 6)
    || isWord(i, 0x7574616e, 5)
}
/** denda tunggakan tagihan simpanan pinjaman cicilan santunan: somebody's where no officer is named. */
function isOwed(i: i32): bool {
  return isWord(i, 0x64656e64, 5) || isWord(i, 0x74756e67, 9) || isWord(i, 0x74616769, 7) || isWord(i, 0x73696d70, 8) || isWord(i, 0x70696e6a, 8)
    || isWord(i, 0x63696369, 7) || isWord(i, 0x73616e74, 8)
}
/**
 * `Rp 87.000` of whoever is named before it; `sebesar 87 ribu`, `gaji pokok … Rp3.571.900`
 * @param isNobodysElse no officer is named
 */
function amounts(everywhere: bool, isNobodysElse: bool): void {
  for (let i = 0; i < wordCount; i++) {
    if (isWord(i, 0x7270, 2)) {
      const p = oneSpace(at(wordTail(i)) == 0x2e ? wordTail(i) + 1 : wordTail(i))
      if (isDigit(p) && (everywhere || isTold(wordStart(i)))) add(wordStart(i), amountEnd(p), FINANCE)
      continue
    }
    if (!(wordBits(i) & AMOUNT)) continue
    const isTheirs = everywhere || isEarned(i) || isNobodysElse && isOwed(i)
    for (let w = i + 1; w < wordCount && wordStart(w) - wordTail(i) <= GAP; w++) {
      let p = wordEnd(w - 1)
      while (p < wordStart(w) && at(p) != 10 && at(p) != 0x2e) p++
      if (p < wordStart(w) || w - 1 > i && at(wordEnd(w - 1) - 1) == 0x2e) break
      if (!isWord(w, 0x7270, 2)) {
        if (!isUnit(w)) continue
        const s = at(wordStart(w) - 1) == 0x20 ? wordStart(w) - 1 : wordStart(w)
        if (isDigit(s - 1) && (isTheirs || isTold(s))) { add(amountStart(s), wordTail(w), FINANCE); i = w }
        break
      }
      p = oneSpace(at(wordTail(w)) == 0x2e ? wordTail(w) + 1 : wordTail(w))
      if (isDigit(p) && (isTheirs || isTold(wordStart(w)))) { add(wordStart(w), amountEnd(p), FINANCE); i = w }
      break
    }
  }
}

/** tidak mampu, putus sekolah, lantai tanah, sulit tidur, belum menikah, tinggal sendiri, seorang diri: the second of them tells. */
function isSecond(i: i32): bool {
  if (i < 1) return false
  const b = i - 1
  if (isWord(i, 0x6d616d70, 5)) return isWord(b, 0x74696461, 5) || isWord(b, 0x74646b, 3) || isWord(b, 0x6b757261, 6)
  if (isWord(i, 0x73656b6f, 7)) return isWord(b, 0x70757475, 5)
  if (isWord(i, 0x74616e61, 5)) return isWord(b, 0x6c616e74, 6) || isWord(b, 0x6d617369, 5)
  if (isWord(i, 0x74696475, 5)) return isWord(b, 0x73756c69, 5) || isWord(b, 0x73757361, 5) || isWord(b, 0x6b757261, 6)
  if (isWord(i, 0x6d656e69, 7)) return isWord(b, 0x62656c75, 5)
  if (isWord(i, 0x73656e64, 7)) return isWord(b, 0x74696e67, 7)
  return isWord(i, 0x64697269, 4) && (isWord(b, 0x62756e75, 5) || isWord(b, 0x73656f72, 7))
}
/** `Sarnah (lumpuh)`, `saya baru operasi jantung`: what befell whoever is named before it. @param everywhere or anywhere in the text */
function befallen(everywhere: bool): void {
  // Its sentence says of whom: `Korban mengalami …`, `Klien masih …`.
  let isOfRole = false
  for (let i = 0; i < wordCount; i++) {
    const bits = wordBits(i)
    const isUnits = i > 0 && wordMore(i - 1) & UNIT && wordStart(i) - wordEnd(i - 1) == 1
    const tells = !isUnits && (bits & CONDITION || everywhere && isSecond(i))
    if (tells && (everywhere || isOfRole || isTold(wordStart(i)))) add(wordStart(i), wordTail(i), BEFELL)
    if (bits & (STRONG | KIN)) isOfRole = true
    const end = wordEnd(i)
    if (at(end) == 10 || (at(end) == 0x2e || at(end - 1) == 0x2e) && i + 1 < wordCount && isBig(i + 1)) isOfRole = false
  }
}

/** Whether somebody is named or numbered in it. */
function hasPerson(): bool {
  for (let i = 0; i < foundCount; i++) { const k = load<i32>(foundAt(i), 8); if (k == NAME || k == NIK) return true }
  return false
}

/** saya sy kami */
function isSelf(i: i32): bool {
  return (wordBits(i) & (STRONG | KIN)) != 0 && (isWord(i, 0x73617961, 4) || isWord(i, 0x7379, 2) || isWord(i, 0x6b616d69, 4))
}

/** @param isPersonal it stands in a row that names somebody */
export function told(isPersonal: bool): void {
  const hasDigits = last > 0, isStating = (allMore & (WORK | BELIEF | SUBJECT)) != 0
  if (!hasDigits && !(allBits & CONDITION) && !isStating) return
  if (hasDigits) {
    employees()
    announced()
    if (allBits & (NUMBERS | NUMBERED)) numberings()
    if (lowWords > 1) namesBeforeAges()
  }
  const isNamed = markPersons()
  // It says whom it is about; where no officer is named, whoever is named is told of, but of money.
  const isAbout = isPersonal || (allMore & SUBJECT) != 0 && hasPerson(), everywhere = isAbout || !(allBits & OFFICER) && hasPerson()
  if (isNamed && hasDigits) {
    agesBehindNames()
    ages()
    amounts(isAbout, everywhere)
  }
  if (everywhere || allBits & CONDITION && isNamed) befallen(everywhere)
  if ((isNamed || isPersonal) && (isStating || hasDigits)) stated(everywhere)
  if (hasDigits && (isNamed || allBits & HOME)) neighbourhoods()
}
