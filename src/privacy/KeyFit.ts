/** Whether a value can be what its key's name promises: `telepon: "tidak ada"` is no telephone number. Pure. */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { digitsOf, hasMeaning } from "./ShownForm.ts"

const letter = /\p{L}/u

const hasLetter = (value: string): boolean => {
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
      return value.includes("@") || /＠|%40/.test(value)
    case "name":
      return hasLetter(value)
    case "birth-date":
      return hasDigits(value, 2)
    default:
      return hasMeaning(value)
  }
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
    case "bpjs":
    case "npwp":
    case "card":
    case "bank-account":
    case "phone":
      return digits !== undefined && digits.length >= 7
    case "birth-date":
      return digits !== undefined && digits.length >= 8
    default:
      return true
  }
}

/** Yes and no say something only of these. */
const yesOrNo: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>(["health", "criminal", "religion", "marital-status", "sex", "nationality", "child"])

export const fitsBoolean = (personalData: PersonalDataClass): boolean => yesOrNo.has(personalData)
