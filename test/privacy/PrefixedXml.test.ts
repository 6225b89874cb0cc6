import { describe, expect, it } from "vitest"
import { inText, maskedText } from "./support.ts"

const nik = "3273014506900001"
const shownNik = "3273************"

const prefixes = ["a", "b", "i", "p", "s", "em", "span", "ns2", "x", "h1", "kependudukan-kota-bandung", "warga.kota", "sekolah-menengah"]

describe("XML whose names have a prefix", () => {
  it.each(prefixes)("hides elements as their local names say: %s", (prefix) => {
    const xml = (name: string, number: string, home: string) =>
      `<${prefix}:orang><${prefix}:nama>${name}</${prefix}:nama><${prefix}:NIK xml:lang="id">${number}</${prefix}:NIK>`
      + `<${prefix}:alamat>${home}</${prefix}:alamat></${prefix}:orang>`
    expect(inText(xml("Budi Santoso", nik, "Melati 5"))).toBe(xml("B*** S***", shownNik, "***"))
    expect(inText(`<${prefix}:nama>Budi Santoso</${prefix}:nama>`)).toBe(`<${prefix}:nama>B*** S***</${prefix}:nama>`)
  })

  it.each(prefixes)("hides attributes as their local names say: %s", (prefix) => {
    const xml = (name: string, home: string) => `<${prefix}:orang ${prefix}:nama="${name}" ${prefix}:alamat='${home}'/>`
    expect(inText(xml("Budi Santoso", "Melati 5"))).toBe(xml("B*** S***", "***"))
    expect(inText(`<${prefix}:orang nama="Budi Santoso"/>`)).toBe(`<${prefix}:orang nama="B*** S***"/>`)
  })

  it.each([
    ["in an envelope of SOAP", "<s:Envelope><s:Body><a:nama>Budi Santoso</a:nama></s:Body></s:Envelope>"],
    ["escaped", "&lt;a:nama&gt;Budi Santoso&lt;/a:nama&gt;"],
    ["in JSON in a string", JSON.stringify({ isi: "<p:nama>Budi Santoso</p:nama>" })]
  ])("hides them %s", (_, text) => {
    expect(inText(text)).toBe(text.replace("Budi Santoso", "B*** S***"))
  })

  it.each(["b-nama", "a.nama", "i_nama", "a:data.nama"])("hides elements whose names begin like marks of HTML: %s", (name) => {
    expect(inText(`<${name}>Budi Santoso</${name}>`)).toBe(`<${name}>B*** S***</${name}>`)
  })

  it("hides them in a text that is read window by window", () => {
    const text = `${"Laporan bulanan kegiatan kota. ".repeat(120)}<a:nama>Budi Santoso</a:nama>`
    expect(maskedText([{ isi: text }])).toBe(JSON.stringify([{ isi: text.replace("Budi Santoso", "B*** S***") }]))
  })

  it.each(["<a:judul>Rapat koordinasi</a:judul>", "<p:kota>Bandung</p:kota>", "<s:Body><b:jumlah>12</b:jumlah></s:Body>"])(
    "shows what is nobody's: %s",
    (text) => {
      expect(inText(text)).toBe(text)
    }
  )
})
