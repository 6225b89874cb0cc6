/** What a text tells of somebody whom it names: how old they are, and what they owe, pay or are paid. */
import type { VerdictClass } from "../verdict/NodeByte.ts"
import type { Found } from "./Found.ts"

const years = "(?:th|thn|tahun|bln|bulan|years? old|yo)"
const telling: ReadonlyArray<readonly [VerdictClass, RegExp]> = [
  ["unknown", new RegExp(String.raw`(?<!\p{L})(?:ber)?(?:umur|usia)\W{1,3}(\d{1,3}(?: ?${years}(?!\p{L}))?)`, "dgiu")],
  // `Sitompul, 43 tahun`, `Wahyu (9 bulan)`, `Doni (23)`
  ["unknown", new RegExp(String.raw`(?<=\p{L}\.?)(?:, ?| ?\()(\d{1,2} ?${years})(?![\p{L}\p{N}])`, "dgiu")],
  ["unknown", /(?<=\p{L}\.?) ?\((\d{1,2})\)/dgu],
  [
    "finance",
    new RegExp(
      String
        .raw`(?<!\p{L})(?:sebesar|senilai|gaji|upah|honor|utang|hutang|pinjaman|tunggakan|tagihan|cicilan|angsuran|denda|membayar|dibayar|`
        + String.raw`pembayaran|menerima|pesangon|santunan|sewa|iuran|setoran|kerugian|penghasilan|omzet|dari|menjadi)(?:[^.\n]{0,30}?)`
        + String.raw`\b(Rp\.? ?\d+(?:\.\d{3})*(?:,\d+)?(?: ?(?:ribu|rb|juta|jt|miliar)\b)?)`,
      "dgiu"
    )
  ]
]

/** `RT 04 RW 02`, `rt 02/05` */
const neighbourhood = /(?<!\p{L})(rt[. ]{0,2}\d{1,3}(?:[ ,/-]{1,3}(?:rw[. ]{0,2})?\d{1,3}(?!\d))?|rw[. ]{0,2}\d{1,2}(?!\d))/dgiu
const home = /(?<!\p{L})(?:warga|rumah|tinggal|domisili|alamat|saya|sy|kami)(?!\p{L})/iu

/** So far behind a name, in the same sentence, what is told is told of it. */
const reach = 160
const sentenceEnd = /[.!?]\s+\p{Lu}|\n/u

/** @param found in the text before: names and numbers of persons among it */
export const told = (text: string, found: ReadonlyArray<Found>): ReadonlyArray<Found> => {
  const persons = found.filter(({ personalData }) => personalData === "name" || personalData === "nik")
  const more: Array<Found> = []
  const isFree = (start: number, end: number): boolean => [...found, ...more].every((other) => other.end <= start || end <= other.start)
  if (persons.length > 0 || home.test(text)) {
    for (const { indices } of text.matchAll(neighbourhood)) {
      const [start, end] = indices![1]!
      if (isFree(start, end)) more.push({ start, end, personalData: "address" })
    }
  }
  if (persons.length === 0) return more
  for (const [personalData, pattern] of telling) {
    for (const { indices } of text.matchAll(pattern)) {
      const [start, end] = indices![1]!
      const isOfSomebody = persons.some((person) =>
        person.end <= start && start - person.end <= reach && !sentenceEnd.test(text.slice(person.end, start))
      )
      if (isOfSomebody && isFree(start, end)) more.push({ start, end, personalData })
    }
  }
  return more
}
