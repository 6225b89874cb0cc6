import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { fieldsOfSchema } from "../../src/domain/SchemaClassification.ts"
import { compilePolicy } from "../../src/privacy/MaskingPolicy.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { masked } from "../privacy/support.ts"

const Person = Schema.Struct({
  nomor: Schema.String.annotate({ personalData: "nik" }),
  sebutan: Schema.optionalKey(Schema.String.annotate({ personalData: "name" })),
  telepon: Schema.String.annotate({ personalData: "public" }),
  "tgl.lhr": Schema.NullOr(Schema.DateFromString.annotate({ personalData: "birth-date" })),
  catatan: Schema.String
})

const policyOf = (schema: Schema.Constraint) => compilePolicy({ fields: fieldsOfSchema(schema), unknown: "detect" })

describe("SchemaClassification", () => {
  it("reads the annotations of a list into paths", () => {
    expect(fieldsOfSchema(Schema.Array(Person))).toEqual([
      ["data[].nomor", "nik"],
      ["data[].sebutan", "name"],
      ["data[].telepon", "public"],
      ["data[][\"tgl.lhr\"]", "birth-date"]
    ])
  })

  it("takes an object with data as it is, and any other object as the data", () => {
    expect(
      fieldsOfSchema(Schema.Struct({ data: Schema.Array(Person), oleh: Schema.String.annotate({ personalData: "name" }) })).map(([path]) =>
        path
      )
    )
      .toEqual(["data[].nomor", "data[].sebutan", "data[].telepon", "data[][\"tgl.lhr\"]", "oleh"])
    expect(fieldsOfSchema(Schema.Struct({ oleh: Schema.String.annotateKey({ personalData: "name" }) }))).toEqual([["data.oleh", "name"]])
  })

  it("masks what is annotated, exempts what is public, and leaves the rest to the detectors", () => {
    const body = [{
      nomor: "12345678",
      sebutan: "Budi Santoso",
      telepon: "081234567890",
      "tgl.lhr": "1990-02-01",
      catatan: "hp 081234567890"
    }]
    expect(masked(body, policyOf(Schema.Array(Person)))).toEqual([{
      nomor: "1234****",
      sebutan: "B*** S***",
      telepon: "081234567890",
      "tgl.lhr": "1990",
      catatan: "hp 0812******90"
    }])
  })

  it("reads records, unions, tuples and containers", () => {
    const schema = Schema.Struct({
      per: Schema.Record(Schema.String, Schema.Struct({ x: Schema.String.annotate({ personalData: "name" }) })),
      salah: Schema.Union([
        Schema.Struct({ a: Schema.String.annotate({ personalData: "name" }) }),
        Schema.Struct({ b: Schema.Number.annotate({ personalData: "finance" }) })
      ]),
      semua: Schema.Struct({ c: Schema.String }).annotate({ personalData: "address" })
    })
    expect(fieldsOfSchema(schema)).toEqual([["data.per.*.x", "name"], ["data.salah.a", "name"], ["data.salah.b", "finance"], [
      "data.semua",
      "address"
    ]])
    expect(masked({ per: { q: { x: "Budi" } }, salah: { b: 5 }, semua: { c: "Jl. Mawar" } }, policyOf(schema))).toEqual({
      per: { q: { x: "B***" } },
      salah: { b: "***" },
      semua: { c: "***" }
    })
  })

  it("a schema that contains itself is masked at any depth", () => {
    interface Unit {
      readonly pejabat: string
      readonly bawahan: ReadonlyArray<Unit>
    }
    const Unit: Schema.Codec<Unit> = Schema.Struct({
      pejabat: Schema.String.annotate({ personalData: "name" }),
      bawahan: Schema.Array(Schema.suspend((): Schema.Codec<Unit> => Unit))
    })
    const leaf = { pejabat: "Budi", bawahan: [] }
    expect(masked({ pejabat: "Budi", bawahan: [{ pejabat: "Budi", bawahan: [{ pejabat: "Budi", bawahan: [leaf] }] }] }, policyOf(Unit)))
      .toEqual({
        pejabat: "B***",
        bawahan: [{ pejabat: "B***", bawahan: [{ pejabat: "B***", bawahan: [{ pejabat: "B***", bawahan: [] }] }] }]
      })
  })

  it("refuses a class that does not exist", () => {
    // A cast, as a caller without types would have it.
    const mistyped: Record<string, unknown> = { personalData: "nikk" }
    expect(() => fieldsOfSchema(Schema.Struct({ x: Schema.String.annotate(mistyped) }))).toThrow(/data\.x/)
  })

  it("joins the registry's fields, which decide where both name a path", async () => {
    const yaml = `version: 1
agencies:
  - slug: dinkes
    name: Dinas Kesehatan
    server: http://127.0.0.1:1
    datasets:
      - slug: pasien
        title: Pasien
        endpoints:
          - { path: "", title: Pasien, fields: { "data[].nomor": public } }
          - { path: lain, title: Lain }
`
    const { endpoints } = await Effect.runPromise(
      loadRegistry(yaml, "registry.yaml", [{ route: "dinkes/pasien", schema: Schema.Array(Person) }])
    )
    expect(endpoints[0]?.fields.slice(0, 3)).toEqual([["data[].nomor", "public"], ["data[].sebutan", "name"], ["data[].telepon", "public"]])
    expect(endpoints[1]?.fields).toEqual([])
    const untyped = await Effect.runPromise(loadRegistry(yaml, "registry.yaml", []))
    expect(untyped.endpoints[0]?.fingerprint).not.toBe(endpoints[0]?.fingerprint)
  })
})
