import { describe, expect, it } from "vitest"
import { masked } from "../support.ts"

const nik = "3273014506900001"
const stay = (data: unknown): void => expect(masked(data)).toEqual(data)

describe("a person's row", () => {
  it("hides what somebody does, has learnt, and how old they are", () => {
    expect(masked([{ nik, nama: "Suparti", pekerjaan: "Nelayan", PDDK_AKH: "SLTA", umur: 41, jabatan: "Ketua" }])).toEqual([
      { nik: "3273************", nama: "S***", pekerjaan: "***", PDDK_AKH: "***", umur: "***", jabatan: "Ketua" }
    ])
  })

  it("hides where the home is, under whatever it is put", () => {
    expect(masked([{ siswa: { nama: "Suparti", nisn: "0147049553" }, rumah: { alamat: "Perum Asri C-65", lat: "-7.63", lng: "109.5" } }]))
      .toEqual([{ siswa: { nama: "S***", nisn: "********53" }, rumah: { alamat: "***", lat: "***", lng: "***" } }])
  })

  it("hides what aid is given, and a word for a trait under any key", () => {
    expect(masked([{ nik, nama: "Suparti", PKH: "YA", status: "Cerai Mati", unit: "Hindu" }])).toEqual([
      { nik: "3273************", nama: "S***", PKH: "***", status: "***", unit: "***" }
    ])
  })

  it("leaves a switch that stands where nothing is known", () => {
    expect(masked([{ nik, nama: "Suparti", phone: "081234567890" }, { nik, nama: "Suparti", phone: false }])).toEqual([
      { nik: "3273************", nama: "S***", phone: "0812******90" },
      { nik: "3273************", nama: "S***", phone: false }
    ])
    expect(masked([{ nama: "Suparti", nik: Number(nik) }, { nama: "Suparti", nik: false }])).toEqual([
      { nama: "S***", nik: "3273************" },
      { nama: "S***", nik: false }
    ])
  })

  it("is told in other languages of the country too", () => {
    expect(masked([{ jeneng: "Suparti", lair: "1980-01-02", lanang_wadon: "wadon", omahe: "Dusun Karang RT 3" }])).toEqual([
      { jeneng: "S***", lair: "1980", lanang_wadon: "***", omahe: "***" }
    ])
  })
})

describe("people where no key says it", () => {
  it("are those with a title or a degree", () => {
    expect(masked([{ kpd: "Sekretaris", isi: "Arsip", tayl: "Drs. Widodo, M.Si" }, { kpd: "Camat", isi: "Arsip", tayl: "Ny. Tumini" }]))
      .toEqual([
        { kpd: "Sekretaris", isi: "Arsip", tayl: "D*** W*** M***" },
        { kpd: "Camat", isi: "Arsip", tayl: "N*** T***" }
      ])
  })

  it("are answers to the questions of a form", () => {
    const items = [["a1b2c3d4", "Nama lengkap"], ["b2c3d4e5", "No. HP"], ["c3d4e5f6", "Alamat rumah"]].map(([questionId, title]) => ({
      questionId,
      title
    }))
    expect(masked({ items, answers: [{ a1b2c3d4: "Suparti", b2c3d4e5: "081234567890", c3d4e5f6: "Perum Asri 5" }] })).toEqual({
      items,
      answers: [{ a1b2c3d4: "S***", b2c3d4e5: "0812******90", c3d4e5f6: "***" }]
    })
  })

  it("are what a legend says of columns that have numbers for names", () => {
    const legend = { field_1: "No RM", field_2: "Nama pasien", field_3: "Keluhan utama" }
    expect(masked({ legend, rows: [{ field_1: "00-91-42", field_2: "Suparti", field_3: "Pusing" }] })).toEqual({
      legend,
      rows: [{ field_1: "****42", field_2: "S***", field_3: "***" }]
    })
  })
})

describe("names, incomes and occupations in parts", () => {
  it("are hidden as a whole would be", () => {
    expect(masked([{ nama: ["Budi", "Santoso"] }])).toEqual([{ nama: ["B***", "S***"] }])
    expect(masked([{ gaji: { nilai: 12_345 } }])).toEqual([{ gaji: { nilai: "***" } }])
    expect(masked([{ nik, nama: "Suparti", pekerjaan: { kode: "9", nama: "Nelayan" } }])).toEqual([
      { nik: "3273************", nama: "S***", pekerjaan: { kode: "9", nama: "***" } }
    ])
  })

  it("are pairs of a value and its label too", () => {
    expect(masked({ penjamin: [["Jumadi", "Nama"], [nik, "NIK"]] })).toEqual({ penjamin: [["J***", "Nama"], ["3273************", "NIK"]] })
  })

  it("are a column of names under a key that nobody knows", () => {
    expect(masked([{ qvx: "Marice Kogoya" }, { qvx: "Tan Siok Lan" }, { qvx: "Slamet Riyadi" }])).toEqual([
      { qvx: "M*** K***" },
      { qvx: "T*** S*** L***" },
      { qvx: "S*** R***" }
    ])
  })
})

describe("an office, a firm or a thing", () => {
  it("keeps its telephone, its mail and its address", () => {
    stay([{ npsn: "20304912", nama: "SD Negeri 1 Gombong", alamat: "Jl. Melati 3", email: "gombongsatu@gmail.com", telp: "0287-471234" }])
    stay({ kontak: "0271-715042", petugas_input: "UPT Pasar Wilayah I", komoditas: "Beras" })
  })

  it("is no person where a list of bidders has firms", () => {
    stay({
      tender: "Jalan Lingkar",
      peserta: [{ nama: "PT Karya Baru", npwp: "47.938.727.8-801.000", alamat: "Jl. Melati 3", telepon: "0511 5111 207" }]
    })
  })

  it("keeps its number, unless it is called as the person is whose it is, whatever stands around it", () => {
    const firm = { npwp_perseroan: "01.871.440.3-526.000", nama_perseroan: "PT Karya Baru", skala: "Kecil" }
    const sole = { npwp_perseroan: "47.363.784.8-632.000", nama_perseroan: "Rotua Manalu", skala: "Mikro" }
    const hidden = { ...sole, npwp_perseroan: "*************00" }
    expect(masked([firm, sole])).toEqual([firm, hidden])
    const firms = Array.from({ length: 80 }, () => firm)
    expect(masked([...firms, sole])).toEqual([...firms, hidden])
    expect(masked([sole])).toEqual([hidden])
    expect(masked(sole)).toEqual(hidden)
  })

  it("is told from people by the kind that each object names", () => {
    const person = { type: "people", attributes: { fullName: "Suparti", nik, address: "Jl. Melati 3" } }
    const office = { type: "agencies", attributes: { name: "Dinas Kebersihan", phone: "024-8315514", address: "Jl. Tapak 7" } }
    expect(masked({ included: [person, office] })).toEqual({
      included: [{ type: "people", attributes: { fullName: "S***", nik: "3273************", address: "***" } }, office]
    })
  })

  it("keeps what describes columns, keys with a prefix, and titles of tickets", () => {
    stay({ columns: [{ name: "nama_pasien", type: "varchar" }, { name: "nik", type: "varchar(16)" }] })
    stay({ tags: { amenity: "pharmacy", "addr:street": "Jalan Melati", "addr:city": "Surakarta" } })
    stay({ tickets: [{ subject: "Pohon tumbang di Taman Kota", status: "open" }] })
  })
})
