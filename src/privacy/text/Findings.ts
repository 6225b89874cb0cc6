/** Personal data inside a text: numbers and mail by their form, fields by their names, names and homes by cues. */
import { kernelAt } from "../Kernels.ts"
import { plainText } from "../PlainText.ts"
import type { VerdictClass } from "../verdict/NodeByte.ts"
import { credentialsIn } from "./Credentials.ts"
import { databaseErrorIn } from "./DatabaseErrors.ts"
import { columnsIn, fieldsIn } from "./Fields.ts"
import type { Found } from "./Found.ts"
import { namesOnLines } from "./NamedLines.ts"

/** Bits of what the kernel is asked (`kernel/assembly/reading.as`). */
const [aThing, aPersons, numbered, named] = [1, 2, 4, 8]
const numbersOfPersons: ReadonlySet<VerdictClass> = new Set<VerdictClass>(["nik", "kk", "phone", "bpjs", "email"])
const token = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g
const month = "(?:jan|feb|mar|apr|mei|jun|jul|agu|sep|okt|nov|des)\\p{L}*"
/** What a word before it makes a birth date, a card. */
const cued: ReadonlyArray<readonly [VerdictClass, RegExp, cue: RegExp]> = [
  [
    "birth-date",
    new RegExp(String.raw`(?:lahir|ttl|born)[^.\n]{0,40}?(\d{1,2}[-/. ](?:\d{1,2}|${month})[-/. ]\d{2,4}|\d{4}-\d\d-\d\d)`, "dgiu"),
    /lahir|ttl|born/i
  ],
  ["secret", /\b(?:sandi|password)(?: \p{Ll}+){0,2}(?: ?[:=]|) (?=\S*\d)(\S{4,60}?)(?=[.,;]?(?:\s|$))/dgiu, /sandi|password/i],
  // Without regard to case K and S have a third form.
  [
    "card",
    /(?:kartu|kks|atm|debit|kredit|card)\P{N}{0,30}((?:\d{4}[ -]?){3}\d{4})(?!\d)/dgiu,
    /[k\u212a](?:artu|redit|[k\u212a][s\u017f])|atm|debit|card/i
  ]
]
const reference = /\b(?:Patient|Person|RelatedPerson)\/[\w.-]{1,64}/g
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Whom a text stands with: it numbers a thing, so that only a NIK is looked for, or its row is about somebody. */
export type OfWhom = "thing" | "somebody" | undefined

/**
 * What stands in a text, in order, without overlaps.
 *
 * @param learning a bit more of what the kernel is asked, for who learns: of what opens, and of columns without names, nothing is learnt
 */
export const findingsIn = (text: string, of?: OfWhom, learning = 0): ReadonlyArray<Found> => {
  if (text.length < 4 || uuid.test(text)) return []
  const plain = plainText(text)
  const given = [
    // Columns tell more than their cells.
    ...learning > 0 || of === "thing" ? [] : columnsIn(plain),
    ...of === "thing" ? [] : givenIn(text, plain),
    ...learning > 0 ? [] : credentialsIn(plain)
  ]
  const has = (...names: ReadonlyArray<VerdictClass>): boolean => given.some(({ personalData }) => names.includes(personalData))
  return kernelAt(0).found(
    text,
    given,
    (of === "thing" ? aThing : 0) | (of === "somebody" ? aPersons : 0) |
      (given.some(({ personalData }) => numbersOfPersons.has(personalData)) ? numbered : 0)
      | (has("nik", "name") ? named : 0) | learning
  )
}

/** What the kernel does not look for: fields by their names, dates of birth, tokens. */
const givenIn = (text: string, plain: string): ReadonlyArray<Found> => {
  const found: Array<Found> = [...databaseErrorIn(plain)]
  if (text.length > 7 && /[:=|<\n;#,]/.test(plain)) found.push(...fieldsIn(plain))
  if (/[:\n/]|\.\w{3,4}$/.test(plain)) found.push(...namesOnLines(plain))
  if (/\d/.test(plain)) {
    for (const [personalData, pattern, cue] of cued) {
      if (!cue.test(plain)) continue
      for (const { indices } of plain.matchAll(pattern)) found.push({ start: indices![1]![0], end: indices![1]![1], personalData })
    }
  }
  if (plain.includes("eyJ")) {
    for (const { 0: jwt, index } of plain.matchAll(token)) found.push({ start: index, end: index + jwt.length, personalData: "secret" })
  }
  if (plain.includes("/")) {
    for (const { 0: whole, index } of plain.matchAll(reference)) {
      if (!uuid.test(whole.slice(whole.indexOf("/") + 1))) found.push({ start: index, end: index + whole.length, personalData: "id" })
    }
  }
  return found
}
