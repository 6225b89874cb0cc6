// Plates of vehicles and numbers of passports, by their shape: capitals, digits, capitals. Of the runs that `cut` has made.
import { FILLER, HALF, LABEL, LABEL_SHIFT, PASSPORT, PLATE, PLATED, THING_FILLER } from "./cues"
import { AREAS } from "./memory"
import { endOf, last, lengthOf, startOf, wordBefore } from "./numbers"
import { add, at, bitsOf, foundCount, isAscii, kind, SPACE, tEnd, tFrom } from "./text"

@inline function isCapital(p: usize): bool { return at(p) - 65 < 26 }
/** Of a word, or of what masking left. */
@inline function isJoined(p: usize): bool { const c = at(p); return isAscii(c) || c - 48 < 10 || c == 0x2a }
@inline function isJoinedNumber(p: usize): bool { const c = at(p); return isJoined(p) || c == 0x5f || c == 0x2f || c == 0x2d }

function isArea(from: usize, to: usize): bool {
  const a = at(from) & 31, b = to - from == 2 ? at(from + 1) & 31 : 0
  return load<u8>(AREAS + <usize>(a << 5 | b)) != 0
}
/** Words that follow a number in an address: RT RW NO KM KEC KEL LT WIB WIT HA KG CC MM CM KK TH */
function isNoSuffix(from: usize, to: usize): bool {
  const n = to - from
  let w: u32 = 0
  for (let p = from; p < to; p++) w = w << 8 | at(p) & 0xdf
  if (n == 2) {
    return w == 0x5254 || w == 0x5257 || w == 0x4e4f || w == 0x4b4d || w == 0x4c54 || w == 0x4841 || w == 0x4b47 || w == 0x4343 || w == 0x4d4d
      || w == 0x434d || w == 0x4b4b || w == 0x5448
  }
  return n == 3 && (w == 0x4b4543 || w == 0x4b454c || w == 0x574942 || w == 0x574954)
}

/** Capitals, digits and capitals around a run, in a text of nothing else between `from` and `to` maybe. */
function plateAt(index: i32, from: usize, to: usize): void {
  const s = startOf(index), e = endOf(index), n = e - s
  let a = s, b = e
  if (at(a - 1) == 0x20 || at(a - 1) == 0x2d) a--
  const head = a
  while (a > tFrom && isCapital(a - 1) && head - a < 3) a--
  if (head == a || head - a > 2 || isJoined(a - 1)) return
  if (at(b) == 0x20 || at(b) == 0x2d) b++
  const tail = b
  while (b < tEnd && isCapital(b) && b - tail < 4) b++
  const suffix = b - tail
  if (!suffix || suffix > 3 || isJoined(b)) return
  const alone = a == from && b == to
  if (!(n >= 3 && suffix >= 2 || alone && b - a >= 6 && (n > 2 || suffix >= 2))) return
  if (!isArea(a, head) || !alone && isNoSuffix(tail, b) || at(s) == 0x30) return
  // `DN 300 MM`
  const one = at(a)
  if (n <= 3 && suffix == 2 && at(tail + 1) == 0x4d && (at(tail) == 0x43 || at(tail) == 0x4d) && (head - a == 1
    ? one == 0x44 || one == 0x48 || one == 0x4c || one == 0x50 || one == 0x54 || one == 0x57 : one == 0x44 && at(a + 1) == 0x4e)) return
  add(a, b, PLATE)
}
@inline function isBetween(p: usize): bool { const c = at(p); return c == 0x20 || c == 0x2e || c == 0x2d }
/** After such a word capitals and lengths do not matter; nor do capitals where there is nothing else. */
function smallPlateAt(index: i32, from: usize, to: usize): void {
  const s = startOf(index), e = endOf(index)
  let a = s, b = e
  if (isBetween(a - 1)) a--
  const head = a
  while (a > tFrom && isAscii(at(a - 1)) && head - a < 3) a--
  if (isBetween(b)) b++
  const tail = b
  while (b < tEnd && isAscii(at(b)) && b - tail < 4) b++
  if (head == a || head - a > 2 || tail == b || b - tail > 3 || isJoined(b)) return
  if (to - from <= 30 && a == from && b == to) {
    if (e - s >= 3 && at(s) != 0x30 && b - tail >= 2 && isArea(a, head) && !isNoSuffix(tail, b) && !isCapital(a)) add(a, b, PLATE)
    return
  }
  let p = a
  while (p > tFrom && a - p < 4 && !isAscii(at(p - 1)) && at(p - 1) - 48 >= 10) p--
  if (p == a || a - p > 3) return
  let q = p
  while (q > tFrom && p - q < 8 && isAscii(at(q - 1))) q--
  const bits = bitsOf(q, p)
  if (bits & PLATED) {
    if (!(bits & HALF)) { add(a, b, PLATE); return }
  } else if (!(bits & THING_FILLER)) return
  // `no pol`, `nomor polisi`, `plat nomor`
  const second = q
  while (q > tFrom && second - q < 2 && (at(q - 1) == 0x20 || at(q - 1) == 0x2e)) q--
  let r = q
  while (r > tFrom && q - r < 9 && isAscii(at(r - 1))) r--
  if (bitsOf(r, q) & (bits & PLATED ? THING_FILLER : PLATED)) add(a, b, PLATE)
}

export function plates(): void {
  let from = tFrom, to = tEnd
  while (from < to && kind(from) & SPACE) from++
  while (to > from && kind(to - 1) & SPACE) to--
  for (let i = 0; i < last; i++) {
    const n = lengthOf(i), s = startOf(i)
    if (n <= 4) {
      const c = at(s - 1), b = c == 0x20 || c == 0x2d || c == 0x2e ? at(s - 2) : c
      if (!isAscii(b) || s == tFrom) continue
      const before = foundCount
      if (isCapital(s - 1) || isCapital(s - 2)) plateAt(i, from, to)
      if (before == foundCount) smallPlateAt(i, from, to)
      continue
    }
    if (n == 7 && s > tFrom && !isJoinedNumber(s + 7)) {
      const c = at(s - 1)
      if ((c == 0x41 || c == 0x42 || c == 0x43 || c == 0x45 || c == 0x58) && !isJoinedNumber(s - 2)) { add(s - 1, s + 7, PASSPORT); continue }
    }
    // `paspor: A 1234567`
    if (n >= 6 && n <= 8 && s > tFrom + 2 && at(s - 1) == 0x20 && isAscii(at(s - 2)) && !isAscii(at(s - 3)) && !isJoined(s + n)) {
      if ((wordBefore(tFrom, s - 2, LABEL, FILLER, 1) & LABEL) >> LABEL_SHIFT == PASSPORT) add(s - 2, s + n, PASSPORT)
    }
  }
}
