/** Which class of personal data the words of a key name, by the phrases of `KeyNames.ts`. */
import { type PersonalDataClass, personalDataClasses } from "../domain/PersonalData.ts"
import { nameParts, phrases, wholePhrases } from "./KeyNames.ts"
import { people } from "./KeySubjects.ts"
import { spelt } from "./KeyWords.ts"

const byPhrase = new Map<string, PersonalDataClass>()
const byWhole = new Map<string, PersonalDataClass>()
const byJoined = new Map<string, PersonalDataClass>()
const firstWords = new Set<string>()
let longest = 1

for (const personalData of personalDataClasses) {
  for (const phrase of wholePhrases[personalData] ?? []) byWhole.set(phrase, personalData)
  for (const raw of phrases[personalData] ?? []) {
    const words = raw.split(" ").map(spelt)
    const phrase = words.join(" ")
    byPhrase.set(phrase, personalData)
    firstWords.add(words[0]!)
    byJoined.set(raw.replaceAll(" ", ""), personalData)
    longest = Math.max(longest, words.length)
  }
}
for (const word of [...people, ...nameParts]) {
  if (!byJoined.has(`nama${word}`)) byJoined.set(`nama${word}`, "name")
  if (!byJoined.has(`${word}name`)) byJoined.set(`${word}name`, "name")
}

interface Match {
  readonly personalData: PersonalDataClass
  /** The words beside the phrase. */
  readonly rest: ReadonlyArray<string>
}

/** The longest phrase in a key's words, spelt in full; then the first. Where there is none, the words may be one written together. */
export const longestPhrase = (words: ReadonlyArray<string>): Match | undefined => {
  for (let length = Math.min(longest, words.length); length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      if (!firstWords.has(words[from]!)) continue
      const personalData = byPhrase.get(length === 1 ? words[from]! : words.slice(from, from + length).join(" "))
      if (personalData !== undefined) return { personalData, rest: words.toSpliced(from, length) }
    }
  }
  const personalData = byJoined.get(words.join(""))
  return personalData === undefined ? undefined : { personalData, rest: [] }
}

/** The class of a key that is this phrase and nothing beside. */
export const wholePhrase = (phrase: string): PersonalDataClass | undefined => byWhole.get(phrase)

/** Whether it names a class wherever it stands. */
export const isPhrase = (phrase: string): boolean => byPhrase.has(phrase)
