/** What the contract's table calls public in a row about somebody, by its word, and whom that must not uncover. */
import { describe, expect, it } from "@effect/vitest"
import { masked } from "../support.ts"

const person = { nik: "3273014501900001", nama: "Budi Santoso", alamat: "Jl. Melati 5 RT 02 RW 03" }

describe("a row about somebody", () => {
  it.each([
    { no_pendaftaran: "PPDB24-011-00043" },
    { nomor_putusan: "8/Pid.B/2025/PN Bjr" },
    { noLP: "LP/B/12/III/2026/SPKT" },
    { no_resep: "202405270033" },
    { peserta_didik_id: "0d11f7f2-1111-4a6c-8b43-3f9c2d5e6a71" },
    { user_id: 88_120_931 },
    { gelar_depan: "Ir.", gelar_belakang: "S.Sos., M.Si." },
    { hasil: "Kompeten" },
    { hasil: "Belum kompeten" },
    { alamat_praktik: "Jl. Pelita Gg. Melati No. 3" },
    { jenis_keluhan: "Air keruh" },
    { tmt_pensiun: "2025-02-01" },
    { suara: 11_804 },
    { last_login: "2025-02-01 19:20:01" },
    { rjk: "460/112/RJK/2024" },
    { jurusan: "Tata Boga" },
    { sekolahAsal: "SMPN 2 Rantepao" },
    { nama_bantuan: "BLT Dana Desa" },
    { message_id: "<20240912.0312@dinsos.contoh.go.id>" },
    { amar_status: "Dikabulkan" }
  ])("shows numbers of matters, a database's keys, titles, outcomes and days: %j", (told) => {
    expect(masked({ baris: [{ ...person, ...told }] })).toMatchObject({ baris: [told] })
  })

  it.each([
    { no_pendaftaran: "3273014501900001" },
    { user_id: "081234567890" },
    { user_id: "budi@contoh.id" },
    { member_id: "KPD-20240771" },
    { no_akta_lahir: "1171-LU-20072017-0013" },
    { skck: "Pasal 362 KUHP" },
    { peran: "Siti Aminah" },
    { peran: "Notulen: Hendra Gunawan" },
    { peran: "Korban KDRT" },
    { peran: "Pelaku" },
    { gelar: "dr. Ratna Kusumawardhani, Sp.PD" },
    { hasil: "HIV positif" },
    { no_str: "KD00000451208817" },
    { no_ak1: "6205-AK1-24-000713" },
    { last_login_ip: "103.144.18.77" },
    { tindak_pidana: "Pencurian dengan pemberatan" },
    { metode: "Implan" },
    { tindak_kekerasan: "Dipukul ayah" },
    { satuan_kerja: { penghuni: "Siti Aminah" } },
    { bayar: 612_400 },
    { praktik: 75 }
  ])("hides under the same words what is somebody's all the same: %j", (told) => {
    const found = masked({ baris: [{ ...person, ...told }] }) as { readonly baris: ReadonlyArray<object> }
    expect(found.baris[0]).not.toMatchObject(told)
  })
})

describe("a number of a matter", () => {
  it("is looked at all the same: a NIK in the last of many rows is hidden", () => {
    const rows = [...Array.from({ length: 3_000 }, (_, at) => ({ no_resep: `R/2503/${at}`, no_akta: `12/${at}/2025` })), {
      no_resep: "3273014501900001",
      no_akta: "3273014501900002"
    }]
    const found = JSON.stringify(masked({ baris: rows }))
    expect(found).toContain("R/2503/2999")
    expect(found).not.toMatch(/327301450190000[12]/)
  })
})

describe("a mail address at an agency", () => {
  it("is somebody's where a name stands in it, the first of which may be shortened to consonants", () => {
    expect(masked([{ ...person, email: "mhd.fauzi@banjarkota.go.id" }])).not.toMatchObject([{ email: "mhd.fauzi@banjarkota.go.id" }])
    const office = { opd: "Dinas", email: "dtphp@sulselprov.go.id", kontak: "set.kalteng@bawaslu.go.id" }
    expect(masked([office])).toEqual([office])
  })
})

describe("what an office answers that compared fields", () => {
  it("is shown under the fields' names", () => {
    const compared = { NAMA_LGKP: "Sesuai (100)", TGL_LHR: "Sesuai", ALAMAT: "Tidak Sesuai (54)", AGAMA: "Sesuai" }
    expect(masked({ content: [{ NIK: "3273014501900001", ...compared }] })).toMatchObject({ content: [compared] })
  })

  it("hides a field of which one answer is a value", () => {
    const answers = [...Array.from({ length: 3_000 }, () => ({ NAMA_LGKP: "Sesuai", TMPT_LHR: "Sesuai" })), {
      NAMA_LGKP: "Budi Santoso",
      TMPT_LHR: "Garut"
    }]
    const found = JSON.stringify(masked({ content: answers }))
    expect(found).toContain("Sesuai")
    expect(found).not.toContain("Budi")
    expect(found).not.toContain("Garut")
  })
})

describe("the author of a book", () => {
  it("is shown, beside it and among several", () => {
    const books = { baris: [{ judul: "Laskar Pelangi", isbn: "9789793062792", penulis: "Andrea Hirata" }] }
    expect(masked(books)).toEqual(books)
    const several = { baris: [{ judul: "Sejarah", isbn: "9789793062792", authors: [{ author_name: "Andrea Hirata" }] }] }
    expect(masked(several)).toEqual(several)
  })
})

describe("a firm", () => {
  it("has a taxpayer's number that is shown where all that are named are firms", () => {
    const firms = {
      peserta: [{ nama_peserta: "CV Barito Karya", npwp: "02.441.882.0-711.000" }, {
        nama_peserta: "PT Dayak",
        npwp: "31.118.042.7-711.000"
      }]
    }
    expect(masked(firms)).toEqual(firms)
  })

  it("that somebody is in person has one that is hidden", () => {
    const found = masked({ baris: [{ penyedia: "Dr. Andi Mappatoba Tahir, S.E.", npwp_penyedia: "47.118.902.3-804.000" }] })
    expect(JSON.stringify(found)).not.toContain("47.118")
  })

  it("that is a cooperative has a NIK that is no person's", () => {
    const found = { baris: [{ nama: "KSP Sauyunan", nik: "3279010020014" }, { nama: "KUD Karya Mukti", nik: "3279040020009" }] }
    expect(masked(found)).toEqual(found)
    expect(JSON.stringify(masked({ baris: [{ nama: "Budi Santoso", nik: "3279010020014" }] }))).not.toContain("3279010020014")
  })
})

describe("who is billed", () => {
  it("is somebody who is called as people are and lives there, whatever the land measures", () => {
    const bill = { Nop: "331901000400501120", Nama: "SUKARDI BIN KASMAN", AlamatOp: "DK KRAJAN RT 02/01", LuasTanah: 310, Denda: 21_216 }
    const [found] = masked([bill]) as ReadonlyArray<Record<string, unknown>>
    expect(found).toMatchObject({ Nama: "S*** B*** K***", AlamatOp: "***", Denda: "***" })
  })
})

describe("the names of columns", () => {
  it("are shown, under a word for people too", () => {
    const tabel = { head: ["No Rek", "Nama Nasabah", "HP", "Alamat"], body: [["HJ-0041", "Masliani", "085249770041", "Jl. Riau RT 03"]] }
    expect(masked({ tabel })).toMatchObject({ tabel: { head: tabel.head } })
    expect(JSON.stringify(masked({ tabel }))).not.toContain("Masliani")
    expect(JSON.stringify(masked({ head: ["Budi Santoso", "Siti Aminah"] }))).not.toContain("Budi")
  })
})

describe("what stands beside somebody's health", () => {
  it("shows which test it was and where a referral goes, and hides what came of it", () => {
    const test = { pemeriksaan: "Glukosa Puasa", hasil: "182", nilai_rujukan: "70 - 110" }
    const [found] = masked([{ ...person, hasil: [test] }]) as ReadonlyArray<Record<string, unknown>>
    expect(found).toMatchObject({ hasil: [{ pemeriksaan: "Glukosa Puasa", hasil: "***", nilai_rujukan: "70 - 110" }] })
    const rujukan = { nomor: "1304012400118", tanggal: "2024-05-29", faskes_asal: { kode: "1304012", nama: "RSUD Batusangkar" } }
    expect(masked([{ ...person, rujukan }])).toMatchObject([{ rujukan }])
  })

  it("hides all that stands under a word for it, a code that is called `id` too", () => {
    expect(masked([{ ...person, agama: { id: 1, nama: "Islam" } }])).toMatchObject([{ agama: { id: "***", nama: "***" } }])
  })
})

describe("what an agency says was wrong with a field", () => {
  it("is shown, and the value that was wrong is hidden", () => {
    const errors = [
      { field: "tanggal_lahir", code: "FORMAT", message: "Format tanggal harus YYYY-MM-DD", rejectedValue: "05/06/1990" },
      { field: "nik", code: "LENGTH", message: "NIK harus 16 digit", rejectedValue: "3273014501900001" }
    ]
    const found = masked({ errors }) as { readonly errors: ReadonlyArray<Record<string, unknown>> }
    expect(found.errors).toMatchObject(errors.map(({ code, field, message }) => ({ code, field, message })))
    expect(JSON.stringify(found)).not.toMatch(/05\/06|01900001/)
  })
})

describe("codes of towns in FHIR", () => {
  const address = (...codes: ReadonlyArray<readonly [string, string]>) => ({
    resourceType: "Patient",
    name: [{ text: "Budi Santoso" }],
    birthDate: "1990-06-05",
    address: [{ line: ["Jl. Melati 5"], extension: [{ extension: codes.map(([url, valueCode]) => ({ url, valueCode })) }] }]
  })
  const coded = (document: unknown): string => JSON.stringify(masked({ entry: [{ resource: document }] }))

  it("are shown, and an RT among them is not", () => {
    expect(coded(address(["province", "13"], ["city", "1305"], ["village", "1305032004"]))).toMatch(/"13".*"1305".*"1305032004"/)
    const withRt = coded(address(["province", "13"], ["village", "1305032004"], ["rt", "17"]))
    expect(withRt).toContain("1305032004")
    expect(withRt).not.toContain("\"17\"")
  })
})

describe("what stands beside somebody and is told of a thing", () => {
  it("stays: where a bus is, what its driver's name is beside, units of what was measured", () => {
    const bus = { nopol: "DS 9021 AH", merk: "Hiace", pengemudi: "Yulius Wenda", kondisi: "Baik", posisi: { lat: -4.0871, lng: 138.9483 } }
    expect(masked({ armada: [bus] })).toMatchObject({ armada: [{ pengemudi: "Y*** W***", kondisi: "Baik", posisi: bus.posisi }] })
    const tested = { pasien: person, hasil: { hemoglobin: 9.1 }, satuan: { hemoglobin: "g/dL" } }
    expect(masked(tested)).toMatchObject({ hasil: { hemoglobin: "***" }, satuan: { hemoglobin: "g/dL" } })
  })

  it("stays: how many in a district have which illness", () => {
    const week = { icd10: "A90", penyakit: "Demam Dengue", kecamatan: "Tebet", kasus: 34, meninggal: 1 }
    expect(masked({ minggu: [week] })).toEqual({ minggu: [week] })
  })

  it("does not: where the owner of a car is", () => {
    const car = { nopol: "DS 9021 AH", pemilik: "Yulius Wenda", posisi: { lat: -4.0871, lng: 138.9483 } }
    expect(masked({ kendaraan: [car] })).toMatchObject({ kendaraan: [{ posisi: { lat: "***", lng: "***" } }] })
  })
})

describe("a number of a member", () => {
  it("is hidden beside a book that a person has, and beside no more than a name", () => {
    const loan = { no_anggota: "UM-20-00871", nama: "Nurlinda Kanang", kode_eksemplar: "P00412S", judul: "Sejarah Gowa" }
    expect(masked({ pinjaman: [loan] })).toMatchObject({ pinjaman: [{ no_anggota: "*******71", judul: "Sejarah Gowa" }] })
  })
})

describe("an identifier of FHIR", () => {
  it("is the number of a visit, or of whom a record is of", () => {
    const number = (value: string) => [{ system: "http://sys-ids.kemkes.go.id/x/1", value }]
    const entry = (resource: object) => ({ resource })
    const bundle = {
      resourceType: "Bundle",
      entry: [
        entry({ resourceType: "Encounter", identifier: number("RJ2025090300117"), subject: { identifier: { value: "P02028811990" } } }),
        entry({ resourceType: "Patient", identifier: number("P02028811990"), name: [{ text: "Budi Santoso" }] })
      ]
    }
    expect(masked(bundle)).toMatchObject({
      entry: [{ resource: { identifier: [{ value: "RJ2025090300117" }], subject: { identifier: { value: "**********90" } } } }, {
        resource: { identifier: [{ value: "**********90" }] }
      }]
    })
  })
})
