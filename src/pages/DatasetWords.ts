/** What is said about a dataset's documentation, in both languages, where it is shown and where it is written. */
import type { Frequency } from "../domain/DatasetAbout.ts"
import type { Language } from "./Language.ts"

const id = {
  title: "Tentang dataset ini",
  topics: "Topik",
  frequency: "Diperbarui",
  frequencies: {
    continuous: "terus-menerus",
    hourly: "setiap jam",
    daily: "setiap hari",
    weekly: "setiap minggu",
    monthly: "setiap bulan",
    quarterly: "setiap tiga bulan",
    "half-yearly": "setiap enam bulan",
    yearly: "setiap tahun",
    irregular: "tidak tentu"
  } satisfies Record<Frequency, string>,
  period: "Periode data",
  since: "sejak",
  until: "sampai",
  coverage: "Wilayah",
  source: "Sumber",
  contact: "Kontak",
  license: "Lisensi",
  restricted: "tidak ada lisensi terbuka: datanya terbatas",
  terms: "Ketentuan pemakaian",
  published: "Terbit",
  changes: "Catatan perubahan"
}
export type DatasetWords = Omit<typeof id, "frequencies"> & { readonly frequencies: Readonly<Record<Frequency, string>> }

const en: DatasetWords = {
  title: "About this dataset",
  topics: "Topics",
  frequency: "Updated",
  frequencies: {
    continuous: "continuously",
    hourly: "every hour",
    daily: "every day",
    weekly: "every week",
    monthly: "every month",
    quarterly: "every three months",
    "half-yearly": "every six months",
    yearly: "every year",
    irregular: "irregularly"
  },
  period: "Period of the data",
  since: "since",
  until: "until",
  coverage: "Area",
  source: "Source",
  contact: "Contact",
  license: "License",
  restricted: "no open license: its data is restricted",
  terms: "Terms of use",
  published: "Published",
  changes: "Change notes"
}

export const datasetWords: Readonly<Record<Language, DatasetWords>> = { id, en }
