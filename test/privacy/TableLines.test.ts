import { describe, expect, it } from "vitest"
import { inText, masked } from "./support.ts"

const people = [["3273014506900001", "Budi Santoso", "Melati 5"], ["3273014506900002", "Siti Aminah", "Kenanga 7"]] as const
const shown = [["3273************", "B*** S***", "***"], ["3273************", "S*** A***", "***"]] as const

const table = (rows: ReadonlyArray<ReadonlyArray<string>>, delimiter: string, end: string): string =>
  [["nik", "nama", "alamat"], ...rows].map((cells) => cells.join(delimiter) + end).join("")

const delimiters = [",", ";", "\t", "|"]
const ends = ["\n", "\r\n", "\r"]
const told: ReadonlyArray<(delimiter: string, end: string) => string> = [
  () => "",
  (delimiter, end) => `sep=${delimiter}${end}`,
  (delimiter, end) => `"sep=${delimiter}"${end}`,
  (delimiter, end) => `\ufeffSEP=${delimiter}${end}`
]
const forms = delimiters.flatMap((delimiter) =>
  ends.flatMap((end) => told.map((first) => [first(delimiter, end), delimiter, end] as const))
)
const named = forms.map(([first, delimiter, end]) => [JSON.stringify(`${first}…${delimiter}…${end}`), first, delimiter, end] as const)

describe("a table in a text", () => {
  it.each(named)("is masked whatever ends its lines, and behind a line that says what parts its cells: %s", (_, first, delimiter, end) => {
    const after = first + table(shown, delimiter, end)
    expect(inText(first + table(people, delimiter, end))).toBe(after)
    expect(inText(after)).toBe(after)
  })

  it.each(named)("is masked so where it is long, too: %s", (_, first, delimiter, end) => {
    const many = (rows: ReadonlyArray<ReadonlyArray<string>>) =>
      first + table(Array.from({ length: 40 }, () => rows).flat(), delimiter, end)
    expect(inText(many(people))).toBe(many(shown))
    const tooMany = first + table(Array.from({ length: 600 }, () => people).flat(), delimiter, end)
    expect(inText(tooMany)).toBe("***")
  })

  it("is masked where JSON writes CR by its number, and where it is escaped once more", () => {
    const json = JSON.stringify([{ isi: table(people, ";", "\r") }]).replaceAll("\\r", "\\u000d")
    expect(masked(json)).toEqual([{ isi: table(shown, ";", "\r") }])
    expect(inText(table(people, ";", "\\r"))).toBe(table(shown, ";", "\\r"))
    expect(inText(`sep=;\\r\\n${table(people, ";", "\\r\\n")}`)).toBe(`sep=;\\r\\n${table(shown, ";", "\\r\\n")}`)
  })

  it("is hidden in base64, whatever ends its lines", () => {
    for (const end of ends) expect(inText(Buffer.from(table([["", "Budi Santoso", "Melati 5"]], ";", end)).toString("base64"))).toBe("***")
  })

  it.each([
    "judul;lokasi\rRapat;Balai Kota\rSenam;Taman Kota\r",
    "sep=;\njudul;lokasi\nRapat;Balai Kota\n",
    "sep=; dan sep=, dipakai Excel\nbaris dua"
  ])(
    "stays where it tells of nobody: %j",
    (text) => {
      expect(inText(text)).toBe(text)
    }
  )
})
