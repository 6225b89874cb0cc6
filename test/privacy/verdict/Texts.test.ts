/** Texts that stand where a word says that something else does: they are read, and not shown as that. */
import { describe, expect, it } from "@effect/vitest"
import { masked } from "../support.ts"

const notice = "Yth. seluruh admin, server akan dimatikan Sabtu pukul 23.00. Tanya Ibu Sri di 0812-3456-7890."
const read = "Yth. seluruh admin, server akan dimatikan Sabtu pukul 23.00. Tanya Ibu S*** di 0812******90."

describe("a text", () => {
  it("of a letter is read, and the addresses beside it are hidden", () => {
    expect(masked({ email: { dari: "budi@contoh.id", isi: notice } })).toEqual({ email: { dari: "b***@contoh.id", isi: read } })
  })

  it("that answers a question about a number or a birth is read", () => {
    const answers = [
      { tanya: "KTP hilang, bagaimana?", jawab: notice },
      { tanya: "Anak lahir di luar kota, bisa urus akta di sini?", jawab: notice }
    ]
    for (const [at, answer] of answers.entries()) {
      expect(masked({ tanya_jawab: { [`nomor_${at}`]: answer } })).toEqual({ tanya_jawab: { [`nomor_${at}`]: { ...answer, jawab: read } } })
    }
    const birth = "menurut ijazah pada bulan Maret, menurut keluarganya pada bulan Mei tahun itu juga"
    expect(masked([{ nik: "3273014501900001", nama: "Budi Santoso", tanggal_lahir: birth }])).not.toMatchObject([{ tanggal_lahir: birth }])
    expect(masked({ formulir: { tanya: "NIK", jawab: "3273014501900001" } })).toEqual({
      formulir: { tanya: "NIK", jawab: "3273************" }
    })
  })

  it("of a few words in small letters is no name, though a column of them looks like one", () => {
    const rows = ["sebagian sobek, mesti dijilid", "siap dipindah lekas", "gulungan besar, pindah ke rak bawah"].map((remark, at) => ({
      nomor: at + 1,
      remark
    }))
    expect(masked(rows)).toEqual(rows)
  })

  it("beside somebody's number tells of them, though nobody is named", () => {
    expect(masked([{ nisn: "0114556677", teks: "Sudah lancar membaca dan menulis, tetapi sering sakit malaria bulan ini." }])).toEqual([
      { nisn: "********77", teks: "Sudah lancar membaca dan menulis, tetapi sering *** bulan ini." }
    ])
  })
})

describe("what a system says of itself", () => {
  it("is not taken for somebody's: how long it keeps something, with what one came", () => {
    const lines = { ttl: 86_400, log: "INFO login ok user=rudi agent=Chrome/124 ttl=300" }
    expect(masked(lines)).toEqual({ ttl: 86_400, log: "INFO login ok user=r*** agent=Chrome/124 ttl=300" })
    expect(masked([{ nama: "Budi Santoso", ttl: 3_021_990 }])).toEqual([{ nama: "B*** S***", ttl: "***" }])
  })

  it("hides no more of a code in a text than the code", () => {
    expect(masked({ pesan: "Password: Rahasia#1945 berlaku 5 menit, jangan dibagikan" })).toEqual({
      pesan: "Password: *** berlaku 5 menit, jangan dibagikan"
    })
  })

  it.each(["tatausaha@sman3manado.sch.id", "gor@dispora.contoh.go.id", "semua@contoh.go.id"])("leaves an office's mail: %s", (surel) => {
    const text = `Kirim berkas ke ${surel} sebelum Senin`
    expect(masked({ kotak: surel, teks: text })).toEqual({ kotak: surel, teks: text })
  })
})
