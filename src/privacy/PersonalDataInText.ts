/**
 * Masks personal data inside a text, wherever it stands: sentences, addresses of the web, lists.
 *
 * Masked text is looked at again until nothing is found, so that the result never holds what a detector would find.
 */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { emailsInText, mayHaveEmail } from "./EmailsInText.ts"
import type { Finding } from "./Finding.ts"
import type { KeyContext } from "./KeyMeaning.ts"
import { csvInText, markupInText } from "./MarkupInText.ts"
import { numbersInText } from "./NumbersInText.ts"
import { plainPercents, plainText } from "./PlainText.ts"
import { platesInText } from "./PlatesInText.ts"
import { pairsInText, queryInText } from "./QueryInText.ts"
import { hidden } from "./ShownForm.ts"

export interface MaskedText {
  readonly text: string
  /** One for each thing found. */
  readonly classes: ReadonlyArray<PersonalDataClass>
}

const maxRounds = 4
const twoDigits = /\d\D{0,3}\d/
const ninth = /\d(?:\D{0,3}\d){5}/

/** Nothing but an amount, a moment or a number with separators. */
const bareNumber = /^[\s\d.,:+\-/TZRp$()]*$/i

/** @param context what the key says that the text identifies */
const findingsIn = (text: string, context: KeyContext): ReadonlyArray<Finding> => {
  const plain = plainText(text)
  let found: Array<Finding> | undefined
  const add = (more: ReadonlyArray<Finding>) => {
    if (more.length > 0) found = found === undefined ? [...more] : found.concat(more)
  }
  if (plain.includes("=")) add(queryInText(plain))
  if (/["'] {0,2}[:=]/.test(plain)) add(pairsInText(plain))
  if (plain.includes("</") || plain.includes("/>")) add(markupInText(plain))
  if (plain.includes("\n")) add(csvInText(plain))
  if (mayHaveEmail(plain)) add(emailsInText(plain))
  if (twoDigits.test(plain)) {
    if ((ninth.test(plain) || plain.includes("&nbsp;")) && !(context === 3 && bareNumber.test(plain))) add(numbersInText(plainPercents(plain), text, context >= 2))
    if (context === 0) add(platesInText(plain))
  }
  return found ?? []
}

const replaceAll = (text: string, found: ReadonlyArray<Finding>, classes: Array<PersonalDataClass>): string => {
  let masked = ""
  let copied = 0
  // Of two that start together the longer stays: `nik=3273 0145 0190 0001` is more than its first word.
  for (const finding of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (finding.start < copied) continue
    masked += text.slice(copied, finding.start) + finding.shown
    copied = finding.end
    classes.push(finding.personalData)
  }
  return masked + text.slice(copied)
}

/** @returns undefined where there is nothing to mask */
export const maskInText = (text: string, context: KeyContext = 0): MaskedText | undefined => {
  let found = findingsIn(text, context)
  if (found.length === 0) return undefined
  const classes: Array<PersonalDataClass> = []
  let masked = text
  for (let round = 0; found.length > 0; round++) {
    if (round === maxRounds) return { text: hidden, classes }
    masked = replaceAll(masked, found, classes)
    found = findingsIn(masked, context)
  }
  return { text: masked, classes }
}
