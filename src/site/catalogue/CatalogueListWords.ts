/** What the catalogue says about topics, about what is used most and about what is new, in both languages. */
import type { Topic } from "../../domain/Topic.ts"
import type { Language } from "../../pages/Language.ts"

const id = {
  ask: "Minta dataset ini kepada perangkat daerah",
  topic: "Topik",
  topics: "Menurut topik",
  license: "Lisensi",
  format: "Bentuk",
  noLicense: "tanpa lisensi terbuka",
  mostUsed: "Paling banyak dipakai",
  mostUsedLead: "Dalam 30 hari terakhir, dari semua aplikasi.",
  calls: "panggilan",
  call: "panggilan",
  fresh: "Dataset baru",
  freshLead: "Terbit dalam 90 hari terakhir.",
  leads: {
    kesehatan: "Puskesmas, rumah sakit, imunisasi, dan penyakit di kota.",
    pendidikan: "Sekolah, guru, siswa, perpustakaan, dan beasiswa.",
    lingkungan: "Udara, air, sampah, dan ruang hijau.",
    transportasi: "Angkutan umum, jalan, lalu lintas, dan parkir.",
    keuangan: "Pajak, pendapatan, dan belanja daerah.",
    kependudukan: "Penduduk, keluarga, kelahiran, kematian, dan perpindahan.",
    "tata-ruang": "Wilayah, bangunan, lahan, dan prasarana.",
    ekonomi: "Pasar, usaha kecil, harga, pangan, dan pariwisata.",
    sosial: "Bantuan sosial, panti, dan perumahan bagi yang membutuhkan.",
    pemerintahan: "Rencana, layanan, dan kabar pemerintah kota.",
    keamanan: "Bencana, peringatan dini, dan ketertiban."
  } satisfies Record<Topic, string>
}
export type CatalogueListWords = Omit<typeof id, "leads"> & { readonly leads: Readonly<Record<Topic, string>> }

const en: CatalogueListWords = {
  ask: "Ask an agency for this dataset",
  topic: "Topic",
  topics: "By topic",
  license: "License",
  format: "Format",
  noLicense: "no open license",
  mostUsed: "Used most",
  mostUsedLead: "In the last 30 days, by all applications.",
  calls: "calls",
  call: "call",
  fresh: "New datasets",
  freshLead: "Published in the last 90 days.",
  leads: {
    kesehatan: "Health centres, hospitals, immunisation and diseases in the city.",
    pendidikan: "Schools, teachers, pupils, libraries and scholarships.",
    lingkungan: "Air, water, waste and green spaces.",
    transportasi: "Public transport, roads, traffic and parking.",
    keuangan: "Taxes, revenue and spending.",
    kependudukan: "Residents, families, births, deaths and moves.",
    "tata-ruang": "Areas, buildings, land and infrastructure.",
    ekonomi: "Markets, small businesses, prices, food and tourism.",
    sosial: "Social aid, care homes and housing for who needs it.",
    pemerintahan: "Plans, services and news of the city's government.",
    keamanan: "Disasters, early warnings and public order."
  }
}

export const catalogueListWords: Readonly<Record<Language, CatalogueListWords>> = { id, en }
