import { assert, describe, it } from "@effect/vitest"
import { stemsOf } from "../../src/search/Stems.ts"

const areRelated = (one: string, other: string): boolean => stemsOf(one).some((stem) => stemsOf(other).includes(stem))

describe("two words are related", () => {
  it.each([
    ["penunggak", "tunggakan"],
    ["menunggak", "tunggakan"],
    ["pemakaman", "makam"],
    ["kehamilan", "hamil"],
    ["kesehatan", "sehat"],
    ["perumahan", "rumah"],
    ["penyaluran", "disalurkan"],
    ["pengaduan", "mengadukan"],
    ["pengujian", "uji"],
    ["perikanan", "ikan"],
    ["berpindah", "perpindahan"],
    ["sekolahnya", "sekolah"],
    ["wisatawan", "wisata"],
    ["mengairi", "air"]
  ])("of one stem: %s and %s", (one, other) => {
    assert.isTrue(areRelated(one, other))
  })

  it.each([
    ["pendidikan", "ikan"],
    ["komunikasi", "asi"],
    ["komunikasi", "nik"],
    ["statistik", "tik"],
    ["berita", "ita"],
    ["pasar", "pasien"],
    ["jalan", "berjaya"]
  ])("not because one ends with the other or begins alike: %s and %s", (one, other) => {
    assert.isFalse(areRelated(one, other))
  })

  it("and a word is its own first stem, whatever it is", () => {
    for (const word of ["air", "a", "2024", "pm25", "kk", "di", "pekan"]) assert.strictEqual(stemsOf(word)[0], word)
    assert.deepStrictEqual(stemsOf("pm25an"), ["pm25an"])
  })
})
