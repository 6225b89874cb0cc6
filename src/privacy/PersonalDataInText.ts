/**
 * Masks personal data inside a text, wherever it stands: sentences, addresses of the web, lists.
 *
 * Masked text is looked at again until nothing is found, so that the result never holds what a detector would find.
 */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { emailsInText } from "./EmailsInText.ts"
import type { Finding } from "./Finding.ts"
import { numbersInText } from "./NumbersInText.ts"
import { plainText } from "./PlainText.ts"
import { platesInText } from "./PlatesInText.ts"
import { queryInText } from "./QueryInText.ts"
import { hidden } from "./ShownForm.ts"

export interface MaskedText {
  readonly text: string
  /** One for each thing found. */
  readonly classes: ReadonlyArray<PersonalDataClass>
}

const maxRounds = 4
const threeDigits = /\d(?:\D{0,3}\d){2}/
const ninth = /\d(?:\D{0,3}\d){5}/

/** @param code whether the text is a made-up identifier: then shapes of plates and passports mean nothing */
const findingsIn = (text: string, code: boolean): ReadonlyArray<Finding> => {
  const plain = plainText(text)
  let found: Array<Finding> | undefined
  const add = (more: ReadonlyArray<Finding>) => {
    if (more.length > 0) found = found === undefined ? [...more] : found.concat(more)
  }
  if (plain.includes("=")) add(queryInText(plain))
  if (plain.includes("@") || plain.includes("%40")) add(emailsInText(plain))
  if (threeDigits.test(plain)) {
    if (ninth.test(plain)) add(numbersInText(plain, text))
    if (!code) add(platesInText(plain))
  }
  return found ?? []
}

const replaceAll = (text: string, found: ReadonlyArray<Finding>, classes: Array<PersonalDataClass>): string => {
  let masked = ""
  let copied = 0
  // Stable: of two that start together, the one found first stays.
  for (const finding of found.toSorted((a, b) => a.start - b.start)) {
    if (finding.start < copied) continue
    masked += text.slice(copied, finding.start) + finding.shown
    copied = finding.end
    classes.push(finding.personalData)
  }
  return masked + text.slice(copied)
}

/** @returns undefined where there is nothing to mask */
export const maskInText = (text: string, code = false): MaskedText | undefined => {
  let found = findingsIn(text, code)
  if (found.length === 0) return undefined
  const classes: Array<PersonalDataClass> = []
  let masked = text
  for (let round = 0; found.length > 0; round++) {
    if (round === maxRounds) return { text: hidden, classes }
    masked = replaceAll(masked, found, classes)
    found = findingsIn(masked, code)
  }
  return { text: masked, classes }
}
