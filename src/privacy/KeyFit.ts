/** Whether a value can be what its key's name promises: `telepon: "tidak ada"` is no telephone number. Pure. */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { digitsOf } from "./ShownForm.ts"

const letter = /\p{L}/u
const meaningful = /[\p{L}\p{N}]/u

/** @param value the decoded string */
export const fits = (personalData: PersonalDataClass, value: string): boolean => {
  switch (personalData) {
    case "nik":
      return digitsOf(value).length >= 1
    case "kk":
      return digitsOf(value).length >= 8
    case "npwp":
    case "bpjs":
    case "card":
    case "bank-account":
    case "passport":
      return digitsOf(value).length >= 4
    case "plate":
      return digitsOf(value).length >= 1
    case "phone":
      // 112, 119 and 1500-123 are public services.
      return digitsOf(value).length >= 6 && !/^(?:\D*1500?\D*\d{3}\D*)$/.test(value)
    case "email":
      return /[@＠]|%40/.test(value)
    case "name":
      return letter.test(value)
    case "birth-date":
      return digitsOf(value).length >= 2
    default:
      return meaningful.test(value)
  }
}

/**
 * @param digits the integer a JSON number stands for; undefined where it is none
 */
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
export const fitsBoolean = (personalData: PersonalDataClass): boolean =>
  personalData === "health" || personalData === "criminal" || personalData === "religion" || personalData === "marital-status" || personalData === "sex" || personalData === "nationality" || personalData === "genetic"
