/**
 * Columns that nothing names, called by what their values are: lines of cells, or objects under single letters and numbers.
 *
 * `[["3273…", "Suparti", "1980-01-02"], …]` has the columns `nik`, `nama_lengkap`, `tgl_lahir`. Pure.
 */
import { isKnownWord } from "../keys/KeyWords.ts"
import { switches } from "./Checked.ts"
import { holdsDate, isHumanName, isLeaf, isMail, isMobile, isNikValue, isTitled, type Leaf, traitOf } from "./Values.ts"

/** What a column without a name is called, by its values. */
const headByValues = (leaves: ReadonlyArray<Leaf>): string => {
  const most = (test: (leaf: Leaf) => boolean): boolean => leaves.length > 0 && leaves.filter(test).length * 3 >= leaves.length * 2
  if (most(isNikValue)) return "nik"
  // Lines that are counted.
  if (leaves.length > 1 && leaves.every((leaf, at) => Number(leaf) < 10_000 && String(leaf) === String(Number(leaves[0]) + at))) {
    return "nomor"
  }
  if (leaves.length > 0 && leaves.every((leaf) => switches.test(String(leaf)))) return "status"
  if (most((leaf) => /^[\w.-]+\/.*\/(?:19|20)\d\d$/.test(String(leaf)))) return "nomor_surat"
  if (most((leaf) => /^<a\b|^https?:/.test(String(leaf)))) return "link"
  if (leaves.length > 1 && new Set(leaves).size === 1) return ""
  if (most(isMail)) return "email"
  if (most((leaf) => isMobile(leaf))) return "telepon"
  const trait = traitOf(leaves)
  if (trait !== undefined) return trait === "sex" ? "jenis_kelamin" : trait === "religion" ? "agama" : "status_kawin"
  if (
    most((leaf) =>
      /\b(?:jl|jln|jalan|gg|gang|lorong|banjar|dusun|dsn|kp|perum|komp|blok|rt)\b\.?/i.test(String(leaf)) && typeof leaf === "string"
    )
  ) {
    return "alamat"
  }
  if (most((leaf) => holdsDate(leaf) && Number(/(?:19|20)\d\d/.exec(String(leaf))?.[0] ?? 9999) < 2016)) return "tgl_lahir"
  const isNamed = (leaf: Leaf): boolean =>
    isHumanName(leaf) || typeof leaf === "string" && /^\p{Lu}[\p{L}'.]{2,}$/u.test(leaf) && !isKnownWord(leaf.toLowerCase())
  if (leaves.length > 0 && leaves.every(isNamed) && leaves.filter(isHumanName).length * 3 >= leaves.length) return "nama_lengkap"
  return ""
}

/** Lines of cells without any names: of people where a column holds NIK, or names beside dates of birth, telephones or homes. */
export const headless = (lines: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<string> | undefined => {
  const width = lines[0]!.length
  if (width < 3 || !lines.every((line) => line.length === width)) return undefined
  const heads = Array.from(
    { length: width },
    (_, at) => headByValues(lines.slice(0, 50).flatMap((line) => isLeaf(line[at]) ? [line[at]] : []))
  )
  if (heads.includes("nik") && !heads.includes("nama_lengkap")) {
    // Of one word each, as many are called.
    const at = heads.findIndex((head, column) =>
      head === "" &&
      lines.every((line) =>
        typeof line[column] === "string" && /^\p{Lu}[\p{L}'.]+$/u.test(line[column]) && !isKnownWord(line[column].toLowerCase())
      )
    )
    if (at >= 0) heads[at] = "nama_lengkap"
  }
  const named = heads.includes("nama_lengkap")
  // With a title, as only people have them.
  const isTitledColumn = heads.some((head, at) =>
    head === "nama_lengkap" && lines.slice(0, 50).some((line) => isLeaf(line[at]) && isTitled(line[at]))
  )
  return heads.includes("nik") || isTitledColumn ||
      named && heads.some((head) => head === "tgl_lahir" || head === "telepon" || head === "alamat" || head === "email")
    // Each its own verdict.
    ? heads.map((head, at) => head === "" ? `#${at}` : head)
    : undefined
}
