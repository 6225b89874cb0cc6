/** What becomes of a leaf whose key names no class and nobody: by its row and its values. Pure. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { nameParts, places } from "../keys/Words.ts"
import { wordSet } from "../keys/WordSet.ts"
import { isListOfPeople } from "./ByName.ts"
import { switches } from "./Checked.ts"
import { names, openVerdict, say, type Verdict } from "./Columns.ts"
import type { Member, Row } from "./Row.ts"
import { neutral } from "./RowWords.ts"
import { isObject } from "./Shapes.ts"
import { tellingVerdict } from "./Telling.ts"
import { isDate, isEpoch, isHumanName, isLink, isNikValue, isSaying, isTelephone, isThing, isUuid, type Leaf, traitOf } from "./Values.ts"

const hotlines = wordSet("hotline callcenter callcentre helpdesk")

const aids = wordSet("pkh bpnt pbi pip kip kps kks bst blt bansos sembako rastra raskin dtks dtsen")
/** Whether somebody is given what the poor are given. */
export const isAid = ({ words }: KeyMeaning, leaves: ReadonlyArray<Leaf>): boolean =>
  words.some((word) => aids.has(word)) && leaves.length > 0 && leaves.every((leaf) => switches.test(String(leaf)))

const lives = wordSet("umur pekerjaan pendidikan hubungan_keluarga tanggungan hobi")
const reasons = wordSet("keperluan alasan")
/** What somebody does, has learnt, and how old they are. */
export const isLife = ({ words, counts, whose }: KeyMeaning): boolean =>
  !counts && (whose === undefined || whose === "subject" || whose === "kin") && words.some((word) => lives.has(word)) &&
  words[words.length - 1] !== "id" && words[0] !== "masa" && (words[0] !== "status" || words[1] !== "umur")

/** Of those words that stay open elsewhere these alone do in a person's row: the others tell of the person. */
const saysNothing = ({ open, whose, words }: KeyMeaning): boolean =>
  open && (words.some((word) => neutral.has(word) || places.has(word)) || whose === "organisation" || whose === "thing")

/** A column that nothing names (`Headless.ts`). */
const isColumn = /^#\d+$/
const isYear = /^(?:19|20)\d\d$/
/** Masked before: `B*** S***`, `0812******66`. */
const isShown = (leaf: Leaf): boolean => typeof leaf === "string" && leaf.includes("***") && !/[\p{L}\p{N}]{5}/u.test(leaf)

const isColumnOfNames = (leaves: ReadonlyArray<Leaf>): boolean =>
  leaves.length >= 3 && new Set(leaves).size * 2 > leaves.length && leaves.every((leaf) => isHumanName(leaf) && !isSaying(leaf))

export const judgeRest = ({ key, meaning, values }: Member, row: Row, leaves: ReadonlyArray<Leaf>): Verdict => {
  if (row.person === 2 && (isLife(meaning) || row.isLife && !/^(?:kode|id)$/.test(meaning.words.at(-1) ?? ""))) return say("unknown", "key")
  if (
    row.person === 2 && row.isClinical && meaning.words.some((word) => reasons.has(word)) && leaves.some((leaf) => typeof leaf === "string")
  ) {
    return say("health", "row")
  }
  const telling = tellingVerdict(meaning, row, leaves)
  if (telling !== undefined) return telling
  if (row.person === 2 && !row.isOpen && !meaning.counts) {
    const trait = traitOf(leaves)
    if (trait !== undefined) return say(trait, "value")
  }
  if (
    leaves.length > 0 &&
    leaves.every((leaf) => typeof leaf === "string" && /^(?:Patient|Practitioner|Person|RelatedPerson)\/\S+$/.test(leaf)) &&
    !leaves.every((leaf) => isUuid(String(leaf).replace(/^\w+\//, "")))
  ) {
    return say("id", "value")
  }
  if (meaning.whose === "organisation" && meaning.words.some((word) => hotlines.has(word)) && leaves.some(isTelephone)) {
    return say("number", "key")
  }
  // `SIM 1234…`, `KTP: 3273…` under a key that does not say it.
  if (leaves.some((leaf) => typeof leaf === "string" && /^sim\b\W{0,3}[a-z]?\d[\d. -]{6,}$/i.test(leaf))) {
    return say("id", "value")
  }
  const isNikColumn = leaves.length > 0 && leaves.filter(isNikValue).length * 2 >= leaves.length
  if (isNikColumn) {
    return leaves.every((leaf) => typeof leaf === "number" || /^\d{4}(?:\d{12}|\*{12})$/.test(leaf.toString())) && !meaning.open
      ? say("nik", "value")
      : openVerdict(meaning, leaves)
  }
  // `xyz: "Marice Kogoya"` row by row, where nothing else says what it is.
  const isList = values.length > 0 && values.every((value) => Array.isArray(value))
  const isNamed = meaning.words.length > 0 && !(isList && meaning.wraps)
  if (
    row.person === 0 && meaning.whose === undefined && isNamed && isColumnOfNames(leaves) || isList && isListOfPeople(meaning, leaves)
  ) {
    return say("name", "value", true)
  }
  if (row.isPeople && meaning.isValue && leaves.some((leaf) => typeof leaf === "string")) return names(leaves, "row")
  if (row.isPeople && meaning.words.length === 1 && nameParts.has(meaning.words[0]!)) return names(leaves, "row")
  if (
    row.person < 2 || row.isOpen || saysNothing(meaning) || meaning.measures ||
    meaning.isValue && row.person === 2 && meaning.words[0] !== "value" || leaves.length === 0 && values.some(isObject)
  ) return openVerdict(meaning, leaves)
  // Moments, links and names of offices say nothing of a person.
  if (
    leaves.length === 0 ||
    !leaves.every((leaf) =>
      typeof leaf === "boolean" || isDate(leaf) || isEpoch(leaf) || isUuid(leaf) || isLink(leaf) || isThing(leaf) || isShown(leaf)
    )
  ) {
    const isUnnamed = isColumn.test(key) && !leaves.every((leaf) => isYear.test(String(leaf)))
    if (row.isClinical || leaves.length === 0 || isUnnamed) return say("unknown", "row")
    // Small numbers and words that come again and again sort rows; they do not tell of one.
    if (leaves.every((leaf) => /^-?\d{1,4}(?:[.,]\d{1,2})?$/.test(String(leaf)))) return openVerdict(meaning, leaves)
    const distinct = new Set(leaves.map(String))
    if (leaves.length >= 4 && distinct.size * 2 <= leaves.length && leaves.every((leaf) => String(leaf).length <= 40)) {
      return openVerdict(meaning, leaves)
    }
    return say("unknown", "row")
  }
  return openVerdict(meaning, leaves)
}
