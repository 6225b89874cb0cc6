/** Containers: what they tell of the row they stand in, and the class that holds for what stands in them. */
import { type KeyMeaning, meaningOfKey } from "../keys/KeyMeaning.ts"
import { nameParts } from "../keys/Words.ts"
import { wordSet } from "../keys/WordSet.ts"
import { countedBy, numbered } from "./Counted.ts"
import type { VerdictClass } from "./NodeByte.ts"
import { metaWords } from "./NodeWords.ts"
import { emptyRow, type Member, type Row, rowOf } from "./Row.ts"
import { holdsNumber, holdsRows, isUncounted, memberOf, samples } from "./Samples.ts"
import { entriesOf, isLabelled, isObject, keyOfLabel } from "./Shapes.ts"
import { tableOf } from "./Tables.ts"
import { isProse } from "./Values.ts"

/** What a container tells of the row it stands in: its `attributes`, its `identitas`, its `pasien`. */
export const describedBy = ({ meaning, values }: Member): ReadonlyArray<Member> => {
  if (!(meaning.wraps || meaning.words.length === 0)) return []
  const lists = values.filter((value) => Array.isArray(value))
  const listed = lists.flat().filter(isObject)
  const labelled = lists.length > 0 && listed.length > 1 ? isLabelled(listed) : undefined
  if (labelled !== undefined) {
    const inner = listed.slice(0, samples).flatMap((object) => {
      const label = object[labelled.label]
      return typeof label === "string" ? [memberOf(keyOfLabel(label), labelled.value.map((key) => object[key]))] : []
    })
    // A form about somebody stands beside what it is about.
    return rowOf(inner, emptyRow).person === 2 ? [memberOf("pelanggan", [{ form: "" }])] : []
  }
  if (lists.length > 0) return []
  const byKey = Map.groupBy(values.filter(isObject).flatMap((object) => entriesOf(object)), ([key]) => key)
  return [...byKey].map(([key, entries]) => memberOf(key, entries.map(([, inner]) => inner)))
}

const budgets = wordSet("pagu anggaran realisasi belanja")
const holdsBudget = (values: ReadonlyArray<unknown>): boolean =>
  values.flat().some((value) =>
    isObject(value) && entriesOf(value, samples).some(([key]) => meaningOfKey(key).words.some((word) => budgets.has(word)))
  )

const isLetter = (inner: unknown): boolean => typeof inner === "string" && inner.length > 40 && isProse(inner)

/** The class that holds for all that stands in a container. */
export const spreadOf = (
  name: VerdictClass | undefined,
  meaning: KeyMeaning,
  row: Row,
  values: ReadonlyArray<unknown>
): VerdictClass | undefined => {
  if (name === "address" && meaning.sure === "inPerson" && values.some((value) => Array.isArray(value) && value.some(isObject))) {
    return undefined
  }
  if (name === undefined || name === "unknown" || meaning.role && name === "name") return undefined
  // A letter: what it says is read as a text.
  if (name === "email" && values.some((value) => isObject(value) && Object.values(value).some((inner) => isLetter(inner)))) return undefined
  // What is said of births holds more than their dates.
  if (
    name === "birth-date" &&
    values.some((value) => isObject(value) && entriesOf(value, samples).some(([, inner]) => typeof inner === "object" && inner !== null))
  ) {
    return undefined
  }
  // A referral, with its number, its day and where it goes.
  if (name === "health" && meaning.words.join() === "rujukan") return undefined
  // `rekam_medis: { keluhan, … }` is the record, not its number.
  if (name === "id" && meaning.words.includes("rekam_medis") && values.some((value) => typeof value === "object")) return "health"
  if (name === "child" && values.some((value) => tableOf(value) !== undefined)) return undefined
  // Of a budget, and not of a bank: `rekening: [{ kode_rekening, pagu }]`.
  if (name === "bank-account" && meaning.isPure && row.person === 0 && holdsBudget(values)) return undefined
  if (row.person > 0 || name === "child" && meaning.sure === "sure") return name
  if (holdsRows(values)) return numbered.has(name) && holdsNumber(values) ? name : undefined
  if (!countedBy.has(name)) return name
  // Of nobody: the words of one that is not counted.
  const isOne = meaning.isPure && !row.isStatistic && !row.isThing &&
    values.every((value) => isObject(value) && isUncounted(value))
  return isOne ? name : undefined
}

/** The class that a node takes from what encloses it. @param spread the class that holds there */
export const spreadTo = (
  { key, meaning: { counts, isValue, open, words, wraps } }: { readonly key: string; readonly meaning: KeyMeaning },
  spread: VerdictClass | undefined
): VerdictClass | undefined => {
  if (counts && words.length > 1 && spread !== undefined && countedBy.has(spread)) return undefined
  if (
    spread === "secret" && open || (spread === "criminal" || spread === "health") && key === "id" ||
    spread === "health" && /^(?:nomor|batch|pos|faskes|satuan|prioritas|urut)$/.test(words[0] ?? "") ||
    spread === "criminal" && /^(?:tanggal|waktu|jam|id)$/.test(words[0] ?? "")
  ) return undefined
  if (spread === "finance") return counts ? (words.length > 1 ? undefined : spread) : open && !isValue ? undefined : spread
  if (spread === undefined || key === "[]" || key === "*" || !numbered.has(spread)) {
    return metaWords.has(key.toLowerCase())
      ? undefined
      : spread
  }
  return isValue || wraps || words.length === 0 && /[\p{L}\p{N}]/u.test(key) ||
      words.some((word) => word === "nomor" || word === "nama" || nameParts.has(word))
    ? spread
    : undefined
}
