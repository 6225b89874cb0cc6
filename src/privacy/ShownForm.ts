/**
 * How each class of personal data is shown. Separators are dropped: a NIK becomes four digits and stars, whatever
 * stood between its digits.
 *
 * Every form is a fixed point: showing what is already shown changes nothing, so masked text can be masked again.
 * Plain ASCII, which nearly all values are, takes a short way without patterns.
 */
import { createHmac } from "node:crypto"
import { pseudonymPrefix } from "../domain/PseudonymKey.ts"
import type { MaskedClass } from "./ClassCodes.ts"
import { plainText } from "./PlainText.ts"

export const hidden = "***"

const stars = Array.from({ length: 33 }, (_, count) => "*".repeat(count))
const starsOf = (count: number): string => stars[count] ?? "*".repeat(count)

const meaningful = /[\p{L}\p{N}]/u
const nonDigits = /\D+/g
const nonWord = /[^\p{L}\p{N}]+/gu

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isWord = (code: number): boolean => code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 48 && code <= 57

/** Whether there is a letter or a digit. */
export const hasMeaning = (value: string): boolean => {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (isWord(code)) return true
    if (code >= 0x80) return meaningful.test(value)
  }
  return false
}

/** ASCII digits only, those of other scripts folded. */
export const digitsOf = (value: string): string => {
  let i = 0
  while (i < value.length && isDigit(value.charCodeAt(i))) i++
  return i === value.length ? value : plainText(value).replace(nonDigits, "")
}

/** Digits found by `countDigits`: the first four and the last two. */
const ends = new Uint8Array(6)

/** Counts the digits and keeps those at the ends, without making a string. */
const countDigits = (value: string): number => {
  let count = 0
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code >= 0x80) return countDigits(digitsOf(value))
    if (!isDigit(code)) continue
    if (count < 4) ends[count] = code
    ends[4] = ends[5]!
    ends[5] = code
    count++
  }
  return count
}

const firstFour = (): string => String.fromCharCode(ends[0]!, ends[1]!, ends[2]!, ends[3]!)

/** Four digits, then a star for each further one. */
const nik = (value: string): string => {
  const count = countDigits(value)
  if (count > 4) return firstFour() + starsOf(count - 4)
  return /^\d{4}\*+$/.test(value) ? value : hidden
}

/** A star for each letter and digit, and the last two digits; short values disappear whole. */
const lastTwo = (value: string): string => {
  if (/^\*+(?:\d\d)?$/.test(value)) return value
  const characters = plainText(value).replace(nonWord, "")
  const digits = characters.replace(nonDigits, "")
  return characters.length > 4 && digits.length >= 2 ? starsOf(characters.length - 2) + digits.slice(-2) : starsOf(characters.length)
}

/** The same with the last two letters or digits. */
const lastCharacters = (value: string): string => {
  if (/^\*+[\p{L}\p{N}]{0,2}$/u.test(value)) return value
  const characters = Array.from(plainText(value).replace(nonWord, ""))
  return characters.length > 4 ? starsOf(characters.length - 2) + characters.slice(-2).join("") : starsOf(characters.length)
}

/** First four and last two digits, a star for each one between; a leading plus stays. */
const phone = (value: string): string => {
  const count = countDigits(value)
  if (count <= 6) return /^\+?\d{4}\*+\d\d$/.test(value) ? value : hidden
  const shown = firstFour() + starsOf(count - 6) + String.fromCharCode(ends[4]!, ends[5]!)
  return !isDigit(value.charCodeAt(0)) && /^[^\p{L}\p{N}]*\+/u.test(plainText(value)) ? `+${shown}` : shown
}

const initial = (word: string): string => {
  const found = meaningful.exec(word)
  return found === null ? word : found[0] + hidden
}

/** The initial of each word. */
const name = (value: string): string => {
  let shown = ""
  let start = 0
  for (let i = 0; i <= value.length; i++) {
    const code = i < value.length ? value.charCodeAt(i) : 32
    if (code !== 32) {
      if (code < 32 || code >= 0x80) return value.trim().split(/\s+/).map(initial).join(" ")
      continue
    }
    if (i > start) {
      let at = start
      while (at < i && !isWord(value.charCodeAt(at))) at++
      if (shown !== "") shown += " "
      shown += at === i ? value.slice(start, i) : value[at] + hidden
    }
    start = i + 1
  }
  return shown
}

/** The sign, the domain and what follows it. */
const emailEnd = /^(@|＠|%40)([\p{L}\p{N}.-]*)(.*)$/su

/** A domain with so many digits is a number rather. */
const maxDomainDigits = 7

/** What follows a domain was put there by hand: another address, a telephone number, a query. */
const domain = (text: string): string => {
  const [, sign = "", host = "", rest = ""] = emailEnd.exec(text) ?? []
  const shown = host.length > maxDomainDigits && countDigits(host) > maxDomainDigits ? hidden : host
  return sign + shown + (hasMeaning(rest) ? hidden : rest)
}

const emailAddress = (address: string): string => {
  const at = Math.max(address.lastIndexOf("@"), address.lastIndexOf("＠"), address.lastIndexOf("%40"))
  if (at < 0) return initial(address)
  return (isWord(address.charCodeAt(0)) ? address[0]! : meaningful.exec(address.slice(0, at))?.[0] ?? "") + hidden +
    domain(address.slice(at))
}

/** First character and the domain; an address without a domain keeps its first character only. */
const email = (value: string): string =>
  /[\s,;]/.test(value) ? value.split(/[\s,;]+/).filter((part) => part !== "").map(emailAddress).join(" ") : emailAddress(value)

const isYear = (digits: string): boolean => digits >= "1800" && digits <= "2199"

/** The year, where one can be told. */
const birthDate = (value: string): string => {
  if (/^(?:19|20)\d\d-/.test(value)) return value.slice(0, 4)
  const plain = plainText(value)
  const year = /(?<!\d)(?:1[89]|2[01])\d\d(?!\d)/.exec(plain)
  if (year !== null) return year[0]
  const compact = /(?<!\d)\d{8}(?!\d)/.exec(plain)?.[0]
  if (compact === undefined) return hidden
  if (isYear(compact.slice(0, 4)) && compact.slice(4, 6) <= "12") return compact.slice(0, 4)
  return isYear(compact.slice(4)) ? compact.slice(4) : hidden
}

const pseudonym = (value: string, key: Uint8Array | undefined): string => {
  if (/^psd\d{0,4}_[\w-]{16}$/.test(value)) return value
  return key === undefined ? hidden : `${pseudonymPrefix(key)}${createHmac("sha256", key).update(value).digest("base64url").slice(0, 16)}`
}

/**
 * @param value the decoded string, or the digits of a number
 * @param key of the pseudonyms; without one a pseudonym is `***`
 * @returns the shown form; the value itself where it has no letter and no digit
 */
export const show = (personalData: MaskedClass, value: string, key?: Uint8Array): string => {
  if (!hasMeaning(value)) return value
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
    case "id":
      return lastCharacters(value)
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

/** `Budi%20Santoso` is shown as `B***%20S***`. */
export const shownEncodedName = (value: string): string =>
  value.split(/(%20|\+)/).map((word, at) => at % 2 === 0 ? show("name", word) : word).join("")
