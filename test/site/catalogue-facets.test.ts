/** Filters of the catalogue with their counts, topics' pages, what is used most and what is new, over real HTTP. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Catalogue } from "../../src/api/CatalogueApi.ts"
import { city } from "../../src/demo/City.ts"
import { writeRegistry } from "../../src/demo/RegistryYaml.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { expectProblem } from "../support/Problems.ts"
import { eventually, suite } from "../support/Suite.ts"

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Catalogue), { onExcessProperty: "error" })

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({
    behaviour: json({ data: [{ jenis: "Taman", jumlah: 3, lat: -6.9, lng: 107.6 }] }),
    routes: { "/internal/sampah/tahunan": json({ data: { jumlah: 3 } }) }
  })
  const port = Number(new URL(agency.url).port)
  const ports = Object.fromEntries(city.agencies.map(({ slug }) => [slug, port]))
  const gateway = yield* startGateway(writeRegistry({ ports, nowMillis: Date.now() }))
  yield* Effect.promise(async () => {
    const token = await gateway.token({ scopes: "*" })
    for (const path of ["dlh/sampah", "dlh/sampah", "dlh/sampah/tahunan", "dinkes/klinik"]) {
      await (await gateway.get(path, token)).arrayBuffer()
    }
    const isLearnt = async (): Promise<boolean> => {
      const { facets } = decode(await (await gateway.get("/v4/gateway", undefined, { accept: "application/json" })).text())
      const { csv = 0, geojson = 0, json = 0 } = facets?.format ?? {}
      return geojson > 0 && csv < json
    }
    await eventually("what was read is known", isLearnt)
  })
  return gateway
}))
const get = (query: Readonly<Record<string, string>>, accept = "application/json", path = "/v4/gateway") =>
  fetch(`${at().url}${path}?${new URLSearchParams(query)}`, { headers: { accept } })
const catalogueOf = async (query: Readonly<Record<string, string>> = {}) => decode(await (await get(query)).text())
const pageOf = async (query: Readonly<Record<string, string>> = {}) => (await get(query, "text/html")).text()
const countOf = ({ agencies }: Catalogue): number =>
  agencies.reduce((sum, { datasets }) => sum + datasets.reduce((all, { endpoints }) => all + endpoints.length, 0), 0)

describe("the filters of the catalogue", () => {
  it.each([{}, { q: "kecamatan" }, { topic: "kesehatan", private: "false" }])(
    "say with %o for each value how many endpoints there are with it",
    async (query) => {
      const { facets = assert.fail("no facets") } = await catalogueOf(query)
      for (const [name, counts] of Object.entries(facets)) {
        assert.isNotEmpty(Object.keys(counts), name)
        for (const [value, count] of Object.entries(counts)) {
          assert.strictEqual(countOf(await catalogueOf({ ...query, [name]: value })), count, `${name}=${value}`)
        }
      }
    }
  )

  it("offer what finds something, with its count, and keep what was chosen", async () => {
    const page = await pageOf({ topic: "kesehatan", license: "CC-BY-4.0" })
    assert.include(page, "<option value=\"kesehatan\" selected>Kesehatan (")
    assert.include(page, "<option value=\"CC-BY-4.0\" selected>CC-BY-4.0 (")
    assert.notInclude(page, "<option value=\"bapenda\">")
    assert.include(page, "<option value=\"\">Semua</option>")
  })

  it("choose by the form of an answer: a map where rows have a position, a workbook where rows may be asked", async () => {
    const { facets = assert.fail("no facets") } = await catalogueOf()
    const { csv, geojson, json, ndjson, xlsx } = facets.format
    assert.strictEqual(json, countOf(await catalogueOf()))
    // One of those that were read is no list.
    assert.strictEqual(csv, json! - 1)
    assert.strictEqual(ndjson, json)
    assert.isBelow(geojson ?? assert.fail("no map"), xlsx ?? assert.fail("no workbook"))
    for (const { datasets } of (await catalogueOf({ format: "geojson" })).agencies) assert.isNotEmpty(datasets)
    assert.include(await pageOf({ format: "geojson" }), "<option value=\"geojson\" selected>GeoJSON (")
    assert.include(await expectProblem(await get({ format: "pdf" }), "bad-request", at().url), "geojson")
  })

  it("refuse a topic that there is not, by what there is", async () => {
    const response = await get({ topic: "cuaca" })
    assert.include(await expectProblem(response, "bad-request", at().url), "kesehatan")
  })

  it("are no part of an agency's or a dataset's own page", async () => {
    assert.isUndefined(decode(await (await get({}, "application/json", "/v4/gateway/dlh")).text()).facets)
  })
})

describe("a dataset in a list", () => {
  it("says in its first sentence what it is, in the page's language", async () => {
    assert.include(await pageOf({ q: "halte bus" }), "Lokasi halte bus dengan jalur yang dilayani dan apakah beratap.")
    assert.include(
      await pageOf({ q: "halte bus", lang: "en" }),
      "Where bus stops are, which lines call there and whether they have a roof."
    )
  })
})

describe("a topic", () => {
  it("has a page of its own with its name, a lead and its datasets of all agencies, in both languages", async () => {
    const page = await pageOf({ topic: "lingkungan" })
    assert.match(page, /<title>Lingkungan, /)
    assert.include(page, "<h1>Lingkungan</h1><p class=\"lead\">Udara, air, sampah, dan ruang hijau.</p>")
    for (const dataset of ["/dlh/kualitas-udara", "/dpupr/drainase", "/bpbd/tinggi-muka-air"]) {
      assert.include(page, `href="/v4/gateway${dataset}`)
    }
    assert.notInclude(page, "/bapenda/")
    assert.include(await pageOf({ topic: "lingkungan", lang: "en" }), "<h1>Environment</h1>")
    assert.notInclude(await pageOf({ topic: "lingkungan", q: "air" }), "<h1>Lingkungan</h1>")
  })

  it("is linked from the first page, with how much it has", async () => {
    const { facets } = await catalogueOf()
    const page = await pageOf()
    assert.include(page, `<a href="/v4/gateway?topic=transportasi">Transportasi (${facets?.topic["transportasi"]})</a>`)
  })
})

describe("the first page", () => {
  it("names the datasets that were published lately, the latest first", async () => {
    const [, fresh = ""] = (await pageOf()).split("id=\"baru\"")
    const [list = ""] = fresh.split("</section>")
    const links = [...list.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
    assert.deepStrictEqual(links, [
      "/v4/gateway/bpbd/tinggi-muka-air",
      "/v4/gateway/dishub/lalu-lintas",
      "/v4/gateway/diskop-ukm/harga-pangan"
    ])
  })

  it("names what was called most in 30 days, the most first", async () => {
    const [, used = ""] = (await pageOf({ lang: "en" })).split("id=\"terbanyak\"")
    const [list = ""] = used.split("</section>")
    const links = [...list.matchAll(/href="\/v4\/gateway\/([^"?]+)/g)].map(([, link]) => link)
    const told = [...list.matchAll(/<span class="soft">([^<]*)/g)].map(([, text]) => text)
    assert.deepStrictEqual([links, told], [["dlh/sampah", "dinkes/klinik"], ["3 calls", "1 call"]])
  })
})
