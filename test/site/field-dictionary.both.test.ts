/** The dictionary of an endpoint's fields, from the first answer to page, exports and the next start. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { type Gateway, startGateway } from "../support/Gateway.ts"
import { eventually, neverOpen, registryText, suite } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const parks = {
  data: [
    {
      kode: "TM-1",
      nama_taman: "Taman Kota",
      jenis: "taman",
      penjaga: { nama: "Budi Santoso", nik: "3573011203840005", telepon: "081234567890" },
      dibuka: "2020-05-01",
      lokasi: { lat: -7.9, lon: 112.6 }
    },
    { kode: "=2+2", nama_taman: null, jenis: "hutan", lokasi: { lat: -7.95, lon: 112.65 }, pengunjung: { "3573011203840005": 3 } },
    { kode: "TM-3", nama_taman: "Taman Air", jenis: "taman", lokasi: { lat: -7.93, lon: 112.61 } }
  ]
}

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({
    routes: {
      "/data/taman": json(parks),
      "/data/tertutup": json(parks),
      "/data/khusus": json(parks, { headers: { "cache-control": "no-store" } }),
      "/data/alamat": json({ data: [{ tautan: "http://10.20.0.7/taman", jenis: "taman" }] }),
      "/data/cari": json({ data: [{ hasil: "kata orang" }] })
    }
  })
  const registry = registryText([{
    slug: "opd",
    server: agency.url,
    breaker: neverOpen,
    endpoints: [
      { path: "taman" },
      { path: "tertutup", private: true },
      { path: "khusus" },
      { path: "alamat" },
      { path: "cari", query: ["q"] },
      { path: "belum" }
    ]
  }])
  const gateway = yield* startGateway(registry)
  const token = yield* Effect.promise(() => gateway.token({ scopes: "*", private: true, official: true }))
  const read = async (path: string) => {
    const response = await gateway.get(`opd/data/${path}`, token)
    assert.strictEqual(response.status, 200, await response.text())
  }
  yield* Effect.promise(() => Promise.all(["taman", "tertutup", "khusus", "alamat", "cari?q=rahasia"].map(read)))
  const learnt = Effect.map(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT DISTINCT route FROM field_dictionary`),
    (rows) => rows.length === 5
  )
  yield* Effect.promise(() => eventually("all five are learnt", () => gateway.run(learnt)))
  return { gateway }
}))

const pageOf = async ({ url }: Gateway, path: string, more = ""): Promise<string> => {
  const response = await fetch(`${url}/v4/gateway/opd/data?path=${path}&lang=id${more}`, { headers: { accept: "text/html" } })
  assert.strictEqual(response.status, 200)
  return response.text()
}
/** The dictionary's rows as texts, by field. */
const fieldsOf = (page: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const section = page.slice(page.indexOf("id=\"kolom\""))
  return new Map(
    [...section.slice(0, section.indexOf("</table>")).matchAll(/<th scope="row"[^>]*><code[^>]*>(.*?)<\/code><\/th>(.*?)<\/tr>/g)]
      .map(([, name = "", cells = ""]) => [
        name,
        [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) => cell.replace(/<[^>]+>/g, ""))
      ])
  )
}

describe("the dictionary of fields", () => {
  it("is on the endpoint's page: type, class, nulls, an example that is nobody's, and when it came", async () => {
    const page = await pageOf(at().gateway, "taman")
    const fields = fieldsOf(page)
    const facts = (name: string) => fields.get(name)?.slice(0, 4)
    assert.deepStrictEqual(facts("data[].nama_taman"), ["teks", "tidak ditandai", "33,3%", "Taman Kota"])
    assert.deepStrictEqual(facts("data[].dibuka"), ["teks (tanggal)", "tidak ditandai", "0%", "2020-05-01"])
    assert.deepStrictEqual(facts("data[].penjaga.nik"), ["teks", "NIK", "0%", "–"])
    assert.deepStrictEqual(facts("data[].penjaga.nama"), ["teks", "Nama orang", "0%", "–"])
    assert.isTrue(fields.has("data[].pengunjung.*"))
    for (const secret of ["Budi Santoso", "3573011203840005", "081234567890"]) assert.notInclude(page, secret)
  })

  it("has no example that names a server", async () => {
    const page = await pageOf(at().gateway, "alamat")
    assert.deepStrictEqual([...fieldsOf(page).values()].map(([, , , example]) => example), ["–", "taman"])
    assert.notInclude(page, "10.20.0.7")
  })

  it("has no example of a private endpoint, of what is not for all, or of an answer to a question", async () => {
    // What a private one has for keys may be data: its dictionary is its agency's alone.
    const closed = await pageOf(at().gateway, "tertutup")
    assert.strictEqual(fieldsOf(closed).size, 0)
    assert.include(closed, "Kamus kolom hanya ada untuk endpoint terbuka.")
    assert.notInclude(closed, "setelah endpoint")
    for (const [path, name] of [["khusus", "data[].nama_taman"], ["cari", "data[].hasil"]] as const) {
      assert.deepStrictEqual(fieldsOf(await pageOf(at().gateway, path)).get(name)?.[3], "–", path)
    }
    const stored = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT example FROM field_dictionary WHERE example IS NOT NULL AND route NOT IN ('opd/data/taman', 'opd/data/alamat')`
    )
    assert.deepStrictEqual(await at().gateway.run(stored), [])
    assert.include(await pageOf(at().gateway, "belum"), "Belum ada; kamus terisi setelah endpoint ini dibaca.")
  })

  it("types `data` in both OpenAPI exports", async () => {
    for (const version of ["openapi-3.0", "openapi-3.1"]) {
      const text = await (await fetch(`${at().gateway.url}/v4/export/${version}?opd=opd&dataset=data&path=taman`)).text()
      assert.include(text.replaceAll(/\s/g, ""), "\"dibuka\":{\"type\":\"string\",\"format\":\"date\"}")
      assert.include(text.replaceAll(/\s/g, ""), "\"nik\":{\"type\":\"string\",\"x-masked\":\"nik\"}")
    }
  })

  it("is there after a restart, before anybody asks the agency, with the time at which a field came", async () => {
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const dataDir = yield* tempDirectory
      const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ jenis: "taman", luas: 5 }] }) })
      const registry = registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "taman" }] }])
      const known = async (gateway: Gateway) =>
        [...fieldsOf(await pageOf(gateway, "taman"))].map(([name, [, , , example]]) => [name, example])
      const rows = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT path, seen FROM field_dictionary`)
      const learning = Effect.gen(function*() {
        const gateway = yield* startGateway(registry, { DATA_DIR: dataDir })
        yield* Effect.promise(async () => {
          await gateway.get("opd/data/taman", await gateway.token({ scopes: "*" }))
          await eventually("it is learnt", async () => (await gateway.run(rows)).length === 4)
        })
      })
      yield* Effect.scoped(learning)
      const gateway = yield* startGateway(registry, { DATA_DIR: dataDir })
      yield* Effect.promise(async () => {
        await eventually("it is known", async () => (await known(gateway)).length === 2)
        assert.deepStrictEqual(await known(gateway), [["data[].jenis", "taman"], ["data[].luas", "5"]])
      })
      assert.strictEqual(agency.calls.length, 1)
    })))
  })
})

describe("the preview of a sample", () => {
  it("is a table that is sorted without script", async () => {
    const { gateway } = at()
    const cells = (page: string): ReadonlyArray<string | undefined> => {
      const table = page.slice(page.indexOf("id=\"tabel-contoh\""))
      return [...table.slice(0, table.indexOf("</table>")).matchAll(/<tr[^>]*><td[^>]*>(.*?)<\/td>/g)].map(([, first]) => first)
    }
    assert.deepStrictEqual(cells(await pageOf(gateway, "taman")), ["TM-1", "=2+2", "TM-3"])
    assert.deepStrictEqual(cells(await pageOf(gateway, "taman", "&urut=-kode")), ["TM-3", "TM-1", "=2+2"])
    assert.deepStrictEqual(cells(await pageOf(gateway, "taman", "&urut=%3Cb%3E")), ["TM-1", "=2+2", "TM-3"])
    const sorted = await pageOf(gateway, "taman", "&urut=kode")
    assert.include(sorted, "aria-sort=\"ascending\"")
    assert.include(sorted, "urut=-kode")
    assert.include(sorted, "Banyaknya baris menurut jenis")
    assert.strictEqual(sorted.split("<circle class=\"dot\"").length - 1, 3)
  })

  it("is a file without formulas, and none of a private endpoint", async () => {
    const { gateway } = at()
    const file = await fetch(`${gateway.url}/v4/gateway/opd/data?path=taman&unduh=csv`)
    assert.strictEqual(file.headers.get("content-type"), "text/csv; charset=utf-8")
    assert.strictEqual(file.headers.get("content-disposition"), "attachment; filename=\"gapura-opd-data-taman-contoh.csv\"")
    const text = await file.text()
    assert.match(text, /^kode,nama_taman,.*\r\nTM-1,Taman Kota,taman,.*\r\n'=2\+2,,hutan,/)
    assert.notInclude(text, "Budi")
    for (const path of ["tertutup", "khusus", "belum"]) {
      assert.strictEqual((await fetch(`${gateway.url}/v4/gateway/opd/data?path=${path}&unduh=csv`)).status, 404, path)
    }
  })
})
