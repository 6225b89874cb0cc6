/** What was made of a path holds after a restart, whatever rows come first. */
import { describe, expect, it } from "vitest"
import type { Endpoint } from "../../../src/domain/Endpoint.ts"
import type { KeptVerdicts } from "../../../src/domain/KeptVerdict.ts"
import { mayKeep } from "../../../src/privacy/KeptKeys.ts"
import { maskedPaths, maskedUnder } from "../../../src/privacy/MaskedPaths.ts"
import { maskJson } from "../../../src/privacy/Masker.ts"
import { compilePolicy } from "../../../src/privacy/MaskingPolicy.ts"
import { placeOf } from "../../../src/privacy/Place.ts"
import { Verdicts } from "../../../src/privacy/verdict/Verdicts.ts"

const nik = "3273014506900001"
type Fields = Endpoint["fields"]

/** Documents masked one after another by one engine. */
const engine = (floor: KeptVerdicts = {}, fields: Fields = [], unknown: Endpoint["unknown"] = "detect") => {
  const policy = compilePolicy({ fields, unknown })
  const { verdicts } = placeOf(policy, floor)
  const mask = (document: unknown): unknown => {
    const made = maskJson(Buffer.from(JSON.stringify(document)), policy)
    if (made._tag === "Failure") throw new Error(made.failure.reason)
    return JSON.parse(Buffer.from(made.success.data).toString())
  }
  return { mask, kept: (before: KeptVerdicts = floor, may: typeof mayKeep = () => true) => verdicts.kept(before, may) }
}

/** The rows that come after, each masked by an engine that has seen `first`, and by one that was started again with its floor. */
const afterRestart = (first: unknown, later: ReadonlyArray<unknown>) => {
  const before = engine()
  before.mask(first)
  const again = engine(JSON.parse(JSON.stringify(before.kept())))
  return { before: later.map(before.mask), again: later.map(again.mask), anew: later.map(engine().mask) }
}

const people = { data: [{ nik, nama: "Suparti", xyz: "rahasia sekali", kontak: "081234567890" }] }

describe("after a restart", () => {
  it("a path that was masked stays masked, although innocuous rows come first", () => {
    const { again, anew, before } = afterRestart(people, [
      { data: [{ nama: "Taman Kota", xyz: "luas sekali" }] },
      { data: [{ nama: "Marice", xyz: "sakit jantung" }] }
    ])
    expect(again).toEqual(before)
    expect(anew).not.toEqual(before)
    expect(again[1]).toEqual([{ nama: "M***", xyz: "***" }])
  })

  it("what is shown of an address that is hidden otherwise stays so, and is told as that", () => {
    const rows = { data: [{ nik, nama: "Suparti", alamat: { jalan: "Jl. Melati 5", kota: "Solo" } }] }
    const first = engine()
    const shown = first.mask(rows)
    expect(shown).toEqual([{ nik: "3273************", nama: "S***", alamat: { jalan: "***", kota: "Solo" } }])
    const kept = first.kept()
    expect(engine(JSON.parse(JSON.stringify(kept))).mask(rows)).toEqual(shown)
    expect(kept).toMatchObject({
      wrapped: { under: { data: { under: { "[]": { under: { alamat: { under: { kota: { holds: "open" } } } } } } } } }
    })
  })

  it("holds for bare lists, objects and lists in rows", () => {
    for (
      const wrap of [(row: object) => [row], (row: object) => ({ orang: [row] }), (row: object) => ({ data: { isi: { baris: [row] } } })]
    ) {
      const { again, anew, before } = afterRestart(wrap({ nik, xyz: ["satu dua", "tiga empat"] }), [
        wrap({ xyz: ["lapangan bola"] }),
        wrap({ xyz: ["batuk pilek"] })
      ])
      expect(again).toEqual(before)
      expect(anew).not.toEqual(before)
    }
  })

  it("labels and values, tables, kinds and keys that are data go on as such", () => {
    const labelled = (label: string, value: string) => ({ label, value })
    const cases: ReadonlyArray<readonly [first: unknown, later: ReadonlyArray<unknown>]> = [
      [
        { data: [labelled("NIK", nik), labelled("Nama", "Suparti"), labelled("Golongan", "x y")] },
        [{ data: [{ label: "Desa", value: "Sukamaju" }] }, { data: [labelled("Nama", "Marice")] }]
      ],
      [
        { data: [["nama", "nik"], ["Suparti", nik]] },
        [{ data: [["Taman", "Luas"]] }, { data: [["nama", "nik"], ["Marice", nik]] }]
      ],
      [
        { data: { "Budi Santoso": { nik }, "Siti Aminah": { nik }, "Agus Salim": { nik } } },
        [{ data: { "Joko Susilo": { tinggi: 3 } } }]
      ]
    ]
    for (const [first, later] of cases) {
      const { again, before } = afterRestart(first, later)
      expect(again).toEqual(before)
    }
  })

  it("keys that were data still are where the agency has classified something below them", () => {
    const before = engine()
    before.mask({ data: { "Budi Santoso": { nik, xyz: "a b" }, "Siti Aminah": { nik, xyz: "c d" }, "Agus Salim": { nik, xyz: "e f" } } })
    const again = engine(before.kept(), [["**.versi", "public"]])
    const later = { data: { "Joko Susilo": { versi: "3 m", xyz: "sakit jantung" } } }
    expect(again.mask(later)).toEqual({ "J*** S***": { versi: "3 m", xyz: "***" } })
    expect(engine(again.kept()).mask(later)).toEqual(before.mask(later))
  })

  it("a column whose values are looked at one by one still is, and an open one is read", () => {
    const { again, before } = afterRestart(
      { data: [{ pelapor: "Tumirah", harga: "tanyakan kepada Bpk Slamet Riyadi di kantor" }, { pelapor: "Dinas Sosial" }] },
      [{ data: [{ pelapor: "Marice", harga: 12_000 }] }, {
        data: [{ pelapor: "Dinas Sosial", harga: "tanyakan kepada Bpk Slamet Riyadi" }]
      }]
    )
    expect(again).toEqual(before)
    expect(again[1]).toMatchObject([{ pelapor: "Dinas Sosial", harga: "tanyakan kepada B*** S*** R***" }])
  })

  it("what was open may be masked by what comes later", () => {
    const before = engine()
    before.mask({ data: [{ nama: "Taman Kota", luas: 12 }] })
    expect(engine(before.kept()).mask(people)).toEqual([{ nik: "3273************", nama: "S***", xyz: "***", kontak: "0812******90" }])
  })
})

describe("a floor", () => {
  it("is kept as long as its path is not met, and across more restarts", () => {
    const first = engine()
    first.mask(people)
    let floor = first.kept()
    for (let restart = 0; restart < 3; restart++) {
      const next = engine(floor)
      next.mask({ data: [{ lain: 1 }] })
      floor = next.kept()
    }
    expect(engine(floor).mask({ data: [{ xyz: "luas sekali" }] })).toEqual([{ xyz: "***" }])
  })

  it("holds for a key that an agency calls *, until the agency classifies that key", () => {
    const first = engine()
    first.mask({ data: [{ nik, nama: "Suparti", "*": "rahasia sekali" }] })
    const floor: KeptVerdicts = JSON.parse(JSON.stringify(first.kept({}, mayKeep)))
    const later = { data: [{ nama: "Taman Kota", "*": "luas sekali" }] }
    expect(first.mask(later)).toEqual([{ nama: "T*** K***", "*": "***" }])
    expect(engine(floor).mask(later)).toEqual([{ nama: "T*** K***", "*": "***" }])
    const own: Fields = [["data[][\"*\"]", "public"]]
    expect(engine(floor, own).mask(later)).toEqual([{ nama: "T*** K***", "*": "luas sekali" }])
    const policy = compilePolicy({ fields: [], unknown: "detect" })
    expect(maskedPaths(floor, policy).map(({ path }) => path)).toEqual(["data[].nik", "data[].nama", "data[][\"*\"]"])
    expect(maskedPaths(floor, compilePolicy({ fields: own, unknown: "detect" })).map(({ path }) => path)).toEqual([
      "data[].nik",
      "data[].nama"
    ])
    expect(maskedUnder(floor, policy, "data[][\"*\"]")).toEqual(["unknown"])
    expect(maskedUnder(floor, policy, "data[].*")).toEqual(["nik", "name", "unknown"])
  })

  it("ends where the agency classifies the field, or what it stands in", () => {
    const first = engine()
    first.mask({ data: [{ nik, xyz: "a b", isi: { abc: "c d" } }] })
    const fields: Fields = [["data[].xyz", "public"], ["data[].isi", "public"]]
    const second = engine(first.kept(), fields)
    const row = { xyz: "luas sekali", isi: { abc: "dua kata" } }
    expect(second.mask({ data: [row] })).toEqual([row])
    expect(JSON.stringify(second.kept())).not.toMatch(/xyz|abc/)
    expect(JSON.stringify(second.kept())).toMatch(/nik/)
    // Before the field is met as well.
    expect(JSON.stringify(engine(first.kept(), fields).kept())).not.toMatch(/xyz|abc/)
    // A wide path ends them as well.
    expect(engine(first.kept(), [["**.xyz", "public"]]).mask({ data: [{ xyz: "luas sekali" }] })).toEqual([{ xyz: "luas sekali" }])
  })

  it("counts for nothing where all is masked that nobody classified, and is not forgotten there", () => {
    const first = engine()
    first.mask(people)
    const strict = engine(first.kept(), [], "mask")
    expect(strict.mask({ data: [{ nik, abc: 1 }] })).toEqual([{ nik: "***", abc: "***" }])
    expect(strict.kept()).toEqual(first.kept())
  })

  it("keeps a class unless another shows less, and hides what this version has no class for", () => {
    const floorOf = (holds: string): KeptVerdicts => ({
      wrapped: { under: { data: { under: { "[]": { under: { alamat: { holds } } } } } } }
    })
    const rows = { data: [{ nik, alamat: "Jl. Melati 5" }] }
    expect(engine(floorOf("name")).mask(rows)).toMatchObject([{ alamat: "***" }])
    expect(engine(floorOf("plate")).mask({ data: [{ alamat: "kantor" }] })).toMatchObject([{ alamat: "***" }])
    expect(engine(floorOf("aura")).mask({ data: [{ alamat: "kantor" }] })).toMatchObject([{ alamat: "***" }])
  })

  it("writes down no key that may not be, nor what stands under it", () => {
    const verdicts = new Verdicts({ fields: [], unknown: "detect" })
    verdicts.observe(verdicts.root, { data: [{ nik, "Suparti": { xyz: "a b" }, __proto__: 1, abc: "c d" }] })
    const kept = JSON.stringify(verdicts.kept({}, (key) => key !== "Suparti"))
    expect(kept).not.toMatch(/Suparti|xyz/)
    expect(kept).toMatch(/abc/)
  })

  it("is bounded in depth and number, and keeps what was there before it was full", () => {
    let deep: unknown = "a b"
    for (let depth = 0; depth < 200; depth++) deep = { dalam: deep }
    const many = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`kolom_${index}`, "a b"]))
    const verdicts = new Verdicts({ fields: [], unknown: "detect" })
    verdicts.observe(verdicts.root, { data: [deep, many] })
    const text = JSON.stringify(verdicts.kept({}, () => true))
    expect(text.split("dalam").length).toBeLessThan(70)
    expect(text.split("kolom_").length).toBeLessThan(4_100)
  })
})
