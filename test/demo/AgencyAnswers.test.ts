import { assert, describe, it } from "@effect/vitest"
import { answerOf } from "../../src/demo/AgencyAnswers.ts"
import { placedEndpoints } from "../../src/demo/City.ts"

const ask = async (address: string, parameters: ReadonlyArray<string> = [], query = "") => {
  const placed = placedEndpoints().find(({ agency, dataset, endpoint }) =>
    `${agency.slug}/${dataset.slug}${endpoint.path === "" ? "" : `/${endpoint.path}`}` === address
  )
  if (placed === undefined) throw new Error(`no endpoint ${address}`)
  return answerOf(placed, parameters, new URLSearchParams(query))
}
const dataOf = async (address: string, parameters: ReadonlyArray<string> = [], query = "") =>
  JSON.parse((await ask(address, parameters, query)).body)

describe("an agency's answers", () => {
  it("are labelled synthetic beside the data, or in each row of a bare array, and real areas are not", async () => {
    const people = await dataOf("disdukcapil/penduduk")
    assert.strictEqual(people.sintetis, true)
    assert.strictEqual(people.total, people.data.length)
    const patients = await dataOf("dinkes/pasien-tb")
    assert.isTrue(Array.isArray(patients))
    for (const row of patients) assert.strictEqual(row.sintetis, true)
    assert.notProperty(await dataOf("bappeda/wilayah-indonesia/provinsi"), "sintetis")
  })

  it("have people whose NIK fits their birth date and sex, unlike any that an office issued", async () => {
    const { data } = await dataOf("disdukcapil/penduduk")
    for (const { jenis_kelamin, nik, no_kk, tanggal_lahir, telepon } of data) {
      assert.match(nik, /^3573\d{8}9\d{3}$/)
      assert.match(no_kk, /^3573\d{12}$/)
      const [year, month, day] = tanggal_lahir.split("-")
      assert.strictEqual(nik.slice(8, 12), `${month}${year.slice(2)}`)
      assert.strictEqual(Number(nik.slice(6, 8)), Number(day) + (jenis_kelamin === "perempuan" ? 40 : 0))
      assert.match(telepon, /^(0|\+62 )844-\d{4}-\d{4}$/)
    }
    assert.strictEqual(new Set(data.map(({ nik }: { nik: string }) => nik)).size, data.length)
  })

  it("have NIKs as JSON numbers that a double cannot hold, digit for digit", async () => {
    const { body } = await ask("disdukcapil/perpindahan")
    const numbers = [...body.matchAll(/"nik":(\d+)/g)].map(([, digits]) => digits ?? "")
    assert.strictEqual(numbers.length, 24)
    for (const digits of numbers) assert.match(digits, /^917101\d{10}$/)
    assert.isTrue(numbers.some((digits) => String(Number(digits)) !== digits))
    assert.isTrue(numbers.every((digits) => BigInt(digits) > 2n ** 53n))
  })

  it("name only districts and sub-districts that exist", async () => {
    const districts = new Set((await dataOf("bappeda/wilayah-kota/kecamatan")).data.map(({ nama }: { nama: string }) => nama))
    const villages = new Set((await dataOf("bappeda/wilayah-kota/kelurahan")).data.map(({ nama }: { nama: string }) => nama))
    assert.strictEqual(districts.size, 5)
    assert.strictEqual(villages.size, 57)
    for (const { kecamatan, kelurahan } of await dataOf("dinkes/puskesmas")) {
      assert.isTrue(districts.has(kecamatan))
      assert.isTrue(villages.has(kelurahan))
    }
  })

  it("lead from a province to its islands and villages by the codes of the national list", async () => {
    assert.strictEqual((await dataOf("bappeda/wilayah-indonesia/provinsi")).data.length, 38)
    assert.deepStrictEqual((await dataOf("bappeda/wilayah-indonesia/kabupaten-kota/:kabupaten", ["91.71"])).data, {
      kode: "91.71",
      nama: "Kota Jayapura"
    })
    assert.strictEqual((await ask("bappeda/wilayah-indonesia/kecamatan/:kecamatan", ["91.71.99"])).status, 404)
  })

  it("filter by district, cut pages and keep the total", async () => {
    const all = await dataOf("bpbd/posko")
    const page = await dataOf("bpbd/posko", [], "limit=5&page=2")
    assert.deepStrictEqual(page.data, all.data.slice(5, 10))
    assert.strictEqual(page.total, all.total)
    const { kecamatan } = all.data[0]
    const near = await dataOf("bpbd/posko", [], `kecamatan=${encodeURIComponent(kecamatan.toUpperCase())}`)
    assert.deepStrictEqual(near.data, all.data.filter((row: { kecamatan: string }) => row.kecamatan === kecamatan))
  })

  it("refuse wrong parameters with 422 and unknown items with 404", async () => {
    assert.strictEqual((await ask("bpbd/posko", [], "limit=banyak")).status, 422)
    assert.strictEqual((await ask("bpbd/posko", [], "kecamatan=Atlantis")).status, 422)
    assert.strictEqual((await ask("bpbd/posko/:kode", ["PSK-999"])).status, 404)
    assert.strictEqual((await ask("dinkes/puskesmas/:kode/jadwal", ["PKM-999"])).status, 404)
    assert.strictEqual((await dataOf("bpbd/posko/:kode", ["PSK-003"])).data.kode, "PSK-003")
  })
})
