import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { answerOf } from "../../src/demo/AgencyAnswers.ts"
import { city, placedEndpoints } from "../../src/demo/City.ts"

/** Nine in the morning in the city, and a bit more. */
const morning = Date.parse("2028-03-01T02:34:56Z")

const ask = async (address: string, parameters: ReadonlyArray<string> = [], query = "", nowMillis = morning) => {
  const placed = placedEndpoints().find(({ agency, dataset, endpoint }) =>
    `${agency.slug}/${dataset.slug}${endpoint.path === "" ? "" : `/${endpoint.path}`}` === address
  )
  if (placed === undefined) throw new Error(`no endpoint ${address}`)
  return answerOf(placed, parameters, new URLSearchParams(query), nowMillis)
}
const dataOf = async (address: string, parameters: ReadonlyArray<string> = [], query = "", nowMillis = morning) =>
  JSON.parse((await ask(address, parameters, query, nowMillis)).body)

const datasets = city.agencies.flatMap((agency) => agency.datasets.map((dataset) => ({ agency, dataset })))
type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))
const rowsOf = (answer: { data?: unknown }): Rows => decodeRows([answer.data ?? answer].flat())
/** The number of that name in a row, the last one where that is -1. */
const numberIn = (rows: Rows, row: number, key: string): number => Number(rows.at(row)?.[key])
const sumOf = (rows: Rows, key: string): number => rows.reduce((sum, row) => sum + Number(row[key]), 0)

/** By P.14/2020: up to which concentration of PM2.5, in µg/m³, the index is at most so much. */
const breakPoints = [[0, 0], [15.5, 50], [55.4, 100], [150.4, 200]] as const

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

  it("are of the city's today: readings of the last full hour, happenings of the last days, months that are over", async () => {
    const read = async (nowMillis: number) => (await dataOf("dlh/kualitas-udara/terkini", [], "", nowMillis)).data
    const measured = (rows: ReadonlyArray<{ diukur: string }>) => new Set(rows.map(({ diukur }) => diukur))
    assert.deepStrictEqual(measured(await read(morning)), new Set(["2028-03-01T09:00:00+07:00"]))
    const later = await read(Date.parse("2028-03-01T17:05:00Z"))
    assert.deepStrictEqual(measured(later), new Set(["2028-03-02T00:00:00+07:00"]))
    const untimed = (rows: ReadonlyArray<{ diukur: string }>) => rows.map((row) => ({ ...row, diukur: "" }))
    assert.deepStrictEqual(untimed(later), untimed(await read(morning)))
    for (const { mulai } of (await dataOf("bpbd/kejadian")).data) {
      assert.match(mulai, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/)
      assert.isAtMost(Date.parse(mulai), morning)
      assert.isAtLeast(Date.parse(mulai), morning - 16 * 86_400_000)
    }
    const months = (await dataOf("dlh/kualitas-udara/bulanan")).data.map(({ bulan }: { bulan: string }) => bulan)
    assert.deepStrictEqual([months.length, months[0], months.at(-1)], [12, "2027-03", "2028-02"])
    const news = (await dataOf("diskominfo/portal-publik/berita")).data.map(({ terbit }: { terbit: string }) => Date.parse(terbit))
    assert.isAtMost(Math.max(...news), morning)
    assert.isAtLeast(Math.max(...news), morning - 60 * 86_400_000)
  })

  it("agree with themselves: an air quality index with its PM2.5, what is used with what there is", async () => {
    const { data } = await dataOf("dlh/kualitas-udara/terkini")
    assert.isNotEmpty(data)
    for (const { ispu, kategori, pm10, pm25 } of data) {
      const upper = breakPoints.findIndex(([limit]) => pm25 <= limit)
      const [[low, from], [high, to]] = [breakPoints[upper - 1]!, breakPoints[upper]!]
      assert.strictEqual(ispu, Math.round((to - from) / (high - low) * (pm25 - low) + from))
      assert.strictEqual(kategori, ispu <= 50 ? "baik" : ispu <= 100 ? "sedang" : "tidak sehat")
      assert.isAbove(pm10, pm25)
    }
    const months: ReadonlyArray<{ hari_baik: number; pm25: number }> = (await dataOf("dlh/kualitas-udara/bulanan")).data
    const goodDays = months.toSorted((one, other) => one.pm25 - other.pm25).map(({ hari_baik }) => hari_baik)
    assert.deepStrictEqual(goodDays, goodDays.toSorted((one, other) => other - one))
    for (const { daya_tampung, terisi } of (await dataOf("dinsos/panti")).data) assert.isAtMost(terisi, daya_tampung)
  })

  it("count in every dataset what its list has, or one whole, by district and in the summary", async () => {
    for (const { agency, dataset } of datasets) {
      const address = `${agency.slug}/${dataset.slug}`
      const has = (path: string) => dataset.endpoints.some((endpoint) => endpoint.path === path)
      if (!has("") || has("tahunan")) continue
      const isPrivate = dataset.endpoints.some((endpoint) => endpoint.private === true)
      const list = rowsOf(await dataOf(address))
      const whole = has("ringkasan") ? numberIn(rowsOf(await dataOf(`${address}/ringkasan`)), 0, "jumlah") : list.length
      if (isPrivate) assert.isAbove(whole, list.length, address)
      else assert.strictEqual(whole, list.length, address)
      if (has("per-kecamatan")) assert.strictEqual(sumOf(rowsOf(await dataOf(`${address}/per-kecamatan`)), "jumlah"), whole, address)
    }
    for (const { jumlah, jumlah_selesai } of (await dataOf("diskominfo/pengaduan/per-kecamatan")).data) {
      assert.isAtMost(jumlah_selesai, jumlah)
    }
  })

  it("tell one story by month, by year and by district", async () => {
    for (const { agency, dataset } of datasets) {
      const [monthly] = dataset.endpoints
      if (monthly?.answer.kind !== "figures") continue
      const address = `${agency.slug}/${dataset.slug}`
      // Three months into a year, and just after one: what is over stays as it was.
      const months = rowsOf(await dataOf(address))
      const lastYear = rowsOf(await dataOf(address, [], "", Date.parse("2028-01-05T00:00:00Z")))
      const years = rowsOf(await dataOf(`${address}/tahunan`))
      const districts = rowsOf(await dataOf(`${address}/per-kecamatan`))
      assert.deepStrictEqual([months.length, lastYear.length, years.length, districts.length], [12, 12, 5, 5])
      for (const { tahun } of districts) assert.strictEqual(tahun, numberIn(years, 0, "tahun"))
      for (const key of Object.keys(monthly.answer.columns)) {
        const over = monthly.answer.over[key] ?? "sum"
        const near = (one: number, other: number, share: number) => assert.closeTo(one, other, Math.abs(other) * share, `${address} ${key}`)
        const whole = numberIn(years, 0, key)
        const sum = sumOf(lastYear, key)
        near(over === "mean" ? sum / 12 : over === "sum" ? sum : numberIn(lastYear, -1, key), whole, over === "last" ? 0.01 : 0.005)
        near(over === "mean" ? sumOf(districts, key) / 5 : sumOf(districts, key), whole, 0.005)
        if (over !== "last") assert.strictEqual(numberIn(months, 0, key), numberIn(lastYear, -10, key), `${address} ${key}`)
        for (let at = 1; at < months.length && over !== "sum"; at++) near(numberIn(months, at, key), numberIn(months, at - 1, key), 0.35)
      }
    }
  })

  it("have one number of residents, and one rate of each tax", async () => {
    const { jumlah } = (await dataOf("disdukcapil/penduduk/ringkasan")).data
    const { jumlah_keluarga, jumlah_laki_laki, jumlah_perempuan } = (await dataOf("disdukcapil/statistik-penduduk")).data.at(-1)
    assert.strictEqual(jumlah_laki_laki + jumlah_perempuan, jumlah)
    assert.strictEqual((await dataOf("disdukcapil/kartu-keluarga/ringkasan")).data.jumlah, jumlah_keluarga)
    const taxes = (await dataOf("bapenda/tarif")).data.map(({ pajak }: { pajak: string }) => pajak)
    assert.strictEqual(new Set(taxes).size, taxes.length)
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
