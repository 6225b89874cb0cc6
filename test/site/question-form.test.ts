/** Questions that are put together on an endpoint's page, beside what the gateway answers to their address. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { askableColumns } from "../../src/site/catalogue/AskableColumns.ts"
import { parametersOfForm, questionForm } from "../../src/site/catalogue/QuestionForm.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { registryText, suite } from "../support/Suite.ts"

const parks = Array.from({ length: 30 }, (_, n) => ({
  kode: `TM-${n}`,
  nama: `Taman ${n % 2 === 0 ? "O'Brien" : "Kota"} ${n}`,
  kecamatan: ["Gubeng", "Tegalsari", "Wonokromo"][n % 3],
  luas: n * 10,
  buka: n % 2 === 0,
  lokasi: { lat: -7.25, lng: 112.75 + n / 100 },
  penjaga: { nik: `35730112038400${String(n).padStart(2, "0")}`, nama: "Budi Santoso" },
  sandi: `s${n % 4}`
}))

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({
    routes: {
      "/data/taman": json({ data: parks }),
      "/data/satu": json({ data: { nama: "Taman" } }),
      "/data/tutup": json({ data: parks })
    }
  })
  const gateway = yield* startGateway(registryText([{
    slug: "opd",
    server: agency.url,
    endpoints: [
      { path: "taman", fields: { "data[].penjaga.nik": "nik" } },
      { path: "satu" },
      { path: "tutup", ask: false },
      { path: "rahasia", upstream: "/data/taman", private: true },
      { path: "belum" },
      { path: "taman/:kode", upstream: "/data/taman", examples: { kode: "TM-1" } }
    ]
  }]))
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*", private: true, official: true }))
  yield* Effect.promise(async () => {
    for (const path of ["taman", "satu", "tutup", "rahasia", "taman/TM-1"]) {
      assert.strictEqual((await gateway.get(`opd/data/${path}`, token)).status, 200, path)
    }
  })
  return { gateway, token }
}))

const pageOf = async (path: string, form: ReadonlyArray<readonly [string, string]> = [], language = "id"): Promise<string> => {
  const query = new URLSearchParams({ path, lang: language })
  if (form.length > 0) query.set("tanya", "1")
  for (const [name, value] of form) query.append(name, value)
  const response = await fetch(`${at().gateway.url}/v4/gateway/opd/data?${query}`, { headers: { accept: "text/html" } })
  assert.strictEqual(response.status, 200)
  return response.text()
}
const plain = (text: string): string =>
  text.replace(/<[^>]+>/g, "").replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", "\"")
    .replaceAll(
      "&amp;",
      "&"
    )
const addressIn = (page: string): string =>
  plain(/<h3>(?:Alamat pertanyaan|The question.*?)<\/h3><pre[^>]*>(.*?)<\/pre>/.exec(page)?.[1] ?? "")
const tableIn = (page: string): ReadonlyArray<ReadonlyArray<string>> => {
  const section = page.slice(page.indexOf("id=\"hasil\""))
  const table = section.slice(0, section.indexOf("</table>"))
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => plain(cell))
  )
}

const decode = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) }))
const called = async (address: string) => {
  const response = await fetch(address, { headers: { authorization: `Bearer ${at().token}` } })
  const text = await response.text()
  assert.strictEqual(response.status, 200, text)
  return text
}

describe("the form for questions", () => {
  it("writes an address that the gateway answers as asked, with the same of the sample below it", async () => {
    const page = await pageOf("taman", [
      ["tampil", "kode"],
      ["tampil", "lokasi.lng"],
      ["kolom1", "nama"],
      ["banding1", "contains"],
      ["nilai1", "O'Brien"],
      ["kolom2", "luas"],
      ["banding2", ">="],
      ["nilai2", "100"],
      ["kolom3", "kecamatan"],
      ["nilai3", ""],
      ["susun", "luas"],
      ["arah", "turun"],
      ["batas", "3"]
    ])
    const { data } = decode(JSON.parse(await called(addressIn(page))))
    assert.deepStrictEqual(data, [28, 26, 24].map((n) => ({ kode: `TM-${n}`, "lokasi.lng": 112.75 + n / 100 })))
    // The sample has the first 20 rows.
    assert.deepStrictEqual(tableIn(page), [
      ["kode", "lokasi.lng"],
      ...[18, 16, 14].map((n) => [`TM-${n}`, String(112.75 + n / 100).replace(".", ",")])
    ])
    assert.include(page, "Dihitung dari 20 baris contoh yang sudah disamarkan, bukan dari seluruh data.")
    assert.include(plain(page), `'${addressIn(page)}'`)
    const question = new URL(addressIn(page)).search.slice(1)
    const [, href = ""] = /href="([^"]*)"[^>]*>Coba dengan aplikasi Anda<\/a><\/p><h3 id="hasil"/.exec(page) ?? []
    assert.deepStrictEqual(
      [...new URL(plain(href), at().gateway.url).searchParams].slice(0, 2),
      [["titik", "opd/data/taman"], ["tanya", question]]
    )
  })

  it("makes groups, in any form of an answer", async () => {
    const groups = await pageOf("taman", [["kelompok", "kecamatan"], ["hitung", "sum"], ["dari", "luas"], ["susun", "*"], [
      "arah",
      "turun"
    ]])
    assert.deepStrictEqual(decode(JSON.parse(await called(addressIn(groups)))).data.map((row) => row["sum_luas"]), [1550, 1450, 1350])
    assert.deepStrictEqual(tableIn(groups)[0], ["kecamatan", "sum_luas"])
    const csv = await called(addressIn(await pageOf("taman", [["kelompok", "buka"], ["bentuk", "csv"]])))
    assert.strictEqual(csv, "buka,count\r\ntrue,15\r\nfalse,15\r\n")
    assert.strictEqual(
      (await called(addressIn(await pageOf("taman", [["hitung", "count"], ["bentuk", "ndjson"]])))).trim(),
      "{\"count\":30}"
    )
  })

  it("offers what is masked for showing alone, with the reason, and refuses it elsewhere in words", async () => {
    const page = await pageOf("taman")
    const masked = /value="penjaga\.nik">.*?<\/label>/.exec(page)?.[0] ?? ""
    assert.include(masked, "disamarkan: hanya dapat ditampilkan")
    const condition = /<select name="kolom1">.*?<\/select>/.exec(page)?.[0] ?? ""
    assert.include(condition, "value=\"kecamatan\"")
    assert.notInclude(condition, "penjaga.nik")
    const refused = await pageOf("taman", [["kolom1", "penjaga.nik"], ["nilai1", "3573011203840005"]])
    assert.include(plain(refused), "Pertanyaan ini belum dapat dijawab. penjaga.nik, yang dipakai di $where, disamarkan di sini")
    assert.strictEqual(addressIn(refused), "")
    const shown = await pageOf("taman", [["tampil", "penjaga.nik"]])
    assert.match(tableIn(shown)[1]?.[0] ?? "", /\*{4}/)
  })

  it("says in words what is wrong, and repeats nothing unescaped", async () => {
    assert.include(plain(await pageOf("taman", [["batas", "50001"]])), "$limit salah: yang diharapkan bilangan bulat 0 sampai 50000")
    const evil = "<script>alert(1)</script>"
    const page = await pageOf("taman", [["kolom1", evil], ["nilai1", evil], ["tampil", evil], ["susun", evil], ["kelompok", evil]])
    assert.notInclude(page, evil)
    assert.include(plain(await pageOf("taman", [["hitung", "sum"]], "en")), "This question cannot be answered yet.")
  })

  it("puts the examples of path parameters in", async () => {
    const address = addressIn(await pageOf("taman/:kode", [["hitung", "count"]]))
    assert.include(address, "/opd/data/taman/TM-1?$select=")
    assert.deepStrictEqual(decode(JSON.parse(await called(address))).data, [{ count: 30 }])
  })

  it("is not there for data that is no list or takes no questions, and shows no row of a private endpoint", async () => {
    for (const path of ["satu", "tutup"]) assert.notInclude(await pageOf(path, [["batas", "1"]]), "id=\"tanya\"", path)
    assert.include(await pageOf("belum"), "formulir ini muncul setelah endpoint pertama kali dibaca")
    const page = await pageOf("rahasia", [["tampil", "kode"]])
    assert.notInclude(page, "TM-1")
    assert.include(page, "jadi formulirnya tidak ada")
    assert.notInclude(page, "formulir ini muncul")
  })

  it("keeps what was chosen in the other language", async () => {
    const page = await pageOf("taman", [["tampil", "kode"], ["tampil", "nama"], ["batas", "2"]])
    const other = plain((/href="([^"]*lang=en[^"]*)"/.exec(page)?.[1] ?? "").replaceAll("&amp;", "&"))
    const english = await (await fetch(`${at().gateway.url}${other}`, { headers: { accept: "text/html" } })).text()
    assert.strictEqual(addressIn(english), addressIn(page))
    assert.include(addressIn(page), "$select=kode%2C%20nama&$limit=2")
  })
})

describe("what was filled in", () => {
  const columns = askableColumns([], [{ teks: "1", angka: 2, benar: true, "nama lain": "x" }], () => "none")
  const comes = (fields: Readonly<Record<string, string>>) => parametersOfForm(questionForm(new URLSearchParams(fields)), columns)

  it("compares as the column's values are: texts as texts, numbers as numbers", () => {
    const where = (kolom1: string, nilai1: string, banding1 = "=") => comes({ kolom1, nilai1, banding1 })[0]?.[1]
    assert.deepStrictEqual(columns.map(({ written }) => written), ["teks", "angka", "benar", "`nama lain`"])
    assert.strictEqual(where("teks", "1"), "teks = '1'")
    assert.strictEqual(where("angka", "1.5"), "angka = 1.5")
    assert.strictEqual(where("angka", "1,5"), "angka = '1,5'")
    assert.strictEqual(where("benar", "true"), "benar = true")
    assert.strictEqual(where("`nama lain`", "it's"), "`nama lain` = 'it''s'")
    assert.strictEqual(where("teks", "", "empty"), "teks is null")
    assert.strictEqual(where("teks", "a", "starts"), "starts_with(teks, 'a')")
    assert.isUndefined(where("teks", ""))
  })

  it("asks nothing where nothing was filled in", () => {
    assert.deepStrictEqual(comes({ banding1: "=", arah: "naik", bentuk: "json", susun: "*" }), [])
  })
})
