/** What becomes of a leaf: by its key, by the row it stands in, by the values of the first rows. Pure. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { isPersons } from "../keys/Whose.ts"
import { wordSet } from "../keys/WordSet.ts"
import { isLandline, isNeutral, isPersonalMail, isSwitch, isTextInstead } from "./Checked.ts"
import { contactOfThing, names, open, openVerdict, say, type Verdict } from "./Columns.ts"
import { countedBy, isFamily, isPlaced } from "./Counted.ts"
import { isIdentity } from "./Identity.ts"
import { isAid, judgeRest } from "./JudgeRest.ts"
import type { VerdictClass } from "./NodeByte.ts"
import { isTown } from "./NodeWords.ts"
import { leavesOf, type Member, type Row } from "./Row.ts"
import {
  digitsOf,
  isDate,
  isHome,
  isHumanName,
  isMail,
  isMailLike,
  isMobile,
  isNobody,
  isNoName,
  isOfficeMail,
  isProse,
  isStreet,
  isTelephone,
  isThing,
  isTitled,
  isUuid,
  type Leaf
} from "./Values.ts"

const numbersOfOne = wordSet("noanggota nopelanggan nopeserta donatur")
const ages = wordSet("bayi balita anak remaja dewasa lansia difabel bumil")
const notes = wordSet("keterangan catatan alasan uraian deskripsi kronologi")
const licences = wordSet("sip str sipb strb")
const handles = wordSet("username sosmed instagram facebook twitter tiktok handle ip rekam_medis")
/** How secrets are made and how long they live is none. */
const ofSecrets = wordSet("policy kebijakan lifespan lifetime ttl expires expiry timeout algorithm length type url uri endpoint")
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
/** `[2, "Administrator"]` */
const isPaired = (values: ReadonlyArray<unknown>): boolean =>
  values.every((value) => Array.isArray(value) && value.length === 2 && typeof value[0] === "number" && typeof value[1] === "string")

const isNumber = (leaf: Leaf): boolean => typeof leaf === "number" || typeof leaf === "boolean" || /^-?[\d.,]+\s*%?$/.test(leaf)

/** What a clinical record of FHIR says of the patient. */
const recordKeys = new RegExp(
  String.raw`^(?:code|value[A-Z]\w*|component|conclusion(?:Code)?|medication\w*|dosage\w*|note|interpretation|severity|bodySite|reaction`
    + String.raw`|manifestation|vaccineCode|clinicalStatus|stage|evidence|finding)$`
)

const mostly = (leaves: ReadonlyArray<Leaf>, test: (leaf: Leaf) => boolean): boolean =>
  leaves.length > 0 && leaves.filter(test).length * 5 >= leaves.length * 4

/** Rupiah; fewer are counted. */
const leastBill = 5_000
const isClass = (name: Verdict["class"]): name is VerdictClass => name !== "open" && name !== "public" && name !== "number"
const isSometimesSwitch = (leaves: ReadonlyArray<Leaf>): boolean =>
  leaves.some((leaf) => typeof leaf === "boolean") && leaves.some((leaf) => typeof leaf !== "boolean")

const checkedWhere = (verdict: Verdict, isMixed: boolean): Verdict => isMixed ? { ...verdict, check: true } : verdict

/** Prose of somebody's row tells names: JavaScript looks at it, knowing that. */
export const judge = (member: Member, row: Row): Verdict => {
  const found = judged(member, row)
  // `phone: false`, as some systems write that there is none.
  const isSwitched = isClass(found.class) && !countedBy.has(found.class) && isSometimesSwitch(leavesOf(member.values))
  const verdict = checkedWhere(found, isSwitched)
  const isPersonal = row.person > 0 || row.hasActor || row.hasOfficer
  const isNote = row.person === 2 && notes.has(member.meaning.words[0] ?? "")
  return verdict.class === "open" && isPersonal &&
      leavesOf(member.values).some((leaf) => typeof leaf === "string" && (isNote || leaf.length > 50) && isProse(leaf))
    ? { ...verdict, check: true }
    : verdict
}

const isBirth = (value: number): boolean => value >= 1_850 && value < 2_100 || value > 18_500_000 && value < 21_000_000

const judged = (member: Member, row: Row): Verdict => {
  const { meaning, values } = member
  const leaves = leavesOf(member.values)
  const { class: name, sure } = meaning
  // `partner_id: [7, "Suparti"]`, `users_id_requester: "Suparti"`
  const isOwnId = isPersons(meaning.whose) || meaning.class === "id" || /^(?:dibuat|diubah)$/.test(meaning.words[0] ?? "")
  if (
    isOwnId && (meaning.open || meaning.class === "id") && (meaning.words.includes("id") || isPaired(values)) && leaves.some(isHumanName)
  ) {
    return names(leaves, "value")
  }
  // `KTP hilang, bagaimana?` over what to do then: what it holds is found in it.
  if ((row.person < 2 || meaning.words.length > 2) && isTextInstead(name, leaves) || row.isSchema) return open
  if (row.isLife) return judgeRest(member, row, leaves)
  if (row.person === 2 && isAid(meaning, leaves)) return say("finance", "row")
  if (
    meaning.isOffices && (meaning.words.includes("alamat") || meaning.words.includes("lokasi")) && (row.person > 0 || row.hasActor) &&
    leaves.some(isHome)
  ) {
    return say("address", "value", true)
  }
  if (row.person > 0 && isTown(meaning) && leaves.some(isStreet)) return say("address", "value", true)
  const titled = leaves.filter(isTitled).length
  if (
    titled * 2 > leaves.length && meaning.name !== "other" && !meaning.counts && (meaning.class === undefined || meaning.class === "name")
  ) {
    return names(leaves, "value")
  }
  // `email_perusahaan`, which may be its owner's.
  if (meaning.isOffices && meaning.words.includes("email") && leaves.some(isMailLike)) return say("email", "key", true)
  if (row.isRecord && recordKeys.test(member.key)) return say("health", "row")
  // `total: 85000` of a bill.
  if (meaning.counts && meaning.words.length === 1 && row.isBilled && leaves.some((leaf) => Number(leaf) >= leastBill)) {
    return say("finance", "row")
  }
  const isOfOne = row.person === 2 && isFamily(meaning, leaves)
  if (isOfOne || meaning.counts) return isOfOne ? say("unknown", "value") : openVerdict(meaning, leaves)
  if (name === "name") return meaning.whose === undefined && mostly(leaves, isThing) ? open : names(leaves, "key")
  if (meaning.name === "plain" || meaning.name === "open") return judgeName(member, row, leaves)
  if (meaning.role) return judgeRole(meaning, row, leaves)
  if (name === undefined) return judgeRest(member, row, leaves)
  const isTrait = meaning.isPure && meaning.sure !== "inPerson" && codedTraits.has(name)
  if (leaves.length > 0 && leaves.every((leaf) => typeof leaf === "boolean") && row.person === 0 && !isTrait) {
    return name === "address" ? say(name, "key", true) : openVerdict(meaning, leaves)
  }
  switch (name) {
    case "secret":
      return leaves.length > 0 && leaves.every((leaf) => typeof leaf !== "string") || meaning.words.some((word) => ofSecrets.has(word)) ||
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
        !(numbersOfOne.has(meaning.words.at(-1)!) && row.facts.has("plainHuman")) &&
        !(row.hasActor && meaning.words[0]?.startsWith("ip") === true && leaves.some(isPublicIp))
      ) return openVerdict(meaning, leaves)
      // `P.2.…`: of a firm.
      if (name === "npwp" && leaves.length > 0 && leaves.every((leaf) => /^P\.?2\b/.test(String(leaf)))) return openVerdict(meaning, leaves)
      if (name === "npwp" && (meaning.isOffices || row.isLegal)) return say(name, "key", true)
      if (name === "bpjs" && leaves.length > 0 && leaves.every((leaf) => digitsOf(leaf).length < 10)) return openVerdict(meaning, leaves)
      if (
        row.hasOfficer && meaning.words.some((word) => licences.has(word)) &&
        leaves.some((leaf) => digitsOf(leaf).length > 5 && !isDate(leaf))
      ) {
        return say(name, "key")
      }
      if (sure === "trait" && (!meaning.isPure || row.isThing && !row.isPeople || row.isStatistic)) return openVerdict(meaning, leaves)
      // `user_id: [2, "Administrator"]`
      if (name === "id" && leaves.length > 0 && leaves.every((leaf) => typeof leaf === "number" || isNobody(leaf)) && isPaired(values)) {
        return open
      }
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
      if (leaves.length > 0 && leaves.every((leaf) => /^@[\w.]{3,}$/.test(String(leaf)))) return row.person > 0 ? say("id", "value") : open
      if (leaves.length > 0 && !leaves.some(isPhone ? isTelephone : isMailLike)) return open
      if (
        !isPersons(meaning.whose) && (isPhone || row.isFirm && !row.hasOwner || !leaves.some(isPersonalMail)) &&
        contactOfThing(row, leaves, isPhone)
      ) return isPhone ? say("number", "row") : say(name, "row", true)
      if (
        isPhone && row.person === 0 && !row.isAlone && meaning.whose !== "subject" && meaning.whose !== "kin" && !meaning.ofHome &&
        leaves.length > 0 &&
        leaves.every(isLandline)
      ) return say(name, "value", true)
      if (isPhone) return sure === "inPerson" && row.person === 0 ? open : say(name, "key")
      return say(name, "key", leaves.some(isOfficeMail))
    }
    case "address":
      if (leaves.length > 0 && leaves.every((leaf) => typeof leaf === "boolean")) return say(name, "row", true)
      if (sure === "inPerson") return row.person === 2 || row.person === 1 && !row.isThing && !row.isOpen ? say(name, "row") : open
      if (isPersons(meaning.whose) || (meaning.ofHome || row.isHome) && row.person > 0) return say(name, "key")
      return (row.isThing || row.isStatistic) && row.person < 2 ? open : say(name, "key")
    case "coordinates-home":
      if (leaves.some(isHome) && row.person > 0) return say("address", "value", true)
      if (isPlaced(leaves) && !leaves.some(isHome)) return openVerdict(meaning, leaves)
      if (row.isGrave || row.isOpen && !row.hasHome && (!row.isAbout || row.hasActor) || meaning.words.includes("id")) {
        return openVerdict(meaning, leaves)
      }
      return meaning.ofHome || row.person === 2 || row.person === 1 && (row.hasHome || row.isAbout && !row.hasActor)
        ? say(name, "row")
        : openVerdict(meaning, leaves)
    case "birth-date":
      // `lhr`: traffic a day.
      if (sure !== "sure" && row.person === 0 && leaves.length > 0 && leaves.every((leaf) => typeof leaf === "number" && !isBirth(leaf))) {
        return open
      }
      if (leaves.length > 0 && leaves.every((leaf) => typeof leaf === "number" && leaf < 1900)) return open
      // `ttl: 86400`
      if (member.key === "ttl" && row.person === 0 && leaves.every((leaf) => typeof leaf === "number" && !isBirth(leaf))) return open
      if (row.person === 0 && (row.isThing || row.isStatistic)) return open
      return say(name, "key")
    case "biometric":
      return checkedWhere(judgeTrait(member, row, leaves), leaves.some(isSwitch))
    default:
      return judgeTrait(member, row, leaves)
  }
}

const judgeTrait = ({ meaning }: Member, row: Row, leaves: ReadonlyArray<Leaf>): Verdict => {
  const name = meaning.class!
  const { sure } = meaning
  if (row.person === 2 || name === "child" && sure === "sure") return say(name, "row")
  if (sure === "inPerson") {
    if (name === "finance" && row.isBilled) return say(name, "row")
    return row.person === 1 &&
        (name === "biometric" || name === "finance" && row.isReached && !row.isThing || row.hasHome || row.isAbout ||
          isPersons(meaning.whose))
      ? say(name, "row")
      : openVerdict(meaning, leaves)
  }
  if (name === "biometric" && sure === "sure" && row.person > 0) return say(name, "row")
  if (row.isStatistic || row.isThing) return isPersons(meaning.whose) && row.person === 1 ? say(name, "row") : openVerdict(meaning, leaves)
  if (row.person === 1) return say(name, "row")
  // Nobody is named: a value is somebody's where the key says nothing else and the value is no count.
  const isMoney = name === "finance" || name === "biometric" || name === "genetic" || name === "health" && sure === "sure"
  const isCoded = leaves.every((leaf) => isCode(name, leaf)) && !(row.hasPlace && leaves.every((leaf) => typeof leaf === "number"))
  if (!isMoney && leaves.length > 0 && leaves.every(isNumber) && !isCoded) return openVerdict(meaning, leaves)
  return meaning.isPure ? say(name, "key", !isMoney && leaves.some((leaf) => typeof leaf === "number")) : openVerdict(meaning, leaves)
}

/** `nama: ["Budi", "Santoso"]` */
const inParts = (values: ReadonlyArray<unknown>): boolean =>
  values.length > 0 &&
  values.every((value) =>
    Array.isArray(value) && value.length > 1 && value.length < 5 && value.every((part) => typeof part === "string") &&
    isHumanName(value.join(" "))
  )

const judgeName = ({ meaning, values }: Member, row: Row, leaves: ReadonlyArray<Leaf>): Verdict => {
  const strings = leaves.filter((leaf) => typeof leaf === "string")
  if (strings.length === 0 && leaves.length > 0) return open
  if (row.isOpen) return open
  if (meaning.name === "plain" && (row.person === 2 || row.isPeople || row.person === 1 && !row.isThing)) return names(leaves, "row")
  const human = strings.filter(isHumanName).length
  if (meaning.name === "open" && human >= 3 && human * 4 >= strings.length * 3) return say("name", "value", strings.some(isNoName))
  if (row.isThing || row.isStatistic) return open
  if (meaning.name === "plain" && inParts(values)) return say("name", "value")
  return human * 2 > strings.length && (meaning.name === "plain" || row.person > 0 || meaning.words.includes("akun"))
    ? say("name", "value", strings.some(isNoName))
    : open
}

const judgeRole = (meaning: KeyMeaning, row: Row, leaves: ReadonlyArray<Leaf>): Verdict => {
  if (leaves.length === 0) return say("name", "key")
  // `balita: 1`, of a household.
  const isHousehold = meaning.words.length === 1 && ages.has(meaning.words[0]!) && leaves.every((leaf) => typeof leaf === "number")
  if (row.person === 2 && isHousehold) return say("unknown", "value")
  if (row.person === 0 && leaves.every((leaf) => isLandline(leaf) || isOfficeMail(leaf))) return say("phone", "value", true)
  if (leaves.every(isTelephone)) return say("phone", "value")
  if (leaves.every((leaf) => isMail(leaf))) {
    return say("email", "value", leaves.some(isOfficeMail))
  }
  const isMixed = meaning.words.includes("kontak") || meaning.words.includes("narahubung")
  if (isMixed && leaves.some((leaf) => isTelephone(leaf) || isMail(leaf))) {
    return row.isThing && row.person === 0 && !leaves.some(isMobile)
      ? say("number", "row")
      : say("phone", "value", leaves.some((leaf) => isNobody(leaf)))
  }
  return leaves.every(isNeutral) ? say("name", "key", true) : names(leaves, "key")
}
