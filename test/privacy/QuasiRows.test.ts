/** Quasi-identifiers are read off bytes as they would be off the parsed answer. */
import { assert, describe, it } from "@effect/vitest"
import { envelopeBytes, envelopeHead } from "../../src/gateway/EnvelopeBytes.ts"
import { memoryOf } from "../../src/privacy/Memory.ts"
import { namesOfKinds, quasiOf, sharedKinds } from "../../src/privacy/QuasiIdentifiers.ts"
import { linkableRows, type QuasiRows } from "../../src/privacy/QuasiRows.ts"
import { maxRows, readQuasiRows } from "../../src/privacy/ReadQuasiRows.ts"
import fc from "../support/Property.ts"
import { text } from "./documents.ts"
import { maskedBody } from "./support.ts"

const read = (json: string): QuasiRows => {
  // The masker learns which key follows which.
  maskedBody(json)
  return readQuasiRows(
    memoryOf(
      Buffer.from(
        envelopeBytes({ data: Buffer.from(json), members: "", generatedAt: "", masked: 1, extra: Buffer.from("\"nama\":\"B***\"") })
      )
    ),
    envelopeHead.length
  )
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** The plain way: the answer parsed, a map for each row. */
const parsedRows = (json: string): ReadonlyArray<ReadonlyMap<number, string>> => {
  const rows: Array<ReadonlyMap<number, string>> = []
  const gather = (row: object, into: Map<number, string>, depth: number): void => {
    for (const [key, value] of Object.entries(row)) {
      if (isObject(value)) {
        if (depth === 0 && !Array.isArray(value)) gather(value, into, 1)
        continue
      }
      if (typeof value !== "string" && typeof value !== "number") continue
      const kind = quasiOf(key)
      const told = String(value).trim().toLowerCase()
      const isTold = told !== "" && told !== "***" && (namesOfKinds(kind)[0] !== "initials" || told.includes("***"))
      if (kind !== 0 && !into.has(kind) && isTold) into.set(kind, told)
    }
  }
  const visit = (value: unknown, depth: number): void => {
    if (!isObject(value) || depth > 4) return
    if (!Array.isArray(value)) return Object.values(value).forEach((inner) => visit(inner, depth + 1))
    for (const item of value) {
      if (Array.isArray(item)) visit(item, depth + 1)
      else if (isObject(item) && rows.length < maxRows) {
        const row = new Map<number, string>()
        gather(item, row, 0)
        if (row.size > 0) rows.push(row)
      }
    }
  }
  visit(JSON.parse(json), 0)
  return rows
}

const parsedAlone = (json: string, mask: number): ReadonlySet<string> => {
  const kinds = Array.from({ length: 12 }, (_, bit) => 1 << bit).filter((bit) => (mask & bit) !== 0)
  const combinations = parsedRows(json).filter((row) => kinds.every((kind) => row.has(kind))).map((row) =>
    kinds.map((kind) => row.get(kind)).join("\n")
  )
  return new Set(combinations.filter((one) => combinations.indexOf(one) === combinations.lastIndexOf(one)))
}

const parsedLinkable = (one: string, other: string, mask: number): number =>
  [...parsedAlone(one, mask)].filter((found) => parsedAlone(other, mask).has(found)).length

const keys = [
  "nama",
  "nama_pasien",
  "tanggal_lahir",
  "kelurahan",
  "desa",
  "rt",
  "rw",
  "nik",
  "telepon",
  "email",
  "usia",
  "id",
  "Kode Pos",
  "k",
  "",
  "désa",
  "tanggal_\"lahir",
  "081234567890",
  "pekerjaan",
  "x".repeat(70),
  `kelurahan_${"x".repeat(70)}`
]
const scalar = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      "B*** S***",
      "b*** s***",
      " B*** S***\t",
      "***",
      "**",
      "",
      " ",
      "Dago",
      "dago ",
      "DAGÓ",
      "dagó",
      "Dago\\\"",
      "*****",
      "0812******90",
      "É***",
      "\u00a0B***\u2003",
      "12",
      "1990",
      "a\ud800",
      "{[,]}",
      "\\",
      "a@b*c#\"",
      "[Z`{@]",
      "bcd***"
    )
  },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(1990, 12, -0, -5, 1.5, 1e21, 1e-7, 0, 2 ** 53 + 2, true, false, null) },
  { weight: 1, arbitrary: text }
)
const listed = fc.letrec<{ row: unknown; inner: unknown; list: unknown; tree: unknown }>((tie) => ({
  inner: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.dictionary(fc.constantFrom(...keys), tie("inner"), { maxKeys: 4 }),
    fc.array(tie("inner"), { maxLength: 2 })
  ),
  row: fc.dictionary(fc.constantFrom(...keys), fc.oneof({ weight: 5, arbitrary: scalar }, { weight: 1, arbitrary: tie("inner") }), {
    maxKeys: 9
  }),
  list: fc.array(fc.oneof({ weight: 8, arbitrary: tie("row") }, { weight: 1, arbitrary: scalar }, { weight: 1, arbitrary: tie("tree") }), {
    maxLength: 8
  }),
  tree: fc.oneof(
    { maxDepth: 7, depthSize: "large" },
    tie("list"),
    scalar,
    fc.array(tie("tree"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("rows", "nama", "isi \"x\""), tie("tree"), { maxKeys: 3 })
  )
}))
const escaped = (json: string): string =>
  json.replace(
    /[*é]|[^\0-\x7f]/g,
    (found) => Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, "0")}`).join("")
  )
/** Close together, on many lines, and with escapes. */
const written = fc.tuple(
  fc.oneof({ weight: 3, arbitrary: listed.list }, { weight: 2, arbitrary: listed.tree }),
  fc.constantFrom<(value: unknown) => string>(
    (value) => JSON.stringify(value),
    (value) => JSON.stringify(value, null, "\r\n\t"),
    (value) => JSON.stringify(value).replaceAll(":1990", " : 1990.0").replaceAll("},{", "} ,\n{ "),
    (value) => escaped(JSON.stringify(value))
  )
).map(([value, write]) => write(value))

describe("quasi-identifiers", () => {
  it("are the same, off bytes or parsed, of every kind and combination of kinds", () => {
    fc.assert(
      fc.property(written, fc.integer({ min: 1, max: 4095 }), (json, mask) => {
        const rows = read(json)
        for (const by of [mask, mask, ...Array.from({ length: 12 }, (_, bit) => 1 << bit), 0x22, 0x822]) {
          assert.strictEqual(rows.alone(by).length, parsedAlone(json, by).size, `mask ${by}`)
        }
      }),
      { numRuns: 400 }
    )
  })

  it("link the same rows of two answers", () => {
    fc.assert(
      fc.property(written, written, fc.constantFrom(0x820, 0x22, 0x822, 0x480, 0x20, 2, 0x800, 0x80), (one, other, mask) => {
        assert.strictEqual(linkableRows(read(one), read(other), mask), parsedLinkable(one, other, mask))
        assert.strictEqual(linkableRows(read(one), read(one), mask), parsedAlone(one, mask).size)
      }),
      { numRuns: 400 }
    )
  })

  it("are linked in any number, order and letter case, and a combination that two rows have by none", () => {
    const rows = (shift: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ nama: `B*** ${String((i * 7 + shift) % count)}***`, desa: "Dago" }))
    const one = JSON.stringify([...rows(0, 200), { nama: "X***", desa: "Dago" }, { nama: "x***", desa: "dago" }])
    const other = JSON.stringify([{ nama: "X***", desa: "DAGO" }, ...rows(3, 150)]).toUpperCase()
    assert.strictEqual(linkableRows(read(one), read(other.replaceAll("NAMA", "nama").replaceAll("DESA", "desa")), 0x820), 150)
  })

  it("are looked at in no more rows than the bound", () => {
    const json = JSON.stringify({
      a: Array.from({ length: maxRows + 5 }, (_, i) => ({ nik: `3273************${i}` })),
      b: [{ nik: "1***" }]
    })
    assert.strictEqual(read(json).alone(0x80).length, maxRows)
  })

  it("are shared where two kinds are, one of them left by masking", () => {
    const [village, initials, born, age] = [quasiOf("kelurahan"), quasiOf("nama_pasien"), quasiOf("tanggal_lahir"), quasiOf("usia")]
    assert.deepStrictEqual(namesOfKinds(sharedKinds(village | initials | born, born | age | village)), ["birth-year", "village"])
    assert.strictEqual(sharedKinds(village | age | born, village | age), 0)
    assert.strictEqual(sharedKinds(village | initials, initials | age), 0)
  })
})
