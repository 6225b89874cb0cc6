/** Whether a value can be what its key's name promises: `telepon: "tidak ada"` is no telephone number. Pure. */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { isNobody, isNoPerson } from "./PersonName.ts"
import { digitsOf, hasMeaning } from "./ShownForm.ts"

const letter = /\p{L}/u

export const hasLetter = (value: string): boolean => {
  const code = value.charCodeAt(0) | 0x20
  return code >= 97 && code <= 122 || letter.test(value)
}

const hasDigits = (value: string, fewest: number): boolean => {
  let count = 0
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code >= 48 && code <= 57 && ++count === fewest) return true
    if (code >= 0x80) return digitsOf(value).length >= fewest
  }
  return false
}

/** 1500-123 and the like are public services. */
const serviceNumber = /^\D*1500?\D*\d{3}\D*$/

/** @param value the decoded string */
export const fits = (personalData: PersonalDataClass, value: string): boolean => {
  switch (personalData) {
    case "nik":
    case "plate":
      return hasDigits(value, 1)
    case "kk":
      return hasDigits(value, 8)
    case "npwp":
    case "bpjs":
    case "card":
    case "bank-account":
    case "passport":
      return hasDigits(value, 4)
    case "phone":
      return hasDigits(value, 6) && !(value.length < 20 && serviceNumber.test(value))
    case "email":
      return value.includes("@") || /＠|%40|[\s[({]at[\s\])}].*(?:\.|dot)/i.test(value)
    case "name":
      return hasLetter(value) && !isNobody(value)
    case "birth-date":
      return hasDigits(value, 2)
    default:
      return hasMeaning(value)
  }
}

const maxRoleLength = 80

/** What no name has, and what masking leaves: a text that was looked at once must not become a name. */
const noName = /[*{}[\]"=<>]/

/** Under `petugas` or `kepala_dinas`: a name, neither a number of people nor a sentence. */
export const fitsRole = (value: string): boolean =>
  value.length <= maxRoleLength && !noName.test(value) && hasLetter(value) && !isNoPerson(value) && !hasDigits(value, 1)

const noNameSigns = new Uint8Array(256)
for (const sign of "*{}[]\"=<>") noNameSigns[sign.charCodeAt(0)] = 1

/** The same of ASCII bytes without escapes, but for whether it has a letter and is no office. */
export const fitsRoleAt = (bytes: Uint8Array, start: number, end: number, digits: number): boolean => {
  if (digits > 0 || end - start > maxRoleLength) return false
  for (let i = start; i < end; i++) if (noNameSigns[bytes[i]!] === 1) return false
  return true
}

/** A telephone that a person carries, rather than one on a desk. */
export const isMobile = (value: string): boolean => /^(?:0|62|0062)8[1-9]/.test(digitsOf(value))

/** The same of ASCII bytes. */
export const isMobileAt = (bytes: Uint8Array, start: number, end: number): boolean => {
  let prefix = 0
  let count = 0
  for (let i = start; i < end && count < 6; i++) {
    const digit = bytes[i]! - 0x30
    if (digit < 0 || digit > 9) continue
    if (prefix === 8 && count === 2 || prefix === 628 && (count === 3 || count === 5)) return digit > 0
    prefix = prefix * 10 + digit
    count++
  }
  return false
}

/** @param digits the integer that a JSON number stands for; undefined where it is none */
export const fitsNumber = (personalData: PersonalDataClass, digits: string | undefined): boolean => {
  switch (personalData) {
    case "name":
    case "email":
    case "biometric":
    case "genetic":
      return false
    case "kk":
      // Fewer digits count families.
      return digits !== undefined && digits.length >= 12
    // Fewer digits count cards, members or inhabitants.
    case "nik":
      return digits !== undefined && digits.length >= 8
    case "bpjs":
    case "npwp":
    case "card":
      return digits !== undefined && digits.length >= 10
    case "bank-account":
    case "phone":
      return digits !== undefined && digits.length >= 7
    case "birth-date":
      return digits !== undefined && digits.length >= 8
    // More digits count people: `l_p` is a sum, too.
    case "sex":
      return digits !== undefined && (digits.length === 1 || digits.length >= 15)
    case "religion":
    case "marital-status":
      return digits !== undefined && (digits.length <= 2 || digits.length >= 15)
    default:
      return true
  }
}

/** Such a number counts births, or vehicles a day. */
const births: ReadonlySet<string> = new Set(["lahir", "lhr", "birth", "born"])

/** A day, a month, days since 1900 and the like: what is neither a year nor written in full. */
export const fitsPartOfDate = (key: string, digits: string | undefined): boolean =>
  digits === undefined || digits.length < 8 && !/^(?:1[89]|2[01])\d\d$/.test(digits) && !births.has(key.toLowerCase())

/** Yes and no say something only of these. */
const yesOrNo: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>([
  "health",
  "criminal",
  "religion",
  "marital-status",
  "sex",
  "nationality",
  "child"
])

export const fitsBoolean = (personalData: PersonalDataClass): boolean => yesOrNo.has(personalData)
