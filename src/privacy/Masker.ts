/**
 * Masks a whole JSON document, or a text, and tells apart what becomes the envelope's `data` and `meta`.
 *
 * A bare list, a scalar and an object without a `data` key are data as they are; of an object with one, its value is
 * data and the other members are meta. Of several `data` keys the last counts.
 */
import { Result } from "effect"
import { isUtf8 } from "node:buffer"
import { type Memory, memoryOf } from "./CopyBytes.ts"
import { Tally } from "./Edits.ts"
import { within } from "./Effort.ts"
import { byteOrderMark } from "./HeldText.ts"
import { afterSpace } from "./JsonLexemes.ts"
import { eachPart } from "./JsonParts.ts"
import { JsonWalk } from "./JsonWalk.ts"
import { Leaves } from "./Leaves.ts"
import { type Fault, MalformedJson } from "./MalformedJson.ts"
import { compilePolicy, type MaskingPolicy } from "./MaskingPolicy.ts"
import { deniesSuccess, isDenied, staysOut } from "./OwnEnvelope.ts"
import { maskInText } from "./PersonalDataInText.ts"
import type { RootMember } from "./RootMember.ts"
import { hidden } from "./ShownForm.ts"
import type { MaskNested, Surroundings } from "./TextLeaves.ts"

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

/** Members of `meta` that are the gateway's own. */
export const ownMeta: ReadonlySet<string> = new Set(["version", "agency", "dataset", "generatedAt", "masked", "cache", "age"])

const nothing = new Uint8Array(0)
const noMemory = memoryOf(Buffer.alloc(0))
const dataKey = Buffer.from("\"data\"")
const comma = 0x2c
const openObject = 0x7b
const mark = "\ufeff"
/** What JSON inside one string may cost, in units of `Effort.ts`; what costs more is hidden. */
const effortOfNested = 150_000
const detectOnly = compilePolicy({ fields: [], unknown: "detect" })

/** JSON inside a string. @returns undefined where it is none */
export const maskNested: MaskNested = (text, nesting, around) => {
  if (text.startsWith(mark)) {
    const rest = maskNested(text.slice(1), nesting, around)
    return rest === undefined ? undefined : { text: mark + rest.text, classes: rest.classes }
  }
  const body = memoryOf(Buffer.from(text))
  const walk = walkAt(nesting)
  try {
    const outcome = within(effortOfNested, () => walkWhole(walk, body, detectOnly, false, undefined, { within: around }) ?? "sound")
    if (outcome === undefined) return { text: hidden, classes: ["unknown"] }
    if (outcome !== "sound") return undefined
    const { edits } = walk.leaves
    const classes = edits.classes()
    if (classes.length === 0) return { text, classes }
    const out = memoryOf(Buffer.allocUnsafe(edits.roomFor(body.bytes.length)))
    return { text: out.bytes.toString("utf8", 0, edits.write(body, 0, body.bytes.length, 0, out, 0, new Tally())), classes }
  } finally {
    release(walk)
  }
}

/** One for documents, one for JSON inside their strings, and so on: none is in use twice at a time. */
const walks: Array<JsonWalk> = []

const walkAt = (nesting: number): JsonWalk => {
  while (walks.length <= nesting) walks.push(new JsonWalk(new Leaves(walks.length, maskNested)))
  return walks[nesting]!
}

/** The document is not to be kept. */
const release = (walk: JsonWalk): void => {
  walk.hold(noMemory, 0)
  walk.leaves.clear()
}

/** Small answers share memory, and so its view: a view of its own would cost more than many a row. */
const poolSize = 32_768
const mostPooled = 4_096
let pool = noMemory
let poolUsed = 0

/** The pool, from `poolUsed` on, or memory of its own. */
const pooled = (size: number): Memory => {
  if (size > mostPooled) return memoryOf(Buffer.allocUnsafe(size))
  if (poolUsed + size > pool.bytes.length) {
    pool = memoryOf(Buffer.allocUnsafeSlow(poolSize))
    poolUsed = 0
  }
  return pool
}

const walkWhole = (
  walk: JsonWalk,
  body: Memory,
  policy: MaskingPolicy,
  isWrapped: boolean,
  pseudonymKey: Uint8Array | undefined,
  from: { readonly within?: Surroundings | undefined; readonly rootRow?: number; readonly isExhausted?: boolean | undefined } = {}
): Fault | undefined => {
  walk.begin(policy, isWrapped, pseudonymKey)
  walk.rootRow = from.rootRow ?? 0
  walk.leaves.isExhausted = from.isExhausted === true
  if (from.within !== undefined) walk.enter(from.within)
  walk.hold(body, body.bytes.length)
  return walk.run(true)
}

/** A `data` key among the first bytes is most likely the root's. */
const guessedFrom = 2_048

const looksWrapped = ({ bytes }: Memory): boolean =>
  bytes[afterSpace(bytes, 0, bytes.length)] === 0x7b && bytes.subarray(0, guessedFrom).includes(dataKey)

/** Paths depend on whether the root has a `data` key, which only its end tells: guess, and walk again if wrong. */
const walkDocument = (walk: JsonWalk, body: Memory, policy: MaskingPolicy, pseudonymKey: Uint8Array | undefined): Fault | undefined => {
  const guess = policy.bare !== undefined && looksWrapped(body)
  const fault = walkWhole(walk, body, policy, guess, pseudonymKey)
  if (policy.bare === undefined || fault !== undefined || walk.isWrapped === guess) return fault
  return walkWhole(walk, body, policy, walk.isWrapped, pseudonymKey)
}

/**
 * Masks the members of a wrapped body beside its data.
 *
 * @param isExhausted whether what would have to be read is hidden instead
 * @param row what the whole root says about itself, as bits of `Row.ts`
 */
export const maskMembers = (
  members: Uint8Array,
  options: {
    readonly policy: MaskingPolicy
    readonly pseudonymKey: Uint8Array | undefined
    readonly reserved: ReadonlySet<string>
    readonly row: number
    readonly tally: Tally
    readonly isExhausted?: boolean
  }
): Result.Result<Uint8Array, Fault> => {
  const body = memoryOf(Buffer.concat([Buffer.from("{"), members, Buffer.from("}")]))
  const walk = walkAt(0)
  try {
    const fault = walkWhole(walk, body, options.policy, true, options.pseudonymKey, {
      rootRow: options.row,
      isExhausted: options.isExhausted
    })
    if (fault !== undefined) return Result.fail(fault)
    const out = memoryOf(Buffer.allocUnsafe(walk.leaves.edits.roomFor(body.bytes.length)))
    return Result.succeed(out.bytes.subarray(0, writeMeta(walk, options.reserved, options.tally, out, 0)))
  } finally {
    release(walk)
  }
}

/** Writes the members beside `data` to `out`. @returns where they end */
const writeMeta = (
  { leaves: { body, edits }, members }: JsonWalk,
  reserved: ReadonlySet<string>,
  tally: Tally,
  out: Memory,
  from: number
): number => {
  const isOwn = reserved.size === 0
  let at = from
  const write = (key: string, start: number, end: number): void => {
    if (reserved.has(key)) return
    if (at > from) out.bytes[at++] = comma
    at = edits.write(body, start, end, edits.firstFrom(start), out, at, tally)
  }
  for (const { end, key, start, valueStart } of members) {
    if (key === "data" || !isOwn && staysOut(key)) continue
    if (isOwn || key !== "meta" || body.bytes[valueStart] !== openObject) write(key, start, end)
    else {
      // What stands beside the data counts for more than what stands in the agency's own `meta`.
      const beside = new Set(members.map((member) => member.key))
      eachPart(body.bytes, valueStart, (_, partEnd, keyStart, keyEnd) => {
        const inner = keyOf(body, keyStart, keyEnd)
        if (!beside.has(inner)) write(inner, keyStart, partEnd)
      })
    }
  }
  return at
}

const keyOf = ({ bytes }: Memory, start: number, end: number): string => String(JSON.parse(bytes.toString("utf8", start, end)))

const lastData = (members: ReadonlyArray<RootMember>): RootMember | undefined => members.findLast(({ key }) => key === "data")

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
  const memory = memoryOf(marked[0] === 0xef && marked.indexOf(byteOrderMark) === 0 ? marked.subarray(byteOrderMark.length) : marked)
  const walk = walkAt(0)
  try {
    const fault = walkDocument(walk, memory, policy, pseudonymKey)
    if (fault !== undefined) return Result.fail(new MalformedJson(fault))
    if (walk.members.length > 0 && reserved.size > 0 && isDenied(walk.members, memory.bytes, walk.isWrapped)) {
      return Result.fail(new MalformedJson({ offset: 0, reason: deniesSuccess }))
    }
    const { edits } = walk.leaves
    const tally = new Tally()
    const data = walk.isWrapped ? lastData(walk.members) : undefined
    const start = data === undefined ? walk.rootStart : data.valueStart
    const end = data === undefined ? walk.rootEnd : data.end
    const count = data === undefined ? walk.count : data.count
    const hasEdits = edits.length > 0
    const hasMeta = data !== undefined && walk.members.length > 1
    let shown: Uint8Array | undefined
    let meta: Uint8Array = nothing
    if (hasEdits || hasMeta) {
      // One memory for both, data first; but data that nothing is masked in stays where it is.
      const out = pooled(edits.roomFor(hasEdits ? memory.bytes.length : memory.bytes.length - end + start))
      const from = out === pool ? poolUsed : 0
      const dataEnd = hasEdits ? edits.write(memory, start, end, edits.firstFrom(start), out, from, tally) : from
      if (tally.masked > 0) shown = out.bytes.subarray(from, dataEnd)
      const written = hasMeta ? writeMeta(walk, reserved, tally, out, dataEnd) : dataEnd
      if (hasMeta) meta = out.bytes.subarray(dataEnd, written)
      if (out === pool) poolUsed = written
    }
    return Result.succeed({
      data: shown ?? memory.bytes.subarray(start, end),
      meta,
      masked: tally.masked,
      classes: tally.toRecord(),
      count
    })
  } finally {
    release(walk)
  }
}

/** Masks a text that is not a document, an agency's error message for instance; JSON inside it is read as JSON. */
export const maskText = (text: string): { readonly text: string; readonly masked: number } => {
  const found = (/^\ufeff?\s*[{[]/.test(text) ? maskNested(text, 1) : undefined) ?? maskInText(text)
  return found === undefined ? { text, masked: 0 } : { text: found.text, masked: found.classes.length }
}
