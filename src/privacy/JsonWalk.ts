/**
 * One pass over a JSON text in bytes: checks the grammar of RFC 8259 strictly, follows keys and depth, and hands
 * leaves that may matter to `Leaves`. Nothing is parsed into values: what is not masked is never touched.
 *
 * The text may come in pieces. `run` goes as far as whole lexemes reach; a lexeme that the text so far cuts is read
 * again from its start when there is more, so whoever feeds pieces decides how often that is worth it. All offsets are
 * of the window, the part of the text that is held; `shift` moves it on.
 *
 * Gotchas: iterative, depth bounded. The text is known to be valid UTF-8. `run` is one long function on purpose: it
 * runs for each byte of each answer that no cache holds, and its state stays in registers until it leaves.
 */
import { foreign, overlong, quoted, telling } from "./ByteClasses.ts"
import { codesOf, nameCode, none, publicCode, unknownCode } from "./ClassCodes.ts"
import { Frame, noLabel } from "./Frame.ts"
import { afterSpace, cut, digits, endOfNumber, endOfString, endOfWord, flags, reached, resumeString } from "./JsonLexemes.ts"
import { spreading } from "./KeyNames.ts"
import { keyAt, keyNumbered, type KnownKey, standsAt, unreadKey } from "./KeyTable.ts"
import type { Fault } from "./MalformedJson.ts"
import { member, members, scanned, shownAt, toldClasses, toldFrom, toldKey, toldRow, toldShown, toldTo } from "./MemberScan.ts"
import { missed } from "./MemberText.ts"
import { aboutPerson, amongPeople } from "./Row.ts"
import { readAtOnce } from "./TextLeaves.ts"
import { WalkState } from "./WalkState.ts"

/** Deepest nesting of objects and lists. */
export const maxDepth = 512

const spreadingCodes = codesOf(spreading)
/** What `member` tells of a string with one digit and without a telling sign; more may matter. */
const mostDigits = 1 << 16 | 0xffff
const fault = (offset: number, reason: string): Fault => ({ offset, reason })

export class JsonWalk extends WalkState {
  /** @param isLast whether the text ends with the window @returns undefined where nothing is wrong so far */
  run(isLast: boolean): Fault | undefined {
    const { end, leaves } = this
    const { maskUnknown } = leaves
    const { bytes: body, view } = leaves.body
    const { ahead, frames, watch } = this
    let i = this.position
    let depth = this.depth
    let frame = frames[depth]!
    let isAfter = this.isAfter
    let opened = this.opened
    let key = this.key
    let last = this.last
    let explicit = this.explicit
    let inherited = this.inherited
    let state = this.state
    let closedCount = this.closedCount
    let delta = 0
    let limit = 0

    walk: for (;;) {
      if (!isAfter) {
        // A value begins.
        let byte = i < end ? body[i]! : 0
        if (byte <= 0x20) {
          i = afterSpace(body, i, end)
          byte = i < end ? body[i]! : 0
        }
        if (depth === 1) this.valueStart = i
        else if (depth === 0) this.rootStart = i
        closedCount = undefined

        if (byte === 0x22) {
          const start = i + 1
          const close = this.cutAt > 0
            ? resumeString(body, start, this.cutAt, end, this.cutFlags, this.cutDigits)
            : endOfString(body, start, end)
          if (close < 0 && (close !== cut || isLast)) return fault(start, "a string is malformed or not closed")
          if (
            close < 0 || close - start > readAtOnce && leaves.mustRead(start, close, flags, digits, key, explicit, inherited, frame.row)
          ) {
            this.cutString(close < 0 ? reached : close, flags, digits)
            break walk
          }
          this.cutAt = 0
          i = close + 1
          if (
            (flags & (telling | foreign | quoted | overlong)) !== 0 || digits > 1 || maskUnknown || explicit !== none ||
            inherited !== none || key.telling
          ) {
            frame.row |= leaves.string(start, close, flags, digits, key, explicit, inherited, frame.row)
          }
        } else if (byte === 0x7b || byte === 0x5b) {
          if (depth === maxDepth) return fault(i, "too deep")
          i++
          const isList = byte === 0x5b
          const parent = frame
          depth++
          if (depth === frames.length) frames.push(new Frame())
          frame = frames[depth]!
          frame.isList = isList
          frame.key = key
          frame.explicit = explicit
          frame.inherited = isList ? inherited : key.meaning.spreads ? key.code : spreadingCodes[inherited] === 1 ? inherited : none
          frame.state = state
          frame.context = maskUnknown || explicit !== none || frame.inherited !== none ? 0 : (state ?? watch).context
          frame.mark = leaves.waiting.length
          frame.isNamed = key.likeness > 0 && !parent.isList && explicit !== publicCode
          frame.labelAt = noLabel
          frame.items = 0
          if (frame.inherited === none && (parent.table !== undefined || key.meaning.heads)) this.openTable(frame, parent)
          frame.maskedKeys = undefined
          frame.row = key.meaning.people || key.meaning.wrapper && (parent.row & amongPeople) !== 0
            ? amongPeople
            : depth === 1
            ? this.rootRow
            : 0
          opened = true
        } else if (byte === 0x2d || byte >= 0x30 && byte <= 0x39) {
          const start = i
          const after = endOfNumber(body, start, end)
          if (!isLast && (after === cut || after === end)) break walk
          if (after < 0) return fault(start, "a number is malformed")
          i = after
          if (
            i - start > 14 || i - start > 10 && body[start] === 0x36 && body[start + 1] === 0x32 || maskUnknown || explicit !== none ||
            inherited !== none || key.telling
          ) frame.row |= leaves.number(start, i, key, explicit, inherited)
        } else {
          if (i >= end) {
            if (!isLast) break walk
            return fault(i, "the text ends too early")
          }
          const start = i
          const after = endOfWord(body, start, end)
          if (after < 0) {
            if (after === cut && !isLast) break walk
            return fault(start, "a value was expected")
          }
          i = after
          if (byte !== 0x6e && (maskUnknown || explicit !== none || inherited !== none || key.telling)) {
            leaves.boolean(start, i, key, explicit, inherited)
          }
        }
        isAfter = true
      }

      // After a value, or at the start of an object or list.
      for (;;) {
        if (depth === 1 && this.isMemberOpen) this.closeMember(i, closedCount)
        else if (depth === 0 && !this.isDone) this.closeRoot(i, closedCount)
        let byte = i < end ? body[i]! : 0
        if (byte <= 0x20) {
          i = afterSpace(body, i, end)
          if (i >= end) {
            if (!isLast || depth === 0) break walk
            return fault(i, "the text ends too early")
          }
          byte = body[i]!
        }
        if (depth === 0) return fault(i, "something follows the value")
        if (frame.isList) {
          if (opened ? byte !== 0x5d : byte === 0x2c) {
            if (!opened) i++
            opened = false
            key = frame.columns?.keys[frame.items] ?? frame.key
            frame.items++
            explicit = frame.explicit
            inherited = frame.inherited
            state = frame.state
            if (state !== undefined) {
              state = state.item()
              if (state !== undefined && state.code !== none) explicit = state.code
            }
            break
          }
          if (byte !== 0x5d) return fault(i, "a comma or the end of a list was expected")
          closedCount = frame.items
          if (frame.isTable) this.closeTable(frame, frames[depth - 1]!, i)
        } else {
          if (opened ? byte !== 0x7d : byte === 0x2c) {
            const lead = opened ? i : i + 1
            let keyStart = 0
            let keyEnd = 0
            // The key that followed the last one before, most likely.
            let found: KnownKey = last.next
            let met: number = missed
            if (depth > 1) {
              if (lead >= limit) {
                ahead.move(body, lead, end)
                delta = ahead.delta
                limit = ahead.limit
              }
              const ended = members(lead + delta, last.record, frame.context)
              if (ended > 0) {
                i = ended - delta
                opened = false
                last = key = keyNumbered(toldKey())
                frame.row |= toldRow()
                if (toldClasses() > 0) {
                  leaves.edits.addStretch(toldFrom() - delta, toldTo() - delta, scanned, shownAt, toldShown(), toldClasses())
                }
                closedCount = undefined
                continue
              }
              if (found.lead > 0) met = member(lead + delta, found.record, found.lead)
              if (met === missed && last.other.lead > 0) met = member(lead + delta, (found = last.other).record, found.lead)
            }
            if (met !== missed) {
              i = lead + found.lead
              last = found
            } else {
              let at = opened ? i : afterSpace(body, i + 1, end)
              if (at >= end && !isLast) break walk
              if (at >= end || body[at] !== 0x22) return fault(at, "a key was expected")
              const start = at + 1
              if (standsAt(found = last.next, view, start, end) || standsAt(found = last.other, view, start, end)) {
                at = start + found.length + 1
              } else {
                const close = endOfString(body, start, end)
                if (close < 0) {
                  if (close === cut && !isLast) break walk
                  return fault(start, "a key is malformed or not closed")
                }
                const seen = flags
                found = keyAt(body, start, close, () => leaves.keyText(start, close, seen), leaves.isExhausted)
                if (found.length > 0) last.follow(found)
                at = close + 1
              }
              keyStart = start - 1
              keyEnd = at
              byte = at < end ? body[at]! : 0
              if (byte <= 0x20) {
                at = afterSpace(body, at, end)
                if (at >= end && !isLast) break walk
                byte = at < end ? body[at]! : 0
              }
              if (byte !== 0x3a) return fault(at, "a colon was expected")
              i = at + 1
              if (found.length > 0) last = found
              if (depth === 1) this.openMember(found, keyStart, frame)
              else found.learn(body, lead, afterSpace(body, i, end))
            }
            opened = false
            key = found
            explicit = frame.explicit
            inherited = frame.inherited
            state = frame.state
            if (state !== undefined) {
              state = key.placeFrom(state)
              if (state !== undefined && state.code !== none) explicit = state.code
            }
            if (depth > 1 && key.context !== frame.context && frame.context > 0) key.plan(frame.context, explicit)
            frame.row |= key.row
            if (key.meaning.labels) frame.addLabel(i)
            if (watch.seen[key.number] === 0) watch.meet(key)
            if (key.special && explicit !== publicCode) {
              if (key === unreadKey) explicit = unknownCode
              else if (key.meaning.carries && inherited === none) inherited = frame.key.code
              else if (key.meaning.namePart && frame.key.meaning.plainName) inherited = nameCode
              this.showKey(key, frame, keyStart, keyEnd)
              if (key.meaning.labelled && explicit === none && inherited === none) {
                key = this.takeLabel(frame, i) ?? (frame.key.meaning.plainName ? frame.key : key)
              }
            }
            if (met >= 0) {
              const start = i + 1
              i = start + (met & 0xffff) + 1
              closedCount = undefined
              if (met > mostDigits || maskUnknown || explicit !== none || inherited !== none || key.telling) {
                frame.row |= leaves.string(start, i - 1, met >> 24, met >> 16 & 0xff, key, explicit, inherited, frame.row)
              }
              continue
            }
            break
          }
          if (byte !== 0x7d) return fault(i, "a comma or the end of an object was expected")
          if (frame.isTable) this.closeTable(frame, frames[depth - 1]!, i)
          if (frame.inherited === none) leaves.settle(frame.mark, frame.row, i, frame)
          else leaves.settleInside(frame, frames[depth - 1]!.isList, i)
          if ((frame.row & aboutPerson) !== 0 && frame.key.meaning.describes) frames[depth - 1]!.row |= aboutPerson
          closedCount = undefined
        }
        if (frame.isNamed) leaves.settleName(frame.mark - 3, frame.row, frames[depth - 1]!)
        i++
        opened = false
        depth--
        key = frame.key
        frame = frames[depth]!
      }
      isAfter = false
    }
    this.position = i
    this.depth = depth
    this.isAfter = isAfter
    this.opened = opened
    this.key = key
    this.last = last
    this.explicit = explicit
    this.inherited = inherited
    this.state = state
    this.closedCount = closedCount
    if (!isLast) this.keepLabels()
    return undefined
  }
}
