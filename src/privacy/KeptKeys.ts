/** Which keys may be written down: no key that is personal data itself, or that reads like a name. */
import { isField } from "./FieldWatch.ts"
import { isKnownWord, wordsOf } from "./keys/KeyWords.ts"
import { maskInText } from "./PersonalDataInText.ts"

const longest = 128
/** A number of somebody or something; a year is none. */
const number = /\d{5}/
/** `Marice` may be somebody that no list knows, `Jl. Melati` a home; `Nama` is a word, and so is `Tgl. Lahir` as one. */
const capital = /^\p{Lu}\p{Ll}|\p{L} \p{L}/u
const isWord = (word: string): boolean => word.startsWith("@") || isKnownWord(word)

export const mayKeep = (key: string): boolean =>
  key.length <= longest && !number.test(key) && !key.includes("*") && isField(key) &&
  (!capital.test(key) || wordsOf(key).every(isWord)) && maskInText(key) === undefined
