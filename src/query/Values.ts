/** Values of rows, and how they compare: numbers by value, texts by code point, dates and times as what they mean. */

/** An object or a list: it equals nothing and is less than nothing. */
export class Nested {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

export type Value = null | boolean | number | string | Nested

/** What it takes to hold a value, roughly. */
export const bytesOf = (value: Value): number =>
  16 + (typeof value === "string" ? value.length : value instanceof Nested ? value.json.length : 0)

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** The number that a value is, or that its text is as JSON writes it. */
export const numberOf = (value: Value): number | undefined => {
  if (typeof value === "number") return value
  return typeof value === "string" && value.length < 400 && jsonNumber.test(value) ? Number(value) : undefined
}

/** By code points: UTF-16 puts what is beyond the first plane before its end. */
export const compareTexts = (one: string, other: string): number => {
  if (one === other) return 0
  const length = Math.min(one.length, other.length)
  for (let i = 0; i < length; i++) {
    const a = one.charCodeAt(i)
    const b = other.charCodeAt(i)
    if (a !== b) return rank(a) - rank(b)
  }
  return one.length - other.length
}

const rank = (unit: number): number => unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit

interface Time {
  /** Milliseconds of the clock on the wall, as if it showed UTC. */
  readonly local: number
  /** Nanoseconds beyond, which a sum of both would round. */
  readonly beyond: number
  /** Milliseconds that it is ahead of UTC. */
  readonly offset: number | undefined
}

const isoTime = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d{2})(?::?(\d{2}))?)?)?$/

/** A midnight, whatever day it is set to. */
const scratch = new Date(0)

const readTime = (text: string): Time | undefined => {
  const found = isoTime.exec(text)
  if (found === null) return undefined
  const month = Number(found[2])
  const day = Number(found[3])
  const [hour, minute, second] = [Number(found[4] ?? 0), Number(found[5] ?? 0), Number(found[6] ?? 0)]
  scratch.setUTCFullYear(Number(found[1]), month - 1, day)
  const fraction = Number((found[7] ?? "").padEnd(9, "0"))
  if (scratch.getUTCMonth() !== month - 1 || scratch.getUTCDate() !== day || minute > 59 || second > 59) return undefined
  // A day ends with 24:00, the next one's midnight.
  if (hour > 23 && (hour > 24 || minute + second + fraction > 0)) return undefined
  const beyond = fraction % 1_000_000
  const local = scratch.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + (fraction - beyond) / 1_000_000
  if (found[8] !== undefined) return { local, beyond, offset: 0 }
  if (found[9] === undefined) return { local, beyond, offset: undefined }
  const ahead = (Number(found[10]) * 60 + Number(found[11] ?? 0)) * 60_000
  return { local, beyond, offset: found[9] === "-" ? -ahead : ahead }
}

let lastText = ""
let lastTime: Time | undefined

/** A text is compared with many literals in a row: its time is read once for all of them. */
const timeOf = (text: string): Time | undefined => {
  if (text.length < 10 || text.length > 40 || text.charCodeAt(4) !== 0x2d) return undefined
  if (text !== lastText) {
    lastTime = readTime(text)
    lastText = text
  }
  return lastTime
}

/** One without an offset has the other's. */
const compareTimes = (one: Time, other: Time): number =>
  one.local - (one.offset ?? other.offset ?? 0) - (other.local - (other.offset ?? one.offset ?? 0)) || one.beyond - other.beyond

const compareStrings = (one: string, other: string, otherTime: Time | undefined): number => {
  if (one === other) return 0
  const time = otherTime === undefined ? undefined : timeOf(one)
  return time === undefined || otherTime === undefined ? compareTexts(one, other) : compareTimes(time, otherTime)
}

/** Negative, 0 or positive; undefined where neither is less and both differ. Neither is null. */
export const compare = (one: Value, other: Value): number | undefined => {
  if (typeof one === "string" && typeof other === "string") return compareStrings(one, other, timeOf(other))
  if (typeof one === "boolean" && typeof other === "boolean") return Number(one) - Number(other)
  if (typeof one !== "number" && typeof other !== "number") return undefined
  const left = numberOf(one)
  const right = numberOf(other)
  if (left === undefined || right === undefined) return undefined
  return left < right ? -1 : left > right ? 1 : 0
}

/** The same with what stays the same. */
export const comparedWith = (other: Exclude<Value, null>): (one: Value) => number | undefined => {
  if (typeof other !== "string") return (one) => compare(one, other)
  const time = timeOf(other)
  return (one) => typeof one === "string" ? compareStrings(one, other, time) : compare(one, other)
}

const kindOf = (value: Value): number =>
  typeof value === "boolean" ? 0 : typeof value === "number" ? 1 : typeof value === "string" ? 2 : value === null ? 4 : 3

/** For sorting: by kind, then within it. Null is last in both directions. */
export const compareOrdered = (one: Value, other: Value, isDescending: boolean): number => {
  const kind = kindOf(one)
  const otherKind = kindOf(other)
  if (kind !== otherKind) {
    if (kind === 4 || otherKind === 4) return kind - otherKind
    return isDescending ? otherKind - kind : kind - otherKind
  }
  const ahead = typeof one === "string" && typeof other === "string" ?
    compareTexts(one, other)
    : typeof one === "number" && typeof other === "number" ?
    (one < other ? -1 : one > other ? 1 : 0)
    : Number(one === true) - Number(other === true)
  return isDescending ? -ahead : ahead
}
