import { describe, expect, it } from "vitest"
import { streamed } from "./streamed.ts"
import { masked, maskedBody, maskedText, policy, textOf } from "./support.ts"

const nik = "3273014501900001"

describe("containers under a key that names a class", () => {
  it.each([
    ["agama", { id: 1, nama: "Islam" }, { id: "***", nama: "***" }],
    ["jenis_kelamin", { kode: "L", label: "Laki-laki" }, { kode: "***", label: "***" }],
    ["status_perkawinan", { kode: 2, uraian: "Kawin" }, { kode: "***", uraian: "***" }],
    ["kewarganegaraan", { kode: "ID" }, { kode: "***" }],
    ["rekam_medis", { keluhan: "demam", tensi: 140, dirawat: true, kunjungan: [{ tanggal: "2024-05-01" }] }, {
      keluhan: "***",
      tensi: "***",
      dirawat: "***",
      kunjungan: [{ tanggal: "***" }]
    }],
    ["riwayat_penyakit", [{ nama: "TBC", tahun: 2019, obat: "Rifampisin" }], [{ nama: "***", tahun: "***", obat: "***" }]],
    ["diagnosa", [{ kode: "A15.0", deskripsi: "TBC" }, "I10"], [{ kode: "***", deskripsi: "***" }, "***"]],
    ["catatan_kriminal", [{ pasal: "362", tahun: 2019 }], [{ pasal: "***", tahun: "***" }]],
    ["data_anak", { sekolah: "SDN 1", umur: 7, alamat: "Jl. Mawar" }, { sekolah: "***", umur: "***", alamat: "***" }],
    ["gaji", { pokok: 4_500_000, tunjangan: "1200000" }, { pokok: "***", tunjangan: "***" }],
    ["tanggal_lahir", { tahun: 1990, bulan: "Januari", hari: 5 }, { tahun: 1990, bulan: "***", hari: "***" }],
    ["tanggal_lahir", [1990, 1, 15], [1990, "***", "***"]],
    ["tanggal_lahir", 32_888, "***"]
  ])("masks all of it for a person: %s of %j", (key, value, shown) => {
    expect(masked([{ nama_lengkap: "Budi", [key]: value }])).toEqual([{ nama_lengkap: "B***", [key]: shown }])
    expect(masked([{ [key]: value, nik }])).toEqual([{ [key]: shown, nik: "3273************" }])
    expect(masked({ pasien: { nama: "Budi", no_hp: "081234567890", [key]: value } })).toEqual({
      pasien: { nama: "B***", no_hp: "0812******90", [key]: shown }
    })
  })

  it("what nobody is told of hides its words, but not its counts", () => {
    expect(masked([{ agama: { id: 1, nama: "Islam" } }])).toEqual([{ agama: { id: 1, nama: "***" } }])
    expect(masked({ data_anak: [{ nama: "Bunga", umur: 7 }] })).toEqual({ data_anak: [{ nama: "***", umur: "***" }] })
  })

  it.each([
    [{ kecamatan: "Coblong", jenis_kelamin: { laki_laki: 1250, perempuan: 1260 } }],
    [{ penduduk: { jenis_kelamin: { L: 1250, P: 1260 }, agama: [{ nama: "Islam", jumlah: 3 }] } }],
    [{ kecamatan: "Coblong", jumlah: 3, agama: { nama: "Islam" } }],
    [{ kecamatan: "Coblong", penyakit: [{ nama: "DBD", jumlah: 12 }, { nama: "TBC", kasus: 3 }] }],
    [{ agama: [{ id: 1, nama: "Islam" }, { id: 2, nama: "Hindu" }] }],
    [{ nama: "Taman Lansia", luas: 3, disabilitas: { ramp: "ada", toilet: true } }],
    [{ tahun: 2023, lahir: 1234, kelahiran: [120, 130] }]
  ])("statistics, lists of codes and places stay: %j", (row) => {
    expect(masked([row])).toEqual([row])
  })

  it("a row is told alike in any order of its keys, and masking again changes nothing", () => {
    const entries = Object.entries({ agama: { nama: "Islam", "Budi Santoso": { nik } }, penyakit: [{ nama: "DBD", tahun: 2019 }], nik })
    const once = maskedText([Object.fromEntries(entries), Object.fromEntries(entries.toReversed())])
    expect(JSON.parse(once)).toEqual([{
      agama: { nama: "***", "B*** S***": { nik: "3273************" } },
      penyakit: [{ nama: "***", tahun: "***" }],
      nik: "3273************"
    }, {
      agama: { nama: "***", "B*** S***": { nik: "3273************" } },
      penyakit: [{ nama: "***", tahun: "***" }],
      nik: "3273************"
    }])
    const twice = maskedBody(once)
    expect(textOf(twice.data)).toBe(once)
    expect(twice.masked).toBe(0)
  })
})

describe("keys that are names of people", () => {
  const attendance = { "Budi Santoso": { nik, hadir: 3 }, "Siti Aminah": { nik, hadir: 2 }, "Agus Salim": { nik, hadir: 1 } }
  const shown = {
    "B*** S***": { nik: "3273************", hadir: "***" },
    "S*** A***": { nik: "3273************", hadir: "***" },
    "A*** S***": { nik: "3273************", hadir: "***" }
  }

  it.each(
    [
      [],
      [["data.*.nik", "nik"]],
      [["**.nik", "nik"]],
      [["data[].lain", "name"]],
      [["data.lain", "public"]]
    ] as const
  )("are masked, whatever else is classified: %j", (...fields) => {
    expect(masked(attendance, policy(fields))).toEqual(shown)
  })

  it.each([
    [{ "Budi Santoso": 80, "Siti Aminah": 75 }, { "B*** S***": 80, "S*** A***": 75 }],
    [{ nilai: { "BUDI SANTOSO": "A", "Marice Kogoya": null, Total: 2 } }, { nilai: { "B*** S***": "A", "M*** K***": null, Total: 2 } }],
    [[{ "Budi Santoso": [1] }, { "Siti Aminah": [2] }], [{ "B*** S***": [1] }, { "S*** A***": [2] }]],
    [{ absen: { Budi: "H", Siti: "S", Agus: "H" } }, { absen: { "B***": "***", "S***": "***", "A***": "***" } }],
    [
      [{ nik, alamat: "Mawar 5", "Budi Santoso": "A", "Siti Aminah": "A", "Agus Salim": null }],
      [{ nik: "3273************", alamat: "***", "B*** S***": "***", "S*** A***": "***", "A*** S***": null }]
    ]
  ])("are masked over whatever stands under them: %j", (document, expected) => {
    expect(masked(document)).toEqual(expected)
    expect(JSON.parse(streamed(JSON.stringify(document), 7))).toEqual(expected)
  })

  it.each([
    { "Laki-laki": 3, Perempuan: 4 },
    { "Jakarta Selatan": 5, "Jakarta Timur": 4 },
    { "Ahmad Yani": 5, Diponegoro: 4, "Gatot Subroto": 3 },
    { jalan: { "Budi Santoso": 5, "Siti Aminah": 4 } },
    { sekolah: { "Budi Mulia": 5, "Siti Aminah": 4 } },
    { "SMA Ahmad Yani": 5, "RS Hasan Sadikin": 4 },
    { "Jl. Siti Aminah": 5, "Gg. Haji Salim": 4 },
    { Januari: 1, Juli: 2, Agustus: 3 },
    { "Sri Mulyo": 5, "Sri Rejeki": 4 },
    { "Dinas Kesehatan": 5, "Tanjung Sari": 4 }
  ])("and are not seen in statistics of places, streets, schools and months: %j", (document) => {
    expect(masked(document)).toEqual(document)
  })

  it("stay under what is public", () => {
    expect(masked(attendance, policy([["data", "public"]]))).toEqual(attendance)
  })
})
