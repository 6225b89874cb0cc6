/** What pages call the classes of personal data, and why a field is masked, in both languages. */
import { classWords, unknownClass } from "../pages/ClassWords.ts"
import type { Language, WordsLike } from "../pages/Language.ts"

const id = {
  classes: classWords.id,
  unknown: unknownClass.id,
  why: {
    classified: "diklasifikasikan oleh perangkat daerah",
    key: "menurut nama kolomnya",
    row: "karena barisnya tentang seseorang",
    value: "menurut nilai-nilainya",
    likeness: "karena mirip dengan kolom data pribadi"
  }
}

export type VerdictWords = WordsLike<typeof id>

const en: VerdictWords = {
  classes: classWords.en,
  unknown: unknownClass.en,
  why: {
    classified: "classified by the agency",
    key: "by the field's name",
    row: "because the row is about a person",
    value: "by its values",
    likeness: "because it is like columns of personal data"
  }
}

export const verdictWords: Readonly<Record<Language, VerdictWords>> = { id, en }
