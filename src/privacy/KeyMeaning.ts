/**
 * What a key's name says about its value. Pure; results are remembered by `KeyTable.ts`.
 *
 * Gotchas: in Indonesian the word after `nama` decides (`nama_kepala_dinas` is a person, `nama_sekolah_siswa` is not),
 * in English the word before `name` does.
 */
import type { PersonalDataClass } from "../domain/PersonalData.ts"
import { demographics, nameParts, officers, openRoles, partsOfName, roleHeads, roles, spreading } from "./KeyNames.ts"
import { isPhrase, longestPhrase, wholePhrase } from "./KeyPhrases.ts"
import { aboutFields, amounts, codes, countingPhrases, counts, people, places, references, things } from "./KeySubjects.ts"
import { agentNoun, fullWords } from "./KeyWords.ts"
import {
  carriers,
  descriptions,
  headKeys,
  labelKeys,
  labelledKeys,
  measureHeads,
  measures,
  oftenPersonal,
  ofThings,
  personal,
  units,
  wrappers
} from "./RowKeys.ts"

/**
 * 0 says nothing, 1 is a code (no plate, no passport), 2 the number of a thing (no card, no telephone either), 3 an
 * amount, a moment or an inventory (no number at all).
 */
export type KeyContext = 0 | 1 | 2 | 3

export interface KeyMeaning {
  /** The class of its value, where the name alone decides. */
  readonly personalData: PersonalDataClass | undefined
  /** Its value is a name, of a person only if the row is about one. */
  readonly plainName: boolean
  /** A string under it is a person's name. */
  readonly role: boolean
  /** A string under it is a person's name if it reads like one. */
  readonly openRole: boolean
  /** What is inside is about people. */
  readonly people: boolean
  /** It only wraps: what is above still holds. */
  readonly wrapper: boolean
  /** Its value is that of the key above: `nik: { value }`. */
  readonly carries: boolean
  /** Its value may be the name of a field, … */
  readonly labels: boolean
  /** … whose value stands under this one. */
  readonly labelled: boolean
  /** A list under it names the columns of a table. */
  readonly heads: boolean
  /** Its value is a part of the name that is above: `nama: { depan }`. */
  readonly namePart: boolean
  /** What is inside tells of the row that it stands in. */
  readonly describes: boolean
  /** A row with this key is about one person. */
  readonly personal: boolean
  /** So it is as a rule, unless the row is about a thing. */
  readonly oftenPersonal: boolean
  /** A row with this key is about a place or a thing. */
  readonly ofThing: boolean
  /** A row with this key has a code, as places and things do. */
  readonly coded: boolean
  /** A row with this key counts something. */
  readonly counting: boolean
  /** So does one with this key, as long as it says nothing of a person. */
  readonly measuring: boolean
  /** What the value identifies, where it is something made up. */
  readonly code: KeyContext
  /** The class holds for everything inside a container too. */
  readonly spreads: boolean
  /** The class may be a column of a statistic. */
  readonly demographic: boolean
}

const meaningless: KeyMeaning = {
  personalData: undefined,
  plainName: false,
  role: false,
  openRole: false,
  people: false,
  wrapper: false,
  carries: false,
  labels: false,
  labelled: false,
  heads: false,
  namePart: false,
  describes: false,
  personal: false,
  oftenPersonal: false,
  ofThing: false,
  coded: false,
  counting: false,
  measuring: false,
  code: 0,
  spreads: false,
  demographic: false
}

/** `ibu_kota`, `anak_perusahaan`, `anak_sungai`: not of people. */
const ofNobody = (word: string, next: string | undefined): boolean =>
  (word === "ibu" || word === "anak" || word === "bapak" || word === "orang") && next !== undefined && places.has(next) ||
  (word === "kepala" || word === "ibu") && next === "berita"

/** Whose name a key with `nama` or `name` in it holds; `open` where the word beside it is not known. */
const namedThing = (words: ReadonlyArray<string>): "person" | "plain" | "open" | "other" | "none" => {
  const nama = words.indexOf("nama")
  const name = words.lastIndexOf("name")
  if (nama < 0 && name < 0) return "none"
  const at = nama >= 0 ? nama : name
  const of = nama < 0 && words[at + 1] === "of" ? words[at + 2] : undefined
  const owner = of ?? (nama >= 0 ? words[at + 1] ?? words[at - 1] : words[at - 1] ?? words[at + 1])
  // `nama_rekening` is an account's holder, or a line of a budget.
  if (owner === undefined || owner === "rekening") return "plain"
  if (nama >= 0 && ofNobody(owner, words[at + 2]) || owner === "ibu" && words.includes("kota")) return "other"
  if (nama > 0 && words[nama - 1] === "atas") return "person"
  // `nama_wajib_pajak` is a taxpayer.
  if (owner === "wajib" && words[at + 2] === "pajak") return "person"
  if (people.has(owner) || nameParts.has(owner)) return "person"
  if (places.has(owner) || things.has(owner)) return "other"
  return nama >= 0 && agentNoun(owner) ? "person" : "open"
}

/** Classes that belong to an office, a budget or a region as soon as the key names one: `alamat_kantor`, `kode_rekening`. */
const ofPlaces: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>([
  "address",
  "phone",
  "finance",
  "bank-account",
  ...demographics
])

const isOfPlace = (personalData: PersonalDataClass, rest: ReadonlyArray<string>): boolean =>
  ofPlaces.has(personalData) && rest.some((word) => places.has(word) && !(word === "bank" && personalData === "bank-account"))

/** Classes that only a row about a person has; a park has an address and a telephone, a company an NPWP. */
const identifying: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>([
  "nik",
  "kk",
  "bpjs",
  "passport",
  "name",
  "birth-date",
  "biometric",
  "genetic",
  "coordinates-home"
])

const classOf = (words: ReadonlyArray<string>, named: ReturnType<typeof namedThing>): PersonalDataClass | undefined => {
  // `nama_agama` is the religion of somebody.
  if (named !== "none") return named === "person" ? "name" : wholePhrase(words.join(" "))
  const match = longestPhrase(words)
  if (match === undefined) return wholePhrase(words.join(" "))
  const { personalData, rest } = match
  return isOfPlace(personalData, rest) || personalData === "bank-account" && rest.includes("kode") ? undefined : personalData
}

/** `pegawai`, `data_pegawai`, `kepala_dinas`, `school_owner`; not `ibu_kota`, not `kantor_pegawai`. */
const areaOfPeople = (words: ReadonlyArray<string>): boolean => {
  const head = words.find((word) => !wrappers.has(word))
  if (head === undefined) return false
  if (people.has(head)) return !(words.length > 1 && ofNobody(head, words[words.indexOf(head) + 1]))
  return people.has(words[words.length - 1] ?? "") && !places.has(head)
}

/** `kode_wilayah`; not `kode_anggota`, nor `kode_pos`, which addresses have. */
const isCoded = ([head = "", ...rest]: ReadonlyArray<string>): boolean =>
  (head === "kode" || head === "code") && rest[0] !== "pos" && !rest.some((word) => people.has(word))

/** `tempat_lahir` */
const birthWords: ReadonlySet<string> = new Set(["lahir", "kelahiran", "birth", "birthplace", "born"])
const homeWords: ReadonlySet<string> = new Set(["rumah", "domisili", "tinggal", "ktp", "home", "residential", "residence", "hometown"])
const notHomes: ReadonlySet<string> = new Set(["sakit", "makan", "ibadah", "susun", "dinas", "page"])

/** `alamat_rumah`; not `alamat_rumah_sakit`. */
const isOfHome = (words: ReadonlyArray<string>): boolean =>
  words.some((word) => homeWords.has(word)) && !words.some((word) => notHomes.has(word))

const contextOf = (words: ReadonlyArray<string>): KeyContext => {
  let context: KeyContext = 0
  for (const word of words) {
    if (amounts.has(word)) return 3
    if (references.has(word)) context = 2
    else if (context === 0 && codes.has(word)) context = 1
  }
  return context
}

/** `kepala_dinas`, `penanggung_jawab_acara`; a role is never what counts or describes. */
const isRole = (words: ReadonlyArray<string>, phrase: string): boolean => {
  if (roles.has(phrase)) return true
  const [head = "", next] = words
  return words.length > 1 && roleHeads.has(head) && !ofNobody(head, next)
}

/** `nama_camat`; not `nama_kepala_keluarga` or `nama_ketua_rt`, which rows about people have. */
const isOfOfficer = (words: ReadonlyArray<string>): boolean =>
  words.some((word) => officers.has(word)) &&
  !words.some((word) => word === "keluarga" || word === "rt" || word === "rw" || word === "rumah" || word === "dusun")

/** `luas_m2` as `luas`. */
const withoutUnits = (words: ReadonlyArray<string>): string => words.slice(0, words.findLastIndex((word) => !units.has(word)) + 1).join(" ")

const isMeasure = ([head = ""]: ReadonlyArray<string>, phrase: string): boolean => measures.has(phrase) || measureHeads.has(head)

const year = /^(?:19|20)\d\d$/

export const meaningOfKey = (key: string): KeyMeaning => {
  const words = fullWords(key)
  if (words.length === 0) return year.test(key) ? { ...meaningless, measuring: true } : meaningless
  const phrase = words.join(" ")
  const code = contextOf(words)
  if (words.some((word) => counts.has(word)) || countingPhrases.has(phrase)) return { ...meaningless, counting: true, code }
  const named = namedThing(words)
  const personalData = classOf(words, named)
  // `face_template` is one, `email_template` is not.
  if (words.some((word) => aboutFields.has(word)) && !openRoles.has(phrase) && (personalData === undefined || !isPhrase(phrase))) {
    return { ...meaningless, labels: labelKeys.has(phrase), code }
  }
  const role = personalData === undefined && named === "none" && isRole(words, phrase)
  const ofOfficer = personalData === "name" && isOfOfficer(words)
  return {
    personalData,
    plainName: named === "plain",
    role,
    openRole: named === "open" || !role && personalData === undefined && openRoles.has(phrase),
    people: personalData === undefined && named === "none" && areaOfPeople(words),
    wrapper: wrappers.has(phrase),
    carries: carriers.has(phrase),
    labels: labelKeys.has(phrase),
    labelled: labelledKeys.has(phrase),
    heads: headKeys.has(phrase),
    namePart: partsOfName.has(phrase),
    describes: descriptions.has(phrase),
    personal: personal.has(phrase) || personalData === "address" && words.some((word) => birthWords.has(word)) ||
      personalData !== undefined && identifying.has(personalData) && !ofOfficer && phrase !== "kk" && phrase !== "lahir",
    oftenPersonal: ofOfficer || oftenPersonal.has(phrase) || personalData === "address" && isOfHome(words),
    ofThing: ofThings.has(phrase) || ofThings.has(withoutUnits(words)),
    coded: isCoded(words),
    counting: false,
    measuring: isMeasure(words, phrase),
    code,
    spreads: personalData !== undefined && spreading.has(personalData),
    demographic: personalData !== undefined && demographics.has(personalData)
  }
}
