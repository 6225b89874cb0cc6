/**
 * What the contract's table calls public whatever row it stands in, by the word that says so: numbers of letters and cases, a database's
 * own keys, posts and titles, how a matter ended, votes, authors. Neither what it stands in nor what it is like makes it somebody's. Pure.
 *
 * Gotcha: a word stands here where outsiders who label by that table call nine in ten values under it public, or more.
 *
 * @example
 * settledVerdict(nodes, at, ["12/Pid.B/2025/PN Bjr"]) // open, where the key is `no_putusan`
 */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { rawWords } from "../keys/KeyWords.ts"
import { wordSet } from "../keys/WordSet.ts"
import { openVerdict, say, type Verdict } from "./Columns.ts"
import type { Fact } from "./Fact.ts"
import { isCooperatives } from "./Identity.ts"
import type { Node } from "./Node.ts"
import type { Nodes } from "./Nodes.ts"
import type { Row } from "./Row.ts"
import { isKeyLike } from "./Shapes.ts"
import { isCompared, isDate, isHome, isHumanName, isMail, isMobile, isNikValue, isOffice, isUuid, type Leaf } from "./Values.ts"

/** Of these a number is the matter's, not a person's. */
const matters = wordSet(`
  akta akta_mati akta_kawin akta_kematian transaksi nopendaftaran nolaporan skpwni skck kasus resep
  putusan perkara laporan register permohonan berkas surat sk tilang bap penetapan
  booking trx struk kwitansi faktur invoice tiket rujukan nphd bayar barcode
`)
/** What else may stand beside a matter's word in the key of its number. */
const ofMatters = wordSet("id reg registrasi reference")
const settled = wordSet(`
  kloter kontingen embarkasi peran kelulusan fase rombel satuan metode prioritas
`)
/** Only where the key says nothing else. */
const settledAlone = wordSet(
  "ok modality action segment severity outcome golru prefix lulus sesi penetapan format periode urut lastaccess firstaccess"
)
const phrases = wordSet("nama_bantuan nama_program cara_bayar nilai_rujukan jenis_keluhan jenis_kasus hari_pekerjaan tingkat_pendidikan_id")
/** A key of a database beside one of these is a code for what somebody is, or is known elsewhere. */
const codesOfPersons = wordSet(`
  agama pendidikan pekerjaan kelamin kewarganegaraan kawin disabilitas penyakit diagnosa goldarah darah hubungan sinta fide telegram wa pin
  session pln cacat
`)
/** Of these a long number is one that somebody is known by. */
const numbersOfPersons = wordSet("nopelanggan noanggota nopeserta pelanggan anggota peserta pegawai donatur")
const assetNumbers = wordSet("kode_barang nup")
const counted = wordSet("kasus jumlah penderita kunjungan sembuh")
const ofMails = wordSet("from to dari kepada body isi pengirim penerima message")
/** Of these it is somebody's home, trade or injury that is told. */
const ofHomes = wordSet("unit usaha bagian partisipasi status bank hotel ternak")
const schooled = wordSet("jurusan prodi fakultas")
const learnt = wordSet("pendidikan ijazah lulusan keterampilan pekerjaan")
const contraceptives = /^(?:implan|iud|akdr|suntik|pil|kondom|mow|mop|steril)/i
/** What licenses or registers a person. */
const licences = /^(?:sip\w{0,3}|str\w?|sik\w|ni[aip]\w?|reg|register|lisensi|anggota|sertif\w*)$/
/** What is stamped on a vehicle, and how it is. */
const ofVehicles = wordSet("rangka mesin bpkb cc kondisi")
const praktik = wordSet("praktik praktek jampraktek jampraktik")
/** The number of whose birth was registered is theirs. */
const births = /^(?:lahir|lhr|kelahiran|birth)$/
/** `7371-LU-03042025-0112` */
const isBirthNumber = (leaf: Leaf): boolean => /^\d{4}-L[UTI]-\d{8}-\d{4}$/.test(String(leaf))
const ofBooks = wordSet("isbn issn penerbit eksemplar doi jurnal edisi")

/** What a database numbers its rows with. */
const isKey = (leaf: Leaf): boolean =>
  typeof leaf === "boolean" || isUuid(leaf) || /^\d{1,8}$/.test(String(leaf)) ||
  /^[0-9a-f]{4,12}(?:-[0-9a-f]{1,12})*$|^[0-9a-f]{32}$/i.test(String(leaf))

/** A province's, a town's, a district's, a village's. */
const isRegionCode = (leaf: Leaf): boolean => /^\d{2}(?:\d{2}|\d{4,5}|\d{8})?$/.test(String(leaf))

/** How a matter ended. */
const isOutcome = (leaf: Leaf): boolean =>
  /^(?:tidak |belum )?(?:kompeten|lulus|memenuhi(?: syarat)?|disetujui|ditolak|diterima|dikabulkan|lunas|terdata|sukses|berhasil)$/i.test(
    String(leaf).trim()
  )

/** `503/441/SIPB/2024`, `LP/B/19/VII/2024/SPKT`: a letter's, whatever it is called. */
const isLetterNumber = (leaf: Leaf): boolean =>
  /^(?=.{10})[\w.-]+(?:\/[\w. -]+){2,}$/.test(String(leaf)) && /\/(?:19|20)\d\d\b|\/[IVX]+\//.test(String(leaf)) && !isDate(leaf) &&
  !/\.\p{L}{3,4}$|\bSIP/u.test(String(leaf))

/** As titles are not written, and names are. */
const twoWords = /\p{Lu}\p{Ll}{3,}\s+\p{Lu}\p{Ll}{2,}/u
const inCases = /\b(?:korban|pelaku|tersangka|terdakwa|terlapor|terpidana|penyintas)\b/i
/** Names somebody, by itself or behind a colon, or who they were in a case. */
const tellsOf = (leaf: Leaf): boolean => isHumanName(String(leaf).replace(/^[^:]*:\s*/, "")) || inCases.test(String(leaf))

const isFieldLike = (leaf: Leaf): boolean => isKeyLike(String(leaf))

interface Column {
  readonly nodes: Nodes
  readonly key: string
  /** Words of the key as they are written, … */
  readonly raw: ReadonlyArray<string>
  /** … and spelt in full. */
  readonly words: ReadonlyArray<string>
  readonly first: string
  readonly meaning: KeyMeaning
  /** What encloses it. */
  readonly parent: number
  readonly above: Node
  readonly leaves: ReadonlyArray<Leaf>
}

const besideIs = ({ nodes }: Column, at: number, test: (meaning: KeyMeaning) => boolean): boolean =>
  [...nodes.at(at).children.values()].some((child) => test(nodes.at(child).meaning))
const isOfBook = (column: Column, at: number): boolean => besideIs(column, at, ({ words }) => words.some((word) => ofBooks.has(word)))
const isOfAsset = (column: Column): boolean => besideIs(column, column.parent, ({ words }) => assetNumbers.has(words.join("_")))
/** By these a vehicle is somebody's. */
const ofOwners: ReadonlyArray<Fact> = ["owner", "plain", "identity", "home"]
const isVehicles = ({ facts }: Row): boolean => facts.has("plate") && !ofOwners.some((fact) => facts.has(fact))
/** Of FHIR: whom one of these has an `identifier` of. */
const ofOne = /^\{(?:Patient|Person|RelatedPerson|Practitioner\w*|Coverage|Group|Consent)\}$/
/** `Encounter.identifier.value`: the number of a visit, a prescription, a report. */
const numbersMatter = ({ key, meaning, nodes, parent }: Column): boolean => {
  if (key !== "value" || meaning.class !== undefined && meaning.class !== "id") return false
  let at = parent
  while (at > 0 && (nodes.at(at).key === "[]" || nodes.at(at).key.startsWith("{"))) at = nodes.at(at).parent
  if (at <= 0 || nodes.at(at).key !== "identifier") return false
  // Not `subject.identifier`.
  const resource = nodes.at(nodes.at(at).parent)
  return resource.parent >= 0 && nodes.at(resource.parent).variantKeys[0] === "resourceType" && !ofOne.test(resource.key)
}
const isOfLaboratory = (column: Column): boolean => besideIs(column, column.parent, ({ words }) => words.join("_") === "nilai_rujukan")

/** Each says whether a column is settled, or nothing where it is not asked about such; the first that says something is believed. */
const rules: ReadonlyArray<(column: Column) => boolean | undefined> = [
  ({ leaves, meaning, words }) =>
    (meaning.class === undefined || words.includes("status")) && meaning.name === undefined && leaves.every(isOutcome) || undefined,
  // The number of a cooperative.
  ({ above: { row }, leaves, meaning }) => isCooperatives(meaning, leaves) ? row.person === 0 && row.isFirm : undefined,
  (column) => numbersMatter(column) || undefined,
  // Whatever the word is, this is somebody's.
  ({ leaves }) => leaves.some((leaf) => isNikValue(leaf) || isMail(leaf) || isMobile(leaf)) ? false : undefined,
  // `ptk_id`, `id_kk`: what a database numbers its rows with; `agama: { id }` is a code for what somebody is.
  ({ above, leaves, raw, words }) =>
    words.length === 1 && above.spread !== undefined
      ? undefined
      : raw.at(-1) === "id" || raw.length > 1 && raw[0] === "id" || raw.join("") === "userid"
      ? leaves.every(isKey) && !words.some((word) => codesOfPersons.has(word)) &&
        !(words.some((word) => numbersOfPersons.has(word)) && leaves.some((leaf) => /^[\d-]{5}/.test(String(leaf))))
      : undefined,
  // `suara: { banjar: 11804 }`
  ({ above, first, leaves }) =>
    first === "suara" || above.meaning.words[0] === "suara" ? leaves.every((leaf) => typeof leaf === "number") : undefined,
  ({ leaves, raw, words }) =>
    words.includes("akta") && raw.some((word) => births.test(word)) || leaves.some(isBirthNumber) ? false : undefined,
  // `no_putusan`, `nomor_resep`; without a word for numbers what looks like one: `skck: "SKCK/YANMAS/9921"`.
  ({ first, leaves, words }) =>
    !words.some((word) => matters.has(word))
      ? undefined
      : first === "status"
      ? true
      : first === "nomor" || first === "kode"
      ? leaves.every((leaf) => typeof leaf !== "boolean" && /\d/.test(String(leaf))) || undefined
      : words.join() !== "bayar" && words.every((word) => matters.has(word) || ofMatters.has(word)) &&
          leaves.every((leaf) => /^(?=\D*\d)[\w./-]+$/.test(String(leaf))) || undefined,
  // What somebody has learnt, and not where they learn now.
  (column) =>
    schooled.has(column.first) && column.words.length === 1
      ? !besideIs(column, column.parent, ({ words }) => words.some((word) => learnt.has(word)))
      : undefined,
  (column) => column.raw.some((word) => ofVehicles.has(word)) && isOfAsset(column) || undefined,
  (column) => column.first === "kondisi" && column.words.length === 1 && isVehicles(column.above.row) || undefined,
  // Where a bus is that somebody drives.
  ({ above, meaning, nodes }) =>
    meaning.class === "coordinates-home" && [above.row, nodes.at(Math.max(0, above.parent)).row].some(isVehicles) || undefined,
  // Of a mail.
  (column) =>
    column.key.toLowerCase() === "subject" && besideIs(column, column.parent, ({ words }) => ofMails.has(words[0] ?? "")) || undefined,
  ({ above, words }) => words.includes("icd") && above.row.person === 0 || undefined,
  // How many have which illness.
  (column) =>
    column.first === "penyakit" && column.words.length === 1 && column.above.row.person === 0 &&
      besideIs(column, column.parent, ({ words }) => counted.has(words[0] ?? "")) || undefined,
  // How many of them.
  ({ above, key, leaves }) =>
    /^(?:l|p|lk|pr|laki(?:_laki)?|perempuan)$/i.test(key) && above.row.person === 0 && leaves.every((leaf) => typeof leaf === "number") ||
    undefined,
  // `perusahaan: "PT Sinar Logam"` of whoever works there.
  ({ above, leaves, meaning, words }) =>
    meaning.whose === "organisation" && above.spread !== "child" && meaning.class === undefined && !meaning.role && !words.some((word) =>
        ofHomes.has(word)
      ) &&
      leaves.every((leaf) => isOffice(leaf) && !isHome(leaf) && /^(?!.*\b(?:kelas|kls)\b)\S+ .*\S/i.test(String(leaf))) || undefined,
  // `satuan: { hemoglobin: "g/dL" }`
  ({ above, leaves }) => above.meaning.words.join() === "satuan" && leaves.every((leaf) => /^\S{1,12}$/.test(String(leaf))) || undefined,
  ({ leaves, meaning, raw }) =>
    (meaning.class === undefined || raw.includes("rujukan")) && !raw.some((word) => licences.test(word)) && leaves.every(isLetterNumber) ||
    undefined,
  // Which test it was; what came of it is somebody's.
  (column) => column.first === "pemeriksaan" && column.words.length === 1 && isOfLaboratory(column) || undefined,
  // Codes of FHIR for a town, where none for an RT stands among them, which labels would tell.
  ({ above, key, leaves }) => key === "valueCode" && !above.key.startsWith("{") && leaves.every(isRegionCode) || undefined,
  // `ulp: "ULP Siau"`
  ({ key, leaves, meaning }) =>
    meaning.class === undefined && !meaning.role &&
      leaves.every((leaf) => String(leaf).toLowerCase().startsWith(`${key.toLowerCase()} `)) ||
    undefined,
  ({ words }) => phrases.has(words.join("_")) || undefined,
  ({ first, leaves }) => first === "tmt" ? leaves.every(isDate) : undefined,
  // Names of columns.
  ({ leaves, meaning }) =>
    meaning.isHead
      ? leaves.length > 1 && leaves.every((leaf) => typeof leaf === "string") && leaves.filter(isFieldLike).length * 2 > leaves.length
      : undefined,
  ({ first, leaves, meaning, words }) =>
    words.some((word) => praktik.has(word)) &&
      (meaning.class === "address" || first === "jam" || words.length === 1 && leaves.every((leaf) => typeof leaf === "string")) ||
    undefined,
  ({ meaning }) => meaning.class === "address" ? false : undefined,
  ({ first, leaves }) => first === "gelar" ? leaves.every((leaf) => String(leaf).length < 40 && !twoWords.test(String(leaf))) : undefined,
  (column) => {
    const { above, nodes, parent, words } = column
    if (!words.includes("penulis")) return undefined
    return isOfBook(column, parent) || above.key === "[]" && isOfBook(column, nodes.at(above.parent).parent)
  },
  ({ first }) => first === "pengarang" || first === "partai" || undefined,
  ({ first, leaves, words }) =>
    (words.some((word) => settled.has(word)) || words.length === 1 && settledAlone.has(first) ||
      words.some((word, at) => word === "tindak" && words[at + 1] === "lanjut")) &&
    !leaves.some((leaf) => tellsOf(leaf) || contraceptives.test(String(leaf)))
]

const isSettled = (nodes: Nodes, at: number, leaves: ReadonlyArray<Leaf>): boolean => {
  if (leaves.length === 0) return false
  const { key, meaning, parent } = nodes.at(at)
  const { words } = meaning
  const column = { nodes, key, raw: rawWords(key), words, first: words[0] ?? "", meaning, parent, above: nodes.at(parent), leaves }
  for (const rule of rules) {
    const says = rule(column)
    if (says !== undefined) return says
  }
  return false
}

/** @returns undefined where it is not settled */
export const settledVerdict = (nodes: Nodes, at: number, leaves: ReadonlyArray<Leaf>): Verdict | undefined => {
  const { key, meaning } = nodes.at(at)
  // Of a mail, though it looks like somebody's address.
  if (/^message[_-]?id$/i.test(key)) return say("number", "key")
  if (leaves.length > 0 && leaves.every(isCompared)) {
    // Rows that come later may hold the value itself.
    const name = meaning.class ?? (meaning.role || meaning.name === "plain" ? "name" : undefined)
    return name === undefined ? openVerdict(meaning, leaves) : say(name, "key", true)
  }
  if (!isSettled(nodes, at, leaves)) return undefined
  const verdict = openVerdict(meaning, leaves)
  // A NIK under such a word is a NIK.
  return verdict.class === "public" ? { ...verdict, class: "number" } : verdict
}
