/** What was typed, taken apart: words and phrases, each with what else is meant by it. */
import { isPassing } from "./PassingWords.ts"
import { stemsOf } from "./Stems.ts"
import { longestPhrase, othersOf, widerOf } from "./Synonyms.ts"
import { wordsOf } from "./Words.ts"

const longestText = 1_000
/** Beyond these nothing is looked at. */
const mostWords = 8

export interface Unit {
  /** As typed: one word, or a phrase that is known. */
  readonly words: ReadonlyArray<string>
  /** Words or phrases for the same. */
  readonly others: ReadonlyArray<ReadonlyArray<string>>
  /** What it is a part of. */
  readonly wider: ReadonlyArray<ReadonlyArray<string>>
  /** Ranks what is found, and is not asked of it. */
  readonly isPassing: boolean
}

/** English plurals are as good as their singulars. */
const singular = (word: string): string => word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word

const split = (phrase: string): ReadonlyArray<string> => phrase.split(" ")

/** As typed, and without the plural of its last word. */
const spellingsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const last = words[words.length - 1] ?? ""
  return [...new Set([words.join(" "), [...words.slice(0, -1), singular(last)].join(" ")])]
}

const isKnownPhrase = (phrase: string): boolean => othersOf(phrase).length + widerOf(phrase).length > 0

/** What is said of a stem goes for its word where nothing is said of that: `kebanjiran`, of `banjir`. */
const unitOf = (words: ReadonlyArray<string>): Unit => {
  const [typed = "", ...singulars] = spellingsOf(words)
  const known = [typed, ...singulars, ...words.length > 1 ? [] : stemsOf(typed)].find(isKnownPhrase) ?? ""
  return {
    words,
    others: [...new Set([...singulars, ...othersOf(known)])].map(split),
    wider: widerOf(known).map(split),
    isPassing: isPassing(typed)
  }
}

/** The longest phrases that are known, from left to right, and single words in between. */
export const unitsOf = (text: string): ReadonlyArray<Unit> => {
  const words = [...new Set(wordsOf(text.slice(0, longestText)))].slice(0, mostWords)
  const units: Array<Unit> = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(longestPhrase, words.length - at)
    while (length > 1 && !spellingsOf(words.slice(at, at + length)).some(isKnownPhrase)) length--
    units.push(unitOf(words.slice(at, at + length)))
    at += length
  }
  const asked = units.filter((unit) => !unit.isPassing)
  return asked.length > 0 ? units : units.map(({ others, wider, words: typed }) => ({ words: typed, others, wider, isPassing: false }))
}
