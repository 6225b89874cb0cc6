/** What a value tells of whom its row is about, under words that stay open elsewhere. */
import { describe, expect, it } from "@effect/vitest"
import { masked } from "../support.ts"

const person = { nik: "3273014501900001", nama: "Budi Santoso" }

describe("a row about somebody", () => {
  it.each([
    { kategori: "Lansia terlantar" },
    { jenis_ppks: "Penyandang disabilitas" },
    { kelompok: "Keluarga miskin" },
    { uraian_perkara: "Pencurian dengan pemberatan (363 KUHP)" }
  ])("hides what kind of person it is, marks, presence and offences: %j", (told) => {
    expect(masked({ baris: [{ ...person, ...told }] })).toEqual({
      baris: [{ nik: "3273************", nama: "B*** S***", [Object.keys(told)[0]!]: "***" }]
    })
  })

  it.each([
    { kategori: "Reguler" },
    { jenis_layanan: "Rehabilitasi lansia terlantar" },
    { program: "Bantuan anak yatim" },
    { metode_absen: "sidik jari" },
    { jam_masuk: "pagi" }
  ])("shows which service, programme or kind of thing it is: %j", (told) => {
    expect(masked({ baris: [{ ...person, ...told }] })).toMatchObject({ baris: [told] })
  })

  it("hides their marks beside what they are of, and when who stands beside it came", () => {
    const marks = ["Ahmad Fauzan", "Rina Wati", "Dedi Irawan", "Lia Sari"].map((nama, at) => ({
      nik: person.nik,
      nama,
      nilai: `${80 + at},25`
    }))
    expect(masked(marks)).toMatchObject(marks.map(() => ({ nilai: "***" })))
    const presence = { pegawai: { nip: "200001152024211007", nama: "Fitra Siregar" }, jamMasuk: "07:58", statusHadir: "Terlambat 28 menit" }
    expect(masked({ hasil: { ...presence, zona: "Kantor Dinas Kominfo" } })).toMatchObject({
      hasil: { jamMasuk: "***", statusHadir: "***" }
    })
    const goods = [{ nama: "Semen", satuan: "zak", jumlah: 3, nilai: 65 }]
    expect(masked({ barang: goods })).toEqual({ barang: goods })
  })

  it("hides who came, whatever they are called", () => {
    const kehadiran = { "Umbu Landu Paranggi": "hadir", "Rambu Ana Mbali": "sakit", "Yuliana Kahi Leba": "izin" }
    expect(masked({ unit: "Puskesmas Waingapu", kehadiran })).toEqual({
      unit: "Puskesmas Waingapu",
      kehadiran: { "U*** L*** P***": "***", "R*** A*** M***": "***", "Y*** K*** L***": "***" }
    })
  })

  it("hides how many live with them, by age", () => {
    expect(masked({ pengungsi: [{ ...person, balita: 1, lansia: 0 }] })).toMatchObject({ pengungsi: [{ balita: "***", lansia: "***" }] })
    const camp = { posko: "Antang", balita: 12, lansia: 7 }
    expect(masked({ pengungsian: [camp] })).toEqual({ pengungsian: [camp] })
  })

  it("hides what a short note tells", () => {
    expect(masked([{ ...person, keterangan: "lumpuh sejak 2019, janda, tinggal sendiri" }])).toMatchObject([{
      keterangan: "***, ***, tinggal ***"
    }])
  })
})

describe("what stands under somebody's name as its key", () => {
  it("is theirs, but for votes and posts", () => {
    const by = (...values: ReadonlyArray<unknown>) => ({ "Budi Santoso": values[0], "Siti Aminah": values[1], "Agus Wijaya": values[2] })
    const shown = (...values: ReadonlyArray<unknown>) => ({ "B*** S***": values[0], "S*** A***": values[1], "A*** W***": values[2] })
    const document = { absensi: by("hadir", "sakit", "alpa"), suara: by(80, 90, 75), tim: by("Ketua", "Anggota", "Anggota") }
    expect(masked(document)).toEqual({
      absensi: shown("***", "***", "***"),
      suara: shown(80, 90, 75),
      tim: shown("Ketua", "Anggota", "Anggota")
    })
  })
})
