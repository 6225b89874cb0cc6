/** What a survey looks at in the first rows of a document. */
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import type { Member, Row } from "./Row.ts"
import { entriesOf, type Fields, isObject } from "./Shapes.ts"
import { isLeaf } from "./Values.ts"

export const samples = 50
/** Rows of more kinds are judged together. */
export const mostKinds = 512
const maxRows = 4_096

/**
 * The first rows, and later ones that have a key never seen.
 *
 * @param known keys seen before; undefined where an object's keys do not count
 */
export const sampled = (
  lists: ReadonlyArray<ReadonlyArray<unknown>>,
  known: ReadonlyMap<string, number> | undefined
): ReadonlyArray<unknown> => {
  const found: Array<unknown> = []
  const seen = new Map<string, number>()
  for (const list of lists) {
    let taken = 0
    for (const value of list) {
      let isNew = taken < samples && found.length < 8 * samples
      if (known !== undefined && isObject(value)) {
        for (const key of Object.keys(value)) {
          if (known.has(key)) continue
          const count = seen.get(key) ?? 0
          if (count < samples && (count > 0 || seen.size < 4096)) {
            isNew = true
            seen.set(key, count + 1)
          }
        }
      }
      if (!isNew || found.length >= maxRows) continue
      taken++
      found.push(value)
    }
  }
  return found
}

const looksLikeJson = /^\ufeff?\s*(?:[[{]|"[[{])/
const longestOpened = 65_536

/** JSON inside a string is judged as if it stood there itself. */
export const opened = (value: unknown): unknown => {
  if (typeof value !== "string" || value.length > longestOpened || !looksLikeJson.test(value)) return value
  try {
    return opened(JSON.parse(value.replace("\ufeff", "")))
  } catch {
    return value
  }
}

/** The first values under each key. */
export const valuesByKey = (objects: ReadonlyArray<Fields>): ReadonlyMap<string, ReadonlyArray<unknown>> => {
  const byKey = new Map<string, Array<unknown>>()
  for (const object of objects) {
    for (const [key, value] of entriesOf(object)) {
      const found = byKey.get(key)
      if (found === undefined) byKey.set(key, [opened(value)])
      else if (found.length < 4 * samples) found.push(opened(value))
    }
  }
  return byKey
}

export const memberOf = (key: string, values: ReadonlyArray<unknown>): Member => ({ key, meaning: meaningOfKey(key), values })

const referenceKey = /^(?:kode|kd\w*|code|id|nama|nm\w*|name|keterangan|ket|uraian|desc|description|display|label|singkatan)$/i
/** `{ kode, nama }`: an entry of a list of codes. */
export const isReference = (object: Fields): boolean => {
  const keys = entriesOf(object, 6).map(([key]) => key)
  return keys.length >= 2 && keys.length <= 4 && keys.every((key) => referenceKey.test(key)) &&
    keys.some((key) => /^(?:kd|kode|code|id)/i.test(key))
}

/** Words of one, not numbers of many. */
export const isUncounted = (value: Fields): boolean =>
  entriesOf(value, samples).every(([key, inner]) => {
    const { counts, measures } = meaningOfKey(key)
    return !counts && !measures && (inner === null || isLeaf(inner))
  }) && Object.values(value).some((inner) => typeof inner === "string")

/** Of two judgements of a row the one that hides more. */
export const tighter = (before: Row, now: Row, isSeen: boolean): Row =>
  !isSeen || now.person >= before.person && (before.person > 0 || now.person > 0)
    ? { ...now, hasHome: now.hasHome || isSeen && before.hasHome }
    : before

export const holdsRows = (values: ReadonlyArray<unknown>): boolean => values.some((value) => Array.isArray(value) && value.some(isObject))

/** A number that is long enough for one of a person. */
export const holdsNumber = (values: ReadonlyArray<unknown>): boolean =>
  /\d[\d. -]{5,}\d/.test(JSON.stringify(values.slice(0, samples)).slice(0, 4_096))
