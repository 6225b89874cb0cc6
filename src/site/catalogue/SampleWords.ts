/** What the preview of an answer and the dictionary of its fields say, in both languages. */
import type { FieldFormat, FieldType } from "../../domain/FieldDictionary.ts"
import type { Language } from "../../pages/Language.ts"

interface Names {
  readonly types: Readonly<Record<FieldType, string>>
  readonly formats: Readonly<Record<Exclude<FieldFormat, "mixed">, string>>
}

const id = {
  table: "Tabel contoh",
  tableLead: (rows: string): string => `${rows} baris contoh. Pilih judul kolom untuk mengurutkan.`,
  more: (shown: string, all: string): string => `Tampil ${shown} dari ${all} kolom; sisanya ada di JSON dan CSV.`,
  csv: "Unduh contoh (CSV)",
  json: "Contoh sebagai JSON",
  chart: "Grafik contoh",
  chartValue: (value: string, by: string): string => `${value} menurut ${by}`,
  chartCount: (by: string): string => `Banyaknya baris menurut ${by}`,
  chartNote: "Hanya dari baris contoh, bukan dari seluruh data.",
  chartTable: "Data grafik",
  rows: "Baris",
  map: "Peta contoh",
  mapLead: (points: string): string => `${points} titik dari baris contoh, utara di atas.`,
  mapTable: "Data peta",
  area: "Wilayah",
  latitude: "Lintang",
  longitude: "Bujur",
  place: "Titik",
  yes: "ya",
  no: "tidak",
  fields: "Kamus kolom",
  fieldsLead: "Dipelajari dari jawaban yang sudah disamarkan. Kolom lain dapat muncul kemudian.",
  fieldsNone: "Belum ada; kamus terisi setelah endpoint ini dibaca.",
  fieldsPrivate: "Kamus kolom hanya ada untuk endpoint terbuka.",
  fieldsFull: "Hanya 200 kolom pertama yang dicatat.",
  field: "Kolom",
  type: "Tipe",
  fieldClass: "Data pribadi",
  noClass: "tidak ditandai",
  nulls: "Kosong (null)",
  example: "Contoh nilai",
  firstSeen: "Pertama terlihat",
  types: {
    string: "teks",
    integer: "bilangan bulat",
    number: "bilangan",
    boolean: "ya/tidak",
    object: "objek",
    array: "daftar",
    null: "null"
  },
  formats: { date: "tanggal", "date-time": "tanggal dan jam", time: "jam", year: "tahun", uri: "alamat web", uuid: "UUID" }
} satisfies Names & Readonly<Record<string, unknown>>

export type SampleWords = Names & Omit<typeof id, keyof Names>

const en: SampleWords = {
  table: "Sample as a table",
  tableLead: (rows) => `${rows} sample rows. Choose a column's title to sort by it.`,
  more: (shown, all) => `${shown} of ${all} columns are shown; JSON and CSV have the rest.`,
  csv: "Download the sample (CSV)",
  json: "Sample as JSON",
  chart: "Sample as a chart",
  chartValue: (value, by) => `${value} by ${by}`,
  chartCount: (by) => `Number of rows by ${by}`,
  chartNote: "Of the sample rows only, not of all data.",
  chartTable: "The numbers of this chart",
  rows: "Rows",
  map: "Sample on a map",
  mapLead: (points) => `${points} points of the sample rows, north at the top.`,
  mapTable: "The positions on this map",
  area: "Area",
  latitude: "Latitude",
  longitude: "Longitude",
  place: "Point",
  yes: "yes",
  no: "no",
  fields: "Fields",
  fieldsLead: "Learnt from answers that were masked already. Other fields may come later.",
  fieldsNone: "None yet: they are learnt once this endpoint was read.",
  fieldsPrivate: "Only open endpoints have a dictionary of their fields.",
  fieldsFull: "Only the first 200 fields are kept.",
  field: "Field",
  type: "Type",
  fieldClass: "Personal data",
  noClass: "not marked",
  nulls: "Empty (null)",
  example: "Example",
  firstSeen: "First seen",
  types: {
    string: "text",
    integer: "whole number",
    number: "number",
    boolean: "yes/no",
    object: "object",
    array: "list",
    null: "null"
  },
  formats: { date: "date", "date-time": "date and time", time: "time of day", year: "year", uri: "web address", uuid: "UUID" }
}

export const sampleWords: Readonly<Record<Language, SampleWords>> = { id, en }
