import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { DictionaryField, FieldDictionary, FieldType } from "../../src/domain/FieldDictionary.ts"
import { readRehearsal } from "../../src/rehearsal/RehearsedAnswer.ts"
import { syntheticData } from "../../src/rehearsal/SyntheticData.ts"

const field = (path: string, types: ReadonlyArray<FieldType>, more: Partial<DictionaryField> = {}): DictionaryField =>
  Object.assign({ path, types, format: null, fieldClass: null, seen: 10, nulls: 0, firstSeen: 0, example: null }, more)

const rows: FieldDictionary = [
  field("data", ["array"]),
  field("data[]", ["object"]),
  field("data[].kode", ["string"]),
  field("data[].tanggal", ["string"], { format: "date" }),
  field("data[].jumlah", ["integer"]),
  field("data[].lat", ["number"]),
  field("data[].catatan", ["string", "null"], { nulls: 5 }),
  field("data[].kosong", ["null"], { nulls: 10 }),
  field("data[].nik", ["string"], { fieldClass: "nik" }),
  field("data[].alat", ["array"]),
  field("data[].alat[]", ["object"]),
  field("data[].alat[].aktif", ["boolean"]),
  field("data[].per_kode", ["object"]),
  field("data[].per_kode.*", ["integer"])
]

describe("data that is made up", () => {
  const made = syntheticData(rows, "a/b")

  it("has ten rows of the known fields, nested as they are", () => {
    assert.isTrue(Array.isArray(made))
    const found = Array.isArray(made) ? made : []
    assert.strictEqual(found.length, 10)
    for (const row of found) {
      assert.deepStrictEqual(Object.keys(row), ["kode", "tanggal", "jumlah", "lat", "catatan", "kosong", "nik", "alat", "per_kode"])
      assert.match(row.tanggal, /^2026-\d\d-\d\d$/)
      assert.isTrue(Number.isInteger(row.jumlah))
      assert.isTrue(row.lat > -11 && row.lat < 6)
      assert.match(row.nik, /^3273\d{12}$/)
      assert.isNull(row.kosong)
      assert.deepStrictEqual(row.alat.map((one: object) => typeof Reflect.get(one, "aktif")), ["boolean", "boolean", "boolean"])
      assert.deepStrictEqual(Object.keys(row.per_kode), ["contoh_1", "contoh_2", "contoh_3"])
    }
    const nulls = found.filter(({ catatan }) => catatan === null).length
    assert.isTrue(nulls > 0 && nulls < 10)
  })

  it("is the same for the same seed, and other data for another", () => {
    assert.deepStrictEqual(syntheticData(rows, "a/b"), made)
    assert.notDeepEqual(syntheticData(rows, "a/c"), made)
  })

  it("is a list without rows where nothing is known, and an object where one is", () => {
    assert.deepStrictEqual(syntheticData([], "a"), [])
    assert.deepStrictEqual(syntheticData([field("data", ["object"]), field("data.aktif", ["null"])], "a"), { aktif: null })
  })
})

describe("what a rehearsal is asked to come to", () => {
  it.each(
    [
      [undefined, "made", 0],
      ["return=minimal", "made", 0],
      ["rehearse=503", "503", 0],
      ["wait=1, Rehearse = \"stale\" ; x=y", "stale", 0],
      ["rehearse=slow=250ms", "slow", 250],
      ["rehearse=slow=10s", "slow", 10_000]
    ] as const
  )("of %j is %s", (prefer, answer, millis) => {
    assert.deepInclude(Result.getOrThrow(readRehearsal(prefer)), { answer, millis })
  })

  it.each(["rehearse", "rehearse=", "rehearse=made", "rehearse=slow=10001ms", "rehearse=slow=0s", "rehearse=slow=1e3ms", "rehearse=503x"])(
    "of %j is nothing",
    (prefer) => assert.isTrue(Result.isFailure(readRehearsal(prefer)))
  )
})
