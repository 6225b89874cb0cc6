import { describe, expect, it } from "vitest"
import { streamed } from "./streamed.ts"
import { masked, maskedBody, maskedText, policy } from "./support.ts"

const nik = "3273014501900001"
const shownNik = "3273************"
const rowOf = (keterangan: string, nama = "Budi Santoso") => ({ nik, nama, keterangan })

describe("a name that comes again in a text of its own row", () => {
  it.each([
    ["Sdr. Budi hadir di balai desa", "Sdr. B*** hadir di balai desa"],
    ["Budi datang", "B*** datang"],
    ["surat budi santoso diterima", "surat b*** s*** diterima"],
    ["berkas sudah diterima oleh SANTOSO, BUDI kemarin", "berkas sudah diterima oleh S***, B*** kemarin"],
    ["tinggal bersama Hartono, anak Budi Hartono", "tinggal bersama H***, anak B*** H***"]
  ])("is masked there: %s", (text, expected) => {
    expect(masked([rowOf(text)])).toEqual([{ nik: shownNik, nama: "B*** S***", keterangan: expected }])
  })

  it.each(["keterangan", "uraian", "catatan", "kronologi", "xyz"])("is masked under %s, before the name and behind it", (key) => {
    const own = { nama: "Marice Kogoya", alamat: "Mawar 3" }
    const shown = { nama: "M*** K***", alamat: "***" }
    const [text, hidden] = ["Marice belum hadir dalam rapat", "M*** belum hadir dalam rapat"]
    expect(masked([{ [key]: text, ...own }, { ...own, [key]: text }])).toEqual([{ [key]: hidden, ...shown }, { ...shown, [key]: hidden }])
    expect(masked({ data: { [key]: text, ...own } })).toEqual({ [key]: hidden, ...shown })
    expect(masked({ [key]: text, ...own })).toEqual({ [key]: hidden, ...shown })
  })

  it("is masked where the name stands deeper, or is one of several", () => {
    expect(masked([{ catatan: "Marice diperiksa", pasien: { nama: "Marice Kogoya", nik } }])).toEqual([
      { catatan: "M*** diperiksa", pasien: { nama: "M*** K***", nik: shownNik } }
    ])
    expect(masked([{ notulen: "Rapat dibuka Marice, ditutup Siti Aminah.", peserta: ["Marice Kogoya", "Siti Aminah"] }])).toEqual([
      { notulen: "Rapat dibuka M***, ditutup S*** A***.", peserta: ["M*** K***", "S*** A***"] }
    ])
  })

  it.each(["denah_budi_santoso.pdf", "https://warga.contoh.go.id/berkas/Denah-Budi%20Santoso.jpg?v=2", "Denah Budi Santoso.pdf"])(
    "is masked in what a file of its own is called, and in a link to it: %s",
    (berkas) => {
      expect(JSON.stringify(masked([{ nik, nama: "Budi Santoso", berkas }]))).not.toMatch(/budi.*\./i)
      expect(masked([{ nik, nama: "Siti Aminah", berkas }])).toEqual([{ nik: shownNik, nama: "S*** A***", berkas }])
    }
  )

  it("is masked in a long text, and counted", () => {
    const text = `${"baris panjang ".repeat(900)}lalu Budi hadir`
    const { classes } = maskedBody([rowOf(text)])
    expect(classes).toEqual({ nik: 1, name: 2 })
    expect(maskedText([rowOf(text)])).toContain("lalu B*** hadir")
  })

  it("is another row's name no longer", () => {
    const [ofSiti, ofBudi] = ["Siti hadir pada rapat di balai warga", "Budi hadir pada rapat di balai warga"]
    expect(masked([rowOf(ofSiti), rowOf(ofBudi, "Siti Aminah")])).toEqual([
      { nik: shownNik, nama: "B*** S***", keterangan: ofSiti },
      { nik: shownNik, nama: "S*** A***", keterangan: ofBudi }
    ])
  })

  it.each([
    [rowOf("Hari Senin hadir, pada hari itu", "Hari Susanto"), "Hari Senin hadir, pada hari itu"],
    [rowOf("rumah di Jl. Ahmad Yani", "Ahmad Yani"), "rumah di Jl. Ahmad Yani"],
    [rowOf("berbudi luhur, budi pekerti baik"), "berbudi luhur, budi pekerti baik"],
    [rowOf("hari besar Islam, libur Maret", "Nurul Islam"), "hari besar Islam, libur Maret"]
  ])("is no word, street or place that is called so: %j", (row, keterangan) => {
    expect(masked([row])).toMatchObject([{ keterangan }])
  })

  it("leaves offices and places as they are, in their names and their texts", () => {
    const rows = [{ nama: "Puskesmas Budi Luhur", alamat: "Jl. Mawar 1", keterangan: "Budi Luhur buka setiap hari" }]
    expect(masked(rows)).toEqual(rows)
  })

  it.each([1, 7, 4_096, 70_000])("is masked in pieces of %i as in the whole, and masked twice it stays", (size) => {
    const rows = Array.from({ length: size === 1 ? 40 : 900 }, (_, i) => ({
      ...rowOf(`Budi${i % 3} dan Marice hadir pada hari ke ${i}; pak Kogoya juga, ${"lalu pulang ".repeat(i % 9)}`, "Marice Kogoya"),
      urut: i
    }))
    const json = JSON.stringify(rows)
    const whole = maskedText(json)
    expect(whole).not.toMatch(/Marice|Kogoya/)
    expect(streamed(json, size)).toBe(whole)
    expect(maskedText(whole, policy())).toBe(whole)
  })

  it("is left where the agency has classified the text or the name public", () => {
    expect(masked([rowOf("Budi datang")], policy([["data[].keterangan", "public"]]))).toMatchObject([{ keterangan: "Budi datang" }])
    expect(masked([rowOf("Budi datang")], policy([["data[].nama", "public"]]))).toMatchObject([{ keterangan: "Budi datang" }])
  })
})
