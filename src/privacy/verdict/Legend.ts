/**
 * What keys that say nothing are called elsewhere in the document: a legend `{ field_2: "Nama pasien" }`, or questions
 * with their numbers beside answers under these numbers.
 */
import { isKnownWord, rawWords, segment } from "../keys/KeyWords.ts"
import { entriesOf, isKeyLike, isObject, numberedLabels, opaque } from "./Shapes.ts"

const labelKey = /^(?:label|title|judul|question|pertanyaan|caption|text|alias|nama|name)$/i
const mostVisited = 2_000

/** The first text under a key that fits, a few steps inside. */
const textIn = (value: unknown, fits: (key: string, text: string) => boolean, depth: number): string | undefined => {
  if (!isObject(value)) return undefined
  for (const [key, inner] of entriesOf(value, 20)) {
    if (typeof inner === "string" && fits(key, inner)) return inner
    const found = depth > 0 ? textIn(inner, fits, depth - 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** An endpoint has no more. */
export const mostLabels = 1_024

/** A name of a field, not a value of one. */
const isLabel = (text: string): boolean =>
  !/\d{3}/.test(text) && isKeyLike(text) &&
  rawWords(text).filter((word) => segment(word).every(isKnownWord)).length * 2 > rawWords(text).length

const listed = (list: ReadonlyArray<unknown>): ReadonlyArray<readonly [string, string]> =>
  list.slice(0, 200).flatMap((item) => {
    const id = textIn(item, (key, text) => opaque.test(text) && !labelKey.test(key), 2)
    const label = textIn(item, (key, text) => labelKey.test(key) && text.length < 120 && !opaque.test(text), 0)
    return id === undefined || label === undefined ? [] : [[id, label] as const]
  })

export const legendOf = (sample: unknown): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  let visited = 0
  /** @param least fifths of the labels that are known */
  const add = (pairs: ReadonlyArray<readonly [string, string]>, least: number): void => {
    if (pairs.length < 3 || pairs.filter(([, label]) => isLabel(label)).length * 5 < pairs.length * least) return
    for (const [key, label] of pairs) if (!found.has(key)) found.set(key, label)
  }
  const visit = (value: unknown, depth: number): void => {
    if (depth > 6 || visited++ > mostVisited) return
    if (Array.isArray(value)) {
      if (value.length > 2 && isObject(value[0])) add(listed(value), 2)
      for (const inner of value.slice(0, 3)) visit(inner, depth + 1)
    } else if (isObject(value)) {
      const entries = entriesOf(value, 200)
      add(
        entries.flatMap(([key, inner]) =>
          typeof inner === "string" && inner.length < 120 && opaque.test(key) ? [[key, inner] as const] : []
        ),
        3
      )
      for (const [key, label] of numberedLabels(entries)) if (!found.has(key)) found.set(key, label)
      for (const [, inner] of entries.slice(0, 50)) visit(inner, depth + 1)
    }
  }
  visit(sample, 0)
  return found
}
