/**
 * What a value tells of whom its row is about, though its word is one that stays open elsewhere: what kind of person somebody is, their
 * marks and ranks, when they came and whether, of what offence they are accused. Pure.
 *
 * @example
 * tellingVerdict(meaningOfKey("kategori"), row, ["Lansia terlantar"]) // masked, in a person's row
 */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { wordSet, wordsIn } from "../keys/WordSet.ts"
import { say, type Verdict } from "./Columns.ts"
import type { Row } from "./Row.ts"
import type { Leaf } from "./Values.ts"

const sorts = wordSet("kategori kelompok jenis tipe kriteria klasifikasi golongan sasaran pmks ppks")
const ofPeople = wordSet("pmks ppks warga penerima peserta penduduk anggota pasien klien siswa sasaran penghuni")
const kinds = wordsIn(`
  fakir miskin rentan prasejahtera lansia lanjut disabilitas difabel penyandang tuna[a-z]{4,} odgj odha yatim piatu dh?uafa gelandangan
  pengemis pemulung terlantar jalanan hamil menyusui nifas bumil busui bufas janda duda korban penderita pecandu
`)
/** What somebody is, whom one says that of: poor, old, disabled, homeless, an orphan, a widow. */
const kind = new RegExp(String.raw`^(?:(?:keluarga|warga|anak|orang|ibu|rumah tangga|pra|mantan|eks) ?)?(?:${kinds.join("|")})\b`, "i")

const isKindOfPerson = ({ words }: KeyMeaning, leaves: ReadonlyArray<Leaf>): boolean =>
  sorts.has(words[0] ?? "") && words.slice(1).every((word) => ofPeople.has(word)) &&
  leaves.filter((leaf) => kind.test(String(leaf).trim())).length * 2 > leaves.length

/** Of whom the row is about: what belongs to things has a price and is counted. */
const isMark = ({ words }: KeyMeaning, { facts, person }: Row, leaves: ReadonlyArray<Leaf>): boolean =>
  person === 2 && words.length === 1 && (words[0] === "nilai" || words[0] === "peringkat") && !facts.has("thingName") &&
  !facts.has("count") && leaves.length > 0 && leaves.every((leaf) => /^\d{1,3}(?:[.,]\d{1,2})?$/.test(String(leaf)))

const presence = wordSet("absen absensi hadir kehadiran presensi")
const times = wordSet("jam waktu scan")
const comings = wordSet("masuk pulang")
/** When somebody came and went, and whether. */
const isAttendance = ({ counts, words }: KeyMeaning, leaves: ReadonlyArray<Leaf>): boolean =>
  !counts &&
  (words.some((word) => presence.has(word)) && words[0] !== "metode" &&
      leaves.length > 0 &&
      leaves.every((leaf) => /^(?:[\p{L} ().-]+\d{0,3}[\p{L} ().-]*|\d{1,3} ?%?)$/u.test(String(leaf)) && typeof leaf !== "boolean") ||
    words.length === 2 && times.has(words[0]!) && comings.has(words[1]!) && leaves.length > 0 &&
      leaves.every((leaf) => /\b\d{1,2}[:.]\d{2}\b/.test(String(leaf))))

/** `Pencurian, Pasal 363 KUHP` */
const isOffence = (leaf: Leaf): boolean => typeof leaf === "string" && /\bKUHP\b/.test(leaf)

/** @returns undefined where it tells nothing by itself */
export const tellingVerdict = (meaning: KeyMeaning, row: Row, leaves: ReadonlyArray<Leaf>): Verdict | undefined => {
  if ((row.person === 2 || row.isAbout) && leaves.some(isOffence)) return say("criminal", "value")
  if (row.person > 0 && isAttendance(meaning, leaves)) return say("unknown", "value")
  const isAbout = row.person === 2 && !row.isOpen && !meaning.counts
  if ((isAbout || row.isAbout) && isKindOfPerson(meaning, leaves) || isAbout && isMark(meaning, row, leaves)) return say("unknown", "value")
  return undefined
}
