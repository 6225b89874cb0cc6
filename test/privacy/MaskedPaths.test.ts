/** Which fields masking masks of itself, as a registry writes their paths, and what a path would classify. */
import { assert, describe, it } from "@effect/vitest"
import type { Endpoint } from "../../src/domain/Endpoint.ts"
import { mayKeep } from "../../src/privacy/KeptKeys.ts"
import { maskedPaths, maskedUnder } from "../../src/privacy/MaskedPaths.ts"
import { maskJson } from "../../src/privacy/Masker.ts"
import { compilePolicy } from "../../src/privacy/MaskingPolicy.ts"
import { placeOf } from "../../src/privacy/Place.ts"

const nik = "3273014506900001"

const keptOf = (documents: ReadonlyArray<unknown>, fields: Endpoint["fields"] = []) => {
  const policy = compilePolicy({ fields, unknown: "detect" })
  for (const document of documents) maskJson(Buffer.from(JSON.stringify(document)), policy)
  return { policy, kept: placeOf(policy).verdicts.kept({}, mayKeep) }
}

const told = (document: unknown, fields: Endpoint["fields"] = []): ReadonlyArray<string> => {
  const { kept, policy } = keptOf([document], fields)
  return maskedPaths(kept, policy).map(({ fieldClass, of, path, why }) =>
    `${path}${of === undefined ? "" : `{${of}}`} ${fieldClass} ${why}`
  )
}

describe("what is masked of an endpoint's answers", () => {
  it("is told by the path, the class and why", () => {
    assert.deepStrictEqual(told({ data: [{ nik, nama: "Suparti", xyz: "rahasia sekali", status: "aktif" }] }), [
      "data[].nik nik key",
      "data[].nama name row",
      "data[].xyz unknown row"
    ])
  })

  it("is told alike of bare lists and objects, of lists of values and of JSON in texts", () => {
    assert.deepStrictEqual(told([{ nik, isi: { hp: ["081234567890", "081298765432"] } }]), [
      "data[].nik nik key",
      "data[].isi.hp phone key"
    ])
    assert.deepStrictEqual(told({ data: { isi: JSON.stringify([{ nik }]) } }), ["data.isi[].nik nik key"])
    assert.deepStrictEqual(told({ orang: { "no.ktp": nik } }), ["data.orang[\"no.ktp\"] nik key"])
  })

  it("stands under any key where keys are data, and tells the label or the column where no path does", () => {
    assert.deepStrictEqual(told({ data: { "Budi Santoso": { nik }, "Siti Aminah": { nik }, "Agus Salim": { nik } } }), [
      "data.*.nik nik key"
    ])
    assert.deepStrictEqual(
      told({ data: [{ label: "NIK", value: nik }, { label: "Nama", value: "Suparti" }, { label: "Desa", value: "Sukamaju" }] }),
      [
        "data[]{NIK} nik key",
        "data[]{Nama} name row"
      ]
    )
    assert.deepStrictEqual(told({ data: [["nama", "nik"], ["Suparti", nik]] }), ["data{nama} name row", "data{nik} nik key"])
  })

  it("leaves out what the agency classifies and what stays out of answers", () => {
    assert.deepStrictEqual(told({ message: "Suparti", status: "ok", data: [{ nik, nama: "Suparti" }] }, [["data[].nama", "public"]]), [
      "data[].nik nik key"
    ])
  })

  it("can be written into a registry, which then says the same", () => {
    const document = {
      data: [{ nik, nama: "Suparti", "tgl lahir": "1990-01-02", isi: [{ alamat: "Jl. Melati 5" }], hp: ["081234567890"] }]
    }
    const { kept, policy } = keptOf([document])
    const fields = maskedPaths(kept, policy).flatMap(({ fieldClass, path }) =>
      fieldClass === "unknown" ? [] : [[path, fieldClass] as const]
    )
    const shown = (policyOf: typeof policy) => {
      const made = maskJson(Buffer.from(JSON.stringify(document)), policyOf)
      return made._tag === "Success" ? [Buffer.from(made.success.data).toString(), made.success.classes] : []
    }
    assert.strictEqual(fields.length, 5)
    assert.deepStrictEqual(shown(compilePolicy({ fields, unknown: "detect" })), shown(policy))
    assert.deepStrictEqual(told(document, fields), [])
  })
})

describe("what a path would classify", () => {
  const { kept, policy } = keptOf([{ data: [{ nik, nama: "Suparti", isi: { hp: "081234567890", xyz: "a b" }, status: "aktif" }] }])
  const under = (path: string) => [...maskedUnder(kept, policy, path)].sort()

  it("is what it ends at and all below, however wide it is written", () => {
    assert.deepStrictEqual(under("data[].nik"), ["nik"])
    assert.deepStrictEqual(under("**.nama"), ["name"])
    assert.deepStrictEqual(under("data[].isi"), ["phone", "unknown"])
    assert.deepStrictEqual(under("data[].*"), ["name", "nik", "phone", "unknown"])
    assert.deepStrictEqual(under("data[].status"), [])
    assert.deepStrictEqual(under("data[].lain"), [])
  })
})
