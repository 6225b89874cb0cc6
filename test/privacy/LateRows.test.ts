import { describe, expect, it } from "vitest"
import { streamed } from "./streamed.ts"
import { maskedText, policy } from "./support.ts"

const names = ["Budi Santoso", "Wayan Sudana", "Yohanes Kogoya", "Siti Aminah", "Tagor Simbolon"]
const offices = ["Dinas Kesehatan", "PT Maju Jaya", "CV Sinar", "SD Negeri 1", "Koperasi Tani"]
const name = (i: number): string => names[i % names.length]!
const office = (i: number): string => offices[i % offices.length]!
const nik = (i: number): string => `3273014501${100_000 + i}`
const phone = (i: number): string => `0812${30_000_000 + i * 17}`
const personal = new RegExp(String.raw`327301450|0812\d{8}|Mawar|budi\d|${names.join("|")}`)

type Make = (i: number) => unknown
const rows = (count: number, first: Make, later: Make): ReadonlyArray<unknown> => [
  ...Array.from({ length: count }, (_, i) => first(i)),
  ...Array.from({ length: 40 }, (_, i) => later(i))
]
const person: Make = (i) => ({ nik: nik(i), nama: name(i), telepon: phone(i), alamat: `Jl. Mawar ${i}` })
const kept = (text: string, shown: string): number => text.split(shown).length - 1

describe("people behind many rows of nobody's", () => {
  it.each<[string, Make, Make]>([
    ["whose NIK is null", (i) => ({ nik: null, nama: office(i), telepon: null, alamat: "Jl. Kantor" }), person],
    ["whose NIK is 0", (i) => ({ nik: 0, nama: office(i), telepon: "022123456", alamat: "Jl. Kantor" }), person],
    ["whose NIK is a number", (i) => ({ nik: null, nama: office(i), alamat: "Jl. Kantor" }), (i) => ({
      nama: name(i),
      alamat: "Jl. Mawar 3",
      nik: Number(nik(i))
    })],
    ["who have no NIK", (i) => ({ nama: office(i), telepon: "022123456", alamat: "Jl. Kantor" }), (i) => ({
      nama: name(i),
      telepon: phone(i),
      alamat: "Jl. Mawar 3"
    })],
    ["where something is counted", (i) => ({ nama: office(i), jumlah: i }), (i) => ({ nama: `${name(i % 2 * 3)}`, jumlah: i })],
    ["where nothing stood", () => ({ nama: null, alamat: null }), (i) => ({ nama: name(i), alamat: "Jl. Mawar 3" })],
    ["where numbers stood", (i) => ({ nama: i, alamat: "" }), (i) => ({ nama: name(i), alamat: "Jl. Mawar 3" })],
    ["in empty objects", () => ({}), person],
    ["under a key of owners", (i) => ({ no: i, nama_pemilik: office(i) }), (i) => ({ no: i, nama_pemilik: name(i) })],
    ["under a key of roles", () => ({ pelapor: true }), (i) => ({ pelapor: name(i) })],
    ["with telephones of their own", () => ({ unit: "x", telepon: "022123456" }), (i) => ({ unit: "x", telepon: phone(i) })],
    ["with mail of their own", () => ({ unit: "x", email: "info@dinkes.go.id" }), (i) => ({ unit: "x", email: `budi${i}@gmail.com` })],
    ["with addresses", () => ({ nama: "Budi Santoso", alamat: false }), () => ({ nama: "Budi Santoso", alamat: "Jl. Mawar 3" })],
    ["in objects", (i) => ({ no: i, pemohon: null }), (i) => ({ no: i, pemohon: person(i) })]
  ])("are masked: %s", (_, first, later) => {
    for (const count of [60, 300, 1_500]) {
      const document = JSON.stringify(rows(count, first, later))
      const whole = maskedText(document)
      expect(personal.exec(whole)?.[0]).toBeUndefined()
      expect(streamed(document, 10_000)).toBe(whole)
    }
  })

  it("are masked behind a byte order mark as without one, where rows before them have to be read again", () => {
    const document = JSON.stringify({
      hasil: [
        ...Array.from({ length: 1_600 }, (_, i) => ({ kode: `K${i}`, berat: i % 100, golongan: "A" })),
        ...Array.from({ length: 50 }, (_, i) => ({ kode: `K${i}`, berat: 3, golongan: "B", nik: nik(i), nama_lengkap: name(i) }))
      ]
    })
    for (const size of [1_000, 16_384]) expect(streamed(`\ufeff${document}`, size)).toBe(streamed(document, size))
  })

  it("are masked in tables too", () => {
    const line = (make: Make): Make => (i) => Object.values(make(i) as object)
    const table = rows(300, line((i) => ({ nama: office(i), telepon: "022123456" })), line((i) => ({ nama: name(i), telepon: phone(i) })))
    expect(maskedText({ columns: ["Nama", "Telepon"], rows: table })).not.toMatch(personal)
    const numbered = rows(300, line((i) => ({ nama: office(i), nik: "" })), line((i) => ({ nama: name(i), nik: nik(i) })))
    expect(maskedText([["Nama", "NIK"], ...numbered])).not.toMatch(personal)
  })

  it("are masked from the next row on where only a number under an unknown key says it", () => {
    const shown = maskedText(rows(300, (i) => ({ foo: i, bar: "ok" }), (i) => ({ foo: nik(i + 1), bar: `${name(i)} ${name(i * 3)} ${i}` })))
    expect(names.reduce((sum, text) => sum + kept(shown, text), 0)).toBeLessThan(3)
  })

  it("are masked in later documents", () => {
    const by = policy()
    maskedText(
      rows(60, (i) => ({ nik: null, nama: office(i), alamat: "Jl. Kantor" }), (i) => ({ nik: null, nama: office(i), alamat: "-" })),
      by
    )
    expect(maskedText([person(1), person(2)], by)).not.toMatch(personal)
  })
})

describe("a few people among many offices", () => {
  const mixed = (numbered: boolean): ReadonlyArray<unknown> =>
    Array.from({ length: 400 }, (_, i) => ({
      nama: i % 10 === 7 ? name(i) : office(i),
      telepon: i % 10 === 7 ? phone(i) : "0221234567",
      alamat: i % 10 === 7 ? `Jl. Mawar ${i}` : "Jl. Merdeka 1",
      ...numbered && { nik: i % 10 === 7 ? nik(i) : null }
    }))

  it.each([true, false])("are masked, each by the row's own evidence; a NIK among it: %s", (numbered) => {
    const shown = maskedText(mixed(numbered))
    expect(shown).not.toMatch(personal)
    expect(offices.reduce((sum, text) => sum + kept(shown, text), 0)).toBe(360)
    expect([kept(shown, "0221234567"), kept(shown, "Jl. Merdeka 1")]).toEqual([360, 360])
  })
})
