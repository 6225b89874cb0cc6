/** What becomes of a leaf: by its key, by the row it stands in, by the values of the first rows. Pure. */
import { isPersons, type KeyMeaning } from "../keys/KeyMeaning.ts"
import { nameParts } from "../keys/Words.ts"
import { wordSet } from "../keys/WordSet.ts"
import type { VerdictClass } from "./NodeByte.ts"
import { isIdentity, leavesOf, type Member, type Row } from "./Row.ts"
import {
  digitsOf,
  isDate,
  isHumanName,
  isLink,
  isMail,
  isMailLike,
  isMobile,
  isNikValue,
  isNobody,
  isNoName,
  isOfficeMail,
  isTelephone,
  isThing,
  isUuid,
  type Leaf
} from "./Values.ts"

export type Reason = "classified" | "key" | "row" | "value" | "unknown"

export interface Verdict {
  readonly class: VerdictClass | "open" | "public" | "number"
  /** JavaScript has to look at each value. */
  readonly check: boolean
  readonly reason: Reason
}

const say = (name: Verdict["class"], reason: Reason, check = false): Verdict => ({ class: name, check, reason })
const open = say("open", "key")

/** Numbers of things: what looks like a card or a telephone in them is chance. */
const numberWords = wordSet(`
  invoice inv faktur kuitansi kwitansi resi struk nota barcode qrcode ean upc isbn issn doi sensor imei seri serial sn sku kontrak
  tender rup paket transaksi transaction trx billing order pesanan booking pnr ntpn ntb nib siup tdp oss kbli nop akta sk
  registrasi agenda surat dokumen sertifikat perkara bukti voucher kupon antrian lambung rak seri serial kontrak registrasi
  registration register trayek koridor panggil hash checksum uuid guid commit trace span awb po do pib batch lot urut dok kode crc
  etag md5 sha ref
`)
const amountWords = wordSet(`
  harga biaya tarif anggaran pagu belanja realisasi investasi modal hps luas timestamp time waktu epoch ts unix millis created
  updated dibuat diubah jam durasi volume barang inventaris aset kas perolehan nominal jumlah persen lat lng koordinat geometry
  bbox
`)

const handles = wordSet("username sosmed instagram facebook twitter tiktok handle ip rekam_medis")
/** A word in small letters, a short code: names are written with capitals. */
const codeLike = /^(?:[a-z][a-z_-]{1,14}|[A-Z]{1,4}|(?=.{1,8}$)[A-Z]{1,4}[-./]?\d{1,4}[A-Za-z]?|[IVX]{1,4}\/[a-e])$/
const switches = /^(?:ya|tidak|y|n|t|yes|no|true|false|ada|belum|sudah|-|[01])$/i
const isPublicIp = (leaf: Leaf): boolean =>
  /^(?!10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}$/.test(String(leaf))
const isShort = (leaf: Leaf): boolean => typeof leaf === "boolean" || digitsOf(leaf).length < 7 && !/[\p{L}*]/u.test(String(leaf))
/** `jenis_kelamin: 1`, `disabilitas: true`; what is larger counts. */
const isCode = (name: VerdictClass, leaf: Leaf): boolean =>
  typeof leaf === "boolean" || name !== "health" && name !== "criminal" && /^\d$/.test(String(leaf))
const codedTraits: ReadonlySet<VerdictClass> = new Set<VerdictClass>([
  "health",
  "sex",
  "religion",
  "marital-status",
  "nationality",
  "criminal"
])
const isNumber = (leaf: Leaf): boolean => typeof leaf === "number" || typeof leaf === "boolean" || /^-?[\d.,]+\s*%?$/.test(leaf)

/** An open leaf: how much of its value is looked at. */
const openVerdict = ({ counts, isOffices, words }: KeyMeaning, leaves: ReadonlyArray<Leaf>): Verdict =>
  leaves.some((leaf) => typeof leaf === "string" && (leaf.length > 60 || /\p{L}{3,}\W+\p{L}{3,}/u.test(leaf)))
    ? open
    : isOffices
    ? say("number", "key")
    : counts || words.some((word) => amountWords.has(word))
    ? say("public", "key")
    : words.some((word) => numberWords.has(word))
    ? say(words.includes("kode") || words.includes("dokumen") || words.includes("surat") ? "number" : "public", "key")
    : open

/** A column of names, of which some may be nobody's. */
const names = (leaves: ReadonlyArray<Leaf>, reason: Reason): Verdict => {
  const strings = leaves.filter((leaf) => typeof leaf === "string" && !/^[\d.,\s]+$/.test(leaf))
  if (strings.length === 0) return leaves.length === 0 ? say("name", reason) : open
  const others = strings.filter(isNoName).length
  return others === strings.length ? open : say("name", reason, others > 0 || strings.length < leaves.length)
}

const isLandline = (leaf: Leaf): boolean => /^(?:0|62)[2-79]\d{6,10}$/.test(digitsOf(leaf))
const personalMail = /@(?:gmail|googlemail|yahoo|ymail|rocketmail|hotmail|outlook|live|icloud|proton(?:mail)?|aol|msn)\./i
const contactOfThing = (row: Row, leaves: ReadonlyArray<Leaf>, isPhone: boolean): boolean =>
  row.isThing && row.person < 2 && !(row.hasOwner && isPhone && leaves.every(isMobile))

/** What a clinical record of FHIR says of the patient. */
const recordKeys = new RegExp(
  String.raw`^(?:code|value[A-Z]\w*|component|conclusion(?:Code)?|medication\w*|dosage\w*|note|interpretation|severity|bodySite|reaction`
    + String.raw`|manifestation|vaccineCode|clinicalStatus|stage|evidence|finding)$`
)

/** Prose of somebody's row tells names: JavaScript looks at it, knowing that. */
export const judge = (member: Member, row: Row): Verdict => {
  const verdict = judged(member, row)
  const isPersonal = row.person > 0 || row.hasActor || row.hasOfficer
  return verdict.class === "open" && isPersonal &&
      leavesOf(member.values).some((leaf) => typeof leaf === "string" && leaf.length > 50 && isProse.test(leaf))
    ? { ...verdict, check: true }
    : verdict
}

const isBirth = (value: number): boolean => value >= 1_850 && value < 2_100 || value > 18_500_000 && value < 21_000_000

const isProse = /\p{Ll}{3,}\W+\p{Ll}{3,}/u

const judged = (member: Member, row: Row): Verdict => {
  const { meaning } = member
  const leaves = leavesOf(member.values)
  const { class: name, sure } = meaning
  // `partner_id: [7, "Suparti"]`, `users_id_requester: "Suparti"`
  const isOwnId = isPersons(meaning.whose) || meaning.class === "id" || /^(?:dibuat|diubah)$/.test(meaning.words[0] ?? "")
  if (isOwnId && (meaning.open || meaning.class === "id") && meaning.words.includes("id") && leaves.some(isHumanName)) {
    return names(leaves, "value")
  }
  if (row.isRecord && recordKeys.test(member.key)) return say("health", "row")
  if (meaning.counts) return openVerdict(meaning, leaves)
  if (name === "name") return names(leaves, "key")
  if (meaning.name === "plain" || meaning.name === "open") return judgeName(member, row, leaves)
  if (meaning.role) return judgeRole(meaning, row, leaves)
  if (name === undefined) return judgeRest(member, row, leaves)
  const isTrait = meaning.isPure && meaning.sure !== "inPerson" && codedTraits.has(name)
  if (leaves.length > 0 && leaves.every((leaf) => typeof leaf === "boolean") && row.person === 0 && !isTrait) {
    return openVerdict(meaning, leaves)
  }
  switch (name) {
    case "secret":
      return leaves.length > 0 && leaves.every((leaf) => typeof leaf !== "string") ||
          sure === "inPerson" && row.person === 0 && !row.isPeople
        ? openVerdict(meaning, leaves)
        : say(name, "key")
    case "nik":
    case "kk":
    case "npwp":
    case "bpjs":
    case "passport":
    case "plate":
    case "bank-account":
    case "card":
    case "id":
      if (
        leaves.length > 0 &&
        (leaves.every(isShort) && name !== "id" && name !== "plate" &&
            // Counts are numbers: `nik: "12345"` is a part of one.
            !(meaning.words.includes("nik") && meaning.isPure && leaves.some((leaf) => typeof leaf === "string") && !row.isStatistic) ||
          !leaves.some((leaf) => /\d/.test(String(leaf))) && !(name === "id" && meaning.words.some((word) => handles.has(word))))
      ) return openVerdict(meaning, leaves)
      if (
        sure === "inPerson" && row.person < (name === "id" ? 1 : 2) &&
        !(row.hasActor && meaning.words.includes("ip") && leaves.some(isPublicIp))
      ) return openVerdict(meaning, leaves)
      if (name === "bpjs" && leaves.length > 0 && leaves.every((leaf) => digitsOf(leaf).length < 10)) return openVerdict(meaning, leaves)
      if (sure === "trait" && (!meaning.isPure || row.isThing || row.isStatistic)) return openVerdict(meaning, leaves)
      if (
        name === "id" &&
        (leaves.length > 0 && !leaves.some((leaf) => String(leaf).length > 3) ||
          row.isThing && row.person === 0 && !isIdentity(member, leaves))
      ) return openVerdict(meaning, leaves)
      // `rekam_medis` is its number, or what stands in it.
      if (meaning.words.join() === "rekam_medis" && leaves.length > 0 && !leaves.some((leaf) => /[\d*]/.test(String(leaf)))) {
        return say("health", "key")
      }
      return leaves.length > 0 && leaves.every(isUuid) ? open : say(name, "key")
    case "phone":
    case "email": {
      const isPhone = name === "phone"
      if (leaves.length > 0 && !leaves.some(isPhone ? isTelephone : isMailLike)) return open
      if (
        isPhone && row.person === 0 && !row.isAlone && meaning.whose !== "subject" && meaning.whose !== "kin" && !meaning.ofHome &&
        leaves.length > 0 &&
        leaves.every(isLandline)
      ) return say("number", "value")
      if (
        !isPersons(meaning.whose) && (isPhone || !leaves.some((leaf) => personalMail.test(String(leaf)))) &&
        contactOfThing(row, leaves, isPhone)
      ) return say("number", "row")
      if (isPhone) return sure === "inPerson" && row.person === 0 ? open : say(name, "key")
      const others = leaves.filter(isOfficeMail).length
      return others > 0 && others === leaves.length ? say("number", "value") : say(name, "key", others > 0)
    }
    case "address":
      if (leaves.length > 0 && leaves.every((leaf) => typeof leaf === "boolean")) return open
      if (sure === "inPerson") return row.person === 2 || row.person === 1 && !row.isThing && !row.isOpen ? say(name, "row") : open
      if (isPersons(meaning.whose) || meaning.ofHome && row.person > 0) return say(name, "key")
      return (row.isThing || row.isStatistic) && row.person < 2 ? open : say(name, "key")
    case "coordinates-home":
      if (row.isGrave) return openVerdict(meaning, leaves)
      return meaning.ofHome || row.person === 2 || row.person === 1 && row.hasHome ? say(name, "row") : openVerdict(meaning, leaves)
    case "birth-date":
      // `lhr`: traffic a day.
      if (sure !== "sure" && row.person === 0 && leaves.length > 0 && leaves.every((leaf) => typeof leaf === "number" && !isBirth(leaf))) {
        return open
      }
      if (leaves.length > 0 && leaves.every((leaf) => typeof leaf === "number" && leaf < 1900)) return open
      if (row.person === 0 && (row.isThing || row.isStatistic)) return open
      return say(name, "key")
    default:
      return judgeTrait(member, row, leaves)
  }
}

const judgeTrait = ({ meaning }: Member, row: Row, leaves: ReadonlyArray<Leaf>): Verdict => {
  const name = meaning.class!
  const { sure } = meaning
  if (row.person === 2 || name === "child" && sure === "sure") return say(name, "row")
  if (sure === "inPerson") {
    return row.person === 1 && (name === "biometric" || row.hasHome || row.isAbout || isPersons(meaning.whose))
      ? say(name, "row")
      : openVerdict(meaning, leaves)
  }
  if (row.isStatistic || row.isThing) return isPersons(meaning.whose) && row.person === 1 ? say(name, "row") : openVerdict(meaning, leaves)
  if (row.person === 1) return say(name, "row")
  // Nobody is named: a value is somebody's where the key says nothing else and the value is no count.
  const isMoney = name === "finance" || name === "biometric" || name === "genetic" || name === "health" && sure === "sure"
  const isCoded = leaves.every((leaf) => isCode(name, leaf)) && !(row.hasPlace && leaves.every((leaf) => typeof leaf === "number"))
  if (!isMoney && leaves.length > 0 && leaves.every(isNumber) && !isCoded) return openVerdict(meaning, leaves)
  return meaning.isPure ? say(name, "key", !isMoney && leaves.some((leaf) => typeof leaf === "number")) : openVerdict(meaning, leaves)
}

const judgeName = ({ meaning }: Member, row: Row, leaves: ReadonlyArray<Leaf>): Verdict => {
  const strings = leaves.filter((leaf) => typeof leaf === "string")
  if (strings.length === 0 && leaves.length > 0) return open
  if (row.isOpen) return open
  if (meaning.name === "plain" && (row.person === 2 || row.isPeople || row.person === 1 && !row.isThing)) return names(leaves, "row")
  if (row.isThing || row.isStatistic) return open
  const human = strings.filter(isHumanName).length
  return human * 2 > strings.length && (meaning.name === "plain" || row.person > 0 || meaning.words.includes("akun"))
    ? say("name", "value", strings.some(isNoName))
    : open
}

const judgeRole = (meaning: KeyMeaning, row: Row, leaves: ReadonlyArray<Leaf>): Verdict => {
  if (leaves.length === 0) return say("name", "key")
  if (leaves.every(isTelephone)) return say("phone", "value")
  if (leaves.every((leaf) => isMail(leaf))) {
    return leaves.every(isOfficeMail)
      ? say("number", "value")
      : say("email", "value", leaves.some(isOfficeMail))
  }
  const isMixed = meaning.words.includes("kontak") || meaning.words.includes("narahubung")
  if (isMixed && leaves.some((leaf) => isTelephone(leaf) || isMail(leaf))) {
    return row.isThing && row.person === 0 && !leaves.some(isMobile)
      ? say("number", "row")
      : say("phone", "value", leaves.some((leaf) => isNobody(leaf)))
  }
  return leaves.every((leaf) => isUuid(leaf) || isLink(leaf) || isDate(leaf) || switches.test(String(leaf))) ? open : names(leaves, "key")
}

const judgeRest = ({ meaning }: Member, row: Row, leaves: ReadonlyArray<Leaf>): Verdict => {
  const isNikColumn = leaves.length > 0 && leaves.filter(isNikValue).length * 2 >= leaves.length
  if (isNikColumn) {
    return leaves.every((leaf) => typeof leaf === "number" || /^\d{4}(?:\d{12}|\*{12})$/.test(leaf.toString())) && !meaning.open
      ? say("nik", "value")
      : openVerdict(meaning, leaves)
  }
  if (row.isPeople && meaning.isValue && leaves.some((leaf) => typeof leaf === "string")) return names(leaves, "row")
  if (row.isPeople && meaning.words.length === 1 && nameParts.has(meaning.words[0]!)) return names(leaves, "row")
  if (
    row.person < 2 || row.isOpen || meaning.open || meaning.words.length === 0 || meaning.measures ||
    meaning.isValue && row.person === 2 && meaning.words[0] !== "value"
  ) return openVerdict(meaning, leaves)
  // Moments, links, switches and names of offices say nothing of a person.
  if (
    leaves.length === 0 ||
    !leaves.every((leaf) =>
      typeof leaf === "boolean" || isDate(leaf) || isUuid(leaf) || isLink(leaf) || isThing(leaf) || switches.test(String(leaf))
    )
  ) {
    if (row.isClinical || leaves.length === 0) return say("unknown", "row")
    // Small numbers and words that come again and again sort rows; they do not tell of one.
    if (leaves.every((leaf) => /^-?\d{1,4}(?:[.,]\d{1,2})?$/.test(String(leaf)))) return openVerdict(meaning, leaves)
    const distinct = new Set(leaves.map(String))
    if (leaves.every((leaf) => codeLike.test(String(leaf)))) return openVerdict(meaning, leaves)
    if (leaves.length >= 4 && distinct.size * 2 <= leaves.length && leaves.every((leaf) => String(leaf).length <= 40)) {
      return openVerdict(meaning, leaves)
    }
    return say("unknown", "row")
  }
  return openVerdict(meaning, leaves)
}
