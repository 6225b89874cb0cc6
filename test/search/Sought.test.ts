import { assert, describe, it } from "@effect/vitest"
import { unitsOf } from "../../src/search/Sought.ts"
import { wordsOf } from "../../src/search/Words.ts"

const others = (text: string): ReadonlyArray<string> => unitsOf(text).flatMap((unit) => unit.others.map((words) => words.join(" ")))
const wider = (text: string): ReadonlyArray<string> => unitsOf(text).flatMap((unit) => unit.wider.map((words) => words.join(" ")))

describe("what was typed", () => {
  it("is words of small letters and digits without accents, whatever parts them", () => {
    assert.deepStrictEqual(wordsOf("  Rumah-Sakit/kasus_dbd namaLengkap «Café» PM2.5 "), [
      "rumah",
      "sakit",
      "kasus",
      "dbd",
      "nama",
      "lengkap",
      "cafe",
      "pm2",
      "5"
    ])
    assert.deepStrictEqual(wordsOf("!?"), [])
    assert.strictEqual(wordsOf("x".repeat(5_000))[0]?.length, 40)
  })

  it("is looked for by other words for the same, in either direction and in English, singular or plural", () => {
    assert.include(others("banjir"), "genangan")
    assert.include(others("genangan"), "banjir")
    assert.include(others("schools"), "sekolah")
    assert.include(others("bus stops"), "halte")
    assert.notInclude(others("air quality"), "kualitas air")
    assert.include(others("air quality"), "kualitas udara")
  })

  it("is looked for under what it is a part of, and not the other way round", () => {
    assert.include(wider("beras"), "pangan")
    assert.include(wider("gempa bumi"), "bencana")
    assert.notInclude([...others("pangan"), ...wider("pangan")], "beras")
  })

  it("has words that are not asked of anything, unless there are no others", () => {
    assert.deepStrictEqual(unitsOf("data penduduk 2024 terbaru").filter((unit) => !unit.isPassing).map(({ words }) => words), [
      ["penduduk"],
      ["terbaru"]
    ])
    assert.deepStrictEqual(unitsOf("data kota").map((unit) => unit.isPassing), [false, false])
  })

  it("is looked at as far as anybody types", () => {
    assert.strictEqual(unitsOf("satu dua tiga ".repeat(9)).length, 3)
    assert.strictEqual(unitsOf(Array.from({ length: 60 }, (_, index) => `kata${index}`).join(" ")).length, 8)
  })
})
