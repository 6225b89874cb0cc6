/**
 * Two agencies whose people differ in nothing but what masking hides: whoever finds a question that the two answer otherwise has
 * found a way to ask for what is hidden.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

const people = (names: ReadonlyArray<string>, nik: string, phone: string, born: string) =>
  names.map((nama, n) => ({
    no: n,
    nik: `${nik}${n}`,
    nama,
    telepon: `${phone}${n}`,
    lahir: born,
    kecamatan: n % 2 === 0 ? "Gubeng" : "Tegalsari",
    wali: { nama, telepon: `${phone}${n}` },
    anak: [{ nama }]
  }))
const one = people(["Budi Santoso", "Siti Aminah", "Made Wirawan"], "357801010190000", "08123456780", "1990-01-01")
const two = people(["Bayu Sutanto", "Sari Ananda", "Moko Wibisono"], "357802020280000", "08129876540", "1990-12-31")

const fields = Object.fromEntries(
  [["nik", "nik"], ["nama", "name"], ["telepon", "phone"], ["lahir", "birth-date"], ["wali.nama", "name"], ["wali.telepon", "phone"], [
    "anak[].nama",
    "name"
  ]].map(([path, is]) => [`data[].${path}`, is])
)
const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({
    routes: { "/satu": answer({ body: JSON.stringify({ data: one }) }), "/dua": answer({ body: JSON.stringify({ data: two }) }) }
  })
  const cache = { fresh: "1 hour" }
  const gateway = yield* startGateway(
    registryText([{
      slug: "opd",
      server: agency.url,
      endpoints: [{ path: "satu", upstream: "/satu", cache, fields }, { path: "dua", upstream: "/dua", cache, fields }]
    }]),
    { RATE_LIMIT: "100000" }
  )
  return { gateway, token: yield* Effect.promise(() => gateway.token({ scopes: "*" })) }
}))

/** Without what is of the one request, or of the one endpoint. */
const told = async (path: string, question: Readonly<Record<string, string>>): Promise<string> => {
  const { gateway, token } = at()
  const response = await gateway.get(`opd/data/${path}?${new URLSearchParams(question)}`, token)
  const body = await response.text()
  const plain = body.replaceAll(/"(?:generatedAt|requestId|instance)":"[^"]*"/g, "")
  return `${response.status} ${response.headers.get("content-length") ?? ""} ${plain}`
}

const columns = ["nik", "nama", "telepon", "lahir", "wali.nama", "wali.telepon", "anak", "wali", "`nama`", "NAMA", "nama.x"]
const guesses = ["'Budi Santoso'", "'Bayu Sutanto'", "'3578010101900000'", "'081234567800'", "'1990-01-01'", "3578010101900000"]
const questions: ReadonlyArray<Readonly<Record<string, string>>> = [
  ...columns.flatMap((column) => [
    ...guesses.flatMap((guess) => [
      { $where: `${column} = ${guess}` },
      { $where: `${column} != ${guess}` },
      { $where: `${column} < ${guess}` },
      { $where: `not (${column} >= ${guess})` },
      { $where: `${column} in (${guess}, 'x')` },
      { $where: `${column} between ${guess} and ${guess}` },
      { $where: `no = 0 or ${column} = ${guess}` }
    ]),
    { $where: `${column} like 'B%'` },
    { $where: `starts_with(${column}, 'Budi')` },
    { $where: `${column} is null` },
    { $order: `${column} desc` },
    { $group: column },
    { $group: `kecamatan, ${column}` },
    { $select: `min(${column}), max(${column})` },
    { $select: `sum(${column}) as s, avg(${column}) as a` },
    { $select: `count(${column})` },
    { $select: `${column} as x`, $where: "x = 'Budi Santoso'" },
    { $select: `${column} as x`, $order: "x" },
    { $group: "kecamatan", $select: `kecamatan, max(${column}) as m`, $having: "m > 'C'" },
    { $select: column, $format: "csv" }
  ]),
  ...["Budi", "Santoso", "santoso", "3578", "0812", "1990", "Bayu", "Sutanto", "3578010101900000"].map(($q) => ({ $q }))
]

describe("a question about what is masked", () => {
  it("has the same answer whatever is hidden: none of hundreds tells two cities of other people apart", async () => {
    assert.strictEqual(questions.length, 614)
    assert.strictEqual(await told("satu", {}), await told("dua", {}))
    const differing: Array<string> = []
    for (const question of questions) {
      const [first, second] = await Promise.all([told("satu", question), told("dua", question)])
      if (first !== second) differing.push(`${JSON.stringify(question)}\n${first.slice(0, 300)}\n${second.slice(0, 300)}`)
    }
    assert.deepStrictEqual(differing, [])
  })

  it("tells them apart by what is not hidden", async () => {
    const counts = async (path: string) => (await told(path, { $select: "count(*)", $where: "kecamatan = 'Gubeng'" })).includes(":2}")
    assert.deepStrictEqual([await counts("satu"), await counts("dua")], [true, true])
    assert.notStrictEqual(await told("satu", { $where: "no = 1" }), await told("satu", { $where: "no = 2" }))
  })
})
