/**
 * What a key's name says about its value. Pure; results are remembered by `KeyTable.ts`.
 *
 * Gotchas: in Indonesian the word after `nama` decides (`nama_kepala_dinas` is a person, `nama_sekolah_siswa` is not),
 * in English the word before `name` does.
 */
import { personalDataClasses, type PersonalDataClass } from "../domain/PersonalData.ts"
import { aboutFields, codes, counts, demographics, nameParts, people, personal, phrases, places, roles, spreading, wrappers } from "./KeyNames.ts"
import { plainText } from "./PlainText.ts"

export interface KeyMeaning {
  /** The class of its value, where the name alone decides. */
  readonly personalData: PersonalDataClass | undefined
  /** Its value is a name, of a person only if the row is about one. */
  readonly plainName: boolean
  /** A string under it is a person's name. */
  readonly role: boolean
  /** What is inside is about people. */
  readonly people: boolean
  /** It only wraps: what is above still holds. */
  readonly wrapper: boolean
  /** A row with this key is about one person. */
  readonly personal: boolean
  /** A row with this key counts something. */
  readonly counting: boolean
  /** Its value is a made-up identifier. */
  readonly code: boolean
  /** The class holds for everything inside a container too. */
  readonly spreads: boolean
  /** The class may be a column of a statistic. */
  readonly demographic: boolean
}

const meaningless: KeyMeaning = {
  personalData: undefined,
  plainName: false,
  role: false,
  people: false,
  wrapper: false,
  personal: false,
  counting: false,
  code: false,
  spreads: false,
  demographic: false
}

const byPhrase = new Map<string, PersonalDataClass>()
const byJoined = new Map<string, PersonalDataClass>()
const firstWords = new Set<string>()
let longest = 1
for (const personalData of personalDataClasses) {
  for (const phrase of phrases[personalData] ?? []) {
    byPhrase.set(phrase, personalData)
    firstWords.add(phrase.split(" ", 1)[0]!)
    byJoined.set(phrase.replaceAll(" ", ""), personalData)
    longest = Math.max(longest, phrase.split(" ").length)
  }
}
for (const word of [...people, ...nameParts]) {
  if (!byJoined.has(`nama${word}`)) byJoined.set(`nama${word}`, "name")
  if (!byJoined.has(`${word}name`)) byJoined.set(`${word}name`, "name")
}

const isLower = (code: number): boolean => code >= 97 && code <= 122
const isUpper = (code: number): boolean => code >= 65 && code <= 90

/** Diacritics, full-width letters and other scripts. */
const foldedWords = (key: string): ReadonlyArray<string> =>
  plainText(key)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")

/** A key's words in lower case without diacritics and digits: `noHPPemilik` and `no_hp_pemilik2` are `no hp pemilik`. */
export const wordsOf = (key: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  let start = -1
  for (let i = 0; i <= key.length; i++) {
    const code = key.charCodeAt(i)
    if (code >= 0x80) return foldedWords(key)
    const lower = isLower(code)
    const upper = isUpper(code)
    const begins = upper && start >= 0 && (isLower(key.charCodeAt(i - 1)) || isLower(key.charCodeAt(i + 1)) && isUpper(key.charCodeAt(i - 1)))
    if (start >= 0 && (begins || !lower && !upper)) {
      words.push(key.slice(start, i).toLowerCase())
      start = -1
    }
    if (start < 0 && (lower || upper)) start = i
  }
  return words
}

interface Match {
  readonly personalData: PersonalDataClass
  /** The words beside the phrase. */
  readonly rest: ReadonlyArray<string>
}

const longestPhrase = (words: ReadonlyArray<string>): Match | undefined => {
  for (let length = Math.min(longest, words.length); length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      if (!firstWords.has(words[from]!)) continue
      const personalData = byPhrase.get(length === 1 ? words[from]! : words.slice(from, from + length).join(" "))
      if (personalData !== undefined) return { personalData, rest: words.toSpliced(from, length) }
    }
  }
  const personalData = byJoined.get(words.join(""))
  return personalData === undefined ? undefined : { personalData, rest: [] }
}

/** Whose name a key with `nama` or `name` in it holds. */
const namedThing = (words: ReadonlyArray<string>): "person" | "plain" | "other" | "none" => {
  const nama = words.findIndex((word) => word === "nama" || word === "nm")
  const name = words.lastIndexOf("name")
  if (nama < 0 && name < 0) return "none"
  const owner = nama >= 0 ? words[nama + 1] ?? words[nama - 1] : words[name - 1] ?? words[name + 1]
  // `nama_rekening` is an account's holder, or a line of a budget.
  if (owner === undefined || owner === "rekening") return "plain"
  if (owner === "ibu" && words.includes("kota")) return "other"
  return people.has(owner) || nameParts.has(owner) ? "person" : "other"
}

/** Classes that belong to an office, a budget or a region as soon as the key names one: `alamat_kantor`, `kode_rekening`. */
const ofPlaces: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>(["address", "phone", "finance", "bank-account", ...demographics])

/** Classes that only a row about a person has; a park has an address and a telephone, a company an NPWP. */
const identifying: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>([
  "nik", "kk", "bpjs", "passport", "name", "birth-date", "biometric", "genetic", "coordinates-home"
])

const classOf = (words: ReadonlyArray<string>): PersonalDataClass | undefined => {
  const named = namedThing(words)
  if (named !== "none") return named === "person" ? "name" : undefined
  const match = longestPhrase(words)
  if (match === undefined || !ofPlaces.has(match.personalData)) return match?.personalData
  const { personalData, rest } = match
  return rest.some((word) => places.has(word)) || personalData === "bank-account" && rest.includes("kode") ? undefined : personalData
}

/** `pegawai`, `data_pegawai`, `kepala_dinas`, `school_owner`; not `ibu_kota`, not `kantor_pegawai`. */
const areaOfPeople = (words: ReadonlyArray<string>): boolean => {
  const head = words.find((word) => !wrappers.has(word))
  if (head === undefined) return false
  if (people.has(head)) return !(words.length > 1 && places.has(words[words.indexOf(head) + 1] ?? "") && (head === "ibu" || head === "anak" || head === "bapak"))
  return people.has(words[words.length - 1] ?? "") && !places.has(head)
}

export const meaningOfKey = (key: string): KeyMeaning => {
  const words = wordsOf(key)
  if (words.length === 0) return meaningless
  const phrase = words.join(" ")
  const code = words.some((word) => codes.has(word))
  if (words.some((word) => counts.has(word))) return { ...meaningless, counting: true, code }
  if (words.some((word) => aboutFields.has(word))) return { ...meaningless, code }
  const personalData = classOf(words)
  const role = roles.has(phrase)
  return {
    personalData,
    plainName: personalData === undefined && namedThing(words) === "plain",
    role,
    people: personalData === undefined && areaOfPeople(words),
    wrapper: wrappers.has(phrase),
    personal: personal.has(phrase) || personalData !== undefined && identifying.has(personalData) && phrase !== "kk",
    counting: false,
    code,
    spreads: personalData !== undefined && spreading.has(personalData),
    demographic: personalData !== undefined && demographics.has(personalData)
  }
}
