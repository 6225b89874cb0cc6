/**
 * Masks personal data inside a text, wherever it stands: sentences, addresses of the web, lists.
 *
 * Masked text is looked at again until nothing is found, so that the result never holds what a detector would find.
 */
import type { MaskedClass } from "./ClassCodes.ts"
import { spend } from "./Effort.ts"
import { EncodedText, mayHoldNumber } from "./EncodedText.ts"
import type { Finding } from "./Finding.ts"
import { kernelAt } from "./Kernels.ts"
import { LongText, type MaskedText, maxRounds, replaceAll, windowLength } from "./LongText.ts"
import { inLines, plainPercents, unescaped, withoutMarks } from "./PlainText.ts"
import { hidden, show } from "./ShownForm.ts"
import { namesColumns } from "./text/Fields.ts"
import { findingsIn, type OfWhom } from "./text/Findings.ts"

/** Digits of `%20` are none of a number. */
const isNumber = /^[+\d].*[%&]/s

/** What is found and not shown already. */
const detect = (written: string, of: OfWhom): ReadonlyArray<Finding> => {
  const text = inLines(unescaped(written))
  return findingsIn(text, of).flatMap((found) => {
    const { personalData } = found
    let { end, start } = found
    if (text !== written) {
      // Spaces at its ends belong to what is escaped.
      while (start < end && text[start] === " ") start++
      while (end > start && text[end - 1] === " ") end--
    }
    const value = text.slice(start, end)
    // An initial that stars follow is a name that was shown before.
    const shown = personalData === "name" && text.startsWith(hidden, end)
      ? value
      : found.shown ??
        show(
          personalData,
          personalData === "name" ? plainPercents(withoutMarks(value)) : isNumber.test(value) ? plainPercents(value) : value
        )
    return shown === value ? [] : [{ start, end, personalData, shown }]
  })
}

const encodedIn = (text: string): EncodedText | undefined =>
  EncodedText.of(text, (part) => kernelAt(0).mayTell(part, false) && findingsIn(inLines(part)).length > 0)

/** A part of a long text at a time: see `LongText.ts`. */
export const longText = (text: string, of?: OfWhom): LongText =>
  new LongText(
    text,
    of,
    (part) => kernelAt(0).mayTell(part, of === "thing") ? detect(part, of) : [],
    (head) => namesColumns(inLines(head)),
    encodedIn(text)
  )

/** All that a short text has. */
const allIn = (text: string, of: OfWhom): ReadonlyArray<Finding> => {
  const found = detect(text, of)
  spend(10 + (text.length >> 4) + 20 * found.length)
  return found
}

/** @returns undefined where there is nothing to mask */
export const maskInText = (text: string, of?: OfWhom): MaskedText | undefined => {
  if (text.length > windowLength) {
    const reading = longText(text, of)
    while (!reading.step());
    return reading.result
  }
  const encoded = encodedIn(text)
  if (encoded?.isPersonal === true) return { text: hidden, classes: ["secret"] }
  let found = encoded?.isSolid === true && !mayHoldNumber(text) ? [] : allIn(text, of)
  if (found.length === 0) return undefined
  const classes: Array<MaskedClass> = []
  let masked = text
  for (let round = 0; found.length > 0; round++) {
    if (round === maxRounds) return { text: hidden, classes }
    masked = replaceAll(masked, found, classes)
    found = allIn(masked, of)
  }
  return { text: masked, classes }
}
