// One pass over the bytes of a JSON document: checks its grammar, steps through the trie of verdicts by the bytes of
// its keys, and writes what is masked straight to the output. What it cannot do it hands to JavaScript, value by value.
// A pass can stop between two lexemes and go on with the next window: all it knows stands in STATE and on the stack.
import { copy, gDigits, gEscapes, gReached, gWide, number, prepare, scan, skip, space } from "./lexemes"
import { COUNTS, FORMS, IN, LONGEST_KEY, LOOK, MARKS, MOST_COLUMNS, MOST_MARKS, MOST_NODES, MOST_ROWS, OUT, OUT_LIMIT, PLACES, SCRATCH, STACK, STATE, STAYS_OUT } from "./memory"
import { show, showsNothing } from "./shown"
import { findings, mask, nameLength } from "./reading"
import { isRemembered, remember } from "./remembered"
import { mayTell } from "./telling"
import { FACT } from "./cues"
import { KIND_CODES, TALLY } from "./memory"
import { prepareText } from "./text"
import { prepareSigns } from "./words"
import { byteOf, child, follow, itemOf, learnt, lengthOf, noteVariant, predicted, PUBLIC_NODE, select, sow, variantOf } from "./trie"

export { addCue } from "./text"

/** Before anything else. */
export function begin(): void { prepare(); prepareText(); prepareSigns() }
export { select, sow }

/** Makes the node of a key. @returns it, with SPECIAL where the key itself is looked at each time; -1 to stop here */
@external("env", "learn") declare function learn(parent: i32, start: usize, length: i32): i32
/** Decides about a value. @returns how many bytes it wrote to `out`; 0 to leave it; -1 to stop here */
@external("env", "hand") declare function hand(kind: i32, node: i32, start: usize, end: usize, out: usize): i32
/** Shows a key. @returns as `hand` */
@external("env", "key") declare function key(parent: i32, node: i32, start: usize, end: usize, out: usize, depth: i32, serial: i32): i32
@external("env", "variant") declare function variant(node: i32, start: usize, end: usize): i32
/** What hangs under each key of a map. */
@external("env", "star") declare function star(node: i32): i32
/** How many members come before this one as what chooses; negative where it does not. Of -1: 0 where objects are looked at as a whole. */
@external("env", "chooser") declare function chooser(node: i32, member: i32): i32
/** The node that an object goes on with which is looked at as a whole. */
@external("env", "apart") declare function apart(node: i32, start: usize, end: usize): i32
/** The node of an item, or of a member, in an assigned row. */
@external("env", "position") declare function position(node: i32, index: i32): i32
@external("env", "assigned") declare function assigned(node: i32, start: usize, length: i32): i32

const SPECIAL: i32 = 0x40000000
/** Of a node's byte. */
const CLASS: i32 = 0x1f, CHECK: i32 = 0x20, MODE: i32 = 0xc0, VARIANT: i32 = 0x40, MAP: i32 = 0x80, ROW: i32 = 0xc0
const OPEN: i32 = 0, PUBLIC: i32 = 30, NUMBER: i32 = 31

/** How a run ends; faults are negative. */
const MORE: i32 = 0, ENDED: i32 = 1, UNKNOWN: i32 = 2, LONG: i32 = 3, AGAIN: i32 = 4, ASSIGN: i32 = 5
const BAD_STRING: i32 = -1, BAD_NUMBER: i32 = -2, BAD_VALUE: i32 = -3, TOO_DEEP: i32 = -4, NO_KEY: i32 = -5, NO_COLON: i32 = -6,
  NO_COMMA: i32 = -7, FOLLOWED: i32 = -8, EARLY: i32 = -9

/** What may come next. */
const VALUE: i32 = 0, AFTER: i32 = 1, KEY: i32 = 2, FIRST_KEY: i32 = 3, FIRST_ITEM: i32 = 4

/** What is told of the root and its members. */
const ROOT_START: i32 = 0, ROOT_END: i32 = 1, MEMBER: i32 = 2, VALUE_START: i32 = 3, VALUE_END: i32 = 4

/** A string of more bytes is decided by the host, which may take its time. */
let longest: usize = 0
export function configure(longestString: i32): void { longest = longestString }
/** Nodes from here on have not been judged with values: the host looks at what stands in one first. */
let judged: i32 = 0
export function judge(nodes: i32): void { judged = nodes }

let marks: i32 = 0
function mark(kind: i32, value: i32, at: usize, out: usize): void {
  const to = MARKS + (<usize>marks << 4)
  store<i32>(to, kind); store<i32>(to, value, 4); store<u32>(to, <u32>(at - IN), 8); store<u32>(to, <u32>(out - OUT), 12)
  marks++
}
@inline function frame(depth: i32): usize { return STACK + (<usize>depth << 4) }
/** Whether marks are made here: at the root and in a root object. */
@inline function isMarked(depth: i32): bool { return depth == 0 || depth == 1 && !load<i32>(frame(1), 4) }

/** Up to here the window has been written to the output. */
let copied: usize = IN
/**
 * Where what is shown instead of what stands at `at` goes to. What comes before it is written by `flush`, and only where something is
 * shown: most stays as it is.
 */
@inline function placeOf(at: usize, out: usize): usize { return out + (at - copied) }
@inline function flush(at: usize, out: usize): void { copy(out, copied, at - copied) }
/** Masked values are counted here, by class code. */
let counts: usize = COUNTS
@inline function count(code: i32): void {
  const at = counts + (<usize>code << 2)
  store<i32>(at, load<i32>(at) + 1); store<i32>(counts, load<i32>(counts) + 1)
}

let stopFrom: usize = 0, stopTo: usize = 0

/** The node of an item in an assigned row; most are asked for once. */
function positionOf(place: i32, index: i32): i32 {
  const row = place - MOST_NODES
  if (row >= MOST_ROWS || index >= MOST_COLUMNS) return position(place, index)
  const at = PLACES + (<usize>(row * MOST_COLUMNS + index) << 1), known = <i32>load<u16>(at)
  if (known) return known - 1
  const made = position(place, index)
  store<u16>(at, <u16>(made + 1))
  return made
}

/** @returns the node of a key, with SPECIAL; -1 to stop */
function nodeOf(parent: i32, s: usize, e: usize): i32 {
  if (parent == PUBLIC_NODE) return parent
  if (parent >= MOST_NODES) return assigned(parent, s, <i32>(e - s))
  if ((byteOf(parent) & MODE) == MAP) return star(parent) | SPECIAL
  const known = e - s > LONGEST_KEY ? -1 : child(parent, s, e)
  if (known >= 0) return known
  const made = learn(parent, s, <i32>(e - s))
  if (made >= 0 && !(made & SPECIAL)) learnt(parent, s, e, made)
  return made
}

/** Looks ahead for the member that chooses what an object is. @returns its node; -1 where more is needed; -2 to stop */
function choose(node: i32, at: usize, end: usize, last: bool): i32 {
  const limit = at + LOOK < end ? at + LOOK : end
  const none = !last && at + LOOK > end ? -1 : node
  if (chooser(node, -1) == 0) {
    const e = behind(at, limit)
    return e ? apart(node, at, e) : none < 0 ? none : apart(node, at, limit)
  }
  let p = space(at + 1), best = 0x7fffffff, chosen: usize = 0, chosenEnd: usize = 0
  while (p < limit) {
    if (load<u8>(p) != 0x22) return node
    const s = p + 1, e = scan(s, limit)
    if (e <= 1) return e ? node : none
    const made = nodeOf(node, s, e)
    if (made < 0) { stopFrom = p; return -2 }
    p = space(e + 1)
    if (load<u8>(p) != 0x3a) break
    p = space(p + 1)
    const v = p
    p = behind(v, limit)
    if (!p) return none
    if (load<u8>(v) == 0x22) {
      const rank = made & SPECIAL ? -1 : chooser(node, made)
      if (rank == 0) return chosenBy(node, v + 1, p - 1)
      if (rank > 0 && rank < best) { best = rank; chosen = v + 1; chosenEnd = p - 1 }
    }
    p = space(p)
    if (load<u8>(p) != 0x2c) break
    p = space(p + 1)
  }
  if (p >= limit && none < 0) return none
  return chosen ? chosenBy(node, chosen, chosenEnd) : node
}
function chosenBy(node: i32, s: usize, e: usize): i32 {
  const known = variantOf(node, s, e)
  if (known >= 0) return known
  const made = variant(node, s, e)
  if (e - s <= LONGEST_KEY) noteVariant(node, s, e, made)
  return made
}
/** Behind a value, by its brackets and quotation marks alone; 0 where it is cut. */
function behind(from: usize, end: usize): usize {
  let p = from, depth = 0
  while (p < end) {
    const c = <u32>load<u8>(p)
    if (c == 0x22) {
      p = scan(p + 1, end)
      if (p <= 1) return 0
      p++
      if (!depth) return p
      continue
    }
    if (c == 0x7b || c == 0x5b) depth++
    else if (c == 0x7d || c == 0x5d) { if (!depth) return p; if (!--depth) return p + 1 }
    else if (!depth && (c == 0x2c || c <= 0x20)) return p
    p++
  }
  return 0
}

/** A key under which any may stand needs a look where it may be a name or a number. */
function maySay(s: usize, e: usize): bool {
  if (gEscapes || gWide || gDigits >= 6) return true
  for (let p = s; p < e; p++) { const c = <u32>load<u8>(p); if (c - 65 < 26 || c == 0x20 || c == 0x40) return true }
  return false
}

/** Whether the rest of the window may begin `true`, `false` or `null`. */
function beginsWord(p: usize, end: usize): bool {
  const n = <u32>(end - p), w = load<u32>(p), m = n >= 4 ? 0xffffffff : (<u32>1 << (n << 3)) - 1
  return n < 4 && ((w ^ 0x65757274) & m) == 0 || n < 4 && ((w ^ 0x6c6c756e) & m) == 0 || n < 5 && ((w ^ 0x736c6166) & m) == 0
}

@inline function digitsOnly(s: usize, e: usize): bool {
  if (e - s > 19) return false
  for (let p = s; p < e; p++) if (<u32>load<u8>(p) - 48 > 9) return false
  return true
}

/** Of a string that is handed over: nothing in it tells by itself. */
const UNTOLD = 4
/** A string's value: nothing, or the shown form in the output. @returns the output's end */
function string(node: i32, byte: i32, s: usize, e: usize, out: usize): usize {
  const cls = byte & CLASS
  if (cls == PUBLIC) return out
  const isPlain = !gEscapes && !gWide
  let kind = isPlain ? 0 : 1
  if (cls == OPEN || cls == NUMBER) {
    // In a text that is looked at by itself names of its row may come again.
    if (!mayTell(s, e, cls == NUMBER)) { if (!(byte & CHECK)) return out; kind |= UNTOLD }
    // What may be a number of somebody tells of the rows to come, which is the host's.
    else if (!(byte & CHECK) && (gDigits != 16 || e - s != 16)) {
      const ofThing = cls == NUMBER
      if (isRemembered(s, e, ofThing)) return out
      const n = mask(s, e, ofThing, placeOf(s, out))
      if (!n) { remember(s, e, ofThing); return out }
      if (n > 1) { flush(s, out); copied = e; tally(); return n }
    }
  } else if (isPlain) {
    const form = load<u8>(FORMS + cls)
    if (showsNothing(form, s, e)) return out
    if (!(byte & CHECK) && (form == 9 || load<u8>(s) != 0x7b && load<u8>(s) != 0x5b)) {
      const n = show(form, s, e, gDigits, placeOf(s, out))
      if (n) { flush(s, out); copied = e; count(cls); return n }
    }
  }
  const to = placeOf(s - 1, out), n = hand(kind, node, s, e, to)
  if (n == 0) return out
  flush(s - 1, out)
  copied = e + 1
  return to + n
}

/** Counts what was masked in a text. */
function tally(): void {
  for (let kind: usize = 0; kind <= <usize>FACT; kind++) {
    for (let left = load<i32>(TALLY + (kind << 2)); left > 0; left--) count(load<u8>(KIND_CODES + kind))
  }
}

function numeral(node: i32, byte: i32, s: usize, e: usize, out: usize): usize {
  const cls = byte & CLASS, isOpen = cls == OPEN || cls == NUMBER
  if (cls == PUBLIC || isOpen && e - s < 15 && (e - s < 11 || load<u16>(s) != 0x3236)) return out
  const to = placeOf(s, out)
  if (!isOpen && !(byte & CHECK)) {
    const form = load<u8>(FORMS + cls)
    if (form == 0 || form == 9 || digitsOnly(s, e)) {
      store<u8>(to, 0x22)
      const n = show(form, s, e, <i32>(e - s), to + 1)
      if (n) { store<u8>(n, 0x22); flush(s, out); copied = e; count(cls); return n + 1 }
    }
  }
  const n = hand(2, node, s, e, to)
  if (n <= 0) return out
  flush(s, out)
  copied = e
  return to + n
}

/** Works on `length` bytes at IN. What it has reached, written and told stands in STATE. */
export function run(length: i32, isLast: i32): i32 {
  const end = IN + <usize>length, last = isLast != 0
  v128.store(end, i8x16.splat(0)); v128.store(end + 16, i8x16.splat(0))
  let depth = load<i32>(STATE), node = load<i32>(STATE, 4), state = load<i32>(STATE, 8), items = load<i32>(STATE, 12)
  let serial = load<i32>(STATE, 16), before = load<i32>(STATE, 20)
  let p = IN, out = OUT, result = MORE, done = false
  copied = IN; marks = 0; counts = COUNTS + (<usize>load<i32>(STATE, 28) << 8)
  if (load<i32>(STATE, 24)) { store<i32>(STATE, 0, 24); done = true; items = -1 } // the host has decided about a long string
  while (true) {
    if (done) { // a value is complete
      done = false
      state = AFTER
      if (isMarked(depth)) {
        mark(depth ? VALUE_END : ROOT_END, items, p, out + (p - copied))
        if (depth) counts = COUNTS
      }
      before = load<i32>(frame(depth), 12)
    }
    let c = <u32>load<u8>(p)
    if (c <= 32) {
      p = space(p)
      c = load<u8>(p)
      if (p >= end) {
        p = end
        result = last ? depth == 0 && state == AFTER ? ENDED : EARLY : MORE
        break
      }
    }
    if (state == AFTER) {
      if (depth == 0) { result = FOLLOWED; break }
      const top = frame(depth)
      if (load<i32>(top, 4)) {
        if (c == 0x2c) {
          const n = load<i32>(top, 8) + 1
          p++; state = VALUE; store<i32>(top, n, 8)
          node = load<i32>(top, 12)
          if (node < 0) node = positionOf(load<i32>(top), n)
          continue
        }
        if (c != 0x5d) { result = NO_COMMA; break }
        items = load<i32>(top, 8) + 1
      } else {
        if (c == 0x2c) { p++; state = KEY; continue }
        if (c != 0x7d) { result = NO_COMMA; break }
        items = -1
      }
      p++; depth--; done = true
    } else if (state == VALUE || state == FIRST_ITEM) {
      if (state == FIRST_ITEM) {
        if (c == 0x5d) { p++; depth--; items = 0; done = true; continue }
        const top = frame(depth)
        node = load<i32>(top, 12)
        if (node < 0) node = positionOf(load<i32>(top), 0)
      }
      if (out > OUT_LIMIT || marks >= MOST_MARKS) { result = AGAIN; break }
      const byte = byteOf(node)
      if (c == 0x22) {
        const s = p + 1, e = scan(s, end)
        if (e <= 1) {
          if (e == 1 || last) { p = s; result = BAD_STRING; break }
          if (end - p <= LOOK) break
        }
        if (e <= 1 || e - s > longest && (byte & CLASS) != PUBLIC && ((byte & CLASS) != OPEN && (byte & CLASS) != NUMBER || mayTell(s, e, (byte & CLASS) == NUMBER))) {
          stopFrom = s; stopTo = e; result = LONG
          if (isMarked(depth)) mark(depth ? VALUE_START : ROOT_START, node, p, out + (p - copied))
          break
        }
        if (isMarked(depth)) mark(depth ? VALUE_START : ROOT_START, node, p, out + (p - copied))
        out = string(node, byte, s, e, out)
        p = e + 1; items = -1; done = true
      } else if (c == 0x7b || c == 0x5b) {
        if (depth == 512) { result = TOO_DEEP; break }
        if (node >= judged && node < MOST_NODES - 1) { stopFrom = p; result = UNKNOWN; break }
        let inside = node
        if ((byte & MODE) == VARIANT) {
          if (c == 0x7b) inside = choose(node, p, end, last)
          if (inside < 0) { if (inside == -2) result = UNKNOWN; break }
        } else if ((byte & MODE) == ROW) {
          inside = load<i32>(STATE, 56)
          if (inside < 0) { result = ASSIGN; break }
          store<i32>(STATE, -1, 56)
        }
        if (isMarked(depth)) mark(depth ? VALUE_START : ROOT_START, node, p, out + (p - copied))
        const top = frame(++depth)
        store<i32>(top, inside)
        if (c == 0x5b) {
          store<i32>(top, 1, 4); store<i32>(top, 0, 8)
          store<i32>(top, inside >= MOST_NODES ? -1 : itemOf(inside), 12)
          state = FIRST_ITEM
        } else {
          before = -1 - inside
          store<i32>(top, 0, 4); store<i32>(top, ++serial, 8); store<i32>(top, before, 12)
          state = FIRST_KEY
        }
        p++
      } else if (c == 0x2d || c - 48 < 10) {
        const e = number(p, end)
        if (!last && (e == 0 || e == end)) break
        if (e <= 1) { result = BAD_NUMBER; break }
        if (isMarked(depth)) mark(depth ? VALUE_START : ROOT_START, node, p, out + (p - copied))
        out = numeral(node, byte, p, e, out)
        p = e; items = -1; done = true
      } else {
        const w = load<u32>(p), e = w == 0x65757274 || w == 0x6c6c756e ? p + 4 : w == 0x736c6166 && load<u8>(p, 4) == 0x65 ? p + 5 : 0
        if (!e) { if (last || !beginsWord(p, end)) result = BAD_VALUE; break }
        if (isMarked(depth)) mark(depth ? VALUE_START : ROOT_START, node, p, out + (p - copied))
        const cls = byte & CLASS
        if (cls != OPEN && cls < PUBLIC && c != 0x6e) {
          const to = placeOf(p, out)
          let n = 5
          if (byte & CHECK) n = hand(3, node, p, e, to)
          else { store<u32>(to, 0x2a2a2a22); store<u8>(to, 0x22, 4); count(cls) }
          if (n) { flush(p, out); out = to + n; copied = e }
        }
        p = e; items = -1; done = true
      }
    } else if (c != 0x22) {
      if (c != 0x7d || state != FIRST_KEY) { result = NO_KEY; break }
      p++; depth--; items = -1; done = true
    } else {
      const top = frame(depth), parent = load<i32>(top), s = p + 1
      let made = (byteOf(parent) & MODE) == MAP ? -1 : predicted(before, s), e: usize
      const isPredicted = made >= 0
      if (isPredicted) e = s + lengthOf(made)
      else {
        e = scan(s, end)
        if (e <= 1) { if (e == 1 || last) { p = s; result = BAD_STRING } break }
        made = nodeOf(parent, s, e)
        if (made < 0) { stopFrom = p; result = UNKNOWN; break }
      }
      let q = e + 1
      if (load<u8>(q) != 0x3a) {
        q = space(q)
        if (load<u8>(q) != 0x3a) { if (q < end || last) { p = q; result = NO_COLON } break }
      }
      if (depth == 1) {
        if (marks >= MOST_MARKS) { result = AGAIN; break }
        mark(MEMBER | <i32>(e - s) << 3, made & ~SPECIAL, p, out + (p - copied))
        counts = COUNTS + (!(made & SPECIAL) && made < MOST_NODES ? <usize>load<u8>(STAYS_OUT + <usize>made) << 8 : 0)
      }
      if (made & SPECIAL) {
        made ^= SPECIAL
        before = -1 - parent
        if ((byteOf(parent) & MODE) != MAP || maySay(s, e)) {
          const to = placeOf(p, out), n = key(parent, made, s, e, to, depth, load<i32>(top, 8))
          if (n > 0) { flush(p, out); out = to + n; copied = e + 1 }
        }
      } else if (parent < MOST_NODES) {
        if (!isPredicted) follow(before, made)
        before = made
      }
      store<i32>(top, before, 12)
      node = made; p = q + 1; state = VALUE
      // The short way of most members: a plain value behind the colon, a comma behind it.
      if (depth == 1 || out > OUT_LIMIT) continue
      c = load<u8>(p)
      if (c == 0x20) c = load<u8>(++p)
      if (c == 0x22) {
        const v = p + 1, w = scan(v, end)
        if (w <= 1 || w - v > longest) continue
        out = string(made, byteOf(made), v, w, out)
        p = w + 1
      } else if (c - 48 < 10 || c == 0x2d) {
        const w = number(p, end)
        if (w <= 1 || w == end) continue
        out = numeral(made, byteOf(made), p, w, out)
        p = w
      } else continue
      if (load<u8>(p) == 0x2c) { p++; state = KEY }
      else state = AFTER
    }
  }
  if (copied > IN) { flush(p, out); out = placeOf(p, out); copied = p }
  store<i32>(STATE, depth); store<i32>(STATE, node, 4); store<i32>(STATE, state, 8); store<i32>(STATE, items, 12)
  store<i32>(STATE, serial, 16); store<i32>(STATE, before, 20); store<i32>(STATE, <i32>(counts - COUNTS) >> 8, 28)
  store<u32>(STATE, <u32>(p - IN), 32); store<u32>(STATE, <u32>(out - OUT), 36); store<i32>(STATE, marks, 40)
  store<u32>(STATE, <u32>(stopFrom - IN), 44); store<u32>(STATE, stopTo > 1 ? <u32>(stopTo - IN) : 0, 48)
  store<i32>(STATE, gDigits, 52)
  return result
}

/** Reads on in a string that is longer than a window. @returns behind its quotation mark; 0 where it goes on; -1 where it is malformed */
export function readOn(from: i32, length: i32): i32 {
  const end = IN + <usize>length
  v128.store(end, i8x16.splat(0)); v128.store(end + 16, i8x16.splat(0))
  const e = skip(IN + <usize>from, end)
  store<u32>(STATE, <u32>(gReached - IN), 60)
  return e == 0 ? 0 : e == 1 ? -1 : <i32>(e - IN) + 1
}

/** The host has masked one more value of this class. */
export function add(cls: i32): void { count(cls) }

/** What the JSON string at SCRATCH, of so many bytes, holds beside what was given. @returns how many; -1 where it is too long */
export function findIn(length: i32, given: i32, asked: i32): i32 {
  const end = SCRATCH + <usize>length
  v128.store(end, i8x16.splat(0)); v128.store(end + 16, i8x16.splat(0))
  const e = scan(SCRATCH + 1, end)
  return e <= 1 ? -1 : findings(SCRATCH + 1, e, given, asked)
}

/** How many characters of the JSON string at SCRATCH are the name that it begins with. */
export function nameIn(length: i32): i32 {
  const end = SCRATCH + <usize>length
  v128.store(end, i8x16.splat(0)); v128.store(end + 16, i8x16.splat(0))
  const e = scan(SCRATCH + 1, end)
  return e <= 1 ? 0 : nameLength(SCRATCH + 1, e)
}

/** Whether the JSON string at SCRATCH, of so many bytes, may hold personal data. */
export function tells(length: i32, ofThing: i32): i32 {
  const end = SCRATCH + <usize>length
  v128.store(end, i8x16.splat(0))
  const e = scan(SCRATCH + 1, end)
  return e <= 1 || mayTell(SCRATCH + 1, e, ofThing != 0) ? 1 : 0
}
