/** What the desk says about the form of a dataset's documentation, in both languages; its labels are those of the catalogue. */
import { isFrequency } from "../domain/DatasetAbout.ts"
import { isTopic, topicNames } from "../domain/Topic.ts"
import { dateOf } from "../pages/CityTime.ts"
import { datasetWords } from "../pages/DatasetWords.ts"
import type { Language, WordsLike } from "../pages/Language.ts"

const id = {
  heading: "Keterangan dataset",
  edit: "Ubah keterangan dataset",
  lead: "Keterangan ini tampil di katalog, dapat dicari, dan ikut dalam ekspor DCAT. Kosongkan yang belum diketahui. "
    + "Data pribadi dalam teksnya disamarkan.",
  catalogue: "Lihat di katalog",
  titleEn: "Judul dalam bahasa Inggris",
  description: "Keterangan",
  descriptionHint: "Apa isinya, dari mana asalnya, dan apa yang tidak tercakup. Paling banyak 2.000 karakter.",
  descriptionEn: "Keterangan dalam bahasa Inggris",
  frequencyNone: "tidak disebutkan",
  from: "Periode data, sejak",
  to: "Periode data, sampai",
  toHint: "Kosongkan bila datanya masih berlanjut.",
  coverageHint: "Misalnya: seluruh kota, atau nama kecamatannya.",
  contactHint: "Nama unit kerja, bukan nama orang.",
  email: "Surel unit kerja",
  sourceHint: "Sistem atau survei yang menghasilkan datanya.",
  licenseHint: "Kode SPDX, misalnya CC-BY-4.0. Berlaku bagi endpoint yang terbuka; data privat mengikuti ketentuan pemakaian.",
  changesHint: "Satu baris satu perubahan, diawali tanggalnya: 2026-11-23 Kolom luas ditambahkan.",
  changesWrong: "Awali setiap baris dengan tanggal seperti 2026-11-23, lalu perubahannya; paling banyak 50 baris dan 300 karakter sebaris.",
  dateWrong: "Isi tanggal seperti 2026-11-23.",
  toWrong: "Tanggal akhir tidak boleh sebelum tanggal awal.",
  emailWrong: "Isi alamat surel unit kerja, misalnya data@dinas.kota.go.id.",
  textWrong: "Paling banyak 2.000 karakter.",
  lineWrong: "Satu baris, paling banyak 200 karakter.",
  save: "Simpan keterangan"
}
export type DatasetFormWords = WordsLike<typeof id>

const en: DatasetFormWords = {
  heading: "About the dataset",
  edit: "Edit what is said about the dataset",
  lead: "This is shown in the catalogue, found by its search and part of the DCAT export. Leave empty what is not known. "
    + "Personal data in its texts is masked.",
  catalogue: "See it in the catalogue",
  titleEn: "Title in English",
  description: "Description",
  descriptionHint: "What is in it, where it comes from and what it leaves out. At most 2,000 characters.",
  descriptionEn: "Description in English",
  frequencyNone: "not stated",
  from: "Period of the data, since",
  to: "Period of the data, until",
  toHint: "Leave empty where the data goes on.",
  coverageHint: "For instance: the whole city, or the name of a district.",
  contactHint: "The name of an office, not of a person.",
  email: "E-mail of the office",
  sourceHint: "The system or survey that the data comes from.",
  licenseHint: "A code of SPDX such as CC-BY-4.0. It holds for open endpoints; private data follows the terms of use.",
  changesHint: "One change a line, its date first: 2026-11-23 Column area added.",
  changesWrong: "Begin each line with a date such as 2026-11-23, then say what changed; at most 50 lines and 300 characters a line.",
  dateWrong: "Enter a date such as 2026-11-23.",
  toWrong: "The end must not be before the beginning.",
  emailWrong: "Enter the e-mail address of an office, such as data@agency.city.go.id.",
  textWrong: "At most 2,000 characters.",
  lineWrong: "One line of at most 200 characters.",
  save: "Save"
}

export const datasetFormWords: Readonly<Record<Language, DatasetFormWords>> = { id, en }

/** Codes of a dataset's documentation, as the catalogue has them; undefined where it is written as it is. */
export const aboutText = (part: string | undefined, value: unknown, language: Language): string | undefined => {
  if (part === "topics" && Array.isArray(value)) {
    return value.map(String).map((one) => isTopic(one) ? topicNames[one][language] : one).join(", ")
  }
  if (part === "frequency" && typeof value === "string" && isFrequency(value)) return datasetWords[language].frequencies[value]
  const isDay = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
  return isDay ? dateOf(Date.parse(value), { language, timeZone: "UTC" }) : undefined
}

/** What a part of the documentation is called. */
export const aboutName = (part: string, language: Language): string => {
  const { frequencies: _, ...shown } = datasetWords[language]
  const names: Readonly<Record<string, string>> = { ...shown, ...datasetFormWords[language] }
  return names[part] ?? part
}
