/**
 * What a key's name says of the value under it: a class, whose it is, and what it tells of the row it stands in. Pure.
 *
 * Gotcha: in Indonesian the word after `nama` says whose name it is, in English the word before `name`.
 */
import type { PersonalDataClass } from "../../domain/PersonalData.ts"
import { rawWords, wordsOf } from "./KeyWords.ts"
import { isPersons, type Whose, whoseOf } from "./Whose.ts"
import {
  aboutFields,
  bodyWords,
  classWords,
  counts,
  fillers,
  headWords,
  labelWords,
  measures,
  nameParts,
  officers,
  openWords,
  organisations,
  places,
  type Sureness,
  thingEvidence,
  things,
  valueWords,
  wrappers
} from "./Words.ts"
import { wordSet } from "./WordSet.ts"

export interface KeyMeaning {
  readonly words: ReadonlyArray<string>
  readonly class: PersonalDataClass | undefined
  readonly sure: Sureness | undefined
  readonly whose: Whose | undefined
  /** `plain` says not whose, `open` is of something unknown, `other` is no person's. */
  readonly name: "person" | "plain" | "open" | "other" | undefined
  /** A string under it is a person's name, an object a person. */
  readonly role: boolean
  /** Stays as it is in a person's row too. */
  readonly open: boolean
  readonly counts: boolean
  readonly measures: boolean
  /** Its row is about an organisation, a place or a thing. */
  readonly ofThing: boolean
  readonly wraps: boolean
  readonly isLabel: boolean
  readonly isValue: boolean
  readonly isHead: boolean
  readonly isBody: boolean
  readonly ofHome: boolean
  /** A class that is an office's or a thing's: the telephone of a clinic. */
  readonly isOffices: boolean
  /** It says nothing beside its class, whose it is and how it stands: `status_hiv`, not `kasus_hiv`. */
  readonly isPure: boolean
}

const nothing: KeyMeaning = {
  words: [],
  class: undefined,
  sure: undefined,
  whose: undefined,
  name: undefined,
  role: false,
  open: false,
  counts: false,
  measures: false,
  ofThing: false,
  wraps: false,
  isLabel: false,
  isValue: false,
  isHead: false,
  isBody: false,
  ofHome: false,
  isOffices: false,
  isPure: false
}

/** Of these a state, a kind, a date or a code is nobody's secret: `status_nik`, `tgl_paspor`, `kode_rekening`. */
const numbered: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>([
  "nik",
  "kk",
  "npwp",
  "bpjs",
  "passport",
  "plate",
  "bank-account",
  "card",
  "phone",
  "email",
  "address",
  "id",
  "biometric",
  "name",
  "coordinates-home",
  "finance",
  "secret"
])
const stateWords = wordSet(`
  status jenis tanggal tahun masa kode kategori waktu jam bulan golongan tingkat aktif berlaku expiry expired expires valid cetak
  cetakan jabatan dibuat diubah dikirim diverifikasi diterima disetujui urut warna has is
`)
const endWords = wordSet("status jenis tanggal kode kategori aktif expiry expired expires valid dibuat diubah diverifikasi")
/** What is said of a place, an office or a thing is not said of a person. */
const ofPlaces: ReadonlySet<PersonalDataClass> = new Set<PersonalDataClass>([
  "address",
  "phone",
  "email",
  "finance",
  "health",
  "religion",
  "sex",
  "nationality",
  "marital-status",
  "criminal",
  "coordinates-home",
  "biometric",
  "id",
  "birth-date",
  "bank-account",
  "secret"
])
/** A business that is often its owner's alone, and so is its number. */
const ownBusiness = wordSet("usaha umkm ukm ikm toko warung bengkel salon")
/** Of HTTP, by which somebody is let in; `cookie_policy` is none. */
const headers = wordSet("authorization proxy_authorization cookie set_cookie")
const homeWords = wordSet("rumah domisili tinggal")

const nameOf = (words: ReadonlyArray<string>, isEnglish: boolean): KeyMeaning["name"] | readonly [PersonalDataClass, Sureness] => {
  const at = isEnglish ? words.lastIndexOf("nama") : words.indexOf("nama")
  const order = isEnglish ? [...words.slice(0, at).reverse(), ...words.slice(at + 1)] : [...words.slice(at + 1), ...words.slice(0, at)]
  const owners = order.filter((word) => !fillers.has(word) && !wrappers.has(word) || word === "lengkap")
  const owner = owners.find((word) => !nameParts.has(word) && word !== "kk" && word !== "rekening" && word !== "ktp")
  if (owner === undefined) return owners.some((word) => nameParts.has(word) || word === "kk") || words.includes("ktp") ? "person" : "plain"
  const whose = whoseOf(owner)
  if (isPersons(whose)) return "person"
  if (whose !== undefined) return "other"
  const found = classWords.get(owner)
  if (found !== undefined) return found[1] === "sure" && found[0] !== "religion" && found[0] !== "health" ? "plain" : found
  if (openWords.has(owner) || counts.has(owner) || measures.has(owner)) return "other"
  return "open"
}

const plainWords = wordSet(`
  akun nama nomor id bulanan tahunan monthly annual yearly bersih kotor harian riwayat data total rumah_tangga
`)
const isPlain = (word: string): boolean =>
  classWords.has(word) || isPersons(whoseOf(word)) || fillers.has(word) || nameParts.has(word) || wrappers.has(word) ||
  stateWords.has(word) || plainWords.has(word) || homeWords.has(word)

const remembered = new Map<string, KeyMeaning>()
const maxRemembered = 8_192

export const meaningOfKey = (key: string): KeyMeaning => {
  let meaning = remembered.get(key)
  if (meaning === undefined) {
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(key, meaning = compose(key))
  }
  return meaning
}

const compose = (key: string): KeyMeaning => {
  const words = wordsOf(key)
  if (words.length === 0) return /^(?:19|20)\d\d$/.test(key) ? { ...nothing, measures: true, open: true } : nothing
  const phrase = words.join("_")
  const raw = rawWords(key)
  const base = {
    ...nothing,
    words,
    measures: words.length === 1 && measures.has(words[0]!) || measures.has(phrase),
    ofThing: words.some((word) => thingEvidence.has(word)) || thingEvidence.has(raw.join("")),
    wraps: words.every((word) => wrappers.has(word) || fillers.has(word)),
    isLabel:
      words.length <= 2 && labelWords.has(words[words.length - 1]!) && words.every((word) => labelWords.has(word) || word === "nama") ||
      phrase === "@tampilan",
    isValue: valueWords.has(words[0]!) && words[1] !== "jenis" || valueWords.has(phrase),
    isHead: words.length <= 2 && (words.some((word) => headWords.has(word)) || headWords.has(raw.join(""))),
    isBody: words.length <= 2 && words.some((word) => bodyWords.has(word)),
    ofHome: words.some((word) => homeWords.has(word))
  }
  const classed = words.flatMap((word, at) => {
    const found = classWords.get(word)
    return found === undefined ? [] : [{ at, name: found[0], sure: found[1] }]
  })
  const first = words[0]!
  const last = words[words.length - 1]!
  const whoses = words.map(whoseOf)
  const person = whoses.find(isPersons)
  const noPerson = whoses.find((whose) => whose !== undefined && !isPersons(whose))
  // `tgl_nikah` tells of a couple.
  if (classed.length === 1 && classed[0]!.name === "marital-status" && /^(?:tanggal|tahun)$/.test(first) && words.length === 2) {
    return { ...base, class: "marital-status", sure: "inPerson", whose: person }
  }
  const whose = person ?? noPerson
  const money = classed.find(({ name }) => name === "finance")
  if (
    words.some((word) => counts.has(word)) &&
    !(money !== undefined &&
      (money.sure === "sure" || (person === undefined || person === "subject" || person === "kin") && noPerson === undefined))
  ) {
    return { ...base, counts: true, open: true, whose }
  }
  if (headers.has(phrase)) return { ...base, class: "secret", sure: "sure" }
  const secret = classed.find(({ name, sure }) => name === "secret" && (sure === "sure" || words.length === 1 || classed.length > 1))
  if (secret !== undefined && !stateWords.has(first) && (words.length === 1 || !endWords.has(last) || last === "kode")) {
    return { ...base, class: "secret", sure: secret.sure, whose }
  }
  if (words.includes("oleh")) return { ...base, role: true, whose: "officer" }
  if (words.some((word) => aboutFields.has(word)) && words.length > 1) return { ...base, open: true, whose }
  if (words.includes("nama")) {
    const name = nameOf(words, raw.includes("name") || raw.includes("names"))
    if (typeof name === "object") {
      return {
        ...base,
        class: name[0],
        sure: name[0] === "health" ? "inPerson" : name[1] === "sure" ? "trait" : name[1],
        whose,
        isPure: words.every(isPlain)
      }
    }
    return {
      ...base,
      name,
      class: name === "person" ? "name" : undefined,
      sure: name === "person" ? "sure" : undefined,
      open: name === "other",
      whose
    }
  }
  const ranks = { sure: 0, trait: 1, inPerson: 2 }
  const [best] = classed.toSorted((a, b) =>
    (a.at === 0 && a.name === "biometric" ? -1 : b.at === 0 && b.name === "biometric" ? 1 : 0) || ranks[a.sure] - ranks[b.sure] ||
    a.at - b.at
  )
  if (classed[0]?.name === "coordinates-home" && base.ofHome) return { ...base, class: "coordinates-home", sure: "sure", whose }
  if (
    best !== undefined && best.name === "finance" && words.length > 1 &&
    (/^(?:id|nomor|tanggal|metode|method|bank)$/.test(last) || words.includes("tenor"))
  ) return { ...base, open: true, whose }
  if (best !== undefined) {
    const isState = words.length > 1 && (stateWords.has(first) && first !== words[best.at] || endWords.has(last) && last !== words[best.at])
    if (isState && (numbered.has(best.name) || /^(?:tanggal|tahun|jam|waktu|masa|dibuat|diubah|has|is)$/.test(first))) {
      return { ...base, open: true, whose }
    }
    const isOffices = best.name === "npwp"
      ? noPerson === "organisation" && person !== "subject" && person !== "kin" && !words.some((word) => ownBusiness.has(word))
      : (person === undefined || first === "kontak") && !(best.name === "finance" && /^(?:rp|rupiah|nominal)$/.test(first)) &&
        !(base.ofHome && best.name === "address") &&
        (noPerson !== undefined || words.includes("lokasi") && best.name === "address")
    if (isOffices && best.name === "npwp") return { ...base, class: "npwp", sure: "sure", isOffices: true, whose: noPerson }
    if (isOffices && best.name === "id") return { ...base, class: "id", sure: "inPerson", whose: noPerson }
    if (isOffices && (ofPlaces.has(best.name) || noPerson === "organisation" && (best.name === "nik" || best.name === "kk"))) {
      return { ...base, open: true, isOffices: true, whose: noPerson ?? "place" }
    }
    if (best.name === "health" && best.sure === "inPerson" && first === "nomor") return { ...base, open: true, whose }
    const sure = best.name === "id" && person !== undefined && words.includes("ip")
      ? "sure"
      : best.sure === "inPerson" && (person === "subject" || person === "kin")
      ? "trait"
      : best.sure
    return { ...base, class: best.name, sure, whose, isPure: words.every(isPlain) }
  }
  if (words.length > 1 && raw[raw.length - 1] === "ke") return { ...base, open: true, whose }
  const rest = words.filter((word) => !fillers.has(word) && !wrappers.has(word))
  const head = rest[0] ?? first
  if (head === "kontak" && noPerson !== undefined) return { ...base, open: true, isOffices: true, whose: noPerson }
  if (person === "subject" && (words.includes("id") || words.includes("nomor")) && words.length === 2) {
    return { ...base, class: "id", sure: "inPerson", whose: person }
  }
  if (words[0] === "@tampilan") return { ...base, name: "plain" }
  if (person !== undefined && isPersons(whoseOf(head))) {
    const others = rest.slice(1)
    const said = others.find((word) =>
      openWords.has(word) || organisations.has(word) && word === last || things.has(word) && !officers.has(head)
    )
    if (said === undefined) return { ...base, role: true, whose: whoseOf(head) }
    return { ...base, open: true, whose: whoseOf(head) }
  }
  if (person !== undefined && isPersons(whoseOf(last)) && !openWords.has(head) && whoseOf(head) === undefined) {
    return { ...base, role: true, whose: person }
  }
  const isSaid = (word: string): boolean =>
    openWords.has(word) || whoseOf(word) !== undefined || measures.has(word) || thingEvidence.has(word)
  const open = rest.length === 0 && !base.wraps ||
    rest.length > 0 &&
      (openWords.has(head) || openWords.has(last) || rest.every(isSaid) || rest.some((word) => places.has(word) || organisations.has(word)))
  return { ...base, open, whose }
}
