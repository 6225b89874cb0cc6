import { assert, describe, it } from "@effect/vitest"
import { csvCell } from "../../src/domain/CsvCell.ts"
import fc from "../support/Property.ts"

const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

/**
 * The cells that a reader sees who separates by this character and ends lines at any line break, and obeys no
 * quotation mark inside a cell.
 */
const seenBy = (line: string, separator: string): ReadonlyArray<string> =>
  line.split(/[\r\n]/).flatMap((row) => row.split(separator)).map((cell) => cell.replace(/^[ "\u00a0\u3000\u200b\ufeff]+/, ""))

describe("a cell of a table", () => {
  it("fault-110 that begins with a sign of a formula, of full width too, is led by an apostrophe", () => {
    for (const sign of signs) {
      for (const lead of ["", " ", "  ", "\u00a0", "\ufeff"]) assert.strictEqual(csvCell(`${lead}${sign}A1`), `${lead}'${sign}A1`)
    }
    for (const lead of ["\t", "\r", "\n"]) {
      assert.strictEqual(csvCell(`${lead}isi`), `"'${lead}isi"`)
      assert.strictEqual(csvCell(`${lead}=1`), `"'${lead}'=1"`)
    }
  })

  it("fault-110 begins no formula behind what nobody sees, nor with a sign of small form", () => {
    const unseen = [
      "\0",
      "\u0008",
      "\u001f",
      "\u007f",
      "\u00ad",
      "\u061c",
      "\u115f",
      "\u180e",
      "\u2003",
      "\u200b",
      "\u202a",
      "\u202e",
      "\u2066",
      "\u2800",
      "\u3164",
      "\ue000",
      "\ufe0f",
      "\u{e0020}",
      "\0 \u200b\u00a0"
    ]
    for (const sign of [...signs, "﹦", "﹢", "﹣", "﹫"]) {
      for (const lead of unseen) {
        assert.strictEqual(csvCell(`${lead}${sign}A1`), `${lead}'${sign}A1`, JSON.stringify(lead))
        assert.strictEqual(csvCell(`a;${lead}${sign}A1`), `"a;${lead}'${sign}A1"`, JSON.stringify(lead))
      }
      for (const end of ["\v", "\f", "\u001c", "\u0085", "\u2028", "\u2029"]) {
        assert.strictEqual(csvCell(`a${end}${sign}A1`), `"a${end}'${sign}A1"`, JSON.stringify(end))
      }
    }
    for (const text of ["\u200b-5", "\u00a0-5.25", "é=1", "\u200ba=1", "a\u200b=1"]) assert.strictEqual(csvCell(text), text)
  })

  it("fault-110 begins no formula behind what separates cells or lines for other readers", () => {
    for (const separator of [";", "|", "\t", "\r", "\n", "\r\n"]) {
      for (const sign of signs) {
        assert.strictEqual(csvCell(`a${separator}${sign}1+1`), `"a${separator}'${sign}1+1"`)
        assert.strictEqual(csvCell(`a${separator} "${sign}1+1"`), `"a${separator} ""'${sign}1+1"""`)
      }
    }
    assert.strictEqual(csvCell("a;=1;@b;c"), "\"a;'=1;'@b;c\"")
  })

  it("stays as it is where it is a negative number, a position, the sign for no value, or has a sign elsewhere", () => {
    for (const text of ["-5", "-5.25", "-1.234,56", "-1e-7", "-", "- ", "-7.25,112.75", "-7.25, -1.5", "a=1", "Rp5.000,-", "a-b", ""]) {
      assert.strictEqual(csvCell(text), text.includes(",") ? `"${text}"` : text)
    }
    for (const text of ["a;-5", "a;-", "-5;-6"]) assert.strictEqual(csvCell(text), `"${text}"`)
    for (const text of ["-1+1", "-1,A1", "--1", "-A1", "-5;=1"]) assert.include(csvCell(text), "'")
  })

  it("fault-110 whatever it holds, no reader sees a cell that begins with a sign, and the comma's reader sees one cell", () => {
    const part = fc.constantFrom(...signs, ";", "|", "\t", "\r", "\n", " ", "\"", "'", ",", "1", "a", "\u00a0")
    fc.assert(fc.property(fc.string({ unit: part, maxLength: 12 }), (text) => {
      const cell = csvCell(text)
      for (const separator of [";", "|", "\t"]) {
        for (const seen of seenBy(`x,${cell}`, separator).slice(1)) {
          assert.notMatch(seen, /^(?:[=+@＝＋－＠]|-(?![\d.," |;\t]|$))/, JSON.stringify(cell))
        }
      }
      const bare = /^"(.*)"$/s.exec(cell)?.[1]
      if (bare === undefined) assert.notMatch(cell, /[",\r\n]/)
      else assert.notMatch(bare.replaceAll("\"\"", ""), /"/)
    }))
  })

  it("fault-84 is written in a time that grows with its length alone", () => {
    for (const unit of ["\n", " ", "; ", "-1,", "-1.1,", ";-", "=\t", "\"", "\u200b", ";\u2028", "\v\u00a0", "\u{e0020}"]) {
      const text = unit.repeat(400_000 / unit.length)
      const start = performance.now()
      csvCell(text)
      assert.isBelow(performance.now() - start, 4_000, JSON.stringify(unit))
    }
  })
})
