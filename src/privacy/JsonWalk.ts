/**
 * One pass over a JSON text in bytes: checks the grammar of RFC 8259 strictly, follows keys and depth, and hands
 * leaves that may matter to `Leaves`. Nothing is parsed into values: what is not masked is never touched.
 *
 * Gotchas: iterative, depth bounded. The body is known to be valid UTF-8. It is one long function on purpose: it runs
 * for each byte of each answer that no cache holds, and its state stays in registers.
 */
import type { FieldClass, PersonalDataClass } from "../domain/PersonalData.ts"
import { foreign, quoted, telling } from "./ByteClasses.ts"
import { afterSpace, beforeSpace, digits, endOfNumber, endOfString, endOfWord, flags } from "./JsonLexemes.ts"
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
  const view = new DataView(body.buffer, body.byteOffset, end)
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
          if (standsAt(last.next, view, start)) {
            key = last.next
            last = key
            i = start + key.length + 1
          } else if (standsAt(last.other, view, start)) {
            key = last.other
            last = key
            i = start + key.length + 1
          } else {
            const close = endOfString(body, start)
            if (close < 0) return fault(i, "a key is malformed or not closed")
            const seen = flags
            key = keyAt(body, start, close, () => leaves.keyText(start, close, seen))
            if (key.length > 0) {
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
