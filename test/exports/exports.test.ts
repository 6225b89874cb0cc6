/** What exports hold, of every part of a registry and in every format. */
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { codesOf } from "../../src/domain/Problem.ts"
import { exportFormats, writeExport } from "../../src/exports/Export.ts"
import { type ExportFilter, select } from "../../src/exports/Published.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { isRecord } from "../support/isRecord.ts"
import { cityRegistry } from "../support/Registries.ts"
import { facts, nowMillis, publicUrl, published } from "./support.ts"

type Fields = Readonly<Record<string, unknown>>
const record = (value: unknown): Fields => isRecord(value) ? value : assert.fail(`no object: ${JSON.stringify(value)}`)
const list = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : assert.fail(`no list: ${JSON.stringify(value)}`)

const selected = (filter: ExportFilter = {}) => select(published(), filter, nowMillis) ?? assert.fail("nothing is selected")
const document = (format: (typeof exportFormats)[number], filter: ExportFilter = {}, more = {}): Fields =>
  record(JSON.parse(writeExport(format, selected(filter), facts(more)).text))
const pathsOf = (filter: ExportFilter = {}) => record(document("openapi-3.1", filter)["paths"])

/** Every object of a document. */
const objects = function*(value: unknown): Generator<Fields> {
  if (Array.isArray(value)) { for (const item of value) yield* objects(item) }
  else if (isRecord(value)) {
    yield value
    for (const member of Object.values(value)) yield* objects(member)
  }
}

const requestsOf = (collection: Fields): ReadonlyArray<Fields> =>
  [...objects(collection["item"])].flatMap((item) => isRecord(item["request"]) ? [item["request"]] : [])

describe("a part of the registry", () => {
  it("is everything, an agency, a dataset, or an endpoint: the empty path is the dataset's root", () => {
    assert.deepStrictEqual(selected({ opd: "dinkes" }).endpoints.map(({ path }) => path), ["klinik", "pasien"])
    assert.deepStrictEqual(selected({ opd: "diskominfo", dataset: "aset" }).endpoints.map(({ path }) => path), ["gudang/ruang/rak"])
    assert.deepStrictEqual(selected({ opd: "diskominfo", dataset: "portal-publik", path: "" }).endpoints.map(({ title }) => title), [
      "Ringkasan portal"
    ])
    assert.strictEqual(selected().presets.length, 3)
    assert.deepStrictEqual(selected({ opd: "dinkes" }).presets, [])
  })

  it("is nothing where the registry has no such part, and leaves out what was withdrawn", () => {
    for (
      const filter of [{ opd: "tidak" }, { opd: "dinkes", dataset: "aset" }, { opd: "dinkes", dataset: "faskes", path: "" }, {
        opd: "diskominfo",
        dataset: "portal-publik",
        path: "arsip"
      }]
    ) {
      assert.isUndefined(select(published(), filter, nowMillis))
    }
    assert.isDefined(select(published(), { opd: "diskominfo", dataset: "portal-publik", path: "arsip" }, Date.parse("2025-08-31")))
    assert.notInclude(selected().endpoints.map(({ path }) => path), "arsip")
  })

  it("has a file name of its own, safe on any system", () => {
    const names = [{}, { opd: "dinkes" }, { opd: "dinkes", dataset: "faskes" }, {
      opd: "diskominfo",
      dataset: "portal-publik",
      path: "acara/:id"
    }]
      .map((filter) => writeExport("openapi-3.0", selected(filter), facts()).fileName)
    assert.deepStrictEqual(names, [
      "gapura.openapi-3.0.json",
      "gapura-dinkes.openapi-3.0.json",
      "gapura-dinkes-faskes.openapi-3.0.json",
      "gapura-diskominfo-portal-publik-acara-id.openapi-3.0.json"
    ])
  })
})

describe("every export", () => {
  it.each(exportFormats)("fault-111 as %s holds no agency's address, path, credential or variable name", (format) => {
    for (const filter of [{}, { opd: "dinkes" }, { opd: "dinkes", dataset: "faskes", path: "pasien" }]) {
      const { text } = writeExport(format, selected(filter), facts())
      for (const secret of ["10.20.0", "9101", "9102", "/internal/", "/dalam", "DINKES_KEY", "X-Api-Key", "gpr_"]) {
        assert.notInclude(text, secret)
      }
    }
  })

  it.each(exportFormats)("is the same text again as %s", (format) => {
    assert.strictEqual(writeExport(format, selected(), facts()).text, writeExport(format, selected(), facts()).text)
  })
})

describe.each(["openapi-3.0", "openapi-3.1"] as const)("%s", (format) => {
  it("has a path for each endpoint, with the registry's parameters, examples and queries", () => {
    const operation = record(
      record(record(document(format)["paths"])["/api/v4/gateway/diskominfo/portal-publik/taman/{id}/pohon/{kode}"])["get"]
    )
    const parameters = list(operation["parameters"]).map(record)
    assert.deepStrictEqual(
      parameters.filter((parameter) => "name" in parameter).map((
        { example, in: place, name, required }
      ) => [name, place, required, example]),
      [
        ["id", "path", true, "TM-1"],
        ["kode", "path", true, "P-9"],
        ["limit", "query", false, "5"]
      ]
    )
    assert.deepInclude(operation, {
      summary: "Pohon",
      "x-scope": "diskominfo-pohon-get",
      "x-private": false,
      tags: ["diskominfo/portal-publik"]
    })
    assert.include(String(operation["description"]), "*English:*")
  })

  it("has the parameters of questions once, for endpoints that take them, with the forms that they are answered in", () => {
    const whole = document(format)
    const components = record(record(whole["components"])["parameters"])
    const names = ["$select", "$where", "$group", "$having", "$order", "$limit", "$offset", "$q", "$count", "$format"]
    const asked = (more: Parameters<typeof facts>[0]): readonly [parameters: ReadonlyArray<unknown>, types: ReadonlyArray<string>] => {
      const part = document(format, { opd: "dinkes", dataset: "faskes", path: "klinik" }, more)
      const { parameters, responses } = record(record(record(part["paths"])["/api/v4/gateway/dinkes/faskes/klinik"])["get"])
      return [
        list(parameters).map((one) => String(record(one)["$ref"]).replace("#/components/parameters/", "")).map((name) =>
          record(components[name] ?? {})["name"]
        ),
        Object.keys(record(record(record(responses)["200"])["content"]))
      ]
    }
    const [parameters, types] = asked({})
    assert.deepStrictEqual(parameters, [...names, "Accept", "Content-Type"])
    assert.deepStrictEqual(types.slice(3), [
      "application/geo+json",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    ])
    // No position was ever seen in the rows of another one, whose registry says none.
    const learnt = (path: string) => ({
      path,
      types: ["number" as const],
      format: null,
      fieldClass: null,
      seen: 1,
      nulls: 0,
      firstSeen: 0,
      example: null
    })
    const formsOf = (...paths: ReadonlyArray<string>) => {
      const part = document(format, { opd: "diskominfo", dataset: "portal-publik", path: "berita" }, {
        dictionaryOf: () => paths.map(learnt)
      })
      const { responses } = record(record(record(part["paths"])["/api/v4/gateway/diskominfo/portal-publik/berita"])["get"])
      return Object.keys(record(record(record(responses)["200"])["content"]))
    }
    assert.notInclude(formsOf("data[].judul"), "application/geo+json")
    assert.include(formsOf("data[].tempat.lat", "data[].tempat.lng"), "application/geo+json")
    for (
      const more of [{ sampleOf: () => ({ data: { jumlah: 1 } }) }, {
        dictionaryOf: () => [{
          path: "data",
          types: ["object" as const],
          format: null,
          fieldClass: null,
          seen: 1,
          nulls: 0,
          firstSeen: 0,
          example: null
        }]
      }]
    ) assert.deepStrictEqual(asked(more), [["Accept", "Content-Type"], ["application/json", "application/x-ndjson"]])
    assert.strictEqual(types[2], "text/csv")
  })

  it("names every status with its codes as problems", () => {
    const { components, paths } = document(format)
    const responses = record(record(record(record(paths)["/api/v4/gateway/dinkes/faskes/klinik"])["get"])["responses"])
    assert.deepStrictEqual(Object.keys(responses), [
      "200",
      "304",
      "400",
      "401",
      "403",
      "404",
      "406",
      "410",
      "429",
      "500",
      "502",
      "503",
      "504"
    ])
    const forbidden = record(record(record(components)["responses"])["Problem403"])
    const media = record(record(forbidden["content"])["application/problem+json"])
    assert.deepStrictEqual(Object.keys(record(media["examples"])), ["scope-missing", "private-endpoint", "linkage-refused"])
    for (const example of Object.values(record(media["examples"]))) assert.strictEqual(record(record(example)["value"])["status"], 403)
  })

  it("resolves every reference and names every operation once", () => {
    for (const filter of [{}, { opd: "dinkes" }]) {
      const whole = document(format, filter)
      for (const { $ref } of objects(whole)) {
        if (typeof $ref !== "string") continue
        assert.isDefined($ref.slice(2).split("/").reduce<unknown>((at, key) => record(at)[key], whole), $ref)
      }
      const ids = [...objects(whole["paths"])].flatMap(({ operationId }) => operationId === undefined ? [] : [operationId])
      assert.strictEqual(new Set(ids).size, ids.length)
    }
  })

  it("names routes apart that differ in a dot for a slash, and others as before", () => {
    const more = ["taman.x", "taman/x", "taman/:x"].map((path) => ({ path, title: path, resource: "pohon" }))
    const servers = { diskominfo: "http://10.20.0.7:9101", dinkes: "http://10.20.0.8:9102" }
    const city = Effect.runSync(loadRegistry(cityRegistry({ ...servers, more }), "registry.yaml"))
    const whole = JSON.parse(writeExport(format, select(city, {}, nowMillis) ?? assert.fail(), facts()).text)
    const ids = objects(whole["paths"]).flatMap(({ operationId }) =>
      typeof operationId === "string" && operationId.includes("taman") ? [operationId.slice(operationId.indexOf("taman"))] : []
    )
    assert.deepStrictEqual([...ids].sort(), ["taman.:x", "taman.x", "taman:x"])
  })

  it("marks what is deprecated, and asks for Bearer with the endpoint's scope", () => {
    const operation = record(record(record(document(format)["paths"])["/api/v4/gateway/diskominfo/portal-publik/agenda-lama"])["get"])
    assert.strictEqual(operation["deprecated"], true)
    assert.deepStrictEqual(operation["security"], [{ token: [] }, { clientCredentials: ["diskominfo-agenda-lama-get"] }])
    const schemes = record(record(document(format)["components"])["securitySchemes"])
    assert.deepInclude(record(schemes["token"]), { type: "http", scheme: "bearer" })
  })
})

describe("OpenAPI of everything", () => {
  it("has the aggregate, the presets and the token endpoint too; a part has none of them", () => {
    const paths = pathsOf()
    for (const path of ["/api/v4/gateway/aggregate", "/api/v4/gateway/preset/ringkasan-kota", "/oauth/token"]) assert.property(paths, path)
    assert.deepStrictEqual(Object.keys(pathsOf({ opd: "dinkes" })), [
      "/api/v4/gateway/dinkes/faskes/klinik",
      "/api/v4/gateway/dinkes/faskes/pasien"
    ])
  })

  it("takes its examples from samples where there are any", () => {
    const sample = { status: "success", data: [{ judul: "contoh" }] }
    const { paths } = document("openapi-3.1", {}, {
      sampleOf: ({ path }: { readonly path: string }) => path === "events" ? sample : undefined
    })
    const json = (path: string) =>
      record(record(record(record(record(record(record(paths)[path])["get"])["responses"])["200"])["content"])["application/json"])
    assert.deepStrictEqual(json("/api/v4/gateway/diskominfo/portal-publik/events")["example"], sample)
    assert.notProperty(json("/api/v4/gateway/dinkes/faskes/klinik"), "example")
  })
})

describe("the collection", () => {
  it("has a request for each endpoint, with Accept, Content-Type and the variables base_url and token", () => {
    const collection = document("postman-2.1")
    const requests = requestsOf(collection)
    // The preset, aggregate and token requests are not GETs of endpoints.
    assert.strictEqual(requests.length, selected().endpoints.length + 3 + 1 + 1)
    for (const request of requests) {
      const url = record(request["url"])
      assert.match(String(url["raw"]), /^\{\{base_url\}\}\//)
      const headers = list(request["header"]).map((header) => record(header)["key"])
      assert.deepStrictEqual(headers, String(url["raw"]).endsWith("/oauth/token") ? ["Content-Type"] : ["Accept", "Content-Type"])
    }
    const variables = list(collection["variable"]).map(record)
    assert.deepStrictEqual(variables.map(({ key, value }) => [key, value]), [["base_url", publicUrl], ["token", ""], ["client_id", ""], [
      "client_secret",
      ""
    ]])
    assert.deepStrictEqual(collection["auth"], { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] })
  })

  it("fills in path parameters by their examples and lists query parameters switched off", () => {
    const [request] = requestsOf(document("postman-2.1", { opd: "diskominfo", dataset: "portal-publik", path: "taman/:id/pohon/:kode" }))
    const { path, query, variable } = record(request?.["url"])
    assert.deepStrictEqual(path, ["api", "v4", "gateway", "diskominfo", "portal-publik", "taman", ":id", "pohon", ":kode"])
    assert.deepStrictEqual(list(variable).map(record).map(({ key, value }) => [key, value]), [["id", "TM-1"], ["kode", "P-9"]])
    assert.deepStrictEqual(list(query).map(record).map(({ disabled, key, value }) => [key, value, disabled]), [["limit", "5", true]])
  })
})

describe("the DCAT catalogue", () => {
  it("has datasets with publisher, license and a distribution for each endpoint, private ones restricted", () => {
    const catalogue = document("dcat-3")
    assert.strictEqual(catalogue["@type"], "dcat:Catalog")
    const datasets = list(catalogue["dcat:dataset"]).map(record)
    assert.deepStrictEqual(datasets.map((dataset) => dataset["dcterms:identifier"]), [
      "diskominfo/portal-publik",
      "diskominfo/aset",
      "dinkes/faskes"
    ])
    assert.deepStrictEqual(datasets[0]?.["dcterms:license"], { "@id": "https://spdx.org/licenses/CC-BY-4.0" })
    const distributions = list(datasets[2]?.["dcat:distribution"]).map(record)
    assert.deepStrictEqual(distributions.map((one) => String(record(one["dcterms:accessRights"])["@id"]).split("/").at(-1)), [
      "PUBLIC",
      "RESTRICTED"
    ])
    // Of the one whose registry says where positions are.
    assert.deepStrictEqual(distributions.map((one) => one["dcterms:conformsTo"]), [
      { "@id": "http://www.opengis.net/def/crs/OGC/1.3/CRS84" },
      undefined
    ])
    const services = new Set(list(catalogue["dcat:service"]).map((service) => record(service)["@id"]))
    for (const one of distributions) assert.isTrue(services.has(record(one["dcat:accessService"])["@id"]))
  })

  it("writes addresses that are IRIs, parameters and all", () => {
    for (const node of objects(document("dcat-3"))) {
      if (typeof node["@id"] === "string") assert.isTrue(URL.canParse(node["@id"]) && !/[{}\s]/.test(node["@id"]), node["@id"])
    }
  })
})

describe("the errors of an OpenAPI export", () => {
  const codesIn = (filter: ExportFilter): ReadonlyArray<string> =>
    Object.values(record(record(document("openapi-3.1", filter)["components"])["responses"])).flatMap((response) => {
      const content = record(record(response)["content"])
      return Object.keys(record(record(content["application/problem+json"])["examples"]))
    }).toSorted()

  it("are those that its operations answer: a preset or an aggregate may be refused for what its entries tell together", () => {
    assert.deepStrictEqual(codesIn({ opd: "dinkes" }), codesOf("anywhere", "data").toSorted())
    assert.deepStrictEqual(codesIn({}), codesOf("anywhere", "data", "entries", "body").toSorted())
    assert.include(codesIn({}), "linkage-refused")
  })
})
