/** What encloses the objects under a key of a row. Pure. */
import { type KeyMeaning, meaningOfKey } from "../keys/KeyMeaning.ts"
import { isPersons } from "../keys/Whose.ts"
import { isLife } from "./JudgeRest.ts"
import { clinicalKinds } from "./NodeWords.ts"
import { emptyRow, type Row } from "./Row.ts"

export const rowUnder = (row: Row, meaning: KeyMeaning): Row => {
  const isAbout = meaning.whose !== "officer"
  // Whom to ask at an office.
  if (meaning.words.includes("kontak") && row.isThing && row.person === 0 && !row.hasOwner) return { ...row, isPeople: false }
  if (meaning.role || isPersons(meaning.whose) && !meaning.open && meaning.class === undefined) {
    return { ...emptyRow, person: isAbout && row.person === 2 ? 2 : 1, isPeople: true, isAbout }
  }
  if (meaning.ofHome && (row.person > 0 || !row.isThing)) {
    return { ...row, person: row.person === 2 ? 2 : 1, isThing: false, isStatistic: false, hasHome: true, isHome: true, isPeople: false }
  }
  // A single letter says nothing.
  if (meaning.wraps || meaning.words.every((word) => word.length === 1)) return row
  if (meaning.counts) return { ...emptyRow, isThing: true }
  if (meaning.whose === "organisation" || meaning.whose === "place") {
    return { ...emptyRow, isThing: true, isFirm: meaning.whose === "organisation" }
  }
  const inner = { ...row, isStatistic: false, hasOwner: false, isRecord: false, isPeople: false }
  if (row.person === 2 && isLife(meaning)) return { ...inner, isOpen: true, isLife: true }
  return meaning.open || meaning.whose === "thing" ? { ...inner, isOpen: true, isThing: row.person < 2 } : inner
}

/** What encloses a row that is a person's among others. */
export const personsRow = (row: Row): Row => ({
  ...row,
  person: 1,
  isThing: false,
  isStatistic: false,
  isFirm: false,
  isLegal: false,
  isOpen: false,
  isSchema: false
})

/** What encloses the objects of one kind among others. @param isLabel the kind is a label, and what stands beside it a value */
export const rowOfKind = (row: Row, kind: string, isLabel: boolean): Row => {
  const whose = isLabel || kind.startsWith("#") ? undefined : meaningOfKey(kind).whose
  const above: Row = whose === undefined
    ? row
    : isPersons(whose)
    ? { ...emptyRow, person: whose === "officer" ? 1 : 2, isPeople: true, isAbout: whose !== "officer" }
    : { ...emptyRow, isThing: true, isFirm: whose === "organisation" }
  return clinicalKinds.has(kind) ? { ...above, person: 1, isAbout: true, isRecord: true, isClinical: true } : above
}
