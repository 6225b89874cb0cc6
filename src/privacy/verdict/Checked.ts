/** Columns whose values are of several kinds: what becomes of each value by itself. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { rawWords } from "../keys/KeyWords.ts"
import { isSurelyPerson } from "./ByName.ts"
import { countedBy, numbered } from "./Counted.ts"
import { classOf, codeOfClass, numberCode, openCode, publicCode, type VerdictClass } from "./NodeByte.ts"
import { isTown } from "./NodeWords.ts"
import { leavesOf, type Row } from "./Row.ts"
import {
  digitsOf,
  isCompared,
  isDate,
  isHome,
  isLink,
  isMail,
  isMobile,
  isNoName,
  isOfficeMail,
  isProse,
  isStreet,
  isTelephone,
  isUuid,
  type Leaf
} from "./Values.ts"

export const switches = /^(?:ya|tidak|y|n|t|yes|no|true|false|ada|belum|sudah|-|[01])$/i
/** Whether, not what. */
export const isSwitch = (leaf: Leaf): boolean => switches.test(String(leaf)) || String(leaf).length < 3
export const isLandline = (leaf: Leaf): boolean => /^(?:0|62)[2-79]\d{6,10}$/.test(digitsOf(leaf))
const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
const personalMail =
  /@(?:students?|mahasiswa|mhs|siswa|alumni|gmail|googlemail|yahoo|ymail|rocketmail|hotmail|outlook|live|icloud|proton(?:mail)?|aol|msn)\./i
/** Of a service that anybody has mail at, or called as somebody is: `puji.astuti@…`. */
export const isPersonalMail = (leaf: Leaf): boolean => personalMail.test(String(leaf)) || isCalledAsSomebody(leaf)
const isCalledAsSomebody = (mail: Leaf): boolean => isSurelyPerson(rawWords(String(mail).split("@")[0]!).map(capitalised).join(" "))

/** Neither a name nor a telephone nor a mail address: moments, links, numbers of a machine. */
export const isNeutral = (leaf: Leaf): boolean => isUuid(leaf) || isLink(leaf) || isDate(leaf) || switches.test(String(leaf))

/** Of a firm that is not one person's any mail address is the firm's. */
const isFirmsMail = (value: Leaf, row: Row | undefined): boolean =>
  row?.isThing === true && row.isFirm && !row.hasOwner && isMail(value) && digitsOf(value).length < 7 && !isCalledAsSomebody(value)

/** Classes whose values are no sentences. */
const ofShortValues: ReadonlySet<VerdictClass> = new Set<VerdictClass>(["nik", "kk", "npwp", "bpjs", "birth-date", "child", "plate", "id"])
const isLongText = (leaf: Leaf): boolean => typeof leaf === "string" && leaf.length > 60 && isProse(leaf)
/** Whether texts stand there, which are read, and not what the word says. */
export const isTextInstead = (name: VerdictClass | undefined, leaves: ReadonlyArray<Leaf>): boolean =>
  name !== undefined && ofShortValues.has(name) && leaves.length > 0 && leaves.every(isLongText)

/**
 * @param name what the column holds
 * @param row what it stands in
 * @param meaning what its key means
 */
export const checkedCode = (name: VerdictClass | undefined, value: Leaf, row: Row | undefined, meaning: KeyMeaning): number => {
  const code = name === undefined ? openCode : codeOfClass(name)
  if (isCompared(value)) return openCode
  if (typeof value === "boolean" && name !== undefined && !countedBy.has(name)) return openCode
  switch (name) {
    case "name":
      if (isTelephone(value) && (isMobile(value) || isLandline(value))) return codeOfClass("phone")
      return isNoName(value) || isNeutral(value) || typeof value === "string" && /^[\d.,\s]+$/.test(value)
        ? openCode
        : isMail(value)
        ? codeOfClass("email")
        : code
    case "email":
      return isOfficeMail(value) || !meaning.isOffices && isFirmsMail(value, row)
        ? publicCode
        : row?.isThing === true && isMail(value) && !isPersonalMail(value)
        ? numberCode
        : isTelephone(value)
        ? codeOfClass("phone")
        : code
    case "phone":
      return isTelephone(value)
        ? (row?.person === 0 && isLandline(value) ? numberCode : code)
        : isMail(value)
        ? (isOfficeMail(value) ? publicCode : codeOfClass("email"))
        : isNoName(value)
        ? openCode
        : codeOfClass("name")
    case "npwp":
      // A firm's has no digits of a NIK, as one person's business has.
      return (meaning.isOffices && row?.isSole !== true || row?.isLegal === true) && digitsOf(value).length < 16 ? publicCode : code
    case "biometric":
      return isSwitch(value) ? openCode : code
    case "address":
      // Under an office's key, and under one of coordinates where nobody's row is, only homes are hidden; under a town's streets too.
      return meaning.class === "address" || (isTown(meaning) ? isStreet : isHome)(value) ||
          row?.person === 2 && meaning.class === "coordinates-home"
        ? code
        : openCode
    default:
      // A count in a column of codes: `akta_perkawinan: 237`.
      return typeof value === "number" && value > 9 && !numbered.has(name ?? "unknown") ? openCode : code
  }
}

/** No value that was seen is one of what the column may hold. */
export const isExempt = (name: VerdictClass, values: ReadonlyArray<unknown>, row: Row, meaning: KeyMeaning): boolean => {
  const leaves = leavesOf(values)
  return leaves.length > 0 && leaves.every((leaf) => classOf(checkedCode(name, leaf, row, meaning)) === undefined)
}
