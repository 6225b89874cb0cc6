/** What plays the part of a key: heads of tables under any name, labels beside values under any names. */
import { describe, expect, it } from "@effect/vitest"
import { masked } from "../support.ts"

const stays = (document: unknown): void => expect(masked(document)).toEqual(document)

describe("a table whose names of columns stand beside it", () => {
  const heads = ["nama", "pekerjaan", "alamat"]
  const rows = [["Budi Santoso", "buruh tani", "Kp. Cikole"], ["Siti Aminah", "guru", "Cibiru"]]
  const shown = [["B*** S***", "***", "***"], ["S*** A***", "***", "***"]]

  it.each([
    ["kolom", "isi"],
    ["kol", "baris"],
    ["judul_kolom", "baris"],
    ["x", "y"],
    ["h", "r"],
    ["label", "nilai"],
    ["atribut", "entri"],
    ["susunan", "lembar"]
  ])("is read under any name of theirs: %s beside %s", (names, body) => {
    expect(masked({ hasil: { [names]: heads, [body]: rows } })).toEqual({ hasil: { [names]: heads, [body]: shown } })
    expect(masked({ hasil: { [body]: rows, [names]: heads } })).toEqual({ hasil: { [body]: shown, [names]: heads } })
    expect(masked({ info: { [names]: heads }, [body]: rows })).toEqual({ info: { [names]: heads }, [body]: shown })
    const objects = heads.map((n) => ({ n }))
    expect(masked({ hasil: { [names]: objects, [body]: rows } })).toEqual({ hasil: { [names]: objects, [body]: shown } })
  })

  it("is read where its lines are objects that hold them, as grids have it", () => {
    const colModel = [{ name: "nama" }, { name: "no_hp" }, { name: "tgl" }]
    expect(masked({ rows: [{ cell: ["Muhidin", "0812-3456-7890", "2026-02-05"] }], colModel })).toEqual({
      rows: [{ cell: ["M***", "0812******90", "2026-02-05"] }],
      colModel
    })
  })

  it("stays where it tells of offices, of things, or counts", () => {
    stays({
      th: ["kode_icd", "diagnosa", "L", "P", "meninggal"],
      td: [["J06.9", "ISPA", 411, 498, 0], ["I10", "Hipertensi", 287, 391, 1]]
    })
    stays({ daftar: [["Dago", "Coblong", 12], ["Sekeloa", "Coblong", 9]], urutan: ["Lebak", "Siliwangi", "Sadang"] })
    stays({ x: ["kecamatan", "jumlah penduduk", "laki-laki"], y: [["Coblong", 1200, 600], ["Cibiru", 1300, 650]] })
    stays({ x: ["agama", "jumlah"], y: [["Islam", 12], ["Kristen", 3]] })
    stays({
      kol: ["nama_instansi", "alamat", "telepon"],
      baris: [["Dinas Kesehatan", "Jl. Supratman 73", "022-7203780"], ["RSUD Kota", "Jl. Rumah Sakit 22", "022-7809580"]]
    })
    stays({ x: ["nama_barang", "merek", "harga"], y: [["Meja rapat", "Olympic", 1200000], ["Kursi", "Chitose", 450000]] })
    stays({ fields: ["nama", "nik"], types: [["string", 60], ["string", 16]] })
    stays({ labels: ["Laki-laki", "Perempuan"], datasets: [[120, 131], [118, 140]] })
    stays({ x: ["Januari", "Februari"], y: [[12, 14], [9, 3]] })
  })
})

describe("a label beside its value", () => {
  it.each(["k v", "f val", "q a", "l v", "p j", "n v", "t d"])("is read under short keys, by what it is: %s", (keys) => {
    const [k = "", v = ""] = keys.split(" ")
    const pairs = (...all: ReadonlyArray<readonly [string, unknown]>) => all.map(([label, value]) => ({ [k]: label, [v]: value }))
    expect(masked(pairs(["nama", "Budi Santoso"]))).toEqual(pairs(["nama", "B*** S***"]))
    expect(masked({ isian: pairs(["nama", "Budi Santoso"], ["pekerjaan", "Buruh tani"]) })).toEqual({
      isian: pairs(["nama", "B*** S***"], ["pekerjaan", "***"])
    })
    expect(masked(pairs(["Nama", "Budi Santoso"], ["Penyakit", "TBC"], ["Nama", "Siti Aminah"], ["Penyakit", "Asma"]))).toEqual(
      pairs(["Nama", "B*** S***"], ["Penyakit", "***"], ["Nama", "S*** A***"], ["Penyakit", "***"])
    )
    stays(pairs(["nama_instansi", "Dinas Kesehatan"], ["alamat", "Jl. Supratman 73"], ["telepon", "022-7203780"]))
    stays(pairs(["warna", "merah"], ["berat", "3 kg"], ["merek", "Honda"]))
    stays(pairs(["laki-laki", 120], ["perempuan", 131]))
    stays(pairs(["Islam", 120], ["Kristen", 3]))
    stays(pairs(["Guru", "40 orang"], ["Siswa", "300 orang"]))
    stays(pairs(["nama", "string"], ["email", "string"]))
    stays([{ [k]: "agama", [v]: "Islam", z: 12 }, { [k]: "agama", [v]: "Kristen", z: 3 }])
  })
})

describe("a table in a text whose first line names nothing", () => {
  const written = (heads: string, rows: ReadonlyArray<ReadonlyArray<string>>, sign: string): string =>
    [heads.split(" "), ...rows].map((line) => line.join(sign)).join("\n")

  it.each([",", ";", "\t", "|"])("is read by what its columns hold: %j", (sign) => {
    const rows = [
      ["Budi Santoso", "3273014506900001", "081234567890", "Buruh"],
      ["Siti Aminah", "3273014506900002", "081234567891", "Guru"]
    ]
    const shown = [["B*** S***", "3273************", "0812******90", "***"], ["S*** A***", "3273************", "0812******91", "***"]]
    for (const heads of ["a b c d", "kol1 kol2 kol3 kol4", "xx yy zz qq"]) {
      expect(masked({ ekspor: { isi: written(heads, rows, sign), versi: 2 } })).toEqual({
        ekspor: { isi: written(heads, shown, sign), versi: 2 }
      })
    }
  })

  it("stays where it tells of offices, of things, or counts", () => {
    for (
      const rows of [
        [["Coblong", "1200", "600"], ["Cibiru", "1300", "650"]],
        [["Meja rapat", "Olympic", "1200000"], ["Kursi", "Chitose", "450000"]],
        [["Dinas Kesehatan", "Jl. Supratman 73", "022-7203780"], ["RSUD Kota", "Jl. Rumah Sakit 22", "022-7809580"]]
      ]
    ) stays({ ekspor: { isi: written("a b c", rows, ";"), versi: 2 } })
  })
})

describe("how many live of somebody", () => {
  it.each(["jml_anak", "jmlAnak", "jumlah_anak", "jumlah_tanggungan", "jml_tanggungan", "jml_saudara"])(
    "is hidden in their row: %s",
    (key) => {
      expect(masked([{ nama: "Budi Santoso", alamat: "Jl. Melati 5", [key]: 3 }])).toEqual([{
        nama: "B*** S***",
        alamat: "***",
        [key]: "***"
      }])
      const rows = [{ nik: "3273014506900001", nama: "Budi Santoso", [key]: 3 }, {
        nik: "3273014506900002",
        nama: "Siti Aminah",
        [key]: "2"
      }]
      expect(JSON.stringify(masked(rows))).toBe(
        JSON.stringify([{ nik: "3273************", nama: "B*** S***", [key]: "***" }, {
          nik: "3273************",
          nama: "S*** A***",
          [key]: "***"
        }])
      )
      stays([{ kecamatan: "Coblong", [key]: 300 }, { kecamatan: "Cibiru", [key]: 250 }])
      stays([{ desa: "Cibiru", [key]: 12 }, { desa: "Cipadung", [key]: 9 }])
      stays([{ panti: "Panti Asih", kapasitas: 20, [key]: 12 }])
      expect(masked([{ panti: "Panti Asih", pengurus: "Siti Aminah", [key]: 12 }])).toEqual([
        { panti: "Panti Asih", pengurus: "S*** A***", [key]: 12 }
      ])
      expect(masked([{ sekolah: "SDN 1", kepala_sekolah: "Budi Santoso", [key]: 300 }])).toEqual([
        { sekolah: "SDN 1", kepala_sekolah: "B*** S***", [key]: 300 }
      ])
    }
  )
})

describe("a picture in a row about somebody", () => {
  it.each(["foto_rumah", "foto_ktp", "url_foto", "swafoto", "foto_tampak_depan"])("is hidden, and so is a link to one: %s", (key) => {
    const link = "https://cdn.contoh.id/f/8127.jpg"
    expect(masked([{ nik: "3273014506900001", nama: "Budi Santoso", [key]: link }])).toEqual([
      { nik: "3273************", nama: "B*** S***", [key]: "***" }
    ])
  })

  it("stays where it is a place's, a text's or a thing's", () => {
    const link = "https://cdn.contoh.id/f/8127.jpg"
    stays([{ nama_wisata: "Kawah Putih", lokasi: "Ciwidey", url_foto: link }])
    stays([{ judul: "Panen raya", isi: "Petani panen", foto: link }])
    stays([{ nama_barang: "Meja", kondisi: "baik", url_foto: link }])
  })
})
