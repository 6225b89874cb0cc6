/**
 * Personal data whose key stands elsewhere: forms of labels and values, tables of columns and rows, containers that a
 * key above classifies.
 */
import { anyDate, isoDate, person, pick, whole } from "./Draw.ts"
import { keyed, type LabelledDocument, list, nodeOf, open, rows } from "./Labelled.ts"

const times = <A>(count: number, make: () => A): ReadonlyArray<A> => Array.from({ length: count }, make)

const religions = ["Islam", "Kristen", "Katolik", "Hindu", "Buddha", "Khonghucu"]

const answers = () => {
  const p = person()
  return [
    [pick(["NIK", "nik", "No. KTP"]), keyed("nik", p.nik)],
    [pick(["Nama Lengkap", "nama_lengkap", "fullName"]), keyed("name", p.name)],
    [pick(["Tanggal Lahir", "tgl_lhr", "birthDate"]), keyed("birth-date", anyDate(p.born))],
    [pick(["Agama", "agama", "religion"]), keyed("religion", pick(religions))],
    [pick(["Alamat Rumah", "alamatDomisili"]), keyed("address", p.address)],
    [pick(["No. HP", "whatsapp"]), keyed("phone", p.phone)],
    ["Kelurahan", open(p.area.village)],
    ["Jumlah anak", keyed("unknown", whole(0, 5))]
  ] as const
}

const pairs: ReadonlyArray<readonly [label: string, value: string]> = [
  ["key", "value"],
  ["label", "isi"],
  ["nama", "nilai"],
  ["field", "value"],
  ["kolom", "isi"],
  ["question", "answer"],
  ["atribut", "nilai"]
]

const forms = (): LabelledDocument => ({
  name: "perizinan/isian",
  root: rows(times(20, () => {
    const [label, value] = pick(pairs)
    return { nomor_permohonan: `P-${whole(1, 999)}`, isian: answers().map(([name, node], id) => ({ id, [label]: name, [value]: node })) }
  }))
})

const tables = (): LabelledDocument => ({
  name: "dinsos/tabel",
  root: list(times(8, () => {
    const filled = times(6, answers)
    const names = filled[0]!.map(([name]) => name)
    return nodeOf({
      [pick(["columns", "kolom", "headers"])]: plainOrObjects(names),
      [pick(["rows", "baris", "records"])]: filled.map((line) => line.map(([, node]) => node))
    })
  }))
})

const plainOrObjects = (names: ReadonlyArray<string>): ReadonlyArray<string> | ReadonlyArray<{ readonly name: string }> =>
  pick([names, names.map((name) => ({ name }))])

const containers = (): LabelledDocument => ({
  name: "puskesmas/kunjungan",
  root: rows(times(20, () => {
    const p = person()
    return {
      nik: keyed("nik", p.nik),
      agama: { id: keyed("religion", whole(1, 6)), nama: keyed("religion", pick(religions)) },
      jenis_kelamin: { kode: keyed("sex", p.female ? "P" : "L"), uraian: keyed("sex", p.female ? "Perempuan" : "Laki-laki") },
      rekam_medis: { keluhan: keyed("health", "demam"), tensi: keyed("health", whole(90, 160)), tindakan: [keyed("health", "suntik")] },
      riwayat_penyakit: [{ nama: keyed("health", pick(["TB Paru", "DBD"])), tahun: keyed("health", whole(2001, 2025)) }],
      gaji: { pokok: keyed("finance", whole(2, 9) * 1_000_000), tunjangan: keyed("finance", "500000") },
      tanggal_kunjungan: isoDate({ year: 2025, month: whole(1, 12), day: whole(1, 28) })
    }
  }))
})

/** What is made alike and about nobody. */
const charts = (): LabelledDocument => ({
  name: "bps/grafik",
  root: rows([
    ...religions.map((label) => ({ label, value: whole(1, 9) * 1_000 })),
    ...["Agama", "Disabilitas", "Tempat tinggal", "Jenis Kelamin"].map((nama) => ({ nama, nilai: whole(1, 99) })),
    { kecamatan: "Coblong", jenis_kelamin: { laki_laki: 1200, perempuan: 1300 }, penyakit: [{ nama: "DBD", jumlah: 12 }] },
    { columns: ["agama", "jumlah"], rows: [["Islam", 12], ["Hindu", 3]] },
    { columns: ["nama", "luas"], rows: [["Taman Lansia", 12]] },
    { agama: [{ id: 1, nama: "Islam" }, { id: 2, nama: "Hindu" }] },
    { text: "Nama Lengkap", value: "nama_lengkap" },
    { label: "Laki-laki", value: "L" }
  ])
})

export const labelledTables = (): ReadonlyArray<LabelledDocument> => [forms(), tables(), containers(), charts()]
