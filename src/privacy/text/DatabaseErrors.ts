/**
 * Values that the error of a database quotes: `Duplicate entry 'Budi' for key 'warga.nama'`. Whose they are nothing tells, so
 * none is shown; what was wrong, with which table and which column, stays.
 */
import type { Found } from "./Found.ts"

const signs = [
  String.raw`SQLSTATE|\bORA-\d{5}|\(SQL: |Duplicate entry|duplicate key|Failing row|violates \S+(?: \S+)? constraint`,
  String.raw`Incorrect \w+ value|\bKey \([^()\n]{1,300}\)=\(|invalid input syntax`
]
const isError = new RegExp(signs.join("|"))

const assigned = String.raw`(?:\b(?:where|and|or|set)|,) [\w\x60".]{1,80} ?(?:=|<>|like) ?`
const value = String.raw`('[^'\n]{0,500}'|[^\s'\x60(),=][^\n'\x60(),=]{0,200}?)`
const quoted = [
  /\bvalues ?((?:, ?)?\((?:[^()]|\([^()]*\)){1,4000}\))/dgi,
  /\b(?:Duplicate entry|Incorrect \w+ value:) ('[^\n]{1,120}?') for (?:key|column)/dgi,
  /\bKey \([^()\n]{1,300}\)=(\([^\n]{1,500}\)) (?:already|is|conflicts)/dg,
  /\bFailing row contains (\([^\n]{1,4000}\))/dg,
  /\binvalid input (?:syntax|value) for [\w ]{1,40}: ("[^"\n]{1,500}")/dg,
  // `where nama = Budi Santoso and …`, `set alamat = 'Jl. Melati 5', …`
  new RegExp(assigned + value + String.raw`(?=$|[\n,)]|: | (?:and|or|limit|order|group|where)\b)`, "dgi")
]

/** One that quotes more is hidden whole. */
const most = 64

export const databaseErrorIn = (text: string): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  if (!isError.test(text)) return found
  for (const pattern of quoted) {
    for (const { indices } of text.matchAll(pattern)) {
      const [start, end] = indices![1]!
      if (found.push({ start, end, personalData: "unknown" }) > most) return [{ start: 0, end: text.length, personalData: "unknown" }]
    }
  }
  return found
}
