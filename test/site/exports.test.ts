/** Exports through the front door: what is answered to whom, when bytes are made, and what may never be in them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { json } from "../support/AgencyServer.ts"
import { run } from "../support/CommandLine.ts"
import { isRecord } from "../support/isRecord.ts"
import { expectProblem } from "../support/Problems.ts"
import { publicScopes } from "../support/Registries.ts"
import { agencySecret, startCity } from "../support/StartCity.ts"
import { eventually, suite } from "../support/Suite.ts"

const city = suite(Effect.gen(function*() {
  const made = yield* startCity({
    diskominfo: {
      "/portal-publik/berita": json({
        data: Array.from({ length: 9 }, (_, n) => ({ judul: `Berita ${n}`, penulis: { nama: "Budi Santoso" }, isi: "x".repeat(500) })),
        total: 9
      }),
      "/internal/acara/AC-1": json({ data: { id: "AC-1", tautan: "http://10.20.0.7:8080/acara/AC-1" } })
    },
    dinkes: { "/faskes/pasien": json({ data: [{ nama: "Siti Aminah", nik: "3573010101900001" }] }) },
    registry: {
      more: [{
        path: "rahasia/:id",
        upstream: "/internal/acara/:id",
        title: "Bertaut ke dalam",
        resource: "tertaut",
        examples: { id: "AC-1" }
      }]
    }
  })
  const token = yield* Effect.promise(() =>
    made.gateway.token({ scopes: [...publicScopes, "dinkes-pasien-get", "diskominfo-tertaut-get"], private: true })
  )
  for (const path of ["diskominfo/portal-publik/berita", "diskominfo/portal-publik/rahasia/AC-1", "dinkes/faskes/pasien"]) {
    yield* Effect.promise(async () => assert.strictEqual((await made.gateway.get(path, token)).status, 200, path))
  }
  return { ...made, token }
}))

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => fetch(`${city().gateway.url}${path}`, { headers })
const formats = ["postman-2.1", "openapi-3.0", "openapi-3.1", "dcat-3", "typescript-client"] as const
const types = {
  "postman-2.1": "application/json; charset=utf-8",
  "openapi-3.0": "application/vnd.oai.openapi+json;version=3.0",
  "openapi-3.1": "application/vnd.oai.openapi+json;version=3.1",
  "dcat-3": "application/ld+json",
  "typescript-client": "text/plain; charset=utf-8"
} as const

const record = (value: unknown): Readonly<Record<string, unknown>> => isRecord(value) ? value : assert.fail("no object")

describe("an export", () => {
  it.each(formats)("as %s is public, a file to keep, compressed, and unchanged for who has it", async (format) => {
    const response = await get(`/v4/export/${format}?opd=diskominfo`, { "accept-encoding": "identity" })
    const text = await response.text()
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), types[format])
    assert.match(response.headers.get("content-disposition") ?? "", /^attachment; filename="gapura-diskominfo\.[a-z0-9._-]+"$/)
    assert.strictEqual(response.headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
    if (format === "typescript-client") assert.include(text, "export const createClient")
    else record(JSON.parse(text))
    const etag = response.headers.get("etag") ?? assert.fail("no etag")
    const again = await get(`/v4/export/${format}?opd=diskominfo`, { "if-none-match": etag })
    assert.deepStrictEqual([again.status, await again.text()], [304, ""])
    const compressed = await fetch(`${city().gateway.url}/v4/export/${format}?opd=diskominfo`, { headers: { "accept-encoding": "gzip" } })
    assert.strictEqual(compressed.headers.get("content-encoding"), "gzip")
    assert.strictEqual(await compressed.text(), text)
    const head = await fetch(`${city().gateway.url}/v4/export/${format}?opd=diskominfo`, {
      method: "HEAD",
      headers: { "accept-encoding": "identity" }
    })
    assert.deepStrictEqual([head.status, head.headers.get("etag"), head.headers.get("content-length"), await head.text()], [
      200,
      etag,
      String(Buffer.byteLength(text)),
      ""
    ])
  })

  it("of an unknown format, agency, dataset or route is a 404 that names what there is", async () => {
    const { url } = city().gateway
    for (
      const [path, named] of [
        ["/v4/export/openapi-2.0", "postman-2.1"],
        ["/v4/export/openapi-3.1?opd=tidak", "diskominfo"],
        ["/v4/export/openapi-3.1?opd=dinkes&dataset=tidak", "faskes"],
        ["/v4/export/openapi-3.1?opd=dinkes&dataset=faskes&path=tidak", "klinik"],
        ["/v4/export/openapi-3.1?opd=diskominfo&dataset=portal-publik&path=arsip", "withdrawn"]
      ] as const
    ) assert.include(await expectProblem(await get(path), "not-registered", url), named, path)
  })

  it("by a mistyped or doubled filter is a 400 that names the filters, never an export of everything", async () => {
    for (const query of ["agency=dinkes", "opd=dinkes&opd=diskominfo", "dataset=faskes", "opd=dinkes&path=klinik"]) {
      const detail = await expectProblem(await get(`/v4/export/openapi-3.1?${query}`), "bad-request", city().gateway.url)
      for (const name of ["opd", "dataset", "path"]) assert.include(detail, `\`${name}\``)
    }
  })

  it("is read only: another method is a 405", async () => {
    const response = await fetch(`${city().gateway.url}/v4/export/openapi-3.1`, { method: "POST" })
    assert.deepStrictEqual([response.status, response.headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
    await response.arrayBuffer()
  })
})

describe("examples", () => {
  const operationOf = async (path: string) => {
    const document = record(JSON.parse(await (await get("/v4/export/openapi-3.1")).text()))
    return JSON.stringify(record(document["paths"])[path])
  }

  it("are taken from an answer as it left: masked and cut short", async () => {
    const text = await operationOf("/api/v4/gateway/diskominfo/portal-publik/berita")
    assert.include(text, "\"judul\":\"Berita 1\"")
    assert.notInclude(text, "Berita 2")
    assert.include(text, "B*** S***")
    assert.notInclude(text, "x".repeat(201))
  })

  it("fault-111 are never of a private endpoint, and never name an address inside", async () => {
    for (const format of formats) {
      const text = await (await get(`/v4/export/${format}`)).text()
      const { dinkes, diskominfo, token } = city()
      for (
        const secret of [
          token,
          agencySecret,
          "DINKES_KEY",
          "X-Api-Key",
          "/internal/",
          "10.20.0.7",
          "S*** A***",
          "3573",
          `:${dinkes.port}`,
          `:${diskominfo.port}`,
          "Budi"
        ]
      ) assert.notInclude(text, secret, format)
    }
  })
})

describe("bytes", () => {
  it("are made anew when the registry was swapped, and only then", async () => {
    const { gateway } = city()
    const before = await get("/v4/export/openapi-3.1?opd=dinkes")
    const same = await get("/v4/export/openapi-3.1?opd=dinkes")
    assert.strictEqual(same.headers.get("etag"), before.headers.get("etag"))
    const text = readFileSync(gateway.registryFile, "utf8")
    writeFileSync(gateway.registryFile, text.replace("\"Klinik\"", "\"Klinik pratama\""))
    await eventually(
      "the export has the new title",
      async () => (await (await get("/v4/export/openapi-3.1?opd=dinkes")).text()).includes("Klinik pratama")
    )
    assert.notStrictEqual((await get("/v4/export/openapi-3.1?opd=dinkes")).headers.get("etag"), before.headers.get("etag"))
  })
})

describe("the catalogue", () => {
  it("is DCAT for who asks for JSON-LD, of the part that the address names", async () => {
    for (const [path, datasets] of [["/v4/gateway", 3], ["/v4/gateway/diskominfo", 2], ["/v4/gateway/dinkes/faskes", 1]] as const) {
      const response = await get(path, { accept: "application/ld+json" })
      assert.strictEqual(response.headers.get("content-type"), "application/ld+json")
      assert.include(response.headers.get("vary") ?? "", "Accept")
      const found = record(await response.json())["dcat:dataset"]
      assert.strictEqual(Array.isArray(found) ? found.length : 0, datasets)
    }
    assert.include(
      (await get("/v4/gateway", { accept: "application/json, application/ld+json;q=0.5" })).headers.get("content-type") ?? "",
      "application/json"
    )
    await expectProblem(await get("/v4/gateway/tidak", { accept: "application/ld+json" }), "not-registered", city().gateway.url)
  })

  it("links every export of everything, an agency, a dataset and an endpoint, and each link leads there", async () => {
    const text = await (await get("/v4/gateway")).text()
    const links = new Set(
      [...text.matchAll(/"(?:postman-2\.1|openapi-3\.[01]|dcat-3|typescript-client)":"([^"]+)"/g)].map(([, link = ""]) => link)
    )
    for (const link of links) assert.strictEqual((await fetch(link, { method: "HEAD" })).status, 200, link)
    // What was withdrawn is exported no more.
    for (const link of links) assert.notMatch(link, /path=(?:arsip|agenda-usang)$/)
    assert.isAbove(links.size, 5 * 10)
  })
})

describe("a download's name", () => {
  const nameOf = (response: Response) => /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1]

  it("is one for each export, wherever it is offered: the address, its link, the catalogue as JSON-LD, the command line", async () => {
    const { gateway } = city()
    const parts = [
      ["", "gapura", []],
      ["?opd=dinkes", "gapura-dinkes", ["--opd", "dinkes"]],
      ["?opd=diskominfo&dataset=portal-publik&path=acara%2F%3Aid", "gapura-diskominfo-portal-publik-acara-id", [
        "--opd",
        "diskominfo",
        "--dataset",
        "portal-publik",
        "--path",
        "acara/:id"
      ]]
    ] as const
    const extensions = {
      "postman-2.1": "postman_collection.json",
      "openapi-3.0": "openapi-3.0.json",
      "openapi-3.1": "openapi-3.1.json",
      "dcat-3": "dcat-3.jsonld",
      "typescript-client": "client.ts"
    }
    const directory = mkdtempSync(join(gateway.dataDir, "ekspor-"))
    const variables = { REGISTRY_FILE: gateway.registryFile, DATA_DIR: gateway.dataDir }
    for (const [query, name, words] of parts) {
      for (const format of formats) {
        const expected = `${name}.${extensions[format]}`
        const path = `/v4/export/${format}${query}`
        assert.strictEqual(nameOf(await get(path)), expected)
        assert.strictEqual(nameOf(await fetch(`${gateway.url}${path}`, { method: "HEAD" })), expected)
        const etag = (await get(path)).headers.get("etag") ?? ""
        assert.strictEqual(nameOf(await get(path, { "if-none-match": etag })), expected)
      }
      const written = await run(["export", "dcat-3", ...words, "--out", directory], variables)
      assert.strictEqual(written.code, 0, written.stderr)
      assert.strictEqual(written.stdout.trim(), join(directory, `${name}.dcat-3.jsonld`))
      record(JSON.parse(readFileSync(join(directory, `${name}.dcat-3.jsonld`), "utf8")))
    }
    assert.strictEqual(nameOf(await get("/v4/gateway", { accept: "application/ld+json" })), "gapura.dcat-3.jsonld")
    assert.strictEqual(nameOf(await get("/v4/gateway/dinkes", { accept: "application/ld+json" })), "gapura-dinkes.dcat-3.jsonld")
  })
})

describe("the command line", () => {
  it("writes an export to standard output or a file, and names what is wrong in one line", async () => {
    const { gateway } = city()
    const variables = { REGISTRY_FILE: gateway.registryFile, DATA_DIR: gateway.dataDir, BASE_URL: "https://gerbang.kota.example" }
    const printed = await run(["export", "openapi-3.0", "--opd", "dinkes", "--dataset", "faskes", "--path", "klinik"], variables)
    assert.strictEqual(printed.code, 0, printed.stderr)
    assert.deepStrictEqual(Object.keys(record(record(JSON.parse(printed.stdout))["paths"])), ["/api/v4/gateway/dinkes/faskes/klinik"])
    assert.include(printed.stdout, "https://gerbang.kota.example")
    const file = join(gateway.dataDir, "koleksi.json")
    const written = await run(["export", "postman-2.1", "--out", file], variables)
    assert.deepStrictEqual([written.code, written.stdout], [0, ""], written.stderr)
    record(JSON.parse(readFileSync(file, "utf8")))
    for (
      const [words, reason] of [[["export", "yaml"], "postman-2.1"], [["export", "dcat-3", "--opd", "tidak"], "no such agency"], [[
        "export",
        "dcat-3",
        "--path",
        "x"
      ], "--path needs"]] as const
    ) {
      const refused = await run(words, variables)
      assert.deepStrictEqual([refused.code, refused.stdout], [1, ""])
      assert.match(refused.stderr, new RegExp(`^gapura: .*${reason}.*\n$`))
    }
  })
})
