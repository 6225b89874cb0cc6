/**
 * One pass over a JSON text in bytes: checks the grammar of RFC 8259 strictly, follows keys and depth, and hands
 * leaves that may matter to `Leaves`. Nothing is parsed into values: what is not masked is never touched.
 *
 * Gotchas: iterative, depth bounded. The body is known to be valid UTF-8. It is one long function on purpose: it runs
 * for each byte of each answer that no cache holds, and its state stays in registers.
 */
import type { FieldClass, PersonalDataClass } from "../domain/PersonalData.ts"
import { byteClasses, escaped, flagsOfEscape, foreign, hexadecimal, quickClasses, quoted, stop, telling } from "./ByteClasses.ts"
import { keyAt, type KnownKey, rootKey, standsAt } from "./KeyTable.ts"
import type { Leaves } from "./Leaves.ts"
import type { MaskingPolicy, PolicyState } from "./MaskingPolicy.ts"
import { amongPeople } from "./Row.ts"

/** Deepest nesting of objects and lists. */
export const maxDepth = 512

/** A member of the root object. Offsets in bytes. */
export interface Member {
  readonly key: string
  readonly start: number
  readonly valueStart: number
  readonly end: number
  /** Items of its value, where that is a list. */
  readonly count: number | undefined
}

export interface Walked {
  readonly _tag: "Walked"
  readonly leaves: Leaves
  /** The root value, without the white space around it. */
  readonly start: number
  readonly end: number
  /** Items of the root, where it is a list. */
  readonly count: number | undefined
  /** Members of the root, where it is an object. */
  readonly members: ReadonlyArray<Member> | undefined
}

export interface Fault {
  readonly _tag: "Fault"
  readonly offset: number
  readonly reason: string
}

const fault = (offset: number, reason: string): Fault => ({ _tag: "Fault", offset, reason })

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const afterSpace = (body: Uint8Array, at: number): number => {
  let i = at
  while (i < body.length && isSpace(body[i])) i++
  return i
}

/** Flags of the string scanned last, its digits, and where it ended; module state spares an object for each string. */
let flags = 0
let digits = 0

/** Ends at the closing quotation mark; -1 where there is none, or the string is malformed. */
const endOfString = (body: Uint8Array, start: number): number => {
  const end = body.length
  let seen = 0
  let count = 0
  let i = start
  for (;;) {
    while (i < end) {
      const quick = quickClasses[body[i]!]!
      if (quick < 0) break
      count += quick
      i++
    }
    if (i >= end) return -1
    const byte = body[i]!
    if (byte === 0x22) break
    const found = byteClasses[byte]!
    if (found !== stop) {
      seen |= found
      i++
      continue
    }
    if (byte !== 0x5c) return -1
    seen |= escaped
    const next = body[i + 1]
    if (next === 0x75) {
      if (i + 6 > end) return -1
      const a = hexadecimal[body[i + 2]!]!
      const b = hexadecimal[body[i + 3]!]!
      const c = hexadecimal[body[i + 4]!]!
      const d = hexadecimal[body[i + 5]!]!
      if ((a | b | c | d) > 15) return -1
      seen |= flagsOfEscape(a << 12 | b << 8 | c << 4 | d)
      i += 6
      continue
    }
    if (next === 0x22) seen |= quoted
    else if (next !== 0x5c && next !== 0x2f && next !== 0x6e && next !== 0x72 && next !== 0x74 && next !== 0x62 && next !== 0x66) return -1
    i += 2
  }
  flags = seen
  digits = count
  return i
}

/** -1 where there is no digit. */
const afterDigits = (body: Uint8Array, at: number): number => {
  const end = body.length
  let i = at
  while (i < end) {
    const byte = body[i]!
    if (byte < 0x30 || byte > 0x39) break
    i++
  }
  return i > at ? i : -1
}

/** Ends after the number; -1 where it is malformed. */
const endOfNumber = (body: Uint8Array, start: number): number => {
  const end = body.length
  let i = start
  if (body[i] === 0x2d) i++
  if (i >= end) return -1
  if (body[i] === 0x30) i++
  else if ((i = afterDigits(body, i)) < 0) return -1
  if (i < end && body[i] === 0x2e && (i = afterDigits(body, i + 1)) < 0) return -1
  if (i < end && (body[i]! | 0x20) === 0x65) {
    i++
    if (i < end && (body[i] === 0x2b || body[i] === 0x2d)) i++
    i = afterDigits(body, i)
  }
  return i
}

/** Ends after `true`, `false` or `null`; -1 for anything else. */
const endOfWord = (body: Uint8Array, start: number): number => {
  switch (body[start]) {
    case 0x74:
      return body[start + 1] === 0x72 && body[start + 2] === 0x75 && body[start + 3] === 0x65 ? start + 4 : -1
    case 0x66:
      return body[start + 1] === 0x61 && body[start + 2] === 0x6c && body[start + 3] === 0x73 && body[start + 4] === 0x65 ? start + 5 : -1
    case 0x6e:
      return body[start + 1] === 0x75 && body[start + 2] === 0x6c && body[start + 3] === 0x6c ? start + 4 : -1
    default:
      return -1
  }
}

const beforeSpace = (body: Uint8Array, at: number): number => {
  let end = at
  while (isSpace(body[end - 1])) end--
  return end
}

/** Two keys of one object must not become one: the second is `3171************ (2)`. */
const maskKey = (leaves: Leaves, frame: Frame, start: number, end: number, text: string): void => {
  const masked = leaves.key(start, end, text)
  if (masked === undefined) return
  const seen = frame.maskedKeys ??= new Map<string, number>()
  const times = (seen.get(masked) ?? 0) + 1
  seen.set(masked, times)
  if (times > 1) leaves.numberKey(times)
}

/** What holds in one object or list. */
class Frame {
  isList = false
  /** The list's key: its items are governed by it. */
  key: KnownKey = rootKey
  explicit: FieldClass | undefined = undefined
  inherited: PersonalDataClass | undefined = undefined
  state: PolicyState | undefined = undefined
  row = 0
  mark = 0
  items = 0
  /** Masked keys seen in this object, to keep them apart. */
  maskedKeys: Map<string, number> | undefined = undefined
}

/** @param isWrapped whether the root is read as an object with a `data` key; matters to paths only */
export const walkJson = (body: Buffer, policy: MaskingPolicy, isWrapped: boolean, leaves: Leaves): Walked | Fault => {
  const end = body.length
  const frames: Array<Frame> = []
  const members: Array<Member> = []
  let depth = 0
  let frame = new Frame()
  frames.push(frame)
  frame.isList = true

  let i = 0
  let key = rootKey
  let last = rootKey
  let explicit: FieldClass | undefined
  let inherited: PersonalDataClass | undefined
  let state = isWrapped ? policy.wrapped : policy.bare
  if (state !== undefined) explicit = state.fieldClass
  let rootStart = 0
  let memberStart = 0
  let valueStart = 0
  let closedCount: number | undefined
  const { maskUnknown } = policy

  for (;;) {
    // A value begins.
    let byte = i < end ? body[i]! : 0
    if (byte <= 0x20) {
      i = afterSpace(body, i)
      byte = i < end ? body[i]! : 0
    }
    if (depth === 0) rootStart = i
    else if (depth === 1) valueStart = i
    closedCount = undefined
    let opened = false

    if (byte === 0x22) {
      const start = i + 1
      const close = endOfString(body, start)
      if (close < 0) return fault(i, "a string is malformed or not closed")
      i = close + 1
      if ((flags & (telling | foreign | quoted)) !== 0 || digits > 2 || maskUnknown || explicit !== undefined || inherited !== undefined || key.telling) {
        frame.row |= leaves.string(start, close, flags, digits, key, explicit, inherited, frame.row)
      }
    } else if (byte === 0x7b || byte === 0x5b) {
      if (depth === maxDepth) return fault(i, "too deep")
      i++
      const isList = byte === 0x5b
      const above = frame
      depth++
      const known = frames[depth]
      frame = known ?? new Frame()
      if (known === undefined) frames.push(frame)
      frame.isList = isList
      frame.key = key
      frame.explicit = explicit
      frame.inherited = !isList && key.meaning.spreads ? key.meaning.personalData : inherited
      frame.state = state
      frame.mark = leaves.waiting.length
      frame.items = 0
      frame.maskedKeys = undefined
      frame.row = key.meaning.people || key.meaning.wrapper && (above.row & amongPeople) !== 0 ? amongPeople : 0
      opened = true
    } else if (byte === 0x2d || byte >= 0x30 && byte <= 0x39) {
      const start = i
      i = endOfNumber(body, start)
      if (i < 0) return fault(start, "a number is malformed")
      if (i - start > 14 || maskUnknown || explicit !== undefined || inherited !== undefined || key.telling) frame.row |= leaves.number(start, i, key, explicit, inherited)
    } else {
      const start = i
      i = endOfWord(body, start)
      if (i < 0) return fault(start, start >= end ? "the text ends too early" : "a value was expected")
      if (byte !== 0x6e && (maskUnknown || explicit !== undefined || inherited !== undefined || key.telling)) leaves.boolean(start, i, key, explicit, inherited)
    }

    // After a value, or at the start of an object or list.
    for (;;) {
      byte = i < end ? body[i]! : 0
      if (byte <= 0x20) {
        i = afterSpace(body, i)
        byte = i < end ? body[i]! : 0
      }
      if (depth === 0) {
        if (i < end) return fault(i, "something follows the value")
        leaves.settle(0, 0)
        const isObject = body[rootStart] === 0x7b
        return { _tag: "Walked", leaves, start: rootStart, end: beforeSpace(body, end), count: body[rootStart] === 0x5b ? closedCount : undefined, members: isObject ? members : undefined }
      }
      if (frame.isList) {
        if (opened ? byte !== 0x5d : byte === 0x2c) {
          if (!opened) i++
          opened = false
          frame.items++
          key = frame.key
          explicit = frame.explicit
          inherited = frame.inherited
          state = frame.state
          if (state !== undefined) {
            state = state.item()
            if (state !== undefined && state.fieldClass !== undefined) explicit = state.fieldClass
          }
          break
        }
        if (byte !== 0x5d) return fault(i, "a comma or the end of a list was expected")
        closedCount = frame.items
      } else {
        if (depth === 1 && !opened) members.push({ key: key.text, start: memberStart, valueStart, end: beforeSpace(body, i), count: closedCount })
        if (opened ? byte !== 0x7d : byte === 0x2c) {
          if (!opened) {
            byte = ++i < end ? body[i]! : 0
            if (byte <= 0x20) {
              i = afterSpace(body, i)
              byte = i < end ? body[i]! : 0
            }
          }
          opened = false
          if (byte !== 0x22) return fault(i, "a key was expected")
          const start = i + 1
          // The key that followed the last one before, most likely.
          if (standsAt(last.next, body, start)) {
            key = last.next
            last = key
            i = start + key.bytes.length + 1
          } else if (standsAt(last.other, body, start)) {
            key = last.other
            last = key
            i = start + key.bytes.length + 1
          } else {
            const close = endOfString(body, start)
            if (close < 0) return fault(i, "a key is malformed or not closed")
            const seen = flags
            key = keyAt(body, start, close, () => leaves.keyText(start, close, seen))
            if (key.bytes.length > 0) {
              last.other = last.next
              last.next = key
              last = key
            }
            i = close + 1
          }
          if (depth === 1) memberStart = start - 1
          explicit = frame.explicit
          inherited = frame.inherited
          state = frame.state
          if (state !== undefined) {
            state = state.key(key.text)
            if (state !== undefined && state.fieldClass !== undefined) explicit = state.fieldClass
          }
          frame.row |= key.row
          if (key.suspicious && explicit !== "public") maskKey(leaves, frame, start - 1, i, key.text)
          byte = i < end ? body[i]! : 0
          if (byte <= 0x20) {
            i = afterSpace(body, i)
            byte = i < end ? body[i]! : 0
          }
          if (byte !== 0x3a) return fault(i, "a colon was expected")
          i++
          break
        }
        if (byte !== 0x7d) return fault(i, "a comma or the end of an object was expected")
        leaves.settle(frame.mark, frame.row)
        closedCount = undefined
      }
      i++
      opened = false
      depth--
      key = frame.key
      frame = frames[depth]!
    }
  }
}
