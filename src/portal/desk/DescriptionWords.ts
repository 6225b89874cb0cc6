/** What the form of fields' descriptions says, in both languages. */
import type { Language, WordsLike } from "../../pages/Language.ts"

const id = {
  title: "Keterangan kolom",
  lead: "Jelaskan arti tiap kolom, satuannya, dan asalnya. Keterangan tampil di halaman publik endpoint ini dan di OpenAPI.",
  none: "Belum ada kolom; kamus terisi setelah endpoint ini dibaca.",
  of: "Keterangan untuk",
  save: "Simpan keterangan",
  saved: "Keterangan kolom tersimpan.",
  tooLong: "Keterangan paling panjang 200 karakter, dalam satu baris."
}

type DescriptionWords = WordsLike<typeof id>

const en: DescriptionWords = {
  title: "Descriptions of fields",
  lead:
    "Say what each field means, its unit, and where it comes from. Descriptions are shown on this endpoint's public page and in OpenAPI.",
  none: "No fields yet: they are learnt once this endpoint was read.",
  of: "Description of",
  save: "Save descriptions",
  saved: "The descriptions are saved.",
  tooLong: "A description has at most 200 characters, in one line."
}

export const descriptionWords: Readonly<Record<Language, DescriptionWords>> = { id, en }
