import { describe, expect, it } from "vitest"
import { masked, maskedBody, maskedText, policy, textOf } from "./support.ts"

const nik = "3273998877660003"

const form = [
  ["NIK", nik],
  ["Nama Lengkap", "Budi"],
  ["tanggal_lahir", "1990-01-15"],
  ["Agama", "Islam"],
  ["alamatRumah", "Jl. Mawar 5"],
  ["no_hp", "0812-3456-7890"],
  ["Ketua RT", "Siti"],
  ["Nama", "Budi Santoso"],
  ["Kota", "Bandung"]
] as const
const shown = ["3273************", "B***", "1990", "***", "***", "0812******90", "S***", "B*** S***", "Bandung"]

describe("lists of labels and values", () => {
  it.each([
    ["key", "value"],
    ["name", "value"],
    ["nama", "nilai"],
    ["field", "value"],
    ["label", "isi"],
    ["kolom", "isi"],
    ["Key", "Value"],
    ["k", "v"],
    ["attribute", "value"],
    ["atribut", "nilai"],
    ["kunci", "nilai"],
    ["fieldName", "fieldValue"],
    ["nama_kolom", "isi"],
    ["pertanyaan", "jawaban"],
    ["question", "answer"],
    ["@name", "#text"]
  ])("a value under %s and %s is what its label says", (label, value) => {
    expect(masked([{ isian: form.map(([name, text]) => ({ [label]: name, [value]: text })) }])).toEqual([{
      isian: form.map(([name], i) => ({ [label]: name, [value]: shown[i] }))
    }])
    expect(masked(form.map(([name, text], id) => ({ id, [label]: name, type: "text", [value]: text })))).toEqual(
      form.map(([name], id) => ({ id, [label]: name, type: "text", [value]: shown[id] }))
    )
  })

  it("numbers, objects and lists too, and of two labels the one that tells", () => {
    const rows = [
      { key: "nik", value: 3273998877660003 },
      { key: "alamat", value: { jalan: "Jl. Mawar", rt: 5 } },
      { key: "no_hp", value: ["081234567890"] },
      { name: "f12", label: "Nama Ibu", value: "Siti" },
      { key: "gaji", value: 4_500_000 },
      { label: "Nama \u0049bu", value: "Siti" }
    ]
    expect(masked(rows)).toEqual([
      { key: "nik", value: "3273************" },
      { key: "alamat", value: { jalan: "***", rt: "***" } },
      { key: "no_hp", value: ["0812******90"] },
      { name: "f12", label: "Nama Ibu", value: "S***" },
      { key: "gaji", value: "***" },
      { label: "Nama Ibu", value: "S***" }
    ])
    expect(maskedText("[{\"label\":\"Nama \\u0049bu\",\"value\":\"Siti\"}]")).toBe("[{\"label\":\"Nama \\u0049bu\",\"value\":\"S***\"}]")
  })

  it.each([
    [{ label: "Agama", value: 1200 }],
    [{ nama: "Pendidikan Agama", nilai: 85 }],
    [{ label: "Disabilitas", value: 12 }],
    [{ name: "Tempat tinggal", value: 45 }],
    [{ label: "Guru", value: 120 }],
    [{ label: "Gaji", value: 450 }],
    [{ label: "Nama Lengkap", value: "nama_lengkap" }],
    [{ text: "Agama", value: "agama" }],
    [{ field: "agama", values: ["Islam", "Hindu"] }],
    [{ name: "viewport", content: "width=device-width" }],
    [{ field: "nama_lengkap", message: "wajib diisi" }],
    [{ label: "Laki-laki", value: "L" }],
    [{ nama: "Taman Lansia", nilai: "baik" }],
    [{ label: "NIK", value: null }],
    [{ label: "Telepon Darurat", value: "112" }],
    [{ label: "Agama", value: "Islam", jumlah: 12 }],
    [{ key: "nik" }, { value: "abc" }]
  ])("what says nothing about a person stays: %j", (...rows) => {
    expect(masked(rows)).toEqual(rows)
  })

  it("a label is no name, whatever else its row holds", () => {
    expect(
      masked([{ nik: "12345678", nama: "Nama Lengkap", nilai: "Siti" }, { nama: "NIK", nilai: 3273998877660003, no_hp: "081234567890" }])
    ).toEqual([{ nik: "1234****", nama: "Nama Lengkap", nilai: "S***" }, { nama: "NIK", nilai: "3273************", no_hp: "0812******90" }])
    expect(maskedText("{\"nama\":\"NIK\",\"data\":0,\"nilai\":10000000}")).toBe("0")
    expect(textOf(maskedBody("{\"nama\":\"NIK\",\"data\":0,\"nilai\":10000000}").meta)).toBe("\"nama\":\"NIK\",\"nilai\":\"1000****\"")
  })

  it("a class above it governs label and value alike", () => {
    const rows = [{ nik: { name: "Agama", isi: ["081234567890", 10_000_000] } }, { gaji: { nama: "NIK", nilai: "3273014501900001" } }, {
      data_anak: { columns: ["nik"], rows: [["12345678"]] }
    }]
    expect(masked(rows)).toEqual([{ nik: { name: "A***", isi: ["0812********", "1000****"] } }, {
      gaji: { nama: "***", nilai: "***" }
    }, {
      data_anak: { columns: ["nik"], rows: [["1234****"]] }
    }])
    expect(maskedBody(maskedText(rows)).masked).toBe(0)
  })

  it("the registry decides first", () => {
    expect(masked([{ key: "nik", value: "12345" }], policy([["data[].value", "public"]]))).toEqual([{ key: "nik", value: "12345" }])
    expect(masked([{ key: "nik", value: "12345" }], policy([["data[].value", "health"]]))).toEqual([{ key: "nik", value: "***" }])
  })

  it("a label is none of the next row, and masking again changes nothing", () => {
    const once = maskedText(form.map(([nama, nilai]) => ({ nama, nilai })))
    const twice = maskedBody(once)
    expect(textOf(twice.data)).toBe(once)
    expect(twice.masked).toBe(0)
    expect(masked([{ label: "Nama Lengkap", inner: { value: "Siti" } }, [{ value: "Siti" }]])).toEqual([{
      label: "Nama Lengkap",
      inner: { value: "Siti" }
    }, [{ value: "Siti" }]])
  })
})
