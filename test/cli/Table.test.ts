import { assert, describe, it } from "@effect/vitest"
import { shortTime, table, visible } from "../../src/commands/Table.ts"

describe("a table", () => {
  it("has a head and columns as wide as their widest cell, without spaces at the ends of lines", () => {
    assert.strictEqual(
      table(["NAME", "STATE", ""], [["peta", "active", ""], ["panjang sekali", "–", "x"]]),
      "NAME            STATE\npeta            active\npanjang sekali  –       x"
    )
  })

  it("shows what would move the cursor, colour the terminal or turn the text around, instead of obeying it", () => {
    const hostile = "a\u001b[2Jb\r\nc\u202ed\u0000e\u2028"
    const line = table(["NAME"], [[hostile]]).split("\n")[1] ?? ""
    assert.strictEqual(line, "a\\u{1b}[2Jb\\u{d}\\u{a}c\\u{202e}d\\u{0}e\\u{2028}")
    assert.strictEqual(visible("Budi Santoso é 東"), "Budi Santoso é 東")
  })

  it("gives times to the second, and a dash for none", () => {
    assert.strictEqual(shortTime(1_700_000_000_123), "2023-11-14T22:13:20Z")
    assert.strictEqual(shortTime(null), "–")
  })
})
