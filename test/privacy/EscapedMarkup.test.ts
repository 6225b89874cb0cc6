import { describe, expect, it } from "vitest"
import { inText, maskedText } from "./support.ts"

const nik = "3273014506900001"
const shownNik = "3273************"
const row = `{"nama":"Budi Santoso","alamat":"Melati 5","nik":"${nik}"}`
const shownRow = `{"nama":"B*** S***","alamat":"***","nik":"${shownNik}"}`
const cells = `nik,nama,alamat\n${nik},Budi Santoso,Melati 5\n`
const shownCells = `nik,nama,alamat\n${shownNik},B*** S***,***\n`
const html = `<table><tr><td>NIK</td><td>${nik}</td></tr><tr><td>Nama</td><td>Budi Santoso</td></tr></table>`
const shownHtml = `<table><tr><td>NIK</td><td>${shownNik}</td></tr><tr><td>Nama</td><td>B*** S***</td></tr></table>`
const xml = "<nama>Budi Santoso</nama><alamat>Melati 5</alamat>"
const shownXml = "<nama>B*** S***</nama><alamat>***</alamat>"

const ways: ReadonlyArray<readonly [string, (text: string) => string]> = [
  ["\\u003c", (text) => text.replace(/[<>"]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)],
  ["\\u003C, twice over", (text) => text.replace(/[<>"]/g, (sign) => `\\\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`)],
  ["&lt;", (text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")],
  ["&amp;lt;", (text) => text.replaceAll("<", "&amp;lt;").replaceAll(">", "&amp;gt;").replaceAll("\"", "&amp;quot;")],
  ["&#60;", (text) => text.replaceAll("<", "&#60;").replaceAll(">", "&#x3E;").replaceAll("\"", "&#34;")],
  ["\\n", (text) => text.replaceAll("\"", "\\\"").replaceAll("/", "\\/").replaceAll("\n", "\\n")],
  ["\\\\n", (text) => text.replaceAll("\"", "\\\\\"").replaceAll("\n", "\\\\n")]
]

describe("personal data in what a text has escaped once more", () => {
  it.each(
    ways.flatMap(([name, way]) =>
      ([["a table", html, shownHtml], ["XML", xml, shownXml], ["JSON", row, shownRow], ["CSV", cells, shownCells]] as const).map((
        [kind, text, shown]
      ) => [name, kind, way(text), way(shown)] as const)
    )
  )("is masked where %s stands for a sign, in %s, and the rest keeps its bytes", (_, __, text, shown) => {
    expect(inText(text)).toBe(shown)
    expect(inText(shown)).toBe(shown)
  })

  it("is masked in tabs that are written as such", () => {
    expect(inText(`nik\\tnama\\talamat\\n${nik}\\tBudi Santoso\\tMelati 5`)).toBe(`nik\\tnama\\talamat\\n${shownNik}\\tB*** S***\\t***`)
    expect(inText(`NIK:\\t${nik}\\nNama:\\tBudi Santoso`)).toBe(`NIK:\\t${shownNik}\\nNama:\\tB*** S***`)
  })

  it("is masked in JSON in a string whose own strings hold it", () => {
    const escaped = ways[0]![1]
    expect(maskedText([{ isi: JSON.stringify({ html: escaped(html) }) }])).toBe(
      JSON.stringify([{ isi: JSON.stringify({ html: escaped(shownHtml) }) }])
    )
  })

  it.each([
    [
      "{u'nama': u'Budi', u'nik': u'3273014506900001', u'alamat': u'Melati 5'}",
      `{u'nama': u'B***', u'nik': u'${shownNik}', u'alamat': u'***'}`
    ],
    ["[{'nama': 'Budi', 'umur': 5, 'alamat': 'Melati 5'}]", "[{'nama': 'B***', 'umur': 5, 'alamat': '***'}]"],
    ["{\"nama\" => \"Budi Santoso\", \"alamat\" => \"Melati 5\"}", "{\"nama\" => \"B*** S***\", \"alamat\" => \"***\"}"],
    ["Person(nama='Budi Santoso', alamat='Melati 5')", "Person(nama='B*** S***', alamat='***')"]
  ])("is masked as other languages write objects: %s", (text, shown) => {
    expect(inText(text)).toBe(shown)
    expect(inText(shown)).toBe(shown)
  })

  it.each([
    [`<!-- NIK ${nik} -->`, `<!-- NIK ${shownNik} -->`],
    ["<!-- <nama>Budi Santoso</nama> -->", "<!-- <nama>B*** S***</nama> -->"],
    [`<x><!-- <nama>Budi</nama><nik>${nik}</nik> --></x>`, `<x><!-- <nama>B***</nama><nik>${shownNik}</nik> --></x>`],
    ["<!--nama=\"Budi Santoso\" alamat=\"Melati 5\"-->", "<!--nama=\"B*** S***\" alamat=\"***\"-->"],
    ["<!-- petugas: Budi Santoso -->", "<!-- petugas: B*** S*** -->"]
  ])("is masked in a comment: %s", (text, shown) => {
    expect(inText(text)).toBe(shown)
    expect(inText(shown)).toBe(shown)
  })

  it.each([
    "C:\\new\\table\\users\\readme.txt",
    "App\\Models\\User",
    "A &amp; B &quot;sejahtera&quot; di Kota &lt;Bandung&gt;",
    "tinggi &lt; 5 m, lebar &gt; 3 m",
    "\\u003cp\\u003eRapat koordinasi di Bandung\\u003c/p\\u003e",
    "<!-- versi 2.1, diubah 2026-01-02 -->"
  ])("is not seen where there is none: %s", (text) => {
    expect(inText(text)).toBe(text)
  })
})
