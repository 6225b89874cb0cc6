// Identity, tax, card, account and telephone numbers, their digits together or in groups. The text is cut into runs of digits;
// runs with little between them are linked. A number starts at a run, ends at a run, and takes in at most 19 digits, so the work
// grows with the text and no faster. What masking left (`3171****`, `****90`) is never read as a part of another number; amounts
// (`3.171.010.101.900.001`) and decimal places are none.
import { DIGITS, REGENCIES, RUNS } from "./memory"
import { add, at, bitsOf, GLUE, isAscii, isDigit, lower, plainPercents, tEnd, tFrom, tPlain } from "./text"
import { ACCOUNT, BPJS, CARD, FILLER, HALF, KK, LABEL, LABEL_SHIFT, NIK, NPWP, PHONE, THING, THING_FILLER } from "./cues"

/** Start, end, flags, what stands before as a number of its bytes: its length in the highest. */
const RUN: usize = 24, LOOSE: u32 = 1, DEAD: u32 = 2, LINKED: u32 = 4
const MOST_DIGITS: i32 = 19

export let last = 0
@inline export function run(index: i32): usize { return RUNS + <usize>index * RUN }
@inline export function startOf(index: i32): usize { return <usize>load<u32>(run(index)) }
@inline export function endOf(index: i32): usize { return <usize>load<u32>(run(index), 4) }
@inline export function lengthOf(index: i32): usize { return endOf(index) - startOf(index) }
@inline function flagsOf(index: i32): u32 { return load<u32>(run(index), 8) }
@inline function isLinked(index: i32): bool { return index < last && (flagsOf(index) & LINKED) != 0 }
@inline function gapOf(index: i32): u64 { return load<u64>(run(index), 16) }
/** The gap is this one character. */
@inline function isGap(index: i32, sign: u32): bool { return isLinked(index) && gapOf(index) == (<u64>1 << 56 | <u64>sign) }

function isStars(p: usize): bool { return (load<u32>(p) & 0xffffff) == 0x2a2a2a }

function isLink(from: usize, to: usize): bool {
  let p = from
  while (p < to && p - from < 5 && at(p) == GLUE) p++
  // What nobody sees may be the sign itself.
  for (; p > from; p--) if (links(p, to)) return true
  return links(from, to)
}
function links(from: usize, to: usize): bool {
  if (from >= to) return false
  const c = at(from), left = to - from
  if (c == 0x20 || c == 0x2e || c == 0x2d || c == 0x5f || c == GLUE) {
    if (left == 1 || left == 2 && at(from + 1) == GLUE) return true
  }
  if (c == 0x20 && at(from + 1) == 0x20 && (left == 2 || left == 3 && at(from + 2) == GLUE)) return true
  let p = from
  if (c == 0x20 || c == GLUE) p++
  const begin = p
  while (p < to && p - begin < 2 && (at(p) == 0x28 || at(p) == 0x29 || at(p) == 0x2d)) p++
  if (p == begin) return false
  if (p < to && (at(p) == 0x20 || at(p) == GLUE)) p++
  if (p < to && at(p) == GLUE) p++
  return p == to
}
/** Between the groups of an identity number only: what has a structure of its own may be split over lines or lists. */
function isLooseLink(from: usize, to: usize): bool {
  const c = at(from)
  if (to - from == 1) return c == 0x2f || c == 0x2c || c == 0x3a || c == 0x7c || c == 9 || c == 10
  return to - from == 2 && (c == 0x2c && at(from + 1) == 0x20 || c == 13 && at(from + 1) == 10)
}

export function cut(from: usize, end: usize): void {
  last = 0
  let before: usize = 0, p = from
  while (p < end) {
    // The next digit, sixteen bytes at a time.
    const digits = i8x16.bitmask(v128.lt<u8>(v128.sub<u8>(v128.load(p), i8x16.splat(48)), i8x16.splat(10)))
    if (!digits) { p += 16; continue }
    p += ctz(digits)
    if (p >= end) break
    const s = p
    while (p < end && isDigit(p)) p++
    let flags: u32 = 0, gap: u64 = 0
    const n = s - before
    if (before && n <= 7) {
      if (n == 1 && at(before) == 0x20) flags = LINKED
      else if (isLooseLink(before, s)) flags = LINKED | LOOSE
      else if (isLink(before, s)) flags = LINKED
      if (flags) { for (let i: usize = 0; i < n; i++) gap |= <u64>at(before + i) << (<u64>i << 3); gap |= <u64>n << 56 }
    }
    if (p - s <= 4 && isStars(p) || p - s <= 2 && s - from >= 3 && isStars(s - 3)) flags |= DEAD
    const r = run(last++)
    store<u32>(r, <u32>s); store<u32>(r, <u32>p, 4); store<u32>(r, flags, 8); store<u64>(r, gap, 16)
    before = p
  }
}

let count = 0
@inline function digit(index: i32): u32 { return <u32>load<u8>(DIGITS + <usize>index) - 48 }
function two(index: i32): u32 { return digit(index) * 10 + digit(index + 1) }
function isRegency(index: i32): bool {
  const code = two(index) * 100 + two(index + 2)
  return (load<u8>(REGENCIES + <usize>(code >> 3)) >> (code & 7) & 1) == 1
}
/** Province, regency, district, day (women add 40), month, year, serial number. */
function isNik(): bool {
  if (count != 16 || !isRegency(0)) return false
  const day = two(6), month = two(8)
  return two(4) > 0 && (day >= 1 && day <= 31 || day >= 41 && day <= 71) && month >= 1 && month <= 12 && two(12) + two(14) > 0
}
function passesLuhn(from: i32, length: i32): bool {
  let sum: u32 = 0, double = false
  for (let i = from + length - 1; i >= from; i--) {
    let d = digit(i)
    if (double) { d *= 2; if (d > 9) d -= 9 }
    sum += d
    double = !double
  }
  return sum % 10 == 0
}
function isCard(): bool {
  const a = two(0), b = two(2), head = a * 100 + b
  const known = digit(0) == 4 ? count == 13 || count == 16 || count == 19
    : count == 16 ? a >= 51 && a <= 55 || head >= 2221 && head <= 2720 || head >= 3528 && head <= 3589 || head == 6011
      || head >= 6440 && head <= 6599 || a == 62 || head == 1946
    : count == 15 ? a == 34 || a == 37
    : count == 14 && (a == 30 && digit(2) <= 5 || a == 36 || a == 38)
  return known && passesLuhn(0, count)
}
/** 15 digits, or 16 with a leading zero, whose ninth is a check digit; with the branch `000` that does not matter. */
function isBareNpwp(): bool {
  const from = count == 16 && digit(0) == 0 ? 1 : 0
  if (count - from != 15 || digit(from) != 0 || digit(from + 1) == 0) return false
  return two(from + 12) + digit(from + 14) == 0 && digit(from + 11) != 0 || passesLuhn(from, 9)
}
function isBpjs(): bool { return count == 13 && two(0) + digit(2) == 0 && digit(3) != 0 }
function is628(): bool { return count >= 4 && two(0) == 62 && digit(2) == 8 && digit(3) > 0 }

/** Whether a word may stand right before: with other signs than letters and digits between, at most four. */
function mayFollowWord(from: usize, start: usize): bool {
  for (let p = start - 1; p >= from && p + 5 >= start; p--) {
    if (isAscii(at(p)) || at(p) >= 0x80) return true
    if (isDigit(p)) return false
  }
  return false
}
/** Whether a number of somebody that no word names may begin with these digits. */
function mayBegin(first: i32, isPlus: bool): bool {
  const n = lengthOf(first)
  return isPlus || n == 4 || n == 2 || n >= 9 || two(0) == 8 || two(0) == 62 && digit(2) == 8 || two(0) == 0 && two(2) == 62 || isRegency(0)
}
/** Inside a hash, a code or a UUID: letters and digits on both sides, or a digit before the letters in front of it. */
function isEmbedded(from: usize, s: usize, e: usize): bool {
  if (s > from && isAscii(at(s - 1))) {
    if (isAscii(at(e))) return true
    let p = s - 1
    while (p > from && s - p <= 16 && isAscii(at(p))) p--
    if (isDigit(p) || at(p) == 0x5f) return true
  }
  return s - from >= 24 && at(s - 1) == 0x2d && isUuid(s - 24, s + 12)
}
export function isUuid(from: usize, to: usize): bool {
  for (let p = from; p < to; p++) {
    const i = p - from, c = at(p)
    if (i == 8 || i == 13 || i == 18 || i == 23) { if (c != 0x2d) return false }
    else if (c - 48 >= 10 && lower(c) - 97 >= 6) return false
  }
  return true
}
/** `1.234.567`: groups of three after the first, one separator. */
function amountEnd(from: i32): i32 {
  const s = startOf(from)
  if (lengthOf(from) > 3 || at(s) == 0x30 || at(s - 1) == 0x2b) return from
  let to = from
  while (to + 1 < last && isGap(to + 1, 0x2e) && lengthOf(to + 1) == 3) to++
  return to - from >= 2 && !isGap(to + 1, 0x2e) && !isGap(to + 1, 0x2d) ? to + 1 : from
}
function isUnseen(gap: u64): bool {
  const n = <i32>(gap >> 56)
  for (let i = 0; i < n; i++) if ((<u32>(gap >> (<u64>i << 3)) & 255) != GLUE) return false
  return n > 0
}
/** The separators of an identity number are all alike, and cut it into pairs, fours and sixes, or into single digits. */
function isRegular(from: i32, to: i32): bool {
  if (to == from + 1 && isGap(to, 0x2e) && lengthOf(from) == 2) return false
  let even = true, single = true, seen = false, total: usize = 0
  for (let i = from; i <= to; i++) {
    if (i > from + 1 && gapOf(i) != gapOf(from + 1)) return false
    total += lengthOf(i)
    if (total & 1) even = false
    if (lengthOf(i) != 1) single = false
    if (i > from && !isUnseen(gapOf(i))) seen = true
  }
  return even || single || !seen
}
function isRegularCard(from: i32, to: i32): bool {
  for (let i = from; i <= to; i++) {
    const n = lengthOf(i)
    if (i > from + 1 && gapOf(i) != gapOf(from + 1)) return false
    if (to > from && n != 4 && (i == from || n != 6 && i < to)) return false
  }
  return true
}
/** 2, 3, 3, 1, 3, 3 */
function isNpwp(from: i32): bool {
  for (let i = 0; i < 6; i++) {
    if (from + i >= last || lengthOf(from + i) != <usize>(0x331332 >> (i << 2) & 15)) return false
    if (i && (!isLinked(from + i) || gapOf(from + i) >> 56 != 1 || (flagsOf(from + i) & LOOSE))) return false
  }
  return true
}
function isYear(p: usize): bool { const c = load<u16>(p); return c == 0x3931 || c == 0x3032 }
function isPhone(from: i32, to: i32): bool {
  const s = startOf(from), head = lengthOf(from), before = at(s - 1)
  if (before == 0x2b) return two(0) == 62 && count >= 9 && count <= 15
  if (two(0) == 0 && two(2) == 62) return count >= 11 && count <= 17
  if (is628()) {
    if (count < 11 || count > 15) return false
    if (head >= 5) return true
    // `62 812 3456 7890`, but not `62 812 345 678`, an amount.
    if (head != 2 || !isLinked(from + 1)) return false
    const sign = <u32>gapOf(from + 1) & 255
    if (!isGap(from + 1, 0x2d) && !isGap(from + 1, 0x20) && !isGap(from + 1, 0x2e) && !(sign == 0x29 && before == 0x28)) return false
    for (let i = from + 1; i <= to; i++) if (lengthOf(i) != 3) return true
    return false
  }
  if (two(0) != 8 || digit(2) == 0 || count < 9 || count > 14) return false
  if (head >= 3) return true
  // `08 12 3456 7890`, but neither a date nor a time.
  if (head < 2 || !isGap(from + 1, 0x20) && !isGap(from + 1, 0x2d) || count < 10 || to - from > 6) return false
  return !(from + 2 < last && lengthOf(from + 1) <= 2 && lengthOf(from + 2) == 4 && isYear(startOf(from + 2)))
}
/** A part of a longer code: `010.081-26.55136073`, `0838-5674-2665-8776`. */
function isPartOfCode(from: i32, to: i32, free: i32): bool {
  return from > free && (isGap(from, 0x2e) || isGap(from, 0x2d)) || isGap(to + 1, 0x2e) || isGap(to + 1, 0x2d)
}

/** The word that says what the number is, with fillers between; what `bits` wants. @returns its bits */
export function wordBefore(from: usize, start: usize, wanted: u32, filler: u32, most: i32): u32 {
  let p = start, bank: u32 = 0
  for (let fillers = 0; fillers <= most; fillers++) {
    let signs = 0
    while (p > from && signs < 5 && !isAscii(at(p - 1)) && !isDigit(p - 1)) { p--; signs++ }
    const end = p
    while (p > from && end - p < 16 && isAscii(at(p - 1))) p--
    if (signs > 4 || p == end || p > from && isAscii(at(p - 1))) return bank
    const bits = bitsOf(p, end)
    if (end - p == 1 && (wanted & THING) && lower(at(p)) == 0x6e && p > from + 1 && at(p - 1) == 0x2f && lower(at(p - 2)) == 0x73) return THING
    // A bank's name says it where nothing else does.
    if (bits & wanted & LABEL && (bits & LABEL) == LABEL) bank = bits
    else if (bits & wanted) {
      // `kartu keluarga` is one, `no seri` another: half of it says nothing.
      if ((bits & HALF) && !followsHalf(from, p, bits)) return bank
      return bits
    }
    if (!(bits & filler)) return bank
  }
  return bank
}
function followsHalf(from: usize, p: usize, bits: u32): bool {
  let q = p
  while (q > from && p - q < 2 && (at(q - 1) == 0x20 || at(q - 1) == 0x2e)) q--
  if (q == p) return false
  const end = q
  while (q > from && isAscii(at(q - 1))) q--
  return (bitsOf(q, end) & (bits & THING ? THING_FILLER : HALF)) != 0
}

/**
 * Of the runs that `cut` has made.
 *
 * @param ofThing the key says that it numbers a thing: then only a NIK is more than chance
 */
export function numbers(ofThing: bool): void {
  plainPercents()
  const text = tPlain, shift = tFrom - tPlain
  if (shift) cut(text, text + (tEnd - tFrom))
  let amount = 0, free = 0
  for (let from = 0; from < last; from++) {
    if (flagsOf(from) & DEAD) continue
    const s = startOf(from), first = lengthOf(from), isPlus = at(s - 1) == 0x2b
    if (amount <= from && !(first == 2 && isNpwp(from))) amount = amountEnd(from)
    const inAmount = from < amount
    // A decimal place: the run before it is short and only a point or a comma stands between.
    let decimal = false
    if (from && s - endOf(from - 1) == 1) {
      const sign = at(s - 1)
      decimal = (sign == 0x2e || sign == 0x2c) && lengthOf(from - 1) <= 3 && !(from > 1 && isGap(from - 1, 0x2e))
    }
    let loose = false, best = -1, cls = PHONE, isAsked = false, named = 0, fewest = 0, most = 0
    const hasWord = mayFollowWord(text, s)
    let isBegun = hasWord
    count = 0
    for (let to = from; to < last; to++) {
      const flags = flagsOf(to)
      if (to > from && !(flags & LINKED) || (flags & DEAD)) break
      if (to > from && (flags & LOOSE)) loose = true
      const n = <i32>lengthOf(to)
      if (count + n > MOST_DIGITS) break
      memory.copy(DIGITS + <usize>count, startOf(to), n)
      count += n
      if (!isBegun && count >= 4) {
        if (!mayBegin(from, isPlus)) break
        isBegun = true
      }
      if (count < 6) continue
      if (!isAsked && hasWord) {
        isAsked = true
        const bits = wordBefore(text, s, LABEL, FILLER, 3)
        named = <i32>(bits >> LABEL_SHIFT & 7)
        // By its kind, what a bank's name announces last.
        fewest = named == 7 ? 10 : named < NPWP ? 15 : named == NPWP ? 15 : named == BPJS ? 11 : named == ACCOUNT ? 8 : 6
        most = named == 7 ? at(s) == 0x30 ? 0 : 16 : named < NPWP ? 17 : named == NPWP ? 16 : named == BPJS ? 13 : named == ACCOUNT ? 17 : 9
        if (named == 7) named = ACCOUNT
      }
      if (named && count >= fewest && count <= most && (!loose || named == NIK || named == KK)) { best = to; cls = named; continue }
      if (named && best >= 0) continue
      if (count < 9 || inAmount || decimal && to == from) continue
      if (count == 15 && to - from == 5 && isNpwp(from)) { best = to; cls = NPWP; break }
      if (isEmbedded(text, s, endOf(to))) continue
      if (count == 16 && isNik() && isRegular(from, to)) { best = to; cls = NIK; break }
      if (ofThing || loose) continue
      if (to == from && isBpjs()) { best = to; cls = BPJS; break }
      if (count >= 13 && isCard() && isRegularCard(from, to)) { best = to; cls = CARD; break }
      if (to == from && isBareNpwp()) { best = to; cls = NPWP; break }
      if (isPhone(from, to)) {
        if (!isPlus && isPartOfCode(from, to, free)) {
          // With what follows it may still be one.
          if (cls == PHONE) best = -1
          continue
        }
        best = to; cls = PHONE
      }
    }
    if (best < 0 || cls != NIK && cls != KK && !named && hasWord && wordBefore(text, s, THING, THING_FILLER, 2)) continue
    add((isPlus && cls == PHONE && at(s - 1 + shift) == 0x2b ? s - 1 : s) + shift, endOf(best) + shift, cls)
    from = best
    free = best + 1
  }
}
