/** Sheets as programs for spreadsheets give them. */
import { describe, expect, it } from "@effect/vitest"
import { streamed } from "../streamed.ts"
import { masked, maskedText } from "../support.ts"

describe("a sheet", () => {
  it("has its columns as lines, each behind its name", () => {
    const values = [["Balita", "Alya Rumbiak", "Yonas Wospakrik"], ["Nama Ibu", "Orpa Kbarek", "Salomina Rumere"], [
      "Status Gizi",
      "Baik",
      "Stunting"
    ]]
    expect(masked({ majorDimension: "COLUMNS", values })).toEqual({
      majorDimension: "COLUMNS",
      values: [["Balita", "A*** R***", "Y*** W***"], ["Nama Ibu", "O*** K***", "S*** R***"], ["Status Gizi", "***", "***"]]
    })
    const years = [["Tahun", 2023, 2024], ["Penduduk", 102, 104], ["Kelahiran", 12, 9]]
    expect(masked({ values: years })).toEqual({ values: years })
  })

  it("has cells under their names", () => {
    const sel = {
      A1: "Nama",
      B1: "No. HP",
      C1: "Asal Kampus",
      A2: "Theresia Wanggai",
      B2: "0821-9870-1123",
      C2: "Universitas Cenderawasih"
    }
    expect(masked({ sel })).toEqual({ sel: { ...sel, A2: "T*** W***", B2: "0821******23" } })
  })

  it("is masked to its end, however long it is", () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => at + 2)
    const cells = rows.flatMap((row) => [[`A${row}`, "Theresia Wanggai"], [`B${row}`, `0821987${10_000 + row}`]])
    const sheet = { A1: "Nama", B1: "No. HP", ...Object.fromEntries(cells) }
    const lines = [["Nama", ...rows.map(() => "Theresia Wanggai")], ["No. HP", ...rows.map((row) => `0821987${10_000 + row}`)], [
      "Alamat",
      ...rows.map((row) => `Jl. Mawar ${row}`)
    ]]
    for (const document of [{ sheet }, { values: lines }]) {
      const json = JSON.stringify({ data: document })
      for (const shown of [maskedText(json), streamed(json, 16_384)]) expect(shown).not.toMatch(/Wanggai|0821987\d|Mawar/)
    }
  })
})
