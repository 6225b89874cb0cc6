// Numbers by which somebody is known, and what opens: those that say so by themselves, and those some words behind what announces them.
import { ACCOUNT, ACCOUNTED, BORN, HANDLED, ID, LICENCE, NETWORK, NUMBERED, NUMBERS, OPENS, SECRET, THING_FILLER } from "./cues"
import { digits } from "./homes"
import { last, lengthOf, startOf } from "./numbers"
import { add, at, CAPITAL, isAscii, isDigit, kind, SPACE, tEnd, tFrom, tPlain } from "./text"
import { allBits, allMore, isWord, wordBits, wordCount, wordEnd, wordMore, wordStart, wordTail } from "./words"

const LONGEST_CODE: usize = 40

/** What a number may stand behind: a space, one of `:=(.`, or what quotes it. */
@inline function opensNumber(c: u32): bool {
  return c == 0x20 || c == 0x3a || c == 0x3d || c == 0x28 || c == 0x2e || c == 0x60 || c == 0x22 || c == 0x27 || c == 0x5b || c == 0x2f
}
/** The first number behind `from`, at most so far, in the same part of the sentence; 0 where there is none. */
function numberBehind(from: usize, reach: usize): usize {
  for (let p = from; p < tEnd && p - from < reach; p++) {
    if (isDigit(p)) { if (opensNumber(at(p - 1))) return p }
    else {
      const c = at(p)
      if (c == 10 || c == 0x2c || c == 0x3b || c == 0x29 || c == 0x2e && kind(p + 1) & SPACE && kind(p + 2) & CAPITAL) return 0
    }
  }
  return 0
}
/** Where digits with hyphens and points between them end; how many there are in `counted`. */
let counted = 0
function groupsEnd(from: usize): usize {
  let p = from
  counted = 0
  while (isDigit(p) || (at(p) == 0x2d || at(p) == 0x2e) && isDigit(p + 1)) { if (isDigit(p)) counted++; p++ }
  return p
}
/** `6171-LT-04021979-0031`; what is longer is none. */
function codeEnd(from: usize): usize {
  let p = from
  while (p - from < LONGEST_CODE && (isDigit(p) || isAscii(at(p)) || (at(p) == 0x2d || at(p) == 0x2e || at(p) == 0x2f) && (isDigit(p + 1) || isAscii(at(p + 1))))) p++
  return p
}
/** `36.72.214.9`; 0 where it is none. */
function networkEnd(from: usize): usize {
  let p = from, most: usize = 0
  for (let part = 0; part < 4; part++) {
    if (part && at(p++) != 0x2e) return 0
    const e = digits(p)
    if (e == p || e - p > 3) return 0
    most = max(most, e - p)
    p = e
  }
  // `1.2.3.4` may be a version.
  return most > 1 && at(p) != 0x2e ? p : 0
}

/** `10.…`, `127.…`, `192.168.…`: of a network that nobody reaches from outside (RFC 1918), a server's rather than somebody's. */
function isInside(s: usize): bool {
  const w = load<u32>(s)
  return (w & 0xffffff) == 0x2e3031 || w == 0x2e373231 || w == 0x2e323931 && load<u32>(s, 4) == 0x2e383631
}
/** `@saadia_talib`, `bambang_widodo77`: a name of an account, which has a sign or digits in it. */
function accountEnd(from: usize): usize {
  let p = from, tells = false
  if (at(p) == 0x40) { tells = true; p++ }
  const begin = p
  while (p < tEnd && (isAscii(at(p)) || isDigit(p) || at(p) == 0x5f || at(p) == 0x2e && isAscii(at(p + 1)))) {
    if (isDigit(p) || at(p) == 0x5f || at(p) == 0x2e) tells = true
    p++
  }
  // `akun diskominfo.go.id`
  const tail = (at(p - 2) | 32) << 8 | (at(p - 1) | 32)
  if (at(p - 3) == 0x2e && tail == 0x6964 || at(p - 4) == 0x2e && (tail == 0x6f6d || tail == 0x6574)) return 0
  return tells && p - begin > 3 && isAscii(at(begin)) && at(p) != 0x40 ? p : 0
}
function accounts(): void {
  for (let i = 0; i < wordCount; i++) {
    if (!(wordMore(i) & HANDLED)) continue
    let p = wordTail(i)
    while (p - wordTail(i) < 3 && (at(p) == 0x20 || at(p) == 0x3a || at(p) == 0x60)) p++
    if (p == wordTail(i)) continue
    const e = accountEnd(p)
    if (e) add(at(p) == 0x40 ? p + 1 : p, e, ID)
  }
}

/** Of eighteen digits: a day of birth, the month of an appointment, the sex. */
function isEmployee(s: usize): bool {
  const year = load<u16>(s), since = load<u16>(s + 8)
  if (year != 0x3931 && year != 0x3032 || since != 0x3931 && since != 0x3032) return false
  const month = (at(s + 4) - 48) * 10 + at(s + 5) - 48, day = (at(s + 6) - 48) * 10 + at(s + 7) - 48, from = (at(s + 12) - 48) * 10 + at(s + 13) - 48
  return month - 1 < 12 && day - 1 < 31 && from - 1 < 12 && at(s + 14) - 49 < 2
}
/** Numbers that say by themselves whose they are; of the runs that `cut` has made. */
function employees(): void {
  for (let i = 0; i < last; i++) {
    if (lengthOf(i) != 18 || !isEmployee(startOf(i))) continue
    const s = startOf(i) - (tPlain - tFrom)
    add(s, s + 18, ID)
  }
}

/** Numbers some words behind `SIM`, `rekening`, `OTP`, `kelahiran`, `ip`. */
function announced(): void {
  if (allMore & HANDLED) accounts()
  if (!(allMore & (LICENCE | ACCOUNTED | OPENS | BORN | NETWORK))) return
  for (let i = 0; i < wordCount; i++) {
    const more = wordMore(i), tail = wordTail(i)
    if (!(more & (LICENCE | ACCOUNTED | OPENS | BORN | NETWORK))) continue
    const s = numberBehind(tail, more & NETWORK ? 30 : 40)
    if (!s) continue
    if (more & NETWORK && (more & HANDLED || !isInside(s))) { const e = networkEnd(s); if (e) add(s, e, ID) }
    if (more & BORN) { const e = codeEnd(s); if (e - s > 7 && s - tail < 12) add(s, e, ID) }
    const e = groupsEnd(s)
    if (more & LICENCE && counted > 11) add(s, e, ID)
    if (more & ACCOUNTED && counted > 7) add(s, e, ACCOUNT)
    if (more & OPENS && counted > 3 && counted < 9 && counted == <i32>(e - s)) add(s, e, SECRET)
  }
}

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
function labelled(): void {
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

export function numberings(): void {
  employees()
  announced()
  if (allBits & (NUMBERS | NUMBERED)) labelled()
}
