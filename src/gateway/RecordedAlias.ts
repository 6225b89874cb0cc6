/**
 * An alias as it may be recorded. What a caller writes into one is the caller's business in the answer; the audit
 * record, the request id, the trace and the log keep only what no detector takes for personal data.
 */
import { isNik } from "../privacy/DigitForms.ts"
import { maskText } from "../privacy/Masker.ts"
import { likeName, likenessOf, surelyName } from "../privacy/NamesAsKeys.ts"
import { isKnownName } from "../privacy/PersonName.ts"

/** A word that a number or a name stands behind or before says nothing about it: `nik_9171010101900001`. */
const separators = /[_-]+/g
const digit = /\d/
const digits = /\d/g

/** Programs ask with the same few again and again. */
const known = new Map<string, string>()
const maxKnown = 1_024

const name = (words: string): string => words.split(" ").map((word) => `${word.charAt(0)}***`).join(" ")

const capitals = (words: string): string => words.replace(/(?:^| )\p{Ll}/gu, (start) => start.toUpperCase())

const isName = (words: string): boolean => words.includes(" ") && likenessOf(capitals(words)) >= surelyName

/** What a name stands behind: `an_siti_rahayu`, where less has to look like one. */
const cue = /^(?:.* )?(?:nama|name|an|a n|atas nama|bernama) (?=\p{L})/iu

const withoutName = (words: string): string | undefined => {
  if (isName(words)) return name(words)
  const led = cue.exec(words)?.[0] ?? ""
  const named = words.slice(led.length)
  if (led === "" || (named.includes(" ") ? likenessOf(capitals(named)) < likeName : !isKnownName(named))) return undefined
  return `${led}${name(named)}`
}

const birthDate = new RegExp(
  String.raw`((?:lahir|born|birth|dob|birthday|birthdate|ttl)[_-]*(?:(?:tgl|tanggal|date|on|pada)[_-]*)?)`
    + String.raw`(\d{8}|\d{1,2}[_-]+\d{1,2}[_-]+\d{2,4}|\d{4}[_-]+\d{1,2}[_-]+\d{1,2})(?!\d)`,
  "giu"
)
const manyDigits = /\d(?:[_-]*\d){9,}/g
const longestOther = 14
const mobile = /^(?:0|62)8[1-9]\d{7,11}$/

/** The first four stay; so do the separators. */
const hiddenDigits = (text: string): string => {
  let seen = 0
  return text.replace(digits, (one) => ++seen > 4 ? "*" : one)
}

/** Numbers between letters too, where a text's detectors see a hash or a code: an alias is seldom one, and none has to be read. */
const withoutNumbers = (alias: string): string =>
  alias
    .replace(manyDigits, (found) => {
      const number = found.replace(separators, "")
      if (number !== found && (isNik(number) || mobile.test(number))) return hiddenDigits(found)
      return found.replace(/\d+/g, (run) => run.length > longestOther || mobile.test(run) ? hiddenDigits(run) : run)
    })

/** Of a birth date a text keeps the year; an alias keeps nothing. */
const withoutBirthDate = (alias: string): string =>
  alias.replace(birthDate, (_, led: string, date: string) => led + date.replace(digits, "*"))

const read = (written: string): string => {
  const alias = withoutBirthDate(written)
  const words = alias.replace(separators, " ").trim()
  if (!digit.test(alias)) return withoutName(words) ?? alias
  for (const text of [alias, words]) {
    const masked = maskText(text)
    if (masked.masked > 0) return withoutNumbers(masked.text)
  }
  const letters = words.replace(/\d+/g, " ").replace(/ +/g, " ").trim()
  return withoutName(letters) ?? withoutNumbers(alias)
}

/** @returns the alias itself where nothing in it is personal data */
export const recordedAlias = (alias: string): string => {
  let recorded = known.get(alias)
  if (recorded === undefined) {
    recorded = read(alias)
    if (known.size >= maxKnown) known.clear()
    known.set(alias, recorded)
  }
  return recorded
}
