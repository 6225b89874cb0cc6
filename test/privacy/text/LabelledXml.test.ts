import { describe, expect, it } from "vitest"
import { inText, masked } from "../support.ts"

describe("XML whose attributes are labels", () => {
  it.each([
    ["<t:e t:n='Nama Ayah'>Budi</t:e>", "<t:e t:n='Nama Ayah'>B***</t:e>"],
    ["<e n='Nama Ayah'>Budi</e>", "<e n='Nama Ayah'>B***</e>"],
    [
      "<t:r><t:e t:no=\"1\" t:n=\"Nama Ibu\">Siti</t:e><t:e t:n='Agama'>Islam</t:e></t:r>",
      "<t:r><t:e t:no=\"1\" t:n=\"Nama Ibu\">S***</t:e><t:e t:n='Agama'>***</t:e></t:r>"
    ]
  ])("is masked as they say: %s", (text, shown) => {
    expect(inText(text)).toBe(shown)
    expect(inText(shown)).toBe(shown)
  })

  it.each([
    "<e n='Judul'>Rapat</e>",
    "<s:r xmlns:nama=\"urn:x:nama\" xmlns:alamat='urn:alamat'><nama:x>1</nama:x></s:r>"
  ])("stays where they tell of nobody: %s", (text) => {
    expect(inText(text)).toBe(text)
  })
})

describe("sons and daughters of somebody", () => {
  it("are hidden in numbers in their row, and counted in others", () => {
    expect(masked([{ nama: "Budi Santoso", nik: "3273014506900001", anak_laki: 2, anak_pr: 1 }])).toEqual([
      { nama: "B*** S***", nik: "3273************", anak_laki: "***", anak_pr: "***" }
    ])
    expect(masked([{ kecamatan: "Ujung", anak_laki: 20, anak_pr: 10 }])).toEqual([{ kecamatan: "Ujung", anak_laki: 20, anak_pr: 10 }])
  })
})
