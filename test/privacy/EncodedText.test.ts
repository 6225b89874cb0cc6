import { describe, expect, it } from "vitest"
import { streamed } from "./streamed.ts"
import { inText, maskedText } from "./support.ts"

const person = (i: number) => ({ nik: `3273014501${100_001 + i}`, nama: "Budi Santoso", alamat: `Jl. Mawar ${i}` })
const people = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, i) => person(i)))
const base64 = (text: string): string => Buffer.from(text).toString("base64")
const lines = (text: string, end: string): string => (text.match(/.{1,76}/g) ?? []).join(end)

const encodings: ReadonlyArray<readonly [string, (text: string) => string]> = [
  ["base64", base64],
  ["base64 of the web", (text) => Buffer.from(text).toString("base64url")],
  ["base64 in lines", (text) => lines(base64(text), "\n")],
  ["base64 in lines of mail", (text) => lines(base64(text), "\r\n")],
  ["base64 twice", (text) => base64(base64(text))],
  ["an address that is the data", (text) => `data:application/json;base64,${base64(text)}`],
  ["hex", (text) => Buffer.from(text).toString("hex")],
  ["hex in capitals", (text) => `0x${Buffer.from(text).toString("hex").toUpperCase()}`],
  ["percents", encodeURIComponent],
  ["percents alone", (text) => Buffer.from(text).toString("hex").replace(/../g, "%$&")],
  ["base64 in hex", (text) => Buffer.from(base64(text)).toString("hex")],
  ["a token", (text) => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(text).toString("base64url")}.c2lnbmF0dXJl`]
]

describe("text that stands encoded in a string", () => {
  it.each(encodings)("is hidden where it holds personal data, however long it is: %s", (_, encode) => {
    for (const count of [1, 40, 2_000]) {
      const document = JSON.stringify([{ id: 1, isi: encode(people(count)), status: "ok" }])
      const whole = maskedText(document)
      expect(whole).toBe("[{\"id\":1,\"isi\":\"***\",\"status\":\"ok\"}]")
      expect(streamed(document, 5_000)).toBe(whole)
    }
  })

  it.each(encodings.filter(([name]) => name !== "a token"))("stays where it holds none: %s", (_, encode) => {
    const text = encode(JSON.stringify({ kegiatan: "rapat dinas", tahun: "tahun dua ribu", hasil: "baik sekali".repeat(400) }))
    expect(inText(text)).toBe(text)
  })

  // Parts that are read one by one begin and end anywhere in a line, and in its end.
  it.each([["\n"], ["\r\n"], ["\r"], ["\n  "], ["\r\n \t"]])("is hidden in lines of any length that end with %j", (end) => {
    const plain = (kilobytes: number) => `${"Laporan kegiatan. ".repeat(kilobytes * 56)} NIK 3273014501900001. ${"Sekian. ".repeat(100)}`
    expect(inText((base64(plain(0)).match(/.{1,64}/g) ?? []).join(end))).toBe("***")
    for (const kilobytes of [10, 50]) {
      for (const width of [60, 61, 63, 64, 72, 75, 76, 77]) {
        const text = (base64(plain(kilobytes)).match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(end)
        for (const written of [text, `data:text/plain;base64,${text}`]) expect([width, inText(written)]).toEqual([width, "***"])
      }
    }
  })

  it("is hidden behind blanks that are longer than what is read at once", () => {
    const text = base64(people(200))
    expect(inText(`${text.slice(0, 4_000)}\n${" ".repeat(20_000)}${text.slice(4_000)}`)).toBe("***")
  })

  it("stays where it is no text", () => {
    const picture = Buffer.from(Array.from({ length: 9_000 }, (_, i) => (i * 7_919) % 251)).toString("base64")
    expect(inText(picture)).toBe(picture)
  })
})
