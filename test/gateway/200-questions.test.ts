import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { unzipSync } from "fflate"
import { answer, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

const parks = Array.from({ length: 300 }, (_, n) => ({
  no: n,
  nama: `Taman ${n % 7}`,
  kecamatan: ["Gubeng", "Tegalsari", "Wonokromo"][n % 3],
  luas: n % 5 === 0 ? null : n * 10,
  lokasi: { lat: -7.25 - n / 10_000, lng: 112.75 },
  besar: 90071992547409931n
}))
const text = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => typeof one === "bigint" ? `#${one}#` : one).replaceAll(/"#(\d+)#"/g, "$1")

const residents = Array.from({ length: 40 }, (_, n) => ({
  nik: `35780101019000${String(n).padStart(2, "0")}`,
  nama: `Budi Santoso ${n}`,
  telepon: `0812345678${String(n).padStart(2, "0")}`,
  kecamatan: n % 2 === 0 ? "Gubeng" : "Tegalsari",
  kode: `k${n % 4}`
}))

/** Only the last thirty have a note. */
const seldom = (count: number) =>
  Array.from({ length: count }, (_, no) => no < count - 30 ? { no, genap: no % 2 } : { no, genap: no % 2, catatan: `penting ${no}` })

const logs: Array<string> = []
const at = suite(
  Effect.gen(function*() {
    const agency = yield* makeAgencyServer()
    const gateway = yield* startGateway(registryText(
      [{
        slug: "opd",
        server: agency.url,
        endpoints: [
          { path: "taman", upstream: "/taman", query: ["halaman"], cache: { fresh: "60 seconds" } },
          {
            path: "letak",
            upstream: "/taman",
            position: { lat: "lokasi.lat", lng: "lokasi.lng" },
            fields: { "**.lat": "coordinates-home", "data[].lokasi.lat": "public" }
          },
          { path: "warga", upstream: "/warga", fields: { "data[].nik": "nik", "data[].kode": "pseudonym" } },
          { path: "satu", upstream: "/satu" },
          { path: "tutup", upstream: "/tutup", ask: false },
          { path: "besar", upstream: "/besar", maxBytes: "40 MiB" },
          { path: "besar-satu", upstream: "/besar-satu", maxBytes: "40 MiB" },
          { path: "jarang", upstream: "/jarang" },
          { path: "besar-jarang", upstream: "/besar-jarang", maxBytes: "40 MiB" },
          { path: "larik", upstream: "/larik" },
          {
            path: "acara",
            upstream: "/acara",
            fields: {
              "data[].panitia": "public",
              "data[].panitia.nama": "name",
              "data[].tempat.kota": "public",
              "data[].hadir[].nama": "name"
            }
          },
          { path: "angka", upstream: "/angka" },
          { path: "rumah", upstream: "/rumah" },
          { path: "tanda", upstream: "/larik-tanda", cache: { fresh: "0 seconds" } }
        ]
      }],
      [{
        slug: "kota",
        title: "Kota",
        requests: [{ alias: "a", opd: "opd", dataset: "data", path: "taman", query: { $select: "count(*) as jumlah" } }]
      }]
    ))
    const behave = (path: string, body: unknown) => agency.setBehaviour(answer({ body: text(body) }), path)
    yield* behave("/taman", { data: parks, sumber: "dinas", count: 5 })
    yield* behave("/tutup", { data: parks })
    yield* behave("/warga", { data: residents })
    yield* behave("/satu", { judul: "satu" })
    yield* behave("/rumah", {
      data: residents.map(({ kecamatan, nama, nik }, no) => ({ nama, nik, alamat: { jalan: `Jl. Kenari ${no}`, kota: "Solo", kecamatan } }))
    })
    yield* behave("/acara", {
      data: Array.from({ length: 20 }, (_, no) => ({
        no,
        panitia: { nama: ["Budi Santoso", "Siti Aminah"][no % 2], kota: "Solo" },
        tempat: { kota: ["Solo", "Klaten"][no % 2] },
        hadir: [{ nama: "Budi Santoso" }]
      }))
    })
    yield* behave("/angka", { data: [{ a: 1 }], limit: 5, nomor: 12345678901234567890n, more: { less: "}" }, "c\u006funt": 3 })
    yield* behave("/jarang", { data: seldom(150) })
    yield* behave("/besar-jarang", { data: seldom(100_000) })
    yield* behave("/larik", residents.map(({ nama, nik }, no) => [no, nama, nik, 0]))
    const many = Array.from({ length: 150_000 }, (_, no) => ({ no, isi: "kata ".repeat(10), nilai: no % 1000 }))
    yield* behave("/besar", { data: many, total: 7 })
    yield* behave("/besar-satu", { data: { judul: "satu", rincian: many } })
    const token = yield* Effect.promise(() => gateway.token({ scopes: "*" }))
    return { agency, gateway, token }
  }),
  logs
)

const ask = (path: string, question: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  at().gateway.get(`opd/data/${path}?${new URLSearchParams(question).toString()}`, at().token, headers)

const Row = Schema.Record(Schema.String, Schema.Unknown)
const decode = Schema.decodeUnknownSync(Schema.Struct({
  code: Schema.optionalKey(Schema.String),
  detail: Schema.optionalKey(Schema.String),
  data: Schema.optionalKey(Schema.Array(Row)),
  meta: Schema.optionalKey(Row)
}))
type Answer = ReturnType<typeof decode>
const decodeFeatures = Schema.decodeUnknownSync(Schema.Struct({ type: Schema.String, features: Schema.Array(Row) }))
const decodeEntries = Schema.decodeUnknownSync(Schema.Struct({
  data: Schema.Record(
    Schema.String,
    Schema.Struct({ data: Schema.optionalKey(Schema.Unknown), problem: Schema.optionalKey(Schema.Struct({ code: Schema.String })) })
  )
}))
const answerOf = async (path: string, question: Readonly<Record<string, string>>, status = 200): Promise<Answer> => {
  const response = await ask(path, question)
  const body = decode(await response.json())
  assert.strictEqual(response.status, status, JSON.stringify(body))
  return body
}

describe("a question to a list", () => {
  it("shows the columns and rows that are asked for, in their order, and says how many there are", async () => {
    const { data, meta } = await answerOf("taman", {
      $select: "no, lokasi.lng as bujur",
      $where: "kecamatan = 'Gubeng' and luas > 100",
      $order: "luas desc",
      $limit: "2",
      $count: "true"
    })
    const wanted = parks.filter(({ kecamatan, luas }) => kecamatan === "Gubeng" && luas !== null && luas > 100)
    assert.deepStrictEqual(data, wanted.toReversed().slice(0, 2).map(({ no }) => ({ no, bujur: 112.75 })))
    assert.deepInclude(meta, { agency: "opd", sumber: "dinas", limit: 2, offset: 0, more: true, count: wanted.length })
  })

  it("makes groups of rows", async () => {
    const { data } = await answerOf("taman", {
      $select: "kecamatan, count(*), max(luas) as terluas",
      $group: "kecamatan",
      $having: "terluas > 2970"
    })
    assert.deepStrictEqual(data, [{ kecamatan: "Tegalsari", count: 100, terluas: 2980 }, {
      kecamatan: "Wonokromo",
      count: 100,
      terluas: 2990
    }])
  })

  it("is answered from one call of the agency, however many questions there are", async () => {
    const before = at().agency.calls.length
    for (let n = 0; n < 10; n++) await answerOf("taman", { halaman: "satu-panggilan", $where: `no = ${n}` })
    const response = await ask("taman", { halaman: "satu-panggilan", $where: "no = 99" })
    assert.strictEqual(response.headers.get("x-cache"), "HIT")
    await response.text()
    assert.strictEqual(at().agency.calls.length - before, 1)
  })

  it("keeps every digit of what it shows", async () => {
    const body = await (await ask("taman", { $where: "no = 1" })).text()
    assert.include(body, "\"besar\":90071992547409931")
  })

  it("shows and counts what is masked, and compares, sorts and groups by none of it", async () => {
    const { data } = await answerOf("warga", { $select: "nik, count(*)", $group: "kode" }, 400).then(() =>
      answerOf("warga", { $select: "nik, kecamatan", $where: "kecamatan = 'Gubeng'", $limit: "1" })
    )
    assert.match(String(data?.[0]?.["nik"]), /\*/)
    assert.deepStrictEqual((await answerOf("warga", { $select: "count(nik) as n", $where: "nik is not null" })).data, [{ n: 40 }])
    for (
      const question of [
        { $where: "nik = '3578010101900001'" },
        { $where: "nik like '35%'" },
        { $where: "not (nik < '4')" },
        { $where: "nama = 'Budi Santoso 1'" },
        { $where: "telepon in ('081234567801')" },
        { $order: "nik" },
        { $select: "max(nik)" },
        { $group: "nama" },
        { $having: "min(telepon) > '0'", $group: "kecamatan" },
        { $where: "kode < 'k2'" },
        { $order: "kode" }
      ]
    ) {
      const { code, detail } = await answerOf("warga", question, 400)
      assert.strictEqual(code, "masked-field", JSON.stringify(question))
      assert.include(detail, Object.keys(question).find((name) => name !== "$select") ?? "$select")
    }
    assert.lengthOf((await answerOf("warga", { $group: "kode", $select: "count(*)" })).data ?? [], 4)
  })

  it("takes what is shown of an address that is masked otherwise, before and after anything was answered", async () => {
    for (let time = 0; time < 2; time++) {
      const { data } = await answerOf("rumah", { $where: "alamat.kecamatan = 'Gubeng' and alamat.kota = 'Solo'", $limit: "1" })
      assert.deepStrictEqual(data?.[0]?.["alamat"], { jalan: "***", kota: "Solo", kecamatan: "Gubeng" })
      const counted = await answerOf("rumah", { $select: "alamat.kecamatan as k, count(*) as n", $group: "alamat.kecamatan", $order: "k" })
      assert.deepStrictEqual(counted.data, [{ k: "Gubeng", n: 20 }, { k: "Tegalsari", n: 20 }])
    }
    for (const $where of ["alamat.jalan = 'x'", "alamat.nomor = 1", "alamat = 'x'"]) {
      assert.strictEqual((await answerOf("rumah", { $where }, 400)).code, "masked-field", $where)
    }
  })

  it("does so in rows that are lists, too", async () => {
    for (const question of [{ $where: "`1` = 'x'" }, { $order: "`2`" }, { $group: "`1`" }, { $select: "max(`2`)" }]) {
      assert.strictEqual((await answerOf("larik", question, 400)).code, "masked-field", JSON.stringify(question))
    }
    assert.deepStrictEqual((await answerOf("larik", { $q: "3578" })).data, [])
  })

  it("finds nobody by a word that was masked (fault-145)", async () => {
    for (const $q of ["3578010101900001", "Santoso", "081234567801"]) {
      assert.deepStrictEqual((await answerOf("warga", { $q })).data, [], $q)
    }
    assert.lengthOf((await answerOf("warga", { $q: "gubeng" })).data ?? [], 20)
  })

  it("that is wrong hears which parameter is, where, and what was expected", async () => {
    const { code, detail } = await answerOf("taman", { $where: "luas >> 3" }, 400)
    assert.strictEqual(code, "bad-request")
    assert.include(detail, "`$where` is wrong at character 7: `>` stands there, expected is")
    const all = await answerOf("taman", { $select: "*, luas" }, 400)
    assert.include(all.detail, "`$select` is wrong at character 2: `,` stands there, expected is the end, since * is all columns")
    for (
      const question of [{ $were: "a = 1" }, { $limit: "50001" }, { $limit: "-1" }, { $format: "pdf" }, { $count: "yes" }]
    ) assert.strictEqual((await answerOf("taman", question, 400)).code, "bad-request", JSON.stringify(question))
    const twice = await at().gateway.get("opd/data/taman?$limit=1&$limit=2", at().token)
    assert.strictEqual(twice.status, 400)
    await twice.text()
  })

  it("that is deep or huge is refused before anything is read for it (fault-146)", async () => {
    const before = at().agency.calls.length
    for (
      const $where of [
        `${"(".repeat(33)}no = 1${")".repeat(33)}`,
        `${"not ".repeat(33)}no = 1`,
        `no in (${Array.from({ length: 501 }, (_, n) => n).join()})`,
        Array.from({ length: 65 }, (_, n) => `k${n} = 1`).join(" or "),
        `nama = '${"x".repeat(4_089)}'`
      ]
    ) assert.strictEqual((await answerOf("taman", { halaman: "dalam", $where }, 400)).code, "bad-request", $where.slice(0, 60))
    assert.strictEqual(at().agency.calls.length, before)
  })

  it("is refused where there are no rows, or the registry takes none", async () => {
    assert.include((await answerOf("satu", { $limit: "1" }, 400)).detail, "not a list")
    assert.include((await answerOf("tutup", { $limit: "1" }, 400)).detail, "takes no questions")
  })

  it("is refused as a whole where what streams is no list, in every form", async () => {
    for (const $format of ["json", "ndjson", "csv", "geojson", "xlsx"]) {
      assert.include((await answerOf("besar-satu", { $limit: "1", $format }, 400)).detail, "not a list", $format)
    }
    const table = await ask("besar-satu", {}, { accept: "application/geo+json" })
    assert.strictEqual(table.status, 406)
    await table.text()
  })

  it("is answered as lines, as a table, as features and as a workbook", async () => {
    const question = { $select: "no, kecamatan, lokasi.lat as lat, lokasi.lng as lng, besar", $order: "no", $limit: "2" }
    const lines = await (await ask("taman", { ...question, $format: "ndjson" })).text()
    assert.deepStrictEqual(lines.trimEnd().split("\n").map((line) => Object.keys(JSON.parse(line)).length), [5, 5])
    const table = await ask("taman", question, { accept: "text/csv" })
    assert.match(table.headers.get("content-type") ?? "", /^text\/csv/)
    assert.match(await table.text(), /^no,kecamatan,lat,lng,besar\r\n0,Gubeng,-7.25,112.75,90071992547409931\r\n1,Tegalsari,/)
    const features = await ask("taman", { $limit: "2" }, { accept: "application/geo+json" })
    assert.strictEqual(features.headers.get("content-type"), "application/geo+json")
    const { features: [first], type } = decodeFeatures(await features.json())
    assert.strictEqual(type, "FeatureCollection")
    assert.deepInclude(first, { type: "Feature", geometry: { type: "Point", coordinates: [112.75, -7.25] } })
    for (const $select of ["no, lokasi", "no, lokasi as tempat", "no, lokasi.lat as x, lokasi.lng as y"]) {
      const shown = decodeFeatures(await (await ask("letak", { $select, $limit: "1", $format: "geojson" })).json())
      assert.deepInclude(shown.features[0], { geometry: { type: "Point", coordinates: [112.75, -7.25] } }, $select)
    }
    assert.strictEqual((await ask("letak", { $select: "no", $format: "geojson" })).status, 406)
    const named = await ask("taman", { ...question, $format: "csv" }, { accept: "text/html" })
    assert.match(await named.text(), /^no,kecamatan/)
    const workbook = await ask("taman", { ...question, $format: "xlsx" })
    assert.match(workbook.headers.get("content-disposition") ?? "", /filename="?opd-data-taman\.xlsx/)
    const parts = unzipSync(new Uint8Array(await workbook.arrayBuffer()))
    const sheet = Buffer.from(parts["xl/worksheets/sheet1.xml"] ?? []).toString()
    assert.include(sheet, "<c r=\"B3\" t=\"inlineStr\"><is><t xml:space=\"preserve\">Tegalsari</t></is></c>")
    assert.include(sheet, "90071992547409931</t>")
  })

  it("has in a table every column that some row has, wherever all rows are held", async () => {
    const tableOf = async (path: string, question: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
      const response = await ask(path, { ...question, $format: "csv" })
      assert.strictEqual(response.status, 200)
      return (await response.text()).split("\r\n")
    }
    const plain = await at().gateway.get("opd/data/jarang", at().token, { accept: "text/csv" })
    assert.deepStrictEqual(await tableOf("jarang", {}), (await plain.text()).split("\r\n"))
    const sorted = await tableOf("besar-jarang", { $order: "genap desc", $offset: "49000", $limit: "5000" })
    assert.deepStrictEqual([sorted[0], sorted[1_000]], ["no,genap,catatan", "99999,1,penting 99999"])
    // Of what streams the header has left before: the log names what is left out.
    const tellsOf = () => logs.filter((line) => line.includes("A streamed table is without keys") && line.includes("catatan"))
    assert.isEmpty(tellsOf())
    assert.strictEqual((await tableOf("besar-jarang", { $limit: "50000", $offset: "60000" }))[0], "no,genap")
    assert.lengthOf(tellsOf(), 1)
  })

  it("finds a number by the digits that are shown of it", async () => {
    const digits = "90071992547409931"
    const found = await answerOf("taman", { $q: digits })
    assert.isNotEmpty(found.data)
    assert.isEmpty((await answerOf("taman", { $q: String(Number(digits)) })).data)
  })

  it("shows a group by as its first row has it, byte for byte", async () => {
    const text = await (await ask("taman", { $select: "besar, count(*) as n", $group: "besar", $order: "besar", $limit: "1" })).text()
    assert.include(text, "\"besar\":90071992547409931,")
  })

  it("streams what is larger than is held, without holding it", async () => {
    const { data, meta } = await answerOf("besar", { $where: "nilai = 999", $limit: "50000", $count: "true" })
    assert.lengthOf(data ?? [], 150)
    assert.deepInclude(meta, { total: 7, count: 150, more: false })
    const sum = await answerOf("besar", { $select: "sum(nilai) as jumlah, count(*) as n" })
    assert.deepStrictEqual(sum.data, [{ jumlah: 150 * 499_500, n: 150_000 }])
  })

  it("is told how to narrow what is too much to sort or to group (fault-147)", async () => {
    const { detail } = await answerOf("besar", { $order: "nilai" }, 400)
    assert.include(detail, "`$order` sorts at most 100000 rows and 64 MiB. Narrow them by `$where`")
    assert.include((await answerOf("besar", { $group: "no" }, 400)).detail, "`$group` makes at most 100000 groups")
    const { data: sorted } = await answerOf("besar", { $where: "no < 90000", $order: "no desc", $limit: "1", $select: "no" })
    assert.deepStrictEqual(sorted, [{ no: 89_999 }])
  })

  it("groups by no object or list that holds what is masked, though the object is public, and by one that holds nothing such", async () => {
    for (const $group of ["panitia", "hadir", "hadir.0"]) {
      assert.strictEqual((await answerOf("acara", { $group, $select: "count(*)" }, 400)).code, "masked-field", $group)
    }
    for (const $group of ["tempat", "panitia.kota", "no"]) await answerOf("acara", { $group, $select: "count(*)" })
    assert.lengthOf((await answerOf("acara", { $q: "solo" })).data ?? [], 20)
    assert.isEmpty((await answerOf("acara", { $q: "b***" })).data)
  })

  it("keeps every digit of `meta` where its own members stand in place of the agency's", async () => {
    const body = await (await ask("angka", { $count: "true" })).text()
    assert.include(body, "\"nomor\":12345678901234567890,\"limit\":1000,\"offset\":0,\"more\":false,\"count\":1}}")
    assert.notInclude(body, "less")
    assert.deepInclude((await answerOf("angka", { $limit: "1" })).meta, { count: 3, more: false })
  })

  it("is asked in aggregates and presets too", async () => {
    const response = await at().gateway.aggregate({
      strategy: "keyed",
      requests: [
        {
          alias: "a",
          opd: "opd",
          dataset: "data",
          path: "taman",
          query: { $select: "count(*) as jumlah", $where: "kecamatan = 'Gubeng'" }
        },
        { alias: "b", opd: "opd", dataset: "data", path: "taman", query: { $where: "kecamatan" } }
      ]
    }, at().token)
    const { data } = decodeEntries(await response.json())
    assert.deepStrictEqual(data["a"]?.data, [{ jumlah: 100 }])
    assert.strictEqual(data["b"]?.problem?.code, "bad-request")
    const preset = decodeEntries(await (await at().gateway.get("preset/kota", at().token)).json())
    assert.deepStrictEqual(preset.data["a"]?.data, [{ jumlah: 300 }])
  })
})

describe("the entity tag of a question's answer", () => {
  it("is that of what was asked for, whenever it is read and whatever else is there", async () => {
    const { agency } = at()
    const set = (value: unknown) => Effect.runPromise(agency.setBehaviour(answer({ body: text(value) }), "/larik-tanda"))
    const row = { kode: "a", nilai: 1 }
    const tagAfter = async (value: unknown, question: Readonly<Record<string, string>>, etag = "") => {
      await set({ data: value })
      const response = await ask("tanda", question, { "if-none-match": etag })
      return { status: response.status, etag: response.headers.get("etag") ?? "" }
    }
    for (const $format of ["json", "ndjson", "csv", "xlsx"]) {
      const question = { $where: "kode = 'a'", $format }
      const first = await tagAfter([row, { kode: "b", nilai: 1, telepon: "081234567890" }], question)
      assert.deepStrictEqual(
        await tagAfter([row, { kode: "b", nilai: 2 }], question, first.etag),
        { status: 304, etag: first.etag },
        $format
      )
      const other = await tagAfter([{ ...row, nilai: 2 }], question, first.etag)
      assert.deepStrictEqual([other.status, other.etag === first.etag], [200, false], $format)
    }
    // What `meta` says of the answer is part of it.
    const counted = await tagAfter([row], { $limit: "1" })
    assert.strictEqual((await tagAfter([row, row], { $limit: "1" }, counted.etag)).status, 200)
  })
})
