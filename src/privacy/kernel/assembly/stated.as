// What a text states of somebody in so many words: what was measured of them, what they work as and believe, and numbers that stand
// some words behind what announces them.
import {
  ACCOUNT, ACCOUNTED, BEFELL, BELIEF, BORN, HANDLED, ID, LICENCE, MEASURE, NETWORK, OPENS, SECRET, WORK, WORKS
} from "./cues"
import { digits } from "./homes"
import { last, lengthOf, startOf } from "./numbers"
import { isTold } from "./told"
import { add, at, CAPITAL, isAscii, isDigit, kind, SPACE, tEnd, tFrom, tPlain } from "./text"
import { allMore, isBig, isWord, wordCount, wordEnd, wordMore, wordStart, wordTail } from "./words"

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
/** `180/100`, `9,4%`, `2.650` */
function valueEnd(from: usize): usize {
  let p = digits(from)
  while ((at(p) == 0x2c || at(p) == 0x2e || at(p) == 0x2f) && isDigit(p + 1)) p = digits(p + 1)
  return at(p) == 0x25 ? p + 1 : p
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
export function employees(): void {
  for (let i = 0; i < last; i++) {
    if (lengthOf(i) != 18 || !isEmployee(startOf(i))) continue
    const s = startOf(i) - (tPlain - tFrom)
    add(s, s + 18, ID)
  }
}

/** Numbers some words behind `SIM`, `rekening`, `OTP`, `kelahiran`, `ip`. */
export function announced(): void {
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

/** di dan yang yg ke dr dari untuk dgn dengan asal alamat warga sejak: what somebody works as ends before it. */
function endsWork(i: i32): bool {
  return isBig(i) || isWord(i, 0x6469, 2) || isWord(i, 0x64616e, 3) || isWord(i, 0x79616e67, 4) || isWord(i, 0x7967, 2) || isWord(i, 0x6b65, 2)
    || isWord(i, 0x6472, 2) || isWord(i, 0x64617269, 4) || isWord(i, 0x756e7475, 5) || isWord(i, 0x64676e, 3) || isWord(i, 0x64656e67, 6)
    || isWord(i, 0x616c616d, 6) || isWord(i, 0x77617267, 5) || isWord(i, 0x73656a61, 5)
}
/** `, nelayan, …`, `pekerjaan pedagang sayur`, `ibu rumah tangga` */
function occupations(everywhere: bool): void {
  for (let i = 0; i < wordCount; i++) {
    let from = i
    if (!(wordMore(i) & WORK)) continue
    if (isWord(i, 0x74616e67, 6)) {
      if (i < 2 || !isWord(i - 1, 0x72756d61, 5) || !isWord(i - 2, 0x696275, 3)) continue
      from = i - 2
    }
    const s = wordStart(from)
    const apart = at(s - 1) == 0x28 || at(s - 1) == 0x20 && at(s - 2) == 0x2c
    if (!apart && !(from > 0 && wordMore(from - 1) & WORKS && s - wordTail(from - 1) < 3) || !(everywhere || isTold(s))) continue
    let to = i
    while (to < i + 2 && to + 1 < wordCount && wordStart(to + 1) == wordEnd(to) + 1 && at(wordEnd(to)) == 0x20 && !endsWork(to + 1)) to++
    add(s, wordTail(to), BEFELL)
    i = to
  }
}
/** `…, pekerjaan sopir pete-pete, …`: whatever it is, where it stands between commas. */
function trades(): void {
  for (let i = 1; i + 1 < wordCount; i++) {
    if (!isWord(i, 0x70656b65, 9) || at(wordStart(i) - 2) != 0x2c || wordStart(i + 1) != wordEnd(i) + 1 || isBig(i + 1)) continue
    let to = i + 1
    while (to < i + 4 && to + 1 < wordCount && wordStart(to + 1) == wordEnd(to) + 1 && at(wordEnd(to)) != 0x2c && !endsWork(to + 1)) to++
    add(wordStart(i + 1), wordTail(to), BEFELL)
  }
}
/** `lahir di Larantuka 1991`; what was taken for a name is shown already. */
function births(): void {
  for (let i = 2; i < wordCount; i++) {
    if (!isBig(i) || at(wordTail(i)) == 0x2a || !isWord(i - 1, 0x6469, 2) || !isWord(i - 2, 0x6c616869, 5) || wordStart(i) != wordEnd(i - 1) + 1) continue
    let to = i
    while (to < i + 2 && to + 1 < wordCount && isBig(to + 1) && wordStart(to + 1) == wordEnd(to) + 1) to++
    add(wordStart(i), wordTail(to), BEFELL)
  }
}
/** `TD 180/100`, `bb nya cuma 8,1 kg` */
function measures(everywhere: bool): void {
  for (let i = 0; i < wordCount; i++) {
    if (!(wordMore(i) & MEASURE) || !(everywhere || isTold(wordStart(i)))) continue
    const p = numberBehind(wordTail(i), 18)
    if (p) add(p, valueEnd(p), BEFELL)
  }
}
/** `agama Islam` */
function beliefs(): void {
  for (let i = 1; i < wordCount; i++) {
    if (wordMore(i) & BELIEF && (isWord(i - 1, 0x6167616d, 5) || isWord(i - 1, 0x62657261, 8))) add(wordStart(i), wordTail(i), BEFELL)
  }
}

/** @param everywhere the text is about somebody whom it names */
export function stated(everywhere: bool): void {
  if (allMore & WORK || allMore & WORKS) occupations(everywhere)
  if (allMore & MEASURE && last > 0) measures(everywhere)
  if (allMore & BELIEF) beliefs()
  if (allMore & WORKS) trades()
  births()
}
