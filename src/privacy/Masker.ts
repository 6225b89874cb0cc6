/**
 * Masks a whole JSON document, or a text, and tells apart what becomes the envelope's `data` and `meta`.
 *
 * A bare list, a scalar and an object without a `data` key are data as they are; of an object with one, its value is
 * data and the other members are meta. Of several `data` keys the last counts.
 */
import { Result } from "effect"
import { isUtf8 } from "node:buffer"
import { maskedClasses } from "./ClassCodes.ts"
import { within } from "./Effort.ts"
import { eachPart } from "./JsonParts.ts"
import type { Entry } from "./kernel/Entry.ts"
import { Pass } from "./kernel/Pass.ts"
import type { Member } from "./kernel/RootMarks.ts"
import { Output, runWhole } from "./kernel/Whole.ts"
import { kernelAt } from "./Kernels.ts"
import type { MaskedText } from "./LongText.ts"
import { MalformedJson } from "./MalformedJson.ts"
import { compilePolicy, type MaskingPolicy } from "./MaskingPolicy.ts"
import { deniesSuccess, isDenied, outside } from "./OwnEnvelope.ts"
import { maskInText } from "./PersonalDataInText.ts"
import { ownMeta, type Place, placeOf } from "./Place.ts"
import { hidden } from "./ShownForm.ts"
import { type MaskNested, Values } from "./Values.ts"

export interface MaskedBody {
  /** JSON text. Shares the body's memory where nothing was masked. */
  readonly data: Uint8Array
  /** Members for the envelope's `meta`, `"total":10,"page":1`, without braces; maybe empty. */
  readonly meta: Uint8Array
  /** Values masked in `data` and `meta`. */
  readonly masked: number
  /** The same by class; `unknown` is what nobody classified. */
  readonly classes: Readonly<Record<string, number>>
  /** Items, where data is a list. */
  readonly count: number | undefined
}

const nothing = new Uint8Array(0)
const dataKey = Buffer.from("\"data\"")
const openObject = 0x7b
/** What JSON inside one string may cost, in units of `Effort.ts`; what costs more is hidden. */
const effortOfNested = 150_000
/** How deep JSON inside strings inside JSON is read; deeper strings are hidden. */
const maxNesting = 6
/** Characters of JSON inside a string; what is longer is hidden. */
const longestNested = 1_048_576
/** Masking makes it longer by so many bytes at most, whose backslashes each string around doubles; what becomes longer is hidden. */
const mostGrowth = 262_144
/** A verdict may tighten so often that the document is read again. */
const mostRounds = 4
const unread: MaskedText = { text: hidden, classes: ["unknown"] }

/** Masks JSON in the strings of a document that stands `nesting` deep in strings itself. */
export const maskNestedIn = (above: Entry, nesting: number): MaskNested => (text, node) => {
  if (nesting >= maxNesting || text.length > longestNested) return unread
  const marks = /^\ufeff*/.exec(text)![0]
  const body = Buffer.from(text.slice(marks.length))
  const made = within(effortOfNested, () => passed(body, { ...above, start: node, staysOut: noNodes }, nesting + 1, undefined))
  if (made === undefined) return unread
  if ("reason" in made) return undefined
  if (made.out.length > body.length + mostGrowth) return unread
  const classes = maskedClasses.flatMap((name) => Array.from({ length: made.classes[name] ?? 0 }, () => name))
  return { text: classes.length === 0 ? text : marks + made.out.slice(0, made.out.length).toString(), classes }
}

const noNodes: ReadonlySet<number> = new Set()

interface Passed {
  readonly pass: Pass
  readonly out: Output
  readonly masked: number
  readonly classes: Readonly<Record<string, number>>
}

const passed = (
  body: Buffer,
  entry: Entry,
  nesting: number,
  key: Uint8Array | undefined
): Passed | { readonly offset: number; readonly reason: string } => {
  for (let round = 1;; round++) {
    const made = new Pass(kernelAt(nesting), entry, new Values(key, maskNestedIn(entry, nesting)), 65_536)
    const out = new Output(body)
    const fault = runWhole(made, body, out, round < mostRounds)
    if (fault === "again") continue
    if (fault !== undefined) {
      made.leave()
      return fault
    }
    const { classes, masked } = made.counted()
    made.leave()
    return { pass: made, out, masked, classes }
  }
}

/** A `data` key among the first bytes is most likely the root's. */
const guessedFrom = 2_048

const rootOf = (body: Buffer): number => {
  let at = 0
  while (at < body.length && body[at]! <= 0x20) at++
  return body[at] ?? 0
}

const looksWrapped = (body: Buffer, place: Place): boolean =>
  rootOf(body) === openObject && (place.isWrapped || body.subarray(0, guessedFrom).includes(dataKey))

const lastData = (members: ReadonlyArray<Member>): Member | undefined => members.findLast(({ name }) => name === "data")

/**
 * @param body the agency's answer, UTF-8
 * @param pseudonymKey key of the HMAC; without one pseudonyms are shown as `***`
 * @param reserved keys of `meta` that an agency never sets; none where the body is our own envelope, whose members stay
 */
export const maskJson = (
  body: Uint8Array,
  policy: MaskingPolicy,
  pseudonymKey?: Uint8Array,
  reserved: ReadonlySet<string> = ownMeta
): Result.Result<MaskedBody, MalformedJson> => {
  if (!isUtf8(body)) return Result.fail(new MalformedJson({ offset: 0, reason: "not UTF-8" }))
  const marked = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const text = marked[0] === 0xef && marked[1] === 0xbb && marked[2] === 0xbf ? marked.subarray(3) : marked
  const place = placeOf(policy)
  const isOwn = reserved.size === 0
  const guess = looksWrapped(text, place)
  const entryOf = (isWrapped: boolean): Entry => isWrapped ? isOwn ? place.own : place.wrapped : place.bare
  let made = passed(text, entryOf(guess), 0, pseudonymKey)
  if (!("reason" in made)) {
    const isWrapped = rootOf(text) === openObject && lastData(made.pass.members) !== undefined
    if (rootOf(text) === openObject) place.isWrapped = isWrapped
    if (isWrapped !== guess) made = passed(text, entryOf(isWrapped), 0, pseudonymKey)
  }
  if ("reason" in made) return Result.fail(new MalformedJson(made))
  const repeated = made.pass.members.filter(({ name }) => name === "data").slice(0, -1)
  if (repeated.length > 0 && rootOf(text) === openObject) {
    // What does not leave is not counted.
    return maskJson(withoutMembers(text, repeated), policy, pseudonymKey, reserved)
  }
  const { classes, masked, out, pass: { members, outEnd, outStart, rootEnd, rootStart, count: rootCount } } = made
  const data = rootOf(text) === openObject ? lastData(members) : undefined
  if (!isOwn && members.length > 0 && rootOf(text) === openObject && isDenied(members, text, data !== undefined)) {
    return Result.fail(new MalformedJson({ offset: 0, reason: deniesSuccess }))
  }
  return Result.succeed({
    data: masked === 0
      ? text.subarray(data?.valueStart ?? rootStart, data?.end ?? rootEnd)
      : out.slice(data?.outValueStart ?? outStart, data?.outEnd ?? outEnd),
    meta: data === undefined || members.length === 1 ? nothing : metaOf(
      members.filter(({ name }) => mayLeave(name, reserved)).map((member) => ({
        name: member.name,
        bytes: out.slice(member.outStart, member.outEnd)
      })),
      members,
      reserved
    ),
    masked,
    classes,
    count: data === undefined ? rootCount : data.count
  })
}

/** These are followed by others. */
const withoutMembers = (text: Buffer, members: ReadonlyArray<Member>): Buffer => {
  const parts: Array<Buffer> = []
  let at = 0
  for (const { end, start } of members) {
    parts.push(text.subarray(at, start))
    at = text.indexOf(0x2c, end) + 1
  }
  return Buffer.concat([...parts, text.subarray(at)])
}

/** A member beside the data, masked: its key and its value. */
export interface Beside {
  readonly name: string
  readonly bytes: Uint8Array
}

const mayLeave = (name: string, reserved: ReadonlySet<string>): boolean =>
  name !== "data" && (reserved.size === 0 || !outside.has(name) && !reserved.has(name))

/**
 * What stands beside the data becomes `meta`; the agency's own `meta` gives what does not stand there.
 *
 * @param all the names that stand there, of members that stay out too
 */
export const metaOf = (
  members: ReadonlyArray<Beside>,
  all: ReadonlyArray<{ readonly name: string }>,
  reserved: ReadonlySet<string>
): Uint8Array => {
  const parts: Array<Uint8Array> = []
  const write = (bytes: Uint8Array): void => {
    if (parts.length > 0) parts.push(comma)
    parts.push(bytes)
  }
  for (const { bytes, name } of members) {
    if (!mayLeave(name, reserved)) continue
    const valueStart = name === "meta" && reserved.size > 0 ? startOfObject(bytes) : -1
    if (valueStart < 0) write(bytes)
    else {
      // What stands beside the data counts for more than what stands in the agency's own `meta`.
      const beside = new Set(all.map((member) => member.name))
      eachPart(bytes, valueStart, (_, partEnd, keyStart, keyEnd) => {
        const inner = String(JSON.parse(Buffer.from(bytes.subarray(keyStart, keyEnd)).toString()))
        if (!beside.has(inner) && !reserved.has(inner)) write(bytes.subarray(keyStart, partEnd))
      })
    }
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

const comma = Buffer.from(",")

/** Where the value of a member begins that is an object; negative where it is none. */
const startOfObject = (member: Uint8Array): number => {
  let at = member.indexOf(0x3a) + 1
  while (member[at]! <= 0x20) at++
  return member[at] === openObject ? at : -1
}

const detectOnly = compilePolicy({ fields: [], unknown: "detect" })

/** A token or a client's secret of the gateway itself (`access/AccessToken.ts`), or most of one. */
const ownSecret = /\bgp[rs]_[\w-]{16,}/g

/**
 * Masks a text that is not a document, an agency's error message or what an error repeats of an address; JSON inside it is read as JSON.
 * A secret of the gateway's own that somebody put into an address is gone as well.
 */
export const maskText = (text: string): { readonly text: string; readonly masked: number } => {
  const { bare } = placeOf(detectOnly)
  const plain = text.replace(ownSecret, "***")
  const found = (/^\ufeff?\s*[{[]/.test(plain) ? maskNestedIn(bare, 0)(plain, bare.start) : undefined) ?? maskInText(plain)
  const masked = plain === text ? 0 : 1
  return found === undefined ? { text: plain, masked } : { text: found.text, masked: masked + found.classes.length }
}
