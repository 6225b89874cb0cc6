/** What becomes of a column that is open, or of names: by how its values look. Pure. */
import type { KeyMeaning } from "../keys/KeyMeaning.ts"
import { wordSet } from "../keys/WordSet.ts"
import type { VerdictClass } from "./NodeByte.ts"
import type { Row } from "./Row.ts"
import { isMobile, isNoName, type Leaf } from "./Values.ts"

export type Reason = "classified" | "key" | "row" | "value" | "likeness" | "unknown"

export interface Verdict {
  readonly class: VerdictClass | "open" | "public" | "number"
  /** JavaScript has to look at each value. */
  readonly check: boolean
  readonly reason: Reason
}

export const say = (name: Verdict["class"], reason: Reason, check = false): Verdict => ({ class: name, check, reason })
export const open = say("open", "key")
export const isOpen = ({ class: name }: Verdict): boolean => name === "open" || name === "public" || name === "number"

/** Numbers of things: what looks like a card or a telephone in them is chance. */
const numberWords = wordSet(`
  invoice inv faktur kuitansi kwitansi resi struk nota barcode qrcode ean upc isbn issn doi sensor imei seri serial sn sku kontrak
  tender rup paket transaksi transaction trx billing order pesanan booking pnr ntpn ntb nib siup tdp oss kbli nop akta sk
  registrasi agenda surat dokumen sertifikat perkara bukti voucher kupon antrian lambung rak seri serial kontrak registrasi
  registration register trayek koridor panggil hash checksum uuid guid commit trace span awb po do pib batch lot urut dok kode crc
  etag md5 sha reference
`)
const amountWords = wordSet(`
  harga biaya tarif anggaran pagu belanja realisasi investasi modal hps luas timestamp time waktu epoch ts unix millis created
  updated dibuat diubah jam durasi volume barang inventaris aset kas perolehan nominal jumlah persen lat lng koordinat geometry
  bbox
`)

/** An open leaf: how much of its value is looked at. */
export const openVerdict = ({ counts, isOffices, words }: KeyMeaning, leaves: ReadonlyArray<Leaf>): Verdict =>
  leaves.some((leaf) => typeof leaf === "string" && (leaf.length > 60 || /\p{L}{3,}\W+\p{L}{3,}/u.test(leaf)))
    ? open
    : isOffices
    ? say("number", "key")
    : counts || words.some((word) => amountWords.has(word))
    ? say("public", "key")
    : words.some((word) => numberWords.has(word))
    ? say(words.includes("kode") || words.includes("dokumen") || words.includes("surat") ? "number" : "public", "key")
    : open

/** A column of names, of which some may be nobody's. */
export const names = (leaves: ReadonlyArray<Leaf>, reason: Reason): Verdict => {
  const strings = leaves.filter((leaf) => typeof leaf === "string" && !/^[\d.,\s]+$/.test(leaf))
  if (strings.length === 0) return say("name", reason, leaves.length > 0)
  return say("name", reason, strings.length < leaves.length || strings.some(isNoName))
}

export const contactOfThing = (row: Row, leaves: ReadonlyArray<Leaf>, isPhone: boolean): boolean =>
  row.isThing && row.person < 2 && !((row.hasOwner || row.hasOfficer && !row.isFirm) && isPhone && leaves.every(isMobile))
