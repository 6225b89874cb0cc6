/**
 * Masks personal data inside a text, wherever it stands: sentences, addresses of the web, lists.
 *
 * Masked text is looked at again until nothing is found, so that the result never holds what a detector would find.
 */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { spend } from "./Effort.ts"
import { emailsInText, mayHaveEmail } from "./EmailsInText.ts"
import type { Finding } from "./Finding.ts"
import type { KeyContext } from "./KeyMeaning.ts"
import { LongText, type MaskedText, maxRounds, replaceAll, windowLength } from "./LongText.ts"
import { csvInText, markupInText } from "./MarkupInText.ts"
import { numbersInText } from "./NumbersInText.ts"
import { plainPercents, plainText } from "./PlainText.ts"
import { platesInText } from "./PlatesInText.ts"
import { pairsInText, queryInText } from "./QueryInText.ts"
import { hidden } from "./ShownForm.ts"

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
  if (mayHaveEmail(plain)) add(emailsInText(plain))
  if (twoDigits.test(plain)) {
    if ((ninth.test(plain) || plain.includes("&nbsp;")) && !(context === 3 && bareNumber.test(plain))) {
      add(numbersInText(plainPercents(plain), text, context >= 2))
    }
    if (context === 0) add(platesInText(plain))
  }
  return found ?? []
}

/** A part of a long text at a time: see `LongText.ts`. */
export const longText = (text: string, context: KeyContext = 0): LongText => new LongText(text, context, findingsIn)

/** All that a short text has. */
const allIn = (text: string, context: KeyContext): ReadonlyArray<Finding> => {
  const found = findingsIn(text, context)
  const all = text.includes("\n") ? [...found, ...csvInText(plainText(text))] : found
  spend(10 + (text.length >> 4) + 20 * all.length)
  return all
}

/** @returns undefined where there is nothing to mask */
export const maskInText = (text: string, context: KeyContext = 0): MaskedText | undefined => {
  if (text.length > windowLength) {
    const reading = longText(text, context)
    while (!reading.step());
    return reading.result
  }
  let found = allIn(text, context)
  if (found.length === 0) return undefined
  const classes: Array<PersonalDataClass> = []
  let masked = text
  for (let round = 0; found.length > 0; round++) {
    if (round === maxRounds) return { text: hidden, classes }
    masked = replaceAll(masked, found, classes)
    found = allIn(masked, context)
  }
  return { text: masked, classes }
}
