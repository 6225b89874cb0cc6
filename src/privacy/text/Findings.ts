/** Personal data inside a text: numbers and mail by their form, fields by their names, names and homes by cues. */
import { emailsInText, mayHaveEmail } from "../EmailsInText.ts"
import { isKnownWord, rawWords } from "../keys/KeyWords.ts"
import { numbersInText } from "../NumbersInText.ts"
import { plainPercents, plainText } from "../PlainText.ts"
import { platesInText } from "../PlatesInText.ts"
import type { VerdictClass } from "../verdict/NodeByte.ts"
import { isNoName, isOfficeMail } from "../verdict/Values.ts"
import { addressesIn, namesIn } from "./Cues.ts"
import { fieldsIn } from "./Fields.ts"
import type { Found } from "./Found.ts"

const numbersOfPersons: ReadonlySet<VerdictClass> = new Set<VerdictClass>(["nik", "kk", "phone", "bpjs", "email"])
const isHumanWord = (bare: string): boolean =>
  /^\p{Lu}[\p{L}'’.]+(?: \p{Lu}[\p{L}'’.]*){0,4}$/u.test(bare) && !isNoName(bare) && !rawWords(bare).some(isKnownWord)
const token = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g
const month = "(?:jan|feb|mar|apr|mei|jun|jul|agu|sep|okt|nov|des)\\p{L}*"
/** What a word before it makes a birth date, a card. */
const cued: ReadonlyArray<readonly [VerdictClass, RegExp, cue: RegExp]> = [
  [
    "birth-date",
    new RegExp(String.raw`(?:lahir|ttl|born)[^.\n]{0,40}?(\d{1,2}[-/. ](?:\d{1,2}|${month})[-/. ]\d{2,4}|\d{4}-\d\d-\d\d)`, "dgiu"),
    /lahir|ttl|born/i
  ],
  // Without regard to case K and S have a third form.
  [
    "card",
    /(?:kartu|kks|atm|debit|kredit|card)\P{N}{0,30}((?:\d{4}[ -]?){3}\d{4})(?!\d)/dgiu,
    /[k\u212a](?:artu|redit|[k\u212a][s\u017f])|atm|debit|card/i
  ]
]
const reference = /\b(?:Patient|Person|RelatedPerson)\/[\w.-]{1,64}/g
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const base64 = /^[A-Za-z0-9+/_-]{24,8192}={0,2}$/

/** Text that stands in base64 and holds personal data. */
const holdsPersonal = (text: string): boolean => {
  if (!base64.test(text) || !/[a-z]/.test(text) || !/[A-Z]/.test(text)) return false
  const inner = Buffer.from(text, "base64").toString()
  return !/[^\p{L}\p{N}\p{P}\p{S}\s]/u.test(inner) && !inner.includes("\ufffd") && findingsIn(inner).length > 0
}

/**
 * @param ofThing the key says that it numbers a thing: only a NIK is looked for
 * @param isPersonal it stands in a row that names somebody
 */
export const findingsIn = (text: string, ofThing = false, isPersonal = false): ReadonlyArray<Found> => {
  if (text.length < 4 || uuid.test(text)) return []
  const plain = plainText(text)
  const found: Array<Found> = []
  if (!ofThing && mayHaveEmail(plain)) {
    for (const mail of emailsInText(plain)) {
      const domain = /^[@＠]?[\w.-]+/.exec(plain.slice(mail.end))?.[0] ?? ""
      if (!isOfficeMail(plain.slice(mail.start, mail.end) + domain)) found.push(mail)
    }
  }
  if (/\d\D{0,3}\d/.test(plain)) {
    found.push(...numbersInText(plainPercents(plain), text, ofThing))
    if (!ofThing) found.push(...platesInText(plain))
  }
  if (!ofThing) {
    if (text.length > 7 && /[:=|<\n;#,]/.test(plain)) found.push(...fieldsIn(plain))
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
        found.push({ start: index, end: index + whole.length, personalData: "id" })
      }
    }
    if (text.length > 9 && plain.includes(" ")) {
      const hasNumber = found.some(({ personalData }) => numbersOfPersons.has(personalData))
      found.push(...namesIn(plain, hasNumber, isPersonal || hasNumber))
      found.push(...addressesIn(plain, found.some(({ personalData }) => personalData === "nik" || personalData === "name")))
    } else if (holdsPersonal(text)) return [{ start: 0, end: text.length, personalData: "secret" }]
  }
  // `Suparti (0812-3456-7890)`
  if (found.length > 0 && text.length <= 100) {
    const rest = withoutOverlaps(found).reduceRight((left, { end, start }) => `${left.slice(0, start)}\n${left.slice(end)}`, plain)
    const bare = rest.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, "")
    if (isHumanWord(bare)) found.push({ start: plain.indexOf(bare), end: plain.indexOf(bare) + bare.length, personalData: "name" })
  }
  return found.length > 1 ? withoutOverlaps(found) : found
}

/** The first, and of those that begin together the longest. */
const withoutOverlaps = (found: ReadonlyArray<Found>): ReadonlyArray<Found> => {
  let free = 0
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end).filter(({ end, start }) => {
    if (start < free) return false
    free = end
    return true
  })
}
