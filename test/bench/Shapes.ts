/** Twelve shapes of documents as agencies send them, each of about so many bytes. The same bytes in every run. */
import { listOf, openListOf, peopleOf } from "./Sample.ts"

const pick = <A>(values: readonly [A, ...ReadonlyArray<A>], index: number): A => values[index % values.length] ?? values[0]
const names = ["Budi Santoso", "Siti Rahmawati", "I Made Wirawan", "Yohanes Kogoya", "Tan Mei Ling", "Agus"] as const
const streets = ["Jl. Melati", "Jl. Merdeka Barat", "Gg. Kenanga", "Perum Griya Asri Blok C"] as const
const nik = (index: number): string =>
  `3273${String(index % 30 + 1).padStart(2, "0")}${String(index % 28 + 1).padStart(2, "0")}0290${
    String(index % 9_000 + 1).padStart(4, "0")
  }`
const phone = (index: number): string => `0812${String(34_567_890 + index * 37)}`

const resident = (index: number) => ({
  id: index,
  nik: nik(index),
  no_kk: nik(index + 7),
  nama_lengkap: pick(names, index),
  jenis_kelamin: pick(["L", "P"], index),
  tempat_lahir: "Bandung",
  tanggal_lahir: `19${60 + index % 39}-0${index % 9 + 1}-1${index % 9}`,
  agama: pick(["Islam", "Kristen", "Hindu"], index),
  alamat: `${pick(streets, index)} No. ${index + 1}`,
  rt: "003",
  rw: "007",
  kelurahan: "Coblong",
  telepon: phone(index),
  email: `warga${index}@contoh.id`,
  status: "aktif",
  diperbarui: "2026-01-31T08:00:00+07:00"
})

const patient = (index: number) => ({
  fullUrl: `urn:uuid:3f2504e0-4f89-11d3-9a0c-0305e82c${String(3301 + index % 6000)}`,
  resource: {
    resourceType: "Patient",
    id: `p-${index}`,
    meta: { versionId: "1", lastUpdated: "2026-01-31T08:00:00+07:00" },
    identifier: [{ use: "official", system: "https://fhir.kemkes.go.id/id/nik", value: nik(index) }],
    name: [{ use: "official", text: pick(names, index) }],
    telecom: [{ system: "phone", value: phone(index), use: "mobile" }],
    gender: "female",
    birthDate: "1990-02-03",
    address: [{ use: "home", line: [`${pick(streets, index)} ${index}`], city: "Bandung", postalCode: "40132", country: "ID" }],
    active: true
  }
})

const feature = (index: number) => ({
  type: "Feature",
  properties: { id: index, nama: `Taman ${index}`, kecamatan: "Coblong", luas_m2: 1_200.5 + index, status: "terbuka" },
  geometry: {
    type: "Polygon",
    coordinates: [Array.from({ length: 8 }, (_, corner) => [106.82 + (index + corner) / 1e4, -6.17 - (index + corner) / 1e4])]
  }
})

const complaint = (index: number) => ({
  id: index,
  judul: "Lampu jalan padam",
  isi:
    `Selamat pagi, saya ${pick(names, index)} dari RT 03 melaporkan lampu jalan di depan ${
      pick(streets, index)
    } nomor ${index} padam sejak `
    + `tiga hari yang lalu. Mohon segera diperbaiki karena jalan menjadi gelap dan rawan. Hubungi ${
      phone(index)
    } atau warga${index}@contoh.id.`,
  tanggapan: "Terima kasih atas laporannya. Petugas akan menindaklanjuti dalam waktu tiga hari kerja sesuai dengan ketentuan yang berlaku.",
  status: "diproses"
})

const statistic = (index: number) => ({
  kode_wilayah: `32.73.${String(index % 30).padStart(2, "0")}`,
  kecamatan: pick(["Coblong", "Cicendo", "Sukajadi"], index),
  tahun: 2_015 + index % 10,
  laki_laki: 10_432 + index,
  perempuan: 10_911 + index * 3,
  jumlah: 21_343 + index * 4,
  kepadatan: 143.25 + index / 7,
  usia_0_14: 4_321,
  usia_15_64: 15_432,
  usia_65_plus: 1_590 + index
})

const labelled = (index: number) => ({
  permohonan: 1_000 + index,
  isian: [
    { label: "NIK", value: nik(index) },
    { label: "Nama Lengkap", value: pick(names, index) },
    { label: "Alamat", value: `${pick(streets, index)} ${index}` },
    { label: "No. HP", value: phone(index) },
    { label: "Jenis Izin", value: "Izin Mendirikan Bangunan" }
  ]
})

const row = (
  index: number
): ReadonlyArray<unknown> => [
  index,
  nik(index),
  pick(names, index),
  `${pick(streets, index)} ${index}`,
  phone(index),
  "aktif",
  index * 1_500
]

const escaped = (index: number) => ({
  id: index,
  nama_taman: `Taman “Łazienki” ${index}`,
  keterangan: "Jam buka 08.00–17.00, gratis untuk anak – dan lansia; fasilitas: café, toilet",
  tautan: `https:\\/\\/data.kota.go.id\\/taman\\/${index}`,
  catatan: "Baris pertama\\nBaris kedua"
})

const list = (item: (index: number) => unknown) => (count: number): string =>
  JSON.stringify({ status: true, message: "OK", data: Array.from({ length: count }, (_, index) => item(index)), total: count })
const sized = (textOf: (count: number) => string) => (bytes: number): string =>
  textOf(Math.max(1, Math.round(bytes * 100 / textOf(100).length)))

export const shapes: ReadonlyArray<readonly [title: string, make: (bytes: number) => string]> = [
  ["facilities with a person each", listOf],
  ["no personal data", openListOf],
  ["nothing but personal data", peopleOf],
  ["residents, many fields", sized(list(resident))],
  ["residents, indented", sized((count) => JSON.stringify(JSON.parse(list(resident)(count)), null, 2))],
  [
    "FHIR bundle of patients",
    sized((count) =>
      JSON.stringify({
        resourceType: "Bundle",
        type: "searchset",
        total: count,
        entry: Array.from({ length: count }, (_, index) => patient(index))
      })
    )
  ],
  [
    "GeoJSON of parks",
    sized((count) => JSON.stringify({ type: "FeatureCollection", features: Array.from({ length: count }, (_, index) => feature(index)) }))
  ],
  ["complaints in prose", sized(list(complaint))],
  ["statistics", sized(list(statistic))],
  ["labels and values", sized(list(labelled))],
  [
    "columns and rows",
    sized((count) =>
      JSON.stringify({
        columns: ["No", "NIK", "Nama", "Alamat", "Telepon", "Status", "Nilai"],
        rows: Array.from({ length: count }, (_, index) => row(index))
      })
    )
  ],
  ["escapes and letters beyond ASCII", sized((count) => list(escaped)(count).replaceAll("\\\\", "\\"))]
]
