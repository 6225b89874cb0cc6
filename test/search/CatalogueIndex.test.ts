import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Entry, makeCatalogueIndex } from "../../src/search/CatalogueIndex.ts"

const entry = (key: string, title: string, more: Partial<Entry> = {}): Entry => ({
  key,
  title,
  dataset: "",
  agency: "",
  path: "",
  fields: "",
  about: "",
  scope: "",
  worth: 1,
  ...more
})

const entries = [
  entry("agency", "Agenda", { agency: "Dinas Perhubungan" }),
  entry("field", "Armada", { fields: "[].perhubungan.nama" }),
  entry("dataset", "Rincian", { dataset: "Perhubungan" }),
  entry("title", "Perhubungan"),
  entry("form", "Penghubung"),
  entry("hospital", "Rumah sakit"),
  entry("hospital-one", "Rincian rumah sakit", { worth: 0.6 }),
  entry("disease", "Penyakit menular"),
  entry("complaints", "Pengaduan warga"),
  entry("prices", "Harga pangan", { agency: "Dinas Pekerjaan Umum" }),
  entry("water", "Kualitas air"),
  entry("people", "Statistik penduduk menurut wilayah", { fields: "[].komunikasi" })
]

const searched = (text: string) =>
  Effect.gen(function*() {
    const { instead, match, scores } = yield* (yield* makeCatalogueIndex(entries)).find(text)
    return { instead, match, keys: [...scores].toSorted((a, b) => b[1] - a[1]).map(([key]) => key) }
  })

describe("the catalogue's index", () => {
  it.effect("ranks a title before a dataset, an agency, a field, and a word as it was typed before another form of it", () =>
    Effect.gen(function*() {
      const { keys, match } = yield* searched("perhubungan")
      assert.strictEqual(match, "all")
      assert.deepStrictEqual(keys.slice(0, 2), ["title", "dataset"])
      assert.sameMembers(keys.slice(2), ["agency", "field", "form"])
    }))

  it.effect("ranks what answers as it is before what needs a parameter", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* searched("rumah sakit")).keys, ["hospital", "hospital-one"])
    }))

  it.effect("finds where a word begins, and not in its midst", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* searched("puhubungan")).keys, [])
      assert.include((yield* searched("perhub")).keys, "title")
      for (const part of ["asi", "tik", "kasi", "atistik"]) assert.deepStrictEqual((yield* searched(part)).keys, [], part)
    }))

  it.effect("forgives one letter of a word of five or more, and says which word it took", () =>
    Effect.gen(function*() {
      for (const misspelt of ["pengadan", "pengaduaan", "pengaduen", "pemgaduan"]) {
        assert.deepStrictEqual(yield* searched(misspelt), { keys: ["complaints"], match: "similar", instead: ["pengaduan"] }, misspelt)
      }
      assert.strictEqual((yield* searched("pngadan")).match, "none")
      assert.strictEqual((yield* searched("saki")).match, "all")
      assert.strictEqual((yield* searched("zakt")).match, "none")
    }))

  it.effect("says what may have been meant where two letters are wrong, or a word is not there", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* searched("pngadan"), { keys: [], match: "none", instead: ["pengaduan"] })
      assert.deepStrictEqual(yield* searched("harga emas"), { keys: [], match: "none", instead: ["harga"] })
      // A phrase that means one thing, of which there is nothing, has words that find something.
      assert.deepStrictEqual(yield* searched("air bersih"), { keys: [], match: "none", instead: ["air"] })
      assert.deepStrictEqual(yield* searched("bitcoin"), { keys: [], match: "none", instead: [] })
    }))

  it.effect("does without one word of several, or without an unknown one before what is spoken of", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* searched("harga pangan grosir"), { keys: ["prices"], match: "most", instead: [] })
      assert.deepStrictEqual(yield* searched("kepadatan statistik"), { keys: ["people"], match: "most", instead: [] })
      assert.strictEqual((yield* searched("lowongan pekerjaan")).match, "none")
    }))

  it.effect("finds nothing for what has no word", () =>
    Effect.gen(function*() {
      for (const text of ["", " ", "!?…", "\u0000"]) assert.deepStrictEqual(yield* searched(text), { keys: [], match: "none", instead: [] })
    }))

  it.effect("lets other things have their turn while it is made", () =>
    Effect.gen(function*() {
      let turns = 0
      const many = Array.from({ length: 1_000 }, (_, index) => entry(`e${index}`, `Daftar ${index} kecamatan`))
      const look = () => {
        turns++
        next = setImmediate(look)
      }
      let next = setImmediate(look)
      const index = yield* makeCatalogueIndex(many)
      clearImmediate(next)
      assert.isAtLeast(turns, 150)
      assert.strictEqual((yield* index.find("kecamatan")).scores.size, 1_000)
    }))
})
