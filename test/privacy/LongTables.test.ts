import { describe, expect, it } from "vitest"
import { streamed } from "./streamed.ts"
import { maskedText } from "./support.ts"

const names = ["Suparti", "Wayan Sudana", "Yohanes Kogoya", "Liem Swie Hok", "Siti Aminah", "Tagor Simbolon", "Daeng Rala"]
const heads = ["NIK", "Nama", "No HP", "Alamat"]
/** More than 64 KiB of them. */
const lines = Array.from({ length: 1500 }, (_, i) => [
  `3273014501${String(100_000 + i)}`,
  names[i % names.length]!,
  `0812${30_000_000 + i * 17}`,
  `Jl. Mawar No. ${i}`
])
const cells = new RegExp(String.raw`327301450|0812\d{8}|Mawar|${names.join("|")}`)

/** What of the cells comes out, whole and streamed. */
const expectMasked = (document: unknown): void => {
  const json = JSON.stringify(document)
  expect(json.length).toBeGreaterThan(70_000)
  const whole = maskedText(json)
  expect(cells.exec(whole)?.[0]).toBeUndefined()
  for (const size of [3_000, 16_384, 70_000]) expect(streamed(json, size)).toBe(whole)
}

describe("a table of more than 64 KiB is masked to its end", () => {
  const named = heads.map((name) => ({ name }))
  it.each<[string, unknown]>([
    ["lines under a line of names", [heads, ...lines]],
    ["columns beside rows", { columns: heads, rows: lines }],
    ["columns behind rows", { rows: lines, columns: heads }],
    ["a line of names in a list of its own", { header: [heads], rows: lines }],
    ["names beside objects under letters", {
      header: heads,
      data: lines.map((line) => Object.fromEntries(line.map((cell, i) => ["ABCD"[i]!, cell])))
    }],
    ["names that are no words, over numbers", [
      ["No Peserta", "Nama", "NIK", "Teori", "Praktik", "Wawancara"],
      ...lines.map((line, i) => [`BLK25-${i}`, line[1], line[0], 60 + i % 40, 70, 80])
    ]],
    ["fields described, then data", { fields: named, data: lines }],
    ["lines without names", lines],
    ["objects under one that names them", [heads, ...lines].map((line) => Object.fromEntries(line.map((cell, i) => [`c${i}`, cell])))],
    ["cells in objects", { cols: heads.map((label) => ({ label })), rows: lines.map((line) => ({ c: line.map((v) => ({ v })) })) }],
    ["lines under numbers", Object.fromEntries([heads, ...lines].map((line, i) => [String(i), line]))],
    ["lines under numbers, named behind them", { ...Object.fromEntries(lines.map((line, i) => [String(i), line])), header: heads }],
    ["labels and values", lines.flatMap((line) => line.map((value, i) => ({ label: heads[i], value })))],
    ["pairs", lines.flatMap((line) => line.map((value, i) => [heads[i], value]))],
    ["a list of pairs a row", lines.map((line) => line.map((value, i) => [heads[i], value]))],
    ["labels and values in turns", lines.flatMap((line) => line.flatMap((value, i) => [heads[i], value]))],
    ["lists under names", Object.fromEntries(heads.map((head, i) => [head, lines.map((line) => line[i])]))],
    ["longer lines than the first ones", [heads, ...lines.map((line, i) => i < 1_000 ? line : [...line, line[0], line[1]])]],
    ["empty lines first", { columns: heads, rows: [...Array.from({ length: 4_000 }, () => [null, null, null, null]), ...lines] }]
  ])("%s", (_, document) => {
    expectMasked(document)
    expectMasked({ status: "ok", data: document })
  })
})

describe("rows whose numbers of people are not there yet", () => {
  const row = (nik: unknown) => ({ nik, nama: "Suparti", alamat: "Jl. Mawar No. 3", agama: "Hindu" })

  it("are of people all the same", () => {
    const shown = maskedText([...Array.from({ length: 300 }, () => row(null)), row("3273014501900001")])
    expect(shown).not.toMatch(/Suparti|Mawar|Hindu|3273014501900001/)
  })
})
