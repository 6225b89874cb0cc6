import { describe, expect, it } from "vitest"
import { findingsIn } from "../../../src/privacy/text/Findings.ts"

const found = (text: string): ReadonlyArray<string> => findingsIn(text).map(({ end, start }) => text.slice(start, end))

describe("a name in a text", () => {
  it.each([
    ["Pak saya Suparti mau tanya bansos", ["Suparti"]],
    ["Mohon bantuan untuk Ibu Marice Kogoya yang sepuh.", ["Marice Kogoya"]],
    ["a.n. MARICE KOGOYA", ["MARICE KOGOYA"]],
    ["Yth. Bapak/Ibu Suwarti, laporan Anda telah kami teruskan.", ["Suwarti"]],
    ["Penghuni kos atas nama Rohmat bin Naim tidak dapat menunjukkan KTP", ["Rohmat bin Naim"]]
  ])("stands after a cue: %s", (text, names) => {
    expect(found(text)).toEqual(names)
  })

  it("is any two words with capitals where somebody's number stands too", () => {
    expect(found("telah datang Marice Kogoya melaporkan KTP 3273014506900001 hilang di Pasar Baru")).toEqual([
      "Marice Kogoya",
      "3273014506900001"
    ])
  })

  it.each([
    "Kepada Yth. Bapak Camat Cibiru, jalan rusak di Desa Sukamaju.",
    "Warung Bu Tini",
    "RSUD Dr. Soetomo",
    "Jumlah Siswa Menurut Jenis Kelamin",
    "Pelayanan petugas Dinas Sosial sudah baik"
  ])("is not taken from an office, a place or a title: %s", (text) => {
    expect(found(text)).toEqual([])
  })
})

describe("an account in a text", () => {
  it("stands behind a bank's whole name too", () => {
    expect(found("disetor ke rekening Bank Papua 1002003004551")).toEqual(["1002003004551"])
  })
})

describe("a home in a text", () => {
  it("is found after a cue and with its number", () => {
    expect(found("Yang bersangkutan tinggal di Jl. Mawar No. 3 RT 02/05, sakit")).toEqual(["Jl. Mawar No. 3 RT 02/05"])
  })

  it("is no place where something happened", () => {
    expect(found("Lampu mati di Jl. Braga No. 9 sejak kemarin")).toEqual([])
  })
})

describe("fields in a text", () => {
  it.each([
    ["<a><NAMA>SUPARTI</NAMA><TGL_LHR>1980-01-02</TGL_LHR><KEC>CIBIRU</KEC></a>", ["SUPARTI", "1980-01-02"]],
    ["nama;nik;desa\nSuparti;3273014506900001;Sukamaju", ["Suparti", "3273014506900001"]],
    ["1|Suparti|3273014506900001|Jl. Mawar 3", ["Suparti", "3273014506900001", "Jl. Mawar 3"]],
    ["<tr><th>Nama</th><th>NIK</th></tr><tr><td>Suparti</td><td>3273014506900001</td></tr>", ["Suparti", "3273014506900001"]],
    ["Nama: Suparti\nKeperluan: SKTM", ["Suparti"]],
    ["https://x.go.id/daftar?nama_lengkap=Tri&hal=2", ["Tri"]]
  ])("are judged by their names: %s", (text, values) => {
    expect(found(text)).toEqual(values)
  })

  it("of HL7 that tell of a patient are found", () => {
    expect(found("MSH|^~\\&|LIS|RS\rPID|1||64194744^^^RS||KOGOYA^MARICE\rOBR|1||lab")).toContain("KOGOYA")
  })
})

describe("a text", () => {
  it("has no personal mail where the address is an office's", () => {
    expect(found("Kirim ke dinkes@bandung.go.id atau suparti88@gmail.com")).toEqual(["suparti88"])
  })

  it("that is a token of a session is found", () => {
    expect(findingsIn("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdef")[0]?.personalData).toBe("secret")
  })
})
