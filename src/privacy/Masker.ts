/**
 * Masks a whole JSON document, or a text, and tells apart what becomes the envelope's `data` and `meta`.
 *
 * A bare list, a scalar and an object without a `data` key are data as they are; of an object with one, its value is
 * data and the other members are meta. Of several `data` keys the last counts.
 */
import { Result } from "effect"
import { isUtf8 } from "node:buffer"
import { type Edit, editedBytes, type MaskedClass } from "./EditedBytes.ts"
import { walkJson, type Fault, type Member, type Walked } from "./JsonWalk.ts"
import { Leaves, type MaskNested } from "./Leaves.ts"
import { MalformedJson } from "./MalformedJson.ts"
import { compilePolicy, type MaskingPolicy } from "./MaskingPolicy.ts"
import { maskInText } from "./PersonalDataInText.ts"

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
const ownMeta: ReadonlySet<string> = new Set(["version", "agency", "dataset", "generatedAt", "masked"])

const nothing = new Uint8Array(0)
const dataKey = Buffer.from("\"data\"")
const detectOnly = compilePolicy({ fields: [], unknown: "detect" })

const walk = (body: Buffer, policy: MaskingPolicy, pseudonymKey: Uint8Array | undefined): Walked | Fault => {
  const start = (isWrapped: boolean) => walkJson(body, policy, isWrapped, new Leaves(body, policy.maskUnknown, pseudonymKey, 0, maskNested))
  // Paths depend on whether the root has a `data` key, which only its end tells: guess, and walk again if wrong.
  const guess = policy.bare !== undefined && body.includes(dataKey)
  const walked = start(guess)
  if (policy.bare === undefined || walked._tag === "Fault") return walked
  const isWrapped = walked.members !== undefined && walked.members.some((member) => member.key === "data")
  return isWrapped === guess ? walked : start(isWrapped)
}

/** JSON inside a string. @returns undefined where it is none */
const maskNested: MaskNested = (text, nesting) => {
  const body = Buffer.from(text)
  const walked = walkJson(body, detectOnly, false, new Leaves(body, false, undefined, nesting, maskNested))
  if (walked._tag === "Fault") return undefined
  const classes = walked.leaves.edits.flatMap((edit) => edit.shown === undefined ? [] : edit.classes)
  if (classes.length === 0) return { text, classes }
  return { text: Buffer.from(editedBytes(body, walked.leaves.edits, 0, body.length, 0)).toString(), classes }
}

const firstEdit = (edits: ReadonlyArray<Edit>, from: number, offset: number): number => {
  let first = from
  while (first < edits.length && edits[first]!.start < offset) first++
  return first
}

/** Counts by class. @returns how many in all */
const count = (classes: Map<MaskedClass, number>, edits: ReadonlyArray<Edit>, first: number, end: number): number => {
  let masked = 0
  for (let i = first; i < edits.length; i++) {
    const { classes: found, shown, start } = edits[i]!
    if (start >= end) break
    if (shown === undefined) continue
    if (typeof found === "string") {
      classes.set(found, (classes.get(found) ?? 0) + 1)
      masked++
    } else {
      for (const one of found) classes.set(one, (classes.get(one) ?? 0) + 1)
      masked += found.length
    }
  }
  return masked
}

const metaOf = (body: Buffer, edits: ReadonlyArray<Edit>, members: ReadonlyArray<Member>, reserved: ReadonlySet<string>, classes: Map<MaskedClass, number>) => {
  const parts: Array<Uint8Array> = []
  let masked = 0
  let first = 0
  for (const member of members) {
    if (member.key === "data" || reserved.has(member.key)) continue
    first = firstEdit(edits, first, member.start)
    masked += count(classes, edits, first, member.end)
    if (parts.length > 0) parts.push(Buffer.from(","))
    parts.push(editedBytes(body, edits, member.start, member.end, first))
  }
  return { meta: parts.length === 0 ? nothing : Buffer.concat(parts), masked }
}

/**
 * @param body the agency's answer, UTF-8
 * @param pseudonymKey key of the HMAC; without one pseudonyms are shown as `***`
 * @param reserved keys of `meta` that an agency never sets
 */
export const maskJson = (
  body: Uint8Array,
  policy: MaskingPolicy,
  pseudonymKey?: Uint8Array,
  reserved: ReadonlySet<string> = ownMeta
): Result.Result<MaskedBody, MalformedJson> => {
  if (!isUtf8(body)) return Result.fail(new MalformedJson({ offset: 0, reason: "not UTF-8" }))
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const walked = walk(bytes, policy, pseudonymKey)
  if (walked._tag === "Fault") return Result.fail(new MalformedJson({ offset: walked.offset, reason: walked.reason }))
  const { leaves: { edits }, members } = walked
  const classes = new Map<MaskedClass, number>()
  const data = members?.findLast((member) => member.key === "data")
  const start = data?.valueStart ?? walked.start
  const end = data?.end ?? walked.end
  const first = firstEdit(edits, 0, start)
  const masked = count(classes, edits, first, end)
  const outer = members === undefined || data === undefined ? { meta: nothing, masked: 0 } : metaOf(bytes, edits, members, reserved, classes)
  return Result.succeed({
    data: editedBytes(bytes, edits, start, end, first),
    meta: outer.meta,
    masked: masked + outer.masked,
    classes: Object.fromEntries(classes),
    count: data === undefined ? walked.count : data.count
  })
}

/** Masks a text that is not a document, an agency's error message for instance; JSON inside it is read as JSON. */
export const maskText = (text: string): { readonly text: string; readonly masked: number } => {
  const found = (/^\s*[{[]/.test(text) ? maskNested(text, 1) : undefined) ?? maskInText(text)
  return found === undefined ? { text, masked: 0 } : { text: found.text, masked: found.classes.length }
}
