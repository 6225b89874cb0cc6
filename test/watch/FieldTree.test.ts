/** What is learnt of a masked answer: types, formats, nulls, maps, and never what a key or a person is. */
import { assert, describe, it } from "vitest"
import type { DictionaryField, FieldDictionary } from "../../src/domain/FieldDictionary.ts"
import { fieldTree, learnt } from "../../src/watch/FieldTree.ts"

const nobody = () => null
const learn = (data: unknown, known: FieldDictionary = [], nowMillis = 1): FieldDictionary =>
  learnt(known, fieldTree(data, nowMillis, () => true), nobody)
const field = (fields: FieldDictionary, path: string): DictionaryField =>
  fields.find((one) => one.path === path) ?? assert.fail(`no ${path} in ${fields.map((one) => one.path)}`)

describe("the fields of an answer", () => {
  it("have types, a format, nulls and an example", () => {
    const fields = learn([
      { id: 1, luas: 2, tanggal: "2026-01-31", "kode.pos": "65111", tahun: 2024, dibuka: null, url: "https://kota.example/a" },
      { id: 2, luas: 2.5, tanggal: null, "kode.pos": "65112", tahun: 2025, dibuka: true, url: "https://kota.example/b" }
    ])
    assert.deepStrictEqual(fields.map(({ path }) => path), [
      "data",
      "data[]",
      "data[].id",
      "data[].luas",
      "data[].tanggal",
      "data[][\"kode.pos\"]",
      "data[].tahun",
      "data[].dibuka",
      "data[].url"
    ])
    assert.deepStrictEqual(field(fields, "data[].id"), {
      path: "data[].id",
      types: ["integer"],
      format: null,
      fieldClass: null,
      seen: 2,
      nulls: 0,
      firstSeen: 1,
      example: "1"
    })
    assert.deepStrictEqual(field(fields, "data[].luas").types, ["number"])
    const { example, format, nulls, types } = field(fields, "data[].tanggal")
    assert.deepStrictEqual([types, format, nulls, example], [["string", "null"], "date", 1, "2026-01-31"])
    assert.strictEqual(field(fields, "data[].tahun").format, "year")
    assert.strictEqual(field(fields, "data[].url").format, "uri")
    assert.strictEqual(field(fields, "data[][\"kode.pos\"]").format, "mixed")
  })

  it("add up over answers, and each keeps the time at which it came first", () => {
    const first = learn([{ a: 1, b: "2026-01-01" }])
    const both = learn([{ a: null, b: "besok", c: [] }], first, 9)
    const { nulls, seen, types } = field(both, "data[].a")
    assert.deepStrictEqual([types, seen, nulls], [["integer", "null"], 2, 1])
    assert.strictEqual(field(both, "data[].b").format, "mixed")
    assert.deepStrictEqual(["a", "c"].map((name) => field(both, `data[].${name}`).firstSeen), [1, 9])
  })

  it("are one where keys are data: numbers, what masking has hidden, maps of many entries, now and later", () => {
    const maps = learn({ "2024": 1, "2025": 2, "3573**********": 3, "Budi 08123456789": 4, nama: 5 })
    assert.deepStrictEqual(maps.map(({ path }) => path), ["data", "data.*", "data.nama"])
    const byKey = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`kunci-${from + index}x`, { nilai: index }]))
    const many = learn(byKey(0, 21))
    assert.deepStrictEqual(many.map(({ path }) => path), ["data", "data.*", "data.*.nilai"])
    assert.strictEqual(field(many, "data.*.nilai").seen, 21)
    const later = learn(byKey(100, 3), many, 9)
    assert.deepStrictEqual(later.map(({ path }) => path), ["data", "data.*", "data.*.nilai"])
    assert.strictEqual(field(later, "data.*.nilai").seen, 24)
    const few = learn(byKey(0, 15), learn(byKey(50, 15)), 9)
    assert.deepStrictEqual(few.map(({ path }) => path), ["data", "data.*", "data.*.nilai"])
  })

  it("are bounded in number, depth and length", () => {
    const wide = Array.from(
      { length: 9 },
      (_, index) => [`bagian${index}`, Object.fromEntries(Array.from({ length: 90 }, (__, at) => [`k${at}`, at]))]
    )
    assert.strictEqual(learn([Object.fromEntries(wide)]).length, 200)
    const deep = Array.from({ length: 2_000 }).reduce((inner: unknown) => ({ dalam: inner }), 1)
    assert.strictEqual(learn(deep).length, 9)
    assert.strictEqual(learn(Array.from({ length: 100_000 }, () => ({ a: 1 })))[2]?.seen, 100)
    assert.strictEqual(field(learn({ teks: "😀".repeat(300) }), "data.teks").example?.length, 80)
    assert.deepStrictEqual(learn({ ["k".repeat(61)]: 1 }).map(({ path }) => path), ["data", "data.*"])
  })

  it("have no example where they are about a person", () => {
    const fields = learnt(
      [],
      fieldTree({ nama: "B*** S***", kota: "Tirtamaya", luas: 5 }, 1, (text) => text !== "5"),
      (steps) => steps.at(-1) === "nama" ? "name" : steps.at(-1) === "kota" ? "public" : null
    )
    assert.deepStrictEqual(fields.slice(1).map(({ example }) => example), [null, "Tirtamaya", null])
  })
})
