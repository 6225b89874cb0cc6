/** Parameters that ask about a person: refused where anybody could try values out, counted where they may be used. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readLedger } from "../../src/audit/PrivacyLedger.ts"
import { Registry } from "../../src/registry/Registry.ts"
import { json, makeAgencyServer, status } from "../support/AgencyServer.ts"
import { run, runHere } from "../support/CommandLine.ts"
import { startGateway } from "../support/Gateway.ts"
import { portalSession } from "../support/PortalSession.ts"
import { eventually, neverOpen, pause, registryText, suite } from "../support/Suite.ts"

const nik = "3674011502900001"
const exact = (name: string) => ({ name, match: "exact" })

const at = suite(Effect.gen(function*() {
  const agency = yield* makeAgencyServer({
    routes: {
      "/data/warga": json({ data: [{ nik, nama_lengkap: "Budi Santoso" }] }),
      [`/data/warga/${nik}`]: json({ data: { ada: true } }),
      "/data/warga/3674011502900009": status(404)
    }
  })
  const endpoints = [
    { path: "warga", private: true, query: [exact("nik"), "page"], examples: { page: "1" } },
    { path: "warga/:nik", private: true, resource: "seorang" },
    { path: "klinik", query: ["nama", "kecamatan"], fields: { "data[].nama": "public" } }
  ]
  const gateway = yield* startGateway(registryText([{ slug: "dukcapil", server: agency.url, breaker: neverOpen, endpoints }]), {
    RATE_LIMIT: "1000"
  })
  const official = yield* Effect.promise(() => gateway.token({ scopes: "*", application: "bansos", official: true }))
  const plain = yield* Effect.promise(() => gateway.token({ scopes: "*", application: "peta" }))
  const dewi = yield* Effect.promise(() => portalSession(gateway, { account: "dewi", kind: "civil-servant", agencies: ["dukcapil"] }))
  const tono = yield* Effect.promise(() => portalSession(gateway, { account: "tono", kind: "civil-servant", agencies: ["dukcapil"] }))
  return { agency, dewi, gateway, official, plain, tono }
}))

const checkFile = async (endpoint: Readonly<Record<string, unknown>>) => {
  const { gateway } = at()
  const file = join(gateway.dataDir, "periksa.yaml")
  writeFileSync(file, registryText([{ slug: "dukcapil", server: "http://127.0.0.1:9101", endpoints: [{ path: "warga", ...endpoint }] }]))
  const { code, stderr, stdout } = await runHere(["registry", "check", file], { DATA_DIR: gateway.dataDir })
  return { code, stderr, stdout, text: readFileSync(file, "utf8") }
}
const lineOf = (text: string, needle: string): number => text.split("\n").findIndex((line) => line.includes(needle)) + 1

describe("fault-121 a parameter that asks about a person", () => {
  it("is refused by the check of a registry, with its line and what would be right", async () => {
    const asking = [
      "nik",
      "nama",
      "no_hp",
      "email",
      "npwp",
      "tgl_lahir",
      "alamat",
      "no_kk",
      "namaLengkap",
      "NO_KTP",
      "telepon",
      "tanggal_lahir",
      "no_rekening",
      "nisn",
      "plat_nomor",
      "nama_like",
      "nama__icontains",
      "filterNama",
      "cari_nama"
    ]
    const { code, stdout, text } = await checkFile({ query: ["kecamatan", ...asking] })
    assert.strictEqual(code, 1)
    const faults = stdout.trim().split("\n")
    assert.strictEqual(faults.length, asking.length, stdout)
    asking.forEach((name, index) => {
      assert.include(faults[index], `periksa.yaml:${lineOf(text, `"${name}"`)}:`)
      assert.include(faults[index], `must be \`{ name: ${name}, match: exact }\` of an endpoint that is \`private: true\``)
    })
    assert.include(faults[0], "(nik)")
  })

  it("is none where its name says something else, or its endpoint says that it is nobody's", async () => {
    const harmless = [
      "nama_kecamatan",
      "nama_sekolah",
      "tanggal",
      "kode",
      "kecamatan",
      "jenis",
      "page",
      "q",
      "limit",
      "tahun",
      "status",
      "kode_pos",
      "alamat_sekolah",
      "nama_taman",
      "rt",
      "id",
      "sort",
      "npsn",
      "jenis_kelamin",
      "pendidikan",
      "usia"
    ]
    const { code, stdout } = await checkFile({ query: harmless })
    assert.strictEqual(code, 0, stdout)
    assert.strictEqual(
      (await checkFile({ query: ["nama", "telepon"], fields: { "data[].nama": "public", "**.telepon": "public" } })).code,
      0
    )
    assert.include((await checkFile({ query: ["kode"], fields: { "data[].kode": "nik" } })).stdout, "name: kode, match: exact")
    assert.include((await checkFile({ query: ["kode_like"], fields: { "data[].kode": "nik" } })).stdout, "name: kode_like, match: exact")
    assert.strictEqual((await checkFile({ query: ["nama_like", "filter_kecamatan"], fields: { "data[].nama": "public" } })).code, 0)
  })

  it("is for a private endpoint alone", async () => {
    assert.strictEqual((await checkFile({ private: true, query: [exact("nik"), "page"] })).code, 0)
    assert.include((await checkFile({ private: true, query: ["nik"] })).stdout, "name: nik, match: exact")
    const open = await checkFile({ query: ["page", exact("nik")] })
    assert.strictEqual(open.code, 1)
    assert.match(open.stdout, /query\[1\]: must be of an endpoint that is `private: true`: it asks about a person \(nik\)/)
    assert.include((await checkFile({ private: true, query: [{ name: "nik", match: "prefix" }] })).stdout, "{ name: nik, match: exact }")
  })

  it("is told to the operator where it is a part of an open path", async () => {
    const open = await checkFile({ path: "warga/:nik" })
    assert.strictEqual(open.code, 0)
    assert.include(open.stderr, "warning: dukcapil/data/warga/:nik: `:nik` asks about a person (nik)")
    assert.strictEqual((await checkFile({ path: "warga/:nik", private: true })).stderr, "")
    assert.strictEqual((await checkFile({ path: "warga/:id" })).stderr, "")
  })

  it("keeps a running gateway on the registry before, and is not imported", async () => {
    const { gateway } = at()
    const current = () => gateway.run(Effect.map(Registry, (registry) => registry.current().version))
    const [before, text] = [await current(), readFileSync(gateway.registryFile, "utf8")]
    const bad = text.replace("\"kecamatan\"", "\"nik\"")
    assert.notStrictEqual(bad, text)
    writeFileSync(gateway.registryFile, bad)
    const imported = await run(["registry", "import", gateway.registryFile], { DATA_DIR: gateway.dataDir })
    assert.strictEqual(imported.code, 1)
    assert.include(imported.stdout, "name: nik, match: exact")
    await pause(1_200)
    assert.strictEqual(await current(), before)
    writeFileSync(gateway.registryFile, text)
  })

  it("is forwarded, is in the exports, and every call with it is counted by application, day and class", async () => {
    const { agency, gateway, official, plain } = at()
    const read = async (path: string, token = official) => {
      const response = await gateway.get(path, token)
      await response.arrayBuffer()
      return response.status
    }
    assert.strictEqual(await read(`dukcapil/data/warga?page=1&nik=${nik}`), 200)
    assert.include(agency.calls.at(-1)?.url ?? "", `nik=${nik}`)
    assert.strictEqual(await read(`dukcapil/data/warga?nik=${nik}&nik=1`), 200)
    assert.strictEqual(await read("dukcapil/data/warga?page=2"), 200)
    assert.strictEqual(await read(`dukcapil/data/warga/${nik}`), 200)
    // That there is no such person is told as well.
    assert.strictEqual(await read("dukcapil/data/warga/3674011502900009"), 404)
    assert.strictEqual(await read(`dukcapil/data/warga?nik=${nik}`, plain), 403)
    const body = JSON.stringify({
      strategy: "keyed",
      requests: [{ alias: "satu", opd: "dukcapil", dataset: "data", path: "warga", query: { nik } }]
    })
    await (await fetch(`${gateway.url}/api/v4/gateway/aggregate`, {
      method: "POST",
      headers: { authorization: `Bearer ${official}`, "content-type": "application/json" },
      body
    })).arrayBuffer()
    await eventually(
      "the records are in the database",
      async () => (await (await fetch(`${gateway.managementUrl}/metrics`)).text()).includes("gapura_audit_backlog 0")
    )
    const rows = await gateway.run(readLedger({}))
    assert.deepStrictEqual(
      rows.filter(({ form }) => form === "looked-up").map((
        { agency: asked, answers, application, class: personalData, occurrences }
      ) => [application, asked, personalData, answers, occurrences]),
      [["bansos", "dukcapil", "nik", 5, 5]]
    )
    const { stderr, stdout } = await run(["audit", "ledger", "--agency", "dukcapil"], { DATA_DIR: gateway.dataDir })
    assert.strictEqual(stderr, "")
    assert.match(stdout, /bansos {2}dukcapil {2}nik looked-up {2}in 5 calls/)
    assert.notInclude(stdout, nik)
    const exported = await (await fetch(`${gateway.url}/v4/export/openapi-3.1?opd=dukcapil`)).text()
    assert.include(exported, "compared as a whole; every use is counted in the privacy ledger")
  })

  it("keeps its endpoint private, whatever two people at a desk agree to", async () => {
    const { dewi } = at()
    const page = "/portal/opd/dukcapil/titik-akses/data"
    const seen = /name="seen" value="(\d+)"/.exec(await (await dewi.get(`${page}?path=warga`)).text())?.[1] ?? assert.fail("no form")
    const refused = await dewi.post(`${page}/aturan?path=warga`, {
      seen,
      segar: "0",
      basi: "24",
      besar: "10",
      takdikenal: "detect",
      alasan: "Dibuka untuk semua"
    })
    assert.strictEqual(refused.status, 422)
    assert.include(await refused.text(), "its parameters ask about persons (`nik`)")
  })
})
