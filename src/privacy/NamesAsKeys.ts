/**
 * How much an object's key reads like the name of a person: `{"Budi Santoso": {"nik": …}}`.
 */
import { isKnownWord } from "./keys/KeyWords.ts"
import { isKnownName, isNameWord, looksLikePerson } from "./PersonName.ts"

/** Not at all. */
export const noName = 0
/** Words in capitals that no key is made of, or one known name. */
const shapedLikeName = 1
/** It has a known name or a title. */
export const likeName = 2
/** Nothing but known names and titles. */
export const surelyName = 3

const shape = /^\p{Lu}[\p{L}\p{M}'’.,-]*(?: \p{Lu}[\p{L}\p{M}'’.,-]*){0,4}$/u

const isKeyWord = (word: string): boolean => isKnownWord(word.toLowerCase())

export const likenessOf = (key: string): number => {
  const words = key.split(" ").filter((word) => word !== "")
  if (looksLikePerson(key) && words.some((word) => isNameWord(word) && !isKeyWord(word))) {
    return words.every(isNameWord)
      ? surelyName
      : likeName
  }
  if (!shape.test(key) || words.some(isKeyWord)) return noName
  return words.length > 1 || isKnownName(key) ? shapedLikeName : noName
}
