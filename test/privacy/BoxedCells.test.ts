import { describe, expect, it } from "vitest"
import { masked, maskedBody, maskedText, textOf } from "./support.ts"

const heads = ["Nama", "NIK", "Alamat", "Kota"]
const people = [["Suparti", "3273014506900001", "Melati 5", "Bandung"], ["Sukirman", "3273014506900002", "Kenanga", "Cimahi"]]
const shown = [["S***", "3273************", "***", "Bandung"], ["S***", "3273************", "***", "Cimahi"]]

type Line = ReadonlyArray<string>
const boxed = (line: Line): ReadonlyArray<unknown> => line.map((sel) => ({ sel }))
const numbered = (line: Line): unknown => Object.fromEntries(line.map((cell, at) => [String(at), cell]))

const forms: ReadonlyArray<readonly [string, (rows: ReadonlyArray<Line>) => unknown]> = [
  ["heads and cells in objects", (rows) => ({ kepala: heads.map((cap) => ({ cap })), badan: rows.map(boxed) })],
  ["heads in objects with more in them", (rows) => ({ thead: heads.map((cap, w) => ({ cap, w, tipe: "teks" })), tbody: rows.map(boxed) })],
  ["lines in objects", (rows) => ({ h: heads.map((cap) => ({ cap })), b: rows.map((row) => ({ baris: boxed(row) })) })],
  ["a first line in objects", (rows) => ({ lembar: [heads.map((cap) => ({ cap })), ...rows.map(boxed)] })],
  ["heads and rows by number", (rows) => ({ thead: numbered(heads), tbody: rows.map(numbered) })],
  ["rows by number, too", (rows) => ({ thead: numbered(heads), rows: numbered(rows as never) })],
  ["lines by number", (rows) => ({ thead: numbered(heads), rows: Object.fromEntries(rows.map((row, at) => [at, numbered(row)])) })],
  ["heads alone by number", (rows) => ({ kolom: numbered(heads), data: rows })],
  ["heads by letters", (rows) => ({
    head: Object.fromEntries(heads.map((head, at) => ["abcd"[at], head])),
    rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => ["abcd"[at], cell])))
  })]
]

describe("tables whose parts stand in objects", () => {
  it.each(forms)("are masked by their heads: %s", (_, form) => {
    expect(masked({ tabel: form(people) })).toEqual({ tabel: form(shown) })
    const twice = maskedBody({ tabel: form(shown) })
    expect(textOf(twice.data)).toBe(JSON.stringify({ tabel: form(shown) }))
  })

  it.each(forms)("are masked so where only a name and a trade stand in them: %s", (_, form) => {
    expect(maskedText({ tabel: form(people) })).not.toContain("Suparti")
  })

  it.each(forms)("are masked in all of many lines: %s", (_, form) => {
    const many = (rows: ReadonlyArray<Line>) => Array.from({ length: 400 }, () => rows).flat()
    expect(masked({ tabel: form(many(people)) })).toEqual({ tabel: form(many(shown)) })
  })

  it("of two columns, too", () => {
    const row = (name: string, job: string) => ({ 0: name, 1: job })
    const table = (name: string, job: string) => ({ thead: row("nama", "pekerjaan"), rows: [row(name, job), row(name, job)] })
    expect(masked({ t: table("Suparti", "Buruh") })).toEqual({ t: table("S***", "***") })
  })

  it.each([
    [{ thead: { 0: "judul", 1: "lokasi" }, rows: [{ 0: "Rapat", 1: "Balai Kota" }, { 0: "Senam", 1: "Taman Kota" }] }],
    [{ thead: [{ cap: "Agama" }, { cap: "Jumlah" }], tbody: [[{ sel: "Islam" }, { sel: 12 }], [{ sel: "Hindu" }, { sel: 3 }]] }],
    [{ titik: [[{ lat: -6.9 }, { lon: 107.6 }], [{ lat: -6.8 }, { lon: 107.5 }]] }],
    [{ menu: { 0: "Nama", 1: "Alamat" }, halaman: [{ 0: "Beranda", 1: "/" }, { 0: "Berita", 1: "/berita" }] }]
  ])("stay where they tell of nobody: %j", (table) => {
    expect(masked(table)).toEqual(table)
  })
})

describe("labels whose values stand in objects", () => {
  it.each([["t", "d", "s"], ["label", "value", "teks"], ["kunci", "nilai", "x"]])(
    "hide them as the label says: %s, %s, %s",
    (label, value, box) => {
      const form = (rows: ReadonlyArray<readonly [string, unknown]>) =>
        rows.map(([name, text]) => ({ [label]: name, [value]: { [box]: text } }))
      const told = form([["Nama Ibu", "Siti"], ["NIK", 3273014506900001], ["Kota", "Bandung"]])
      expect(masked({ isian: told })).toEqual({ isian: form([["Nama Ibu", "S***"], ["NIK", "3273************"], ["Kota", "Bandung"]]) })
      expect(masked({ isian: form([["Nama Ibu", "Siti"]]) })).toEqual({ isian: form([["Nama Ibu", "S***"]]) })
    }
  )

  it("stay where their own keys say more", () => {
    const rows = [{ label: "Nama Kegiatan", value: { lokasi: "Balai Kota" } }, { label: "Agama", value: { jumlah: 12 } }]
    expect(masked({ isian: rows })).toEqual({ isian: rows })
  })
})

describe("numbered labels and values in one object", () => {
  it.each([["h", "w"], ["label_", "isi_"], ["kolom", "nilai"]])("hide the values as their labels say: %s and %s", (label, value) => {
    const row = (name: string, job: string, town: string) => ({
      [`${label}1`]: "Nama Ibu",
      [`${value}1`]: name,
      [`${label}2`]: "Pekerjaan",
      [`${value}2`]: job,
      [`${label}3`]: "Kota",
      [`${value}3`]: town
    })
    expect(masked({ isian: row("Siti", "Buruh", "Bandung") })).toEqual({ isian: row("S***", "***", "Bandung") })
    const many = (name: string, job: string) => Array.from({ length: 600 }, () => row(name, job, "Bandung"))
    expect(masked(many("Siti", "Buruh"))).toEqual(many("S***", "***"))
  })

  it("hide them beside a label with a word that nobody knows, which stands over what is public", () => {
    const form = (name: string, belief: string) => ({
      label_1: "Nama Kepala Keluarga",
      isi_1: name,
      label_2: "Agama",
      isi_2: belief,
      label_3: "Tanggal Pengajuan",
      isi_3: "2026-02-11"
    })
    expect(masked(form("I Wayan Sudiarta", "Hindu"))).toEqual(form("I*** W*** S***", "***"))
  })

  it("stay where labels name nobody's", () => {
    const row = { h1: "Judul", w1: "Rapat", h2: "Lokasi", w2: "Balai Kota" }
    expect(masked({ acara: row })).toEqual({ acara: row })
  })
})

describe("values before their labels", () => {
  const pairs = (name: string, record: string, insured: string, phone: string) => [
    [name, "nama pasien"],
    [record, "no rekam medis"],
    [insured, "no kartu JKN"],
    ["Poli Paru", "poli tujuan"],
    ["B-041", "nomor antrean"],
    ["RSUD Ulin Banjarmasin", "fasilitas"],
    [phone, "kontak pasien"]
  ]

  it("are hidden as the labels say, whatever else stands before these", () => {
    expect(masked({ isian: pairs("Fransiska Anggraeni", "RM-18-44-07", "0002149908173", "085251330476") })).toEqual({
      isian: pairs("F*** A***", "******07", "***********73", "0852******76")
    })
  })

  it("stay where they are codes and what these mean", () => {
    const codes = [["Kode", "Keterangan"], ["A", "Nama"], ["B", "Alamat"], ["C", "Agama"]]
    expect(masked({ rujukan: codes })).toEqual({ rujukan: codes })
  })
})
