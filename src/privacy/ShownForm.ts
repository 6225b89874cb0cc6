/**
 * How each class of personal data is shown. Separators are dropped: a NIK becomes four digits and stars, whatever
 * stood between its digits.
 *
 * Every form is a fixed point: showing what is already shown changes nothing, so masked text can be masked again.
 */
import { createHmac } from "node:crypto"
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { plainText } from "./PlainText.ts"

export const hidden = "***"

const stars = ["", "*", "**", "***", "****", "*****", "******", "*******", "********", "*********", "**********", "***********", "************"]
const starsOf = (count: number): string => stars[count] ?? "*".repeat(count)

const meaningful = /[\p{L}\p{N}]/u
const nonDigits = /\D+/g
const nonWord = /[^\p{L}\p{N}]+/gu

export const digitsOf = (value: string): string => plainText(value).replace(nonDigits, "")

/** Four digits, then a star for each further one. */
const nik = (value: string): string => {
  if (/^\d{4}\*+$/.test(value)) return value
  const digits = digitsOf(value)
  return digits.length > 4 ? digits.slice(0, 4) + starsOf(digits.length - 4) : hidden
}

/** A star for each letter and digit, and the last two digits; short values disappear whole. */
const lastTwo = (value: string): string => {
  if (/^\*+(?:\d\d)?$/.test(value)) return value
  const characters = plainText(value).replace(nonWord, "")
  const digits = characters.replace(nonDigits, "")
  return characters.length > 4 && digits.length >= 2 ? starsOf(characters.length - 2) + digits.slice(-2) : starsOf(characters.length)
}

/** First four and last two digits, a star for each one between; a leading plus stays. */
const phone = (value: string): string => {
  if (/^\+?\d{4}\*+\d\d$/.test(value)) return value
  const plain = plainText(value)
  const digits = plain.replace(nonDigits, "")
  if (digits.length <= 6) return hidden
  return (/^[^\p{L}\p{N}]*\+/u.test(plain) ? "+" : "") + digits.slice(0, 4) + starsOf(digits.length - 6) + digits.slice(-2)
}

const initial = (word: string): string => {
  const found = meaningful.exec(word)
  return found === null ? word : found[0] + hidden
}

/** The initial of each word. */
const name = (value: string): string => value.trim().split(/\s+/).map(initial).join(" ")

/** First character and the domain; an address without a domain keeps its first character only. */
const email = (value: string): string =>
  value.trim().split(/[\s,;]+/).map((address) => {
    const at = Math.max(address.lastIndexOf("@"), address.lastIndexOf("＠"), address.lastIndexOf("%40"))
    return at < 0 ? initial(address) : (meaningful.exec(address.slice(0, at))?.[0] ?? "") + hidden + address.slice(at)
  }).join(" ")

const isYear = (digits: string): boolean => digits >= "1800" && digits <= "2199"

/** The year, where one can be told. */
const birthDate = (value: string): string => {
  const plain = plainText(value)
  const year = /(?<!\d)(?:1[89]|2[01])\d\d(?!\d)/.exec(plain)
  if (year !== null) return year[0]
  const compact = /(?<!\d)\d{8}(?!\d)/.exec(plain)?.[0]
  if (compact === undefined) return hidden
  if (isYear(compact.slice(0, 4)) && compact.slice(4, 6) <= "12") return compact.slice(0, 4)
  return isYear(compact.slice(4)) ? compact.slice(4) : hidden
}

const pseudonym = (value: string, key: Uint8Array | undefined): string => {
  if (/^psd_[\w-]{16}$/.test(value)) return value
  return key === undefined ? hidden : `psd_${createHmac("sha256", key).update(value).digest("base64url").slice(0, 16)}`
}

/**
 * @param value the decoded string, or the digits of a number
 * @param key of the pseudonyms; without one a pseudonym is `***`
 * @returns the shown form; the value itself where it has no letter and no digit
 */
export const show = (personalData: PersonalDataClass, value: string, key?: Uint8Array): string => {
  if (!meaningful.test(value)) return value
  switch (personalData) {
    case "nik":
    case "kk":
      return nik(value)
    case "npwp":
    case "bpjs":
    case "passport":
    case "plate":
    case "bank-account":
    case "card":
      return lastTwo(value)
    case "name":
      return name(value)
    case "email":
      return email(value)
    case "phone":
      return phone(value)
    case "birth-date":
      return birthDate(value)
    case "pseudonym":
      return pseudonym(value, key)
    default:
      return hidden
  }
}
