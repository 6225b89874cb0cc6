import { describe, expect, it } from "vitest"
import type { Endpoint } from "../../../src/domain/Endpoint.ts"
import { classOf, modeBits, rowMode, variantMode } from "../../../src/privacy/verdict/NodeByte.ts"
import { Verdicts } from "../../../src/privacy/verdict/Verdicts.ts"
import { SlowMask } from "../../support/SlowMask.ts"

const nik = "3273014506900001"
const other = "3273014506900002"

/** The document with the class of what is masked. */
const masked = (data: unknown, fields: Endpoint["fields"] = [], unknown: Endpoint["unknown"] = "detect"): unknown => {
  const { data: shown } = new SlowMask({ fields, unknown }, (name) => `<${name}>`).mask(JSON.stringify({ data })) as {
    readonly data: unknown
  }
  return JSON.parse(JSON.stringify(shown))
}

describe("a row about a person", () => {
  it("keeps what is public open and hides what is not known", () => {
    expect(masked([{ nik, nama: "Suparti", status: "aktif", xyz: "rahasia sekali" }])).toEqual([
      { nik: "<nik>", nama: "<name>", status: "aktif", xyz: "<unknown>" }
    ])
  })

  it("is told by a birth date beside a name as well", () => {
    expect(masked([{ nama: "Suparti", tgl_lahir: "1980-01-02", lat: -6.9, keluhan: "batuk" }])).toEqual([
      { nama: "<name>", tgl_lahir: "<birth-date>", lat: "<coordinates-home>", keluhan: "<health>" }
    ])
  })

  it("spares moments, switches and words that come again", () => {
    const rows = ["a", "b", "c", "d"].map((name) => ({ nik, nama: name, uji: "2024-01-01", cetak_x: true, golx: "sama" }))
    expect(masked(rows)).toEqual(rows.map(({ golx, cetak_x, uji }) => ({ nik: "<nik>", nama: "<name>", uji, cetak_x, golx })))
  })

  it("is about those whom it wraps", () => {
    expect(
      masked([{
        type: "Feature",
        geometry: { coordinates: [107.6, -6.9] },
        properties: { namaPasien: "Suparti", statusHiv: "Reaktif", kelamin: "P" }
      }])
    )
      .toEqual([{
        type: "Feature",
        geometry: { coordinates: ["<coordinates-home>", "<coordinates-home>"] },
        properties: { namaPasien: "<name>", statusHiv: "<health>", kelamin: "<sex>" }
      }])
  })

  it("does not make persons of the kinds and places that it holds", () => {
    const row = { jenisPeserta: { kode: "22", keterangan: "PBI" }, kecamatan: { kode: "1", nama: "Cibiru" } }
    expect(masked([{ nik, nama: "Suparti", ...row }])).toEqual([{ nik: "<nik>", nama: "<name>", ...row }])
  })
})

describe("counts and statistics", () => {
  it("stay as they are", () => {
    const rows = [{ kecamatan: "Cibiru", agama: "Islam", jenis_kelamin: "L", kk: 3421, pasien: 12, ktp_el: 55, jumlah: 9 }]
    expect(masked(rows)).toEqual(rows)
  })
})

describe("organisations, places and things", () => {
  it("keep their addresses and telephones", () => {
    const rows = [{ nama: "SMP NEGERI 1", npsn: "20212345", alamat: "Jl. A 1", telepon: "(022) 6969180", email: "info@smp1.sch.id" }]
    expect(masked(rows)).toEqual(rows)
  })

  it("do not hide behind the person who heads them", () => {
    expect(masked([{ namaLembaga: "Panti Harapan", kapasitas: 20, alamat: "Jl. A", ketua: { nama: "Suparti", noHp: "081234567890" } }]))
      .toEqual([
        { namaLembaga: "Panti Harapan", kapasitas: 20, alamat: "Jl. A", ketua: { nama: "<name>", noHp: "<phone>" } }
      ])
  })
})

describe("a column", () => {
  it("of names spares offices and nobody one by one", () => {
    expect(masked([{ pelapor: "Tumirah" }, { pelapor: "Anonim" }, { pelapor: "Dinas Sosial" }])).toEqual([
      { pelapor: "<name>" },
      { pelapor: "Anonim" },
      { pelapor: "Dinas Sosial" }
    ])
  })

  it("is judged once, and never loosened", () => {
    const verdicts = new Verdicts({ fields: [], unknown: "detect" })
    verdicts.observe(verdicts.root, { data: [{ nik, nama: "Suparti" }] })
    const node = verdicts.child(verdicts.item(verdicts.child(verdicts.root, "data")), "nama")
    expect(classOf(verdicts.bytes[node]!)).toBe("name")
    verdicts.observe(verdicts.root, { data: [{ nama: "Taman Kota", luas: 12 }] })
    expect(classOf(verdicts.bytes[node]!)).toBe("name")
    expect(verdicts.why("data[].nama")).toEqual({ class: "name", reason: "row" })
  })

  it("tightens where later rows say more", () => {
    const verdicts = new Verdicts({ fields: [], unknown: "detect" })
    verdicts.observe(verdicts.root, { data: [{ nama: "Taman Kota", luas: 12 }] })
    const before = verdicts.version
    verdicts.observe(verdicts.root, { data: [{ nik, nama: "Suparti" }] })
    expect(verdicts.version).toBeGreaterThan(before)
  })
})

describe("the registry", () => {
  it("wins over everything, and holds for what is below", () => {
    expect(masked([{ nik, nama: "Suparti", isi: { x: "a" } }], [["data[].nama", "public"], ["data[].isi", "health"]])).toEqual([
      { nik: "<nik>", nama: "Suparti", isi: { x: "<health>" } }
    ])
  })

  it("may have all that nobody classified masked", () => {
    expect(masked([{ a: 1, b: "x" }], [["data[].a", "public"]], "mask")).toEqual([{ a: 1, b: "<unknown>" }])
  })
})

describe("keys that stand elsewhere", () => {
  it("are labels before their values or after them", () => {
    for (const order of [["label", "value"], ["value", "label"]] as const) {
      const row = (label: string, value: string) => Object.fromEntries(order.map((key) => [key, key === "label" ? label : value]))
      expect(masked([row("NIK", nik), row("Nama", "Suparti"), row("Desa", "Sukamaju")])).toEqual([
        row("NIK", "<nik>"),
        row("Nama", "<name>"),
        row("Desa", "Sukamaju")
      ])
    }
  })

  it("are a header line, below titles too", () => {
    expect(masked([["LAPORAN"], ["No", "Nm. Penerima", "NIK/KTP"], [1, "Suparti", nik]])).toEqual([
      ["LAPORAN"],
      ["No", "Nm. Penerima", "NIK/KTP"],
      [1, "<name>", "<nik>"]
    ])
  })

  it("are read anew in each document, where columns may change their places", () => {
    const verdicts = new SlowMask({ fields: [], unknown: "detect" }, (name) => `<${name}>`)
    const mask = (data: unknown): unknown => JSON.parse(JSON.stringify(verdicts.mask(JSON.stringify({ data }))))
    expect(mask({ columns: ["nama", "desa", "nik"], rows: [["Suparti", "Sukamaju", nik]] })).toEqual({
      data: { columns: ["nama", "desa", "nik"], rows: [["<name>", "Sukamaju", "<nik>"]] }
    })
    expect(mask({ columns: ["desa", "nik", "nama"], rows: [["Sukamaju", nik, "Suparti"]] })).toEqual({
      data: { columns: ["desa", "nik", "nama"], rows: [["Sukamaju", "<nik>", "<name>"]] }
    })
  })

  it("are missing where values tell enough", () => {
    expect(masked([[nik, "Suparti", "P"], [other, "Marice", "L"]])).toEqual([["<nik>", "<name>", "<sex>"], ["<nik>", "<name>", "<sex>"]])
  })

  it("are the first row of a spreadsheet without names", () => {
    expect(masked([{ A: "Nama", B: "NIK" }, { A: "Suparti", B: nik }])).toEqual([{ A: "Nama", B: "NIK" }, { A: "<name>", B: "<nik>" }])
  })

  it("are names of people", () => {
    expect(masked({ Suparti: { nik, urut: 3 }, "Marice Kogoya": { nik: other, urut: 4 }, Slamet: { nik: other, urut: 5 } })).toEqual({
      "<name>": { nik: "<nik>", urut: 3 },
      "<name> (2)": { nik: "<nik>", urut: 4 },
      "<name> (3)": { nik: "<nik>", urut: 5 }
    })
  })

  it("tell the kernel by their mode", () => {
    const verdicts = new Verdicts({ fields: [], unknown: "detect" })
    verdicts.observe(verdicts.root, {
      data: { a: [{ label: "NIK", value: nik }, { label: "Nama", value: "Suparti" }], b: [["nama", "nik"], ["Suparti", nik]] }
    })
    const data = verdicts.child(verdicts.root, "data")
    expect(verdicts.bytes[verdicts.item(verdicts.child(data, "a"))]! & modeBits).toBe(variantMode)
    expect(verdicts.bytes[verdicts.child(data, "b")]! & modeBits).toBe(rowMode)
  })
})

describe("FHIR", () => {
  it("is judged by the kind of resource", () => {
    expect(masked({
      entry: [
        { resource: { resourceType: "Patient", id: "P1", name: [{ use: "official", text: "Suparti" }], birthDate: "1980-01-01" } },
        {
          resource: { resourceType: "Organization", id: "O1", name: "Puskesmas A", telecom: [{ system: "phone", value: "(022) 2528814" }] }
        },
        {
          resource: {
            resourceType: "Condition",
            code: { coding: [{ system: "icd", code: "A15" }] },
            subject: { reference: "Patient/P1", display: "Suparti" }
          }
        }
      ]
    })).toEqual({
      entry: [
        { resource: { resourceType: "Patient", id: "<id>", name: [{ use: "official", text: "<name>" }], birthDate: "<birth-date>" } },
        {
          resource: { resourceType: "Organization", id: "O1", name: "Puskesmas A", telecom: [{ system: "phone", value: "(022) 2528814" }] }
        },
        {
          resource: {
            resourceType: "Condition",
            code: { coding: [{ system: "icd", code: "<health>" }] },
            subject: { reference: "<id>", display: "<name>" }
          }
        }
      ]
    })
  })
})

describe("a trie", () => {
  it("stays bounded whatever keys come, and masks beyond", () => {
    const verdicts = new Verdicts({ fields: [], unknown: "detect" })
    let node = 0
    for (let i = 0; i < 20_000; i++) node = verdicts.child(verdicts.root, `k${i.toString(36)}`)
    expect(verdicts.bytes.length).toBeLessThanOrEqual(16_384)
    expect(classOf(verdicts.bytes[node]!)).toBe("unknown")
    expect(verdicts.isFull).toBe(true)
  })

  it("has one node for keys that are data", () => {
    const verdicts = new Verdicts({ fields: [], unknown: "detect" })
    verdicts.observe(verdicts.root, { data: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`0:${i}`, i])) })
    expect(verdicts.bytes.length).toBeLessThanOrEqual(64)
  })
})
