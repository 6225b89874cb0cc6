/**
 * `npm run learn`, the first part. Everyday words, as `src/privacy/keys/common.words` has them: those that two open rounds' documents or
 * more write in small letters within a text, but for those that somebody is called, unless six do.
 */
import { writeFileSync } from "node:fs"
import { commonWordsFile } from "../../src/privacy/keys/CommonWords.ts"
import { documentsOf, type LabelledDocument, leafAt, learntRounds } from "./Rounds.ts"

const inSmallLetters = /(?<![\p{L}\p{N}@._/-])\p{Ll}{2,}(?![\p{L}@_/]|\.\p{L})/gu
const fewest = 2
/** A word that names people as well is one of these where so many write it. */
const fewestOfNames = 6

const stringsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : []

/** What people are called in it, by its labels. */
const namesIn = ({ body, parts, personal }: LabelledDocument): ReadonlyArray<string> =>
  Object.entries(personal).flatMap(([pointer, name]) => {
    const leaf = leafAt(body, pointer)
    const told = (parts?.[pointer] ?? []).filter((part) => /^\p{Lu}/u.test(part) && !/\d/.test(part))
    return (name === "name" && typeof leaf === "string" ? [...told, leaf] : told).flatMap((part) =>
      part.toLowerCase().match(/\p{L}+/gu) ?? []
    )
  })

export const commonWordsIn = (documents: ReadonlyArray<LabelledDocument>): ReadonlyArray<string> => {
  const names = new Set(documents.flatMap(namesIn))
  const counted = new Map<string, number>()
  for (const { body } of documents) {
    const texts = stringsIn(body).filter((text) => text.split(" ").length > 4)
    for (const word of new Set(texts.flatMap((text) => text.match(inSmallLetters) ?? []))) counted.set(word, (counted.get(word) ?? 0) + 1)
  }
  return Array.from(counted).flatMap(([word, count]) => count >= (names.has(word) ? fewestOfNames : fewest) ? [word] : []).toSorted()
}

/** Of all open rounds. */
export const commonWords = (): string => `${commonWordsIn(learntRounds.flatMap(({ round }) => documentsOf(round))).join(" ")}\n`

if (import.meta.main) writeFileSync(commonWordsFile, commonWords())
