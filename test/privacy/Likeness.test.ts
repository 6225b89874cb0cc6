/** The second opinion on columns that nobody classified, and how it is learnt. */
import { assert, describe, expect, it } from "@effect/vitest"
import { gunzipSync, gzipSync } from "node:zlib"
import { meaningOfKey } from "../../src/privacy/keys/KeyMeaning.ts"
import { say } from "../../src/privacy/verdict/Columns.ts"
import { secondOpinion } from "../../src/privacy/verdict/Likeness.ts"
import { type Net, oddsByNet, packNet, rowsOf, unpackNet } from "../../src/privacy/verdict/Net.ts"
import { verdictClasses } from "../../src/privacy/verdict/NodeByte.ts"
import { emptyRow, type Row } from "../../src/privacy/verdict/Row.ts"
import { learnNet, type Written } from "../corpus/LearnNet.ts"
import { masked } from "./support.ts"

const people = ["Wahyu Hidayat", "Ida Ayu Trisnawati", "Ni Luh Saraswati", "Tan Hok Liang"]

const bills = people.map((nama, at) => ({
  nopel: String(7_379_866 + at * 7_717),
  nama,
  alamat: `Jl. Keputih Timur No. ${at + 1}`,
  no_meter: String(11_656_674 + at * 991),
  golongan: "R2",
  pemakaian_m3: 12 + at,
  tagihan: 36_000 + at * 17_250,
  denda: 7_500
}))

describe("what is owed", () => {
  it("is masked where people are named beside where they live", () => {
    const found = masked({ rekening: bills }) as { readonly rekening: ReadonlyArray<Record<string, unknown>> }
    for (const row of found.rekening) expect(row).toMatchObject({ tagihan: "***", denda: "***", golongan: "R2" })
  })

  it("is masked as a total too, and what is counted beside a home is not", () => {
    const bill = { no_sl: "0103455", nama: "Budi Santoso", alamat: "Jl. Melati 5", status: "LUNAS" }
    expect(masked([{ ...bill, total: 85_000 }])).toMatchObject([{ total: "***", status: "LUNAS" }])
    expect(masked([{ ...bill, total: 12 }, { ...bill, jumlah_penduduk: 85_000 }])).toMatchObject([{ total: 12 }, {
      jumlah_penduduk: 85_000
    }])
  })

  it("stays where firms are: their bills are no person's", () => {
    const firms = bills.map((bill, at) => ({ ...bill, nama: `PT Sinar Abadi ${at}` }))
    const found = masked({ rekening: firms }) as { readonly rekening: ReadonlyArray<Record<string, unknown>> }
    for (const [at, { tagihan }] of found.rekening.entries()) assert.strictEqual(tagihan, bills[at]?.tagihan)
  })
})

describe("a total", () => {
  it("stays beside who serves, with nothing else of its row in sight", () => {
    expect(masked({ total: 7, petugas: "Siti Aminah" })).toEqual({ total: 7, petugas: "S*** A***" })
  })
})

describe("a column that no rule knows as somebody's", () => {
  it("stays where it is a thing's: what is owed for machines", () => {
    const machines = bills.map(({ denda, tagihan }, at) => ({ mesin: `Pompa ${at + 1}`, kapasitas: 40 + at, tagihan, denda }))
    assert.deepStrictEqual(masked({ rekening: machines }), { rekening: machines })
  })

  const opinion = (key: string, row: Partial<Row>, values: ReadonlyArray<unknown>, ask: () => number, about = 0) =>
    secondOpinion(say("open", "key"), meaningOfKey(key), { ...emptyRow, ...row }, about, values, ask).class

  it("is masked where it is like somebody's", () => {
    assert.deepStrictEqual([0.3, 0.4].map((is) => opinion("xyz", {}, ["abc"], () => is, 0.5)), ["open", "unknown"])
  })

  it.each<readonly [string, string, Partial<Row>, ReadonlyArray<unknown>]>([
    ["a statistic is broken down by it", "xyz", { isStatistic: true }, ["3,5"]],
    ["it is a trait of things", "agama", { isThing: true }, ["Islam"]]
  ])("is judged by the rules alone where nobody is told of and %s", (_, key, row, values) => {
    assert.strictEqual(opinion(key, row, values, () => assert.fail("asked for")), "open")
    assert.strictEqual(opinion(key, { ...row, person: 2 }, values, () => 1), "unknown")
  })

  it("is asked about in a statistic where it is long enough for a person's number, or the row is like one about somebody", () => {
    assert.strictEqual(opinion("xyz", { isStatistic: true }, ["37, 4551, 120"], () => 1), "phone")
    assert.strictEqual(opinion("xyz", { isStatistic: true }, ["3,5"], () => 1, 0.6), "unknown")
  })

  it.each<readonly [string, string, Partial<Row>, ReadonlyArray<unknown>, number]>([
    ["the row is like none about anybody", "xyz", {}, [6_281_234_567_890], 0.01],
    ["it is what a thing is called", "nama", { isThing: true }, ["Dewi Sartika"], 0.5],
    ["it is what a place is called", "nama_pasar", {}, ["Suka Maju"], 0.5]
  ])("is masked only where it is nearly sure to be somebody's and %s", (_, key, row, values, about) => {
    assert.deepStrictEqual([0.97, 0.99].map((is) => opinion(key, row, values, () => is, about) === "open"), [true, false])
  })

  it("is masked as a part of a kind only where it is much like somebody's", () => {
    const found = [0.75, 0.85].map((is) => opinion("xyz", { isOpen: true, person: 2 }, ["abc"], () => is, 0.9))
    assert.deepStrictEqual(found, ["open", "unknown"])
  })

  it.each<readonly [string, string, Partial<Row>, ReadonlyArray<unknown>]>([
    ["stands by itself", "xyz", { isAlone: true }, ["Budi"]],
    ["has no name", "#3", {}, ["Budi"]]
  ])("is judged by the rules alone where no rule knows anybody there and it %s", (_, key, row, values) => {
    assert.strictEqual(opinion(key, row, values, () => assert.fail("asked for"), 0.9), "open")
    assert.strictEqual(opinion(key, { ...row, isThing: false, person: 2 }, values, () => 1), "unknown")
  })

  it("is hidden where it is like somebody's, though no rule knows that the row is about one", () => {
    const rows = [{ calhaj: "Muzakir Tuanku", vo2max: 28.7, risti: "merah", istithaah: "memenuhi syarat", kloter: "BTJ-05" }]
    expect(masked({ data: rows })).toMatchObject([{ calhaj: "M*** T***", vo2max: "***", kloter: "BTJ-05" }])
  })

  it.each<readonly [string, string, Partial<Row>, ReadonlyArray<unknown>]>([
    ["a value was shown before", "xyz", {}, ["B***"]],
    ["a value is a telephone behind a word, which is read", "xyz", {}, ["hp 081234567890"]],
    ["a value is a NIK, which is found by itself", "xyz", {}, ["3273014501900001"]],
    ["many share it: a town", "kota", {}, ["Bandung"]]
  ])("is judged by the rules alone in anybody's row where %s", (_, key, row, values) => {
    assert.strictEqual(opinion(key, { person: 2, ...row }, values, () => assert.fail("asked for")), "open")
  })

  it("is hidden where a customer is called as things may be", () => {
    const customer = { NoPelanggan: "0420117733", nama: "I KETUT WIRAWAN", tarif: "R1", daya: 1300, NoMeter: "AM-18-220471" }
    expect(masked({ data: customer })).toMatchObject({ nama: "I*** K*** W***" })
  })

  it("is hidden as a whole where it is a text only if that is much like what tells of somebody: else it is read", () => {
    const text = ["Rapat warga di balai kelurahan"]
    assert.deepStrictEqual([0.75, 0.85].map((is) => opinion("xyz", { person: 2 }, text, () => is)), ["open", "unknown"])
  })
})

describe("a column of a person's row", () => {
  it("stays where it is like those that tell of nobody", () => {
    const rows = people.map((nama, at) => ({
      nik: `357810450785000${at}`,
      nama,
      jk: "P",
      usaha: "Kerupuk",
      skala: "mikro",
      jml_tenaga: 3,
      sektor: "Kuliner"
    }))
    const found = masked({ umkm: rows }) as { readonly umkm: ReadonlyArray<Record<string, unknown>> }
    for (const row of found.umkm) expect(row).toMatchObject({ jk: "***", skala: "mikro" })
  })

  const judged = (
    reason: "key" | "row",
    name: typeof verdictClasses[number],
    key: string,
    values: ReadonlyArray<unknown>,
    is: number,
    person: Row["person"] = 2
  ) => secondOpinion(say(name, reason), meaningOfKey(key), { ...emptyRow, person }, 0, values, () => is).class

  it("is left open under a word that is known where it is like few, and never under another", () => {
    assert.deepStrictEqual([0.3, 0.01].map((is) => judged("row", "unknown", "xyz", [5, 6, 7], is)), ["unknown", "unknown"])
    assert.deepStrictEqual([0.4, 0.3].map((is) => judged("row", "unknown", "merek", [5, 6, 7], is)), ["unknown", "open"])
  })

  it("and never where it holds numbers as long as a person's", () => {
    const numbers = [5_639_500, 5_639_501, 5_639_502]
    assert.deepStrictEqual([0.3, 0.01].map((is) => judged("row", "unknown", "merek", numbers, is)), ["unknown", "unknown"])
  })

  const firmsHave = ["name", "email", "phone", "bank-account", "plate", "id", "finance", "address", "coordinates-home", "unknown"]

  it.each(firmsHave)("stays where its word names what firms have too, %s, the row is not somebody's and it is like none at all", (name) => {
    const of = verdictClasses.find((one) => one === name) ?? assert.fail(name)
    assert.deepStrictEqual([0.1, 0.01].map((is) => judged("key", of, "xyz", ["1", "2", "3"], is, 0)), [of, "open"])
    assert.strictEqual(judged("key", of, "xyz", ["1", "2", "3"], 0), of)
  })

  it.each(["address", "coordinates-home"] as const)("is never left open where somebody is named and its word says %s", (name) => {
    assert.strictEqual(judged("key", name, "xyz", ["1", "2", "3"], 0, 1), name)
  })

  it.each(verdictClasses.filter((name) => !firmsHave.includes(name)))("is never left open where its word says %s", (name) => {
    for (const person of [0, 1, 2] as const) assert.strictEqual(judged("key", name, "xyz", ["1", "2", "3"], 0, person), name)
  })
})

describe("the net", () => {
  const shape = { groups: 2, width: 4, rows: 256, units: 6 }
  const words = ["gaji", "upah", "tarif", "biaya"]
  // Alone neither word tells: what is earned is somebody's beside a name, and what is asked for nowhere.
  const examples: ReadonlyArray<Written> = words.flatMap((word) =>
    ["nama", "kode"].flatMap((beside) =>
      Array.from({ length: 40 }, () => ({
        wording: [[word], [beside]],
        target: Number(beside === "nama" && (word === "gaji" || word === "upah")),
        weight: 1
      }))
    )
  )
  const options = { ...shape, rounds: 20, rate: 0.05, piecesLeftOut: 0, unitsLeftOut: 0.1, seed: 1 }
  const net = learnNet(examples, options)
  const ask = (one: Net, word: string, beside: string) => oddsByNet(one, rowsOf([[word], [beside]], one.rows))

  it("learns what words say together, and the same of the same examples", () => {
    for (const word of words) {
      const isEarned = word === "gaji" || word === "upah"
      assert.strictEqual(ask(net, word, "nama") > 1, isEarned, word)
      assert.isBelow(ask(net, word, "kode"), -1)
    }
    assert.deepStrictEqual(learnNet(examples, options), net)
  })

  it("says nothing of what it has never seen but what the rest says", () => {
    assert.strictEqual(ask(net, "xyz", "kode"), oddsByNet(net, rowsOf([[], ["kode"]], net.rows)))
  })

  it("is the same from its file, to a 127th of its largest number, and a file that is cut is refused", () => {
    const packed = packNet(net)
    const again = unpackNet(packed)
    for (const word of words) assert.closeTo(ask(again, word, "nama"), ask(net, word, "nama"), 0.3)
    const cut = gzipSync(gunzipSync(packed).subarray(0, -4))
    assert.throws(() => unpackNet(cut), /a net of 256 rows has \d+ bytes, not \d+/)
  })
})
