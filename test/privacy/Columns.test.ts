import { describe, expect, it } from "vitest"
import fc from "../support/Property.ts"
import { readable, sizes, streamed, whole } from "./documents.ts"
import { masked, maskedBody, maskedText, policy, textOf } from "./support.ts"

const nik = "3273998877660003"
const names = ["no", "NIK", "Nama", "tgl_lahir", "agama", "Kota"]
const rows = [[1, nik, "Budi", "1990-01-15", "Islam", "Bandung"], [2, 3273998877660004, "Xaver", null, "Hindu", "Cimahi"]]
const shown = [[1, "3273************", "B***", "1990", "***", "Bandung"], [2, "3273************", "X***", null, "***", "Cimahi"]]

describe("tables of columns and rows", () => {
  it.each([["columns", "rows"], ["kolom", "baris"], ["headers", "data"], ["fields", "records"], ["header", "values"], [
    "nama_kolom",
    "isi"
  ]])("values under %s and %s are what their column says", (head, body) => {
    expect(masked({ tabel: { [head]: names, total: 2, [body]: rows } })).toEqual({ tabel: { [head]: names, total: 2, [body]: shown } })
    expect(masked({ tabel: { [head]: names.map((name, id) => ({ id, name, type: "text" })), [body]: rows } })).toEqual({
      tabel: { [head]: names.map((name, id) => ({ id, name, type: "text" })), [body]: shown }
    })
    expect(masked({ tabel: { [head]: names.map((label) => ({ label })), [body]: rows } })).toMatchObject({ tabel: { [body]: shown } })
  })

  it("other things before them are no columns", () => {
    expect(masked([{ fields: { a: { name: "x" } }, columns: [2019, "nama_lengkap"], rows: [["Budi", "Siti"]] }])).toEqual([{
      fields: { a: { name: "x" } },
      columns: [2019, "nama_lengkap"],
      rows: [["***", "S***"]]
    }])
  })

  it("columns may follow their rows", () => {
    expect(masked([{ rows: [["1234", "Budi"]], columns: ["nik", "nama_lengkap"] }])).toEqual([{
      rows: [["***", "B***"]],
      columns: ["nik", "nama_lengkap"]
    }])
  })

  it("a line of names is known by the numbers below it, though most of them are no words of ours", () => {
    const table = [["No Peserta", "Nama", "Kejuruan", "Usia", "Teori", "Praktik"], ["BLK25-041", "Marthen Asso", "Las", 22, 70, 88], [
      "BLK25-042",
      "Nur Fadillah",
      "Menjahit",
      19,
      81,
      79
    ]]
    expect(masked({ tabel: table })).toMatchObject({
      tabel: [table[0], { 1: "M*** A***", 3: "***", 4: "***" }, { 1: "N*** F***", 3: "***" }]
    })
    const bids = [["Peserta", "NPWP", "Penawaran", "Teknis"], ["CV Karya Anugerah", "02.118.990.5-801.000", 4123881000, "v"]]
    expect(masked({ tender: bids })).toEqual({ tender: bids })
  })

  it("lines without names are of people where a column has their titles", () => {
    const lines = [[1, "503/441/IUMK/2024", "Bdn. Rambu Ana Hamu, S.Keb", "MD1", "<a href=\"/1\">1</a>"], [
      2,
      "503/442/IUMK/2024",
      "Yustina Dada Gole",
      "MD2",
      "<a href=\"/2\">2</a>"
    ]]
    expect(masked({ data: { aaData: lines } })).toMatchObject({
      aaData: [[1, lines[0]![1], "B*** R*** A*** H*** S***", "***", lines[0]![4]], [2, lines[1]![1], "Y*** D*** G***", "***", lines[1]![4]]]
    })
  })

  it("so it is beside data", () => {
    expect(masked({ columns: names, data: rows })).toEqual(shown)
  })

  it.each([
    [{ columns: ["agama", "jumlah"], rows: [["Islam", 12], ["Hindu", 3]] }],
    [{ columns: [{ name: "agama" }, { name: "jumlah" }], rows: [["Islam", 12], ["Hindu", 3]] }],
    [{ columns: ["nama", "luas"], rows: [["Taman Lansia", 12]] }],
    [{ columns: ["nik", "nama_lengkap"], rows: [] }, { rows: [["1234", "Budi"]] }],
    [{ columns: [{ a: 1 }, "x"], fields: { nik: { type: "text" } }, header: [2019, "nama_lengkap"], rows: [["Budi"]] }],
    [{ columns: ["nama_lengkap"], total: ["Budi"], rows: [["", "Bandung"]] }]
  ])("what is no column about a person stays: %j", (...tables) => {
    expect(masked(tables)).toEqual(tables)
  })

  it("piece by piece it is the same, and masking again changes nothing", () => {
    const text = JSON.stringify({
      status: "ok",
      columns: names,
      data: [...rows, ...rows],
      x: {
        kolom: ["a", { name: "nik" }, { label: "agama" }, { id: 1, label: "jumlah", name: "jumlah" }],
        baris: [["b", "123456", "Islam", 3]],
        isian: [{ label: "Nama Lengkap", id: 3, tipe: "text", isi: "Siti" }, {
          name: "alamat",
          label: "f2",
          x: { y: 1 },
          "value": "Jl. Mawar"
        }, { nama: "Nama Ibu", x: [1, 2, 3], nilai: "Siti" }]
      }
    })
    fc.assert(fc.property(sizes, (pieces) => {
      expect(readable(streamed(Buffer.from(text), pieces, policy()))).toEqual(readable(whole(Buffer.from(text), policy())))
    }))
    for (const value of ["Siti", "Jl. Mawar", "Budi", "123456"]) expect(maskedText(text)).not.toContain(value)
    const once = maskedText({ t: { columns: names, rows } })
    const twice = maskedBody(once)
    expect(textOf(twice.data)).toBe(once)
    expect(twice.masked).toBe(0)
  })
})
