import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { isRegency } from "../../src/privacy/AreaCodes.ts"
import { integerDigits, isCard, isNik, passesLuhn } from "../../src/privacy/DigitForms.ts"
import { digitZeros, plainText } from "../../src/privacy/PlainText.ts"

describe("tables", () => {
  it("every province and regency of the official area data is known, and few others", () => {
    const csv = readFileSync(new URL("../../node_modules/idn-area-data/data/regencies.csv", import.meta.url), "utf8")
    const official = new Set(csv.trim().split("\n").slice(1).map((line) => Number(line.split(",")[0]?.replace(".", ""))))
    expect(official.size).toBe(514)
    const all = Array.from({ length: 10_000 }, (_, code) => code)
    expect([...official].filter((code) => !isRegency(code))).toEqual([])
    // What provinces that were divided since have left behind.
    const former = all.filter((code) => isRegency(code) && !official.has(code))
    expect(new Set(former.map((code) => Math.floor(code / 100)))).toEqual(new Set([64, 73, 91, 92]))
    expect(former).toHaveLength(36)
  })

  it("every decimal digit of the Basic Multilingual Plane is folded", () => {
    const zeros = Array.from({ length: 0xd800 - 0x80 }, (_, i) => i + 0x80).concat(
      Array.from({ length: 0x10000 - 0xe000 }, (_, i) => i + 0xe000)
    )
      .filter((code, i, all) => /\p{Nd}/u.test(String.fromCharCode(code)) && (i === 0 || !/\p{Nd}/u.test(String.fromCharCode(all[i - 1]!))))
    for (const zero of zeros) expect(digitZeros, zero.toString(16)).toContain(zero)
    for (let code = 0x80; code < 0x10000; code++) {
      const character = String.fromCharCode(code)
      expect(plainText(character)).toHaveLength(1)
      if (/\p{Nd}/u.test(character)) expect(plainText(character), code.toString(16)).toMatch(/[0-9]/)
    }
  })

  it("folding keeps every position", () => {
    const text = "a３\u200b𝟗é＠－\u2011 \ud835x\ud835"
    expect(plainText(text)).toHaveLength(text.length)
    expect(plainText(text)).toBe("a3\u00019\u0001é@-- \ud835x\ud835")
  })

  it("a NIK has a province, a day and a month", () => {
    expect(isNik("3273014501900001")).toBe(true)
    expect(isNik("3273017112900001")).toBe(true)
    for (
      const digits of [
        "2073014501900001",
        "3273013201900001",
        "3273017201900001",
        "3273010001900001",
        "3273014013900001",
        "3273014501900000",
        "3200014501900001",
        "3273004501900001",
        "327301450190001"
      ]
    ) expect(isNik(digits), digits).toBe(false)
  })

  it("a card has an issuer, a length and a check digit", () => {
    for (
      const digits of [
        "4111111111111111",
        "5500000000000004",
        "2223003122003222",
        "378282246310005",
        "30569309025904",
        "6011111111111117",
        "3530111333300000",
        "4222222222222"
      ]
    ) {
      expect(isCard(digits), digits).toBe(true)
      expect(passesLuhn(digits), digits).toBe(true)
    }
    for (const digits of ["4111111111111112", "9111111111111111", "1234567812345670", "411111111111"]) {
      expect(isCard(digits), digits).toBe(false)
    }
  })

  it.each([["1e3", "1000"], ["1.50e1", "15"], ["-7.0", "7"], ["1.5", undefined], ["1e-1", undefined], ["0.0", "0"], ["1e30", undefined], [
    "12345678901234567890",
    undefined
  ]])("%s is the integer %s", (lexeme, digits) => {
    expect(integerDigits(lexeme)).toBe(digits)
  })
})
