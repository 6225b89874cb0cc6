/** What agencies tell about their datasets: on pages, for programs, in the DCAT export and for search engines, over real HTTP. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Catalogue } from "../../src/api/CatalogueApi.ts"
import { startGateway } from "../support/Gateway.ts"
import { suite } from "../support/Suite.ts"

const server = "http://127.0.0.1:9"
const hostile = "Air </script><script>alert(1)</script> & \"kutip\""
const about = {
  titleEn: "River water",
  description: "Kadar oksigen terlarut pada sampel sungai.\nDiambil petugas laboratorium.",
  descriptionEn: "Dissolved oxygen of river samples.",
  topics: ["lingkungan", "kesehatan"],
  frequency: "monthly",
  from: "2024-01-01",
  to: "2025-12-31",
  coverage: "Seluruh kota",
  contact: "Bidang Pengendalian Pencemaran",
  email: "data@dlh.kota.example",
  source: "Laboratorium lingkungan",
  terms: "Sebutkan sumbernya.",
  published: "2024-03-01",
  changes: { "2025-02-01": "Kolom suhu ditambahkan.", "2025-11-03": "Tiga titik baru." }
}
const registry = {
  version: 1,
  agencies: [{
    slug: "dlh",
    name: "Dinas Lingkungan Hidup",
    server,
    datasets: [
      { slug: "air", title: "Kualitas air", license: "CC-BY-4.0", about, endpoints: [{ path: "", title: "Sampel air", resource: "air" }] },
      {
        slug: "warga",
        title: "Register warga",
        license: "CC-BY-4.0",
        about: { terms: "Hanya untuk keperluan yang disetujui." },
        endpoints: [{ path: "daftar", title: "Daftar warga", private: true }]
      },
      { slug: "kabar", title: "Kabar", about: { description: hostile, source: hostile }, endpoints: [{ path: "kabar", title: "Kabar" }] },
      { slug: "sunyi", title: "Tanpa keterangan", license: "LicenseRef-Kota", endpoints: [{ path: "sunyi", title: "Sunyi" }] }
    ]
  }]
}
const gateway = suite(startGateway(JSON.stringify(registry)))

const get = async (path: string, accept: string): Promise<string> => {
  const response = await fetch(`${gateway().url}/v4/gateway${path}`, { headers: { accept } })
  assert.strictEqual(response.status, 200)
  return response.text()
}
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Catalogue), { onExcessProperty: "error" })
const datasetOf = async (slug: string) => decode(await get(`/dlh/${slug}`, "application/json")).agencies[0]?.datasets[0]
const Graph = Schema.Record(Schema.String, Schema.Unknown)
const decodeGraph = Schema.decodeUnknownSync(Schema.fromJsonString(Graph))
const decodeDcat = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ "dcat:dataset": Schema.Array(Graph) }))
)
const dcatOf = async (slug: string) => decodeDcat(await get(`/dlh/${slug}`, "application/ld+json"))["dcat:dataset"][0] ?? assert.fail()
const linkedDataOf = (page: string) =>
  decodeGraph(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(page)?.[1] ?? assert.fail("no linked data"))
const found = async (q: string) =>
  decode(await get(`?${new URLSearchParams({ q })}`, "application/json")).agencies.flatMap(({ datasets }) =>
    datasets.map(({ slug }) => slug)
  )

describe("what is told about a dataset", () => {
  it("is in the catalogue for programs as the registry has it, and absent where nothing is told", async () => {
    assert.deepStrictEqual((await datasetOf("air"))?.about, { ...about, topics: ["lingkungan", "kesehatan"], frequency: "monthly" })
    assert.isUndefined((await datasetOf("sunyi"))?.about)
  })

  it("is on the dataset's page and on its endpoints', with all of it, in the page's language", async () => {
    for (const path of ["/dlh/air", "/dlh/air?path="]) {
      const page = await get(path, "text/html")
      for (
        const told of [
          "<p>Kadar oksigen terlarut pada sampel sungai.</p><p>Diambil petugas laboratorium.</p>",
          "<a href=\"/v4/gateway?topic=lingkungan\">Lingkungan</a>",
          "setiap bulan",
          "1 Januari 2024 – 31 Desember 2025",
          "Seluruh kota",
          "Bidang Pengendalian Pencemaran, <a href=\"mailto:data@dlh.kota.example\">",
          "Laboratorium lingkungan",
          "<a href=\"https://spdx.org/licenses/CC-BY-4.0\" rel=\"license\">CC-BY-4.0</a>",
          "Sebutkan sumbernya.",
          "1 Maret 2024"
        ]
      ) assert.include(page, told, path)
      assert.isBelow(page.indexOf("Tiga titik baru."), page.indexOf("Kolom suhu ditambahkan."))
    }
    const english = await get("/dlh/air?lang=en", "text/html")
    for (const told of ["<h1>River water</h1>", "Dissolved oxygen of river samples.", "every month", "Health"]) {
      assert.include(english, told)
    }
    assert.notInclude(english, ">Kadar oksigen")
  })

  it("is in the DCAT export by its terms", async () => {
    const dataset = await dcatOf("air")
    const day = (text: string) => ({ "@value": text, "@type": "xsd:date" })
    assert.deepStrictEqual(dataset["dcterms:title"], [
      { "@value": "Kualitas air", "@language": "id" },
      { "@value": "River water", "@language": "en" }
    ])
    assert.deepStrictEqual(dataset["dcterms:accrualPeriodicity"], {
      "@id": "http://publications.europa.eu/resource/authority/frequency/MONTHLY"
    })
    assert.deepStrictEqual(dataset["dcterms:temporal"], {
      "@type": "dcterms:PeriodOfTime",
      "dcat:startDate": day("2024-01-01"),
      "dcat:endDate": day("2025-12-31")
    })
    assert.deepStrictEqual(
      dataset["dcat:theme"],
      ["ENVI", "HEAL"].map((theme) => ({
        "@id": `http://publications.europa.eu/resource/authority/data-theme/${theme}`
      }))
    )
    assert.deepStrictEqual(dataset["dcat:contactPoint"], {
      "@type": "vcard:Organization",
      "vcard:fn": "Bidang Pengendalian Pencemaran",
      "vcard:hasEmail": { "@id": "mailto:data@dlh.kota.example" }
    })
    assert.deepStrictEqual(dataset["dcterms:issued"], day("2024-03-01"))
    assert.deepStrictEqual(dataset["dcterms:modified"], day("2025-11-03"))
    const all = JSON.stringify(dataset)
    for (const told of ["Seluruh kota", "Laboratorium lingkungan", "Sebutkan sumbernya.", "2025-02-01: Kolom suhu ditambahkan."]) {
      assert.include(all, told)
    }
    assert.notInclude(Object.keys(await dcatOf("sunyi")), "dcat:theme")
  })

  it("is on the dataset's page for search engines, as schema.org has it", async () => {
    const data = linkedDataOf(await get("/dlh/air", "text/html"))
    assert.deepInclude(data, {
      "@type": "Dataset",
      url: `${gateway().url}/v4/gateway/dlh/air`,
      name: "Kualitas air",
      alternateName: "River water",
      license: "https://spdx.org/licenses/CC-BY-4.0",
      temporalCoverage: "2024-01-01/2025-12-31",
      spatialCoverage: { "@type": "Place", name: "Seluruh kota" },
      dateModified: "2025-11-03",
      conditionsOfAccess: "Sebutkan sumbernya."
    })
    assert.deepStrictEqual(data["keywords"], ["Lingkungan", "Environment", "Kesehatan", "Health"])
    assert.notInclude(await get("/dlh/air?path=", "text/html"), "application/ld+json")
  })

  it("is escaped wherever it stands", async () => {
    const page = await get("/dlh/kabar", "text/html")
    assert.notInclude(page, "<script>alert")
    assert.strictEqual(page.match(/<script/g)?.length, 1)
    assert.include(page, "Air &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;kutip&quot;")
    assert.strictEqual(linkedDataOf(page)["description"], hostile)
  })

  it("is found by its English title, its topics and its description", async () => {
    for (const q of ["river water", "oksigen terlarut", "lingkungan kesehatan"]) assert.deepStrictEqual(await found(q), ["air"], q)
    assert.deepStrictEqual(await found("oksigen murni"), [])
  })
})

describe("a license", () => {
  it("that is open does not hold for private data, which has its terms instead", async () => {
    const dataset = await datasetOf("warga")
    assert.isNull(dataset?.license)
    assert.deepStrictEqual(dataset?.about, { terms: "Hanya untuk keperluan yang disetujui." })
    assert.notInclude(JSON.stringify(await dcatOf("warga")), "spdx.org")
    assert.deepInclude(await dcatOf("warga"), {
      "dcterms:rights": {
        "@type": "dcterms:RightsStatement",
        "rdfs:label": { "@value": "Hanya untuk keperluan yang disetujui.", "@language": "id" }
      }
    })
    for (const path of ["/dlh/warga", "/dlh/warga?path=daftar"]) {
      const page = await get(path, "text/html")
      assert.notInclude(page, "CC-BY")
      assert.include(page, "tidak ada lisensi terbuka")
      assert.include(page, "Hanya untuk keperluan yang disetujui.")
    }
  })

  it("of the agency's own is named and leads to no page of SPDX", async () => {
    assert.strictEqual((await datasetOf("sunyi"))?.license, "LicenseRef-Kota")
    assert.notInclude(JSON.stringify(await dcatOf("sunyi")), "spdx.org")
    assert.include(await get("/dlh/sunyi", "text/html"), "LicenseRef-Kota")
  })
})
