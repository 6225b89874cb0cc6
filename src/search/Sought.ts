/** What was typed, taken apart: words and phrases, each with what else is meant by it. */
import { passingWords } from "./PassingWords.ts"
import { stemsOf } from "./Stems.ts"
import { longestPhrase, othersOf } from "./Synonyms.ts"
import { wordsOf } from "./Words.ts"

const longestText = 1_000
/** Beyond these nothing is looked at. */
const mostWords = 8

export interface Unit {
  /** As typed: one word, or a phrase that is known. */
  readonly words: ReadonlyArray<string>
  /** Words or phrases for the same. */
  readonly others: ReadonlyArray<ReadonlyArray<string>>
  /** Ranks what is found, and is not asked of it. */
  readonly isPassing: boolean
}

/** English plurals are as good as their singulars. */
const singular = (word: string): string => word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word

const split = (phrase: string): ReadonlyArray<string> => phrase.split(" ")

const unitOfWord = (word: string): Unit => {
  // What is said of a stem goes for its word where nothing is said of that: `kebanjiran`, of `banjir`.
  const known = [word, singular(word), ...stemsOf(word)].map(othersOf).find((others) => others.length > 0) ?? []
  const other = singular(word)
  return {
    words: [word],
    others: [...other === word ? [] : [[other]], ...known.map(split)],
    isPassing: passingWords.has(word)
  }
}

/** The longest phrases that are known, from left to right, and single words in between. */
export const unitsOf = (text: string): ReadonlyArray<Unit> => {
  const words = [...new Set(wordsOf(text.slice(0, longestText)))].slice(0, mostWords)
  const units: Array<Unit> = []
  for (let at = 0; at < words.length;) {
    let unit: Unit | undefined
    for (let length = Math.min(longestPhrase, words.length - at); length > 1 && unit === undefined; length--) {
      const phrase = words.slice(at, at + length)
      const others = [phrase, [...phrase.slice(0, -1), singular(phrase[length - 1] ?? "")]].flatMap((one) => othersOf(one.join(" ")))
      if (others.length > 0) unit = { words: phrase, others: others.map(split), isPassing: false }
    }
    unit ??= unitOfWord(words[at] ?? "")
    units.push(unit)
    at += unit.words.length
  }
  const asked = units.filter(({ isPassing }) => !isPassing)
  return asked.length > 0 ? units : units.map((unit) => ({ ...unit, isPassing: false }))
}
