/**
 * Reads members of an object ahead of the walk where they are what they were in the row before: known keys in the same
 * style, then plain strings and numbers. `MemberText.ts` has the functions that do it, `ScanMemory.ts` where they find
 * things: a part of the document beside the keys' leads. A lead is a key with its quotation marks, the colon and the
 * white space around, all that stands between a comma and a value.
 *
 * What the functions do not know, an escape or a cut string for instance, they leave to the walk: they can only save
 * time, and where there is no WebAssembly nothing is ever met.
 *
 * Gotchas: one window for each depth of JSON inside strings. A walk looks at nothing in its window that another may have
 * put there: it begins by moving it.
 */
import { type Memory, memoryOf } from "./CopyBytes.ts"
import { memberText, missed } from "./MemberText.ts"
import { firstWords, lastWords } from "./PersonName.ts"
import {
  firstWordsAt,
  keyOf,
  lastWordsAt,
  maxLead,
  maxLeads,
  outAt,
  pages,
  record,
  recordAt,
  toldAt,
  windowAt,
  windowSize
} from "./ScanMemory.ts"
import { assemble } from "./WasmText.ts"

/** A window is moved on when less than this is left of it. */
const margin = 4_096

interface Scanner {
  /**
   * @param at where the lead should stand, an address: an offset in the document and `Ahead.delta`
   * @param lead where it is kept
   * @param length of the lead
   * @returns `missed`, `otherValue`, or the string's length, then from bit 16 on how many digits it has, and at bit 24
   * whether it has a telling sign
   */
  readonly member: (at: number, lead: number, length: number) => number
  /**
   * @param at where the lead of the next member stands
   * @param last record of the key before it
   * @param context what plans have to be made for
   * @returns where the last member ended; 0 where there was none. `told` has the rest
   */
  readonly members: (at: number, last: number, context: number) => number
}

declare const WebAssembly: undefined | {
  readonly Module: new(bytes: Uint8Array) => object
  /** What `memberText` exports. */
  readonly Instance: new(module: object) => { readonly exports: Scanner & { readonly memory: { readonly buffer: ArrayBuffer } } }
}

const load = (): Scanner & { readonly memory: { readonly buffer: ArrayBuffer } } =>
  typeof WebAssembly === "undefined"
    ? { member: () => missed, members: () => 0, memory: { buffer: new ArrayBuffer(pages * 65_536) } }
    : new WebAssembly.Instance(new WebAssembly.Module(assemble(memberText))).exports

const scanner = load()
/** What the functions read and write. */
export const scanned: Memory = memoryOf(Buffer.from(scanner.memory.buffer))
const { bytes, view } = scanned
bytes.set(firstWords, firstWordsAt)
bytes.set(lastWords, lastWordsAt)

export const { member, members } = scanner

/** After `members`: the last one's record, bits of `Row.ts`, classes; where the stretch begins and ends; where what is shown of it ends. */
const told = new Int32Array(scanner.memory.buffer, toldAt, 6)
export const toldKey = (): number => keyOf(told[0]!)
export const toldRow = (): number => told[1]!
export const toldClasses = (): number => told[2]!
export const toldFrom = (): number => told[3]!
export const toldTo = (): number => told[4]!
export const shownAt = outAt
export const toldShown = (): number => told[5]!

const put = (key: number, field: number, value: number): void => view.setInt32(recordAt(key) + field, value, true)

/** @returns how long the lead is; 0 where it is too long to be kept */
export const keepLead = (key: number, body: Uint8Array, start: number, end: number): number => {
  const length = end - start > maxLead ? 0 : end - start
  for (let i = 0; i < length; i++) bytes[recordAt(key) + i] = body[start + i]!
  put(key, record.length, length)
  return length
}

/** The key that most likely follows. */
export const keepNext = (key: number, next: number): void => put(key, record.next, recordAt(next))

export const keepPlan = (
  key: number,
  context: number,
  plan: number,
  values: { readonly row: number; readonly code: number; readonly fewest: number }
): void => {
  put(key, record.context, context)
  put(key, record.plan, plan)
  put(key, record.row, values.row)
  put(key, record.code, values.code)
  put(key, record.fewest, values.fewest)
}

export const forgetKeys = (): void => {
  bytes.fill(0, recordAt(0), recordAt(maxLeads + 1))
}

/** The part of a document that lies beside the leads. */
export class Ahead {
  /** From offsets in the document to addresses. */
  delta = 0
  /** From this offset on it has to be moved. */
  limit = 0
  readonly #window: number

  /** @param level how deep in strings the document stands */
  constructor(level: number) {
    this.#window = windowAt(level)
  }

  /** @param end of the text, in `body` */
  move(body: Buffer, from: number, end: number): void {
    const to = Math.min(end, from + windowSize)
    body.copy(bytes, this.#window, from, to)
    // A control character: no lead and no string goes on there.
    bytes[this.#window + to - from] = 0
    this.delta = this.#window - from
    this.limit = to === end ? end : to - margin
  }
}
