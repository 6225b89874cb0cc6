/** The OpenAPI documents: linted, between a caller and the gateway, and as a client. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../support/Gateway.ts"
import { suite } from "../support/Suite.ts"
import { startDemoGateway } from "./DemoGateway.ts"
import { tool, validatingProxy, workDirectory } from "./Tools.ts"

const at = suite(Effect.all({ demo: startDemoGateway, directory: workDirectory }))
const versions = ["openapi-3.0", "openapi-3.1"] as const
const parts = [
  "",
  "?opd=dinkes",
  "?opd=dinkes&dataset=puskesmas",
  "?opd=dinkes&dataset=puskesmas&path=:kode",
  "?opd=dinkes&dataset=puskesmas&path="
]

describe("lint", () => {
  it.each(versions)("finds nothing to say about %s, of everything and of every kind of part", async (format) => {
    const { demo, directory } = at()
    writeFileSync(join(directory, ".spectral.yaml"), "extends: [\"spectral:oas\"]\n")
    for (const part of parts) {
      writeFileSync(join(directory, "document.json"), await demo.exported(format, part))
      const redocly = await tool("redocly", ["lint", "document.json", "--format=stylish", "--max-problems=20"], directory)
      assert.strictEqual(redocly.code, 0, redocly.output)
      assert.notMatch(redocly.output, /\b[1-9]\d* (?:error|warning)/, part)
      const spectral = await tool("spectral", ["lint", "document.json", "--fail-severity=warn"], directory)
      assert.strictEqual(spectral.code, 0, spectral.output)
    }
  })

  it("would find a mistake", async () => {
    const { demo, directory } = at()
    writeFileSync(
      join(directory, "document.json"),
      (await demo.exported("openapi-3.1", "?opd=dinkes&dataset=puskesmas&path=:kode")).replace("\"name\": \"kode\"", "\"name\": \"nama\"")
    )
    assert.strictEqual((await tool("redocly", ["lint", "document.json"], directory)).code, 1)
    assert.strictEqual((await tool("spectral", ["lint", "document.json"], directory)).code, 1)
  })
})

describe("a validating proxy", () => {
  it.effect.each(versions)("finds no difference between %s and what the gateway answers", (format) =>
    Effect.gen(function*() {
      const { demo, directory } = at()
      const document = yield* Effect.promise(() => demo.exported(format))
      const port = yield* Effect.promise(freePort)
      const proxy = yield* validatingProxy({ document, upstream: demo.gateway.url, port, directory })
      const differences: Array<string> = []
      const ask = (path: string, status: number, init: RequestInit = {}) =>
        Effect.promise(async () => {
          const response = await fetch(`${proxy}${path}`, {
            ...init,
            headers: { authorization: `Bearer ${demo.token}`, accept: "application/json", ...init.headers }
          })
          await response.arrayBuffer()
          const violations = response.headers.get("sl-violations")
          if (response.status !== status || violations !== null) differences.push(`${path} ${response.status} ${violations}`)
        })
      const data = "/api/v4/gateway"
      yield* Effect.forEach(demo.addresses, (address) => ask(`${data}/${address}`, 200), { concurrency: 8, discard: true })
      for (const slug of ["ringkasan-kota", "fasilitas-publik"]) yield* ask(`${data}/preset/${slug}`, 200)
      const aggregate = (strategy: string) => ({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          strategy,
          requests: [{ alias: "a", opd: "dlh", dataset: "kualitas-udara", path: "terkini" }, {
            alias: "b",
            opd: "dlh",
            dataset: "tidak",
            path: ""
          }]
        })
      })
      yield* ask(`${data}/aggregate`, 200, aggregate("keyed"))
      yield* ask(`${data}/aggregate`, 200, aggregate("list"))
      yield* ask(`${data}/aggregate`, 404, aggregate("strict"))
      yield* ask(`${data}/dlh/kualitas-udara/stasiun`, 200, { headers: { accept: "text/csv" } })
      yield* ask(`${data}/dlh/kualitas-udara/stasiun`, 200, { headers: { accept: "application/x-ndjson" } })
      yield* ask(`${data}/dlh/kualitas-udara/stasiun`, 401, { headers: { authorization: "Bearer gpr_salah" } })
      yield* ask(`${data}/dlh/kualitas-udara/stasiun/TIDAK-ADA`, 404)
      yield* ask(`${data}/dpupr/jalan?limit=banyak`, 400)
      assert.deepStrictEqual(differences, [])
    }), 120_000)
})

const clientText = (url: string, token: string, parameter: string) => `
import createClient from "openapi-fetch"
import type { paths } from "./gateway.ts"

const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: ${
  JSON.stringify(url)
}, headers: { authorization: ${JSON.stringify(`Bearer ${token}`)} } })
const one = await client.GET("/api/v4/gateway/dlh/kualitas-udara/stasiun/{kode}", { params: { path: { ${parameter}: "SPK-001" } } })
const list = await client.GET("/api/v4/gateway/dinkes/puskesmas", { params: { query: { limit: "3" } } })
const absent = await client.GET("/api/v4/gateway/dlh/kualitas-udara/stasiun/{kode}", { params: { path: { kode: "TIDAK-ADA" } } })
const many = await client.POST("/api/v4/gateway/aggregate", {
  body: { strategy: "keyed", requests: [{ alias: "udara", opd: "dlh", dataset: "kualitas-udara", path: "terkini" }] }
})
const version: "4.0" | undefined = one.data?.meta.version
const code: string | undefined = absent.error?.code
console.log(JSON.stringify({ version, agency: one.data?.meta.agency, rows: list.data?.data, code, total: many.data?.meta.total }))
`

describe("a generated client", () => {
  it.each(versions)("of %s type-checks, calls the gateway and reads answers and problems", async (format) => {
    const { demo, directory } = at()
    const check = () => tool("tsc", ["-p", "."], directory)
    writeFileSync(
      join(directory, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          noEmit: true,
          strict: true,
          target: "esnext",
          module: "nodenext",
          lib: ["esnext", "dom"],
          types: [],
          allowImportingTsExtensions: true,
          skipLibCheck: true
        },
        files: ["client.mts"]
      })
    )
    writeFileSync(join(directory, "document.json"), await demo.exported(format))
    const generated = await tool("openapi-typescript", ["document.json", "-o", "gateway.ts"], directory)
    assert.strictEqual(generated.code, 0, generated.output)

    writeFileSync(join(directory, "client.mts"), clientText(demo.gateway.url, demo.token, "id"))
    const wrong = await check()
    assert.notStrictEqual(wrong.code, 0)
    assert.include(wrong.output, "kode")

    writeFileSync(join(directory, "client.mts"), clientText(demo.gateway.url, demo.token, "kode"))
    const right = await check()
    assert.strictEqual(right.code, 0, right.output)
    const ran = await tool("node", ["client.mts"], directory)
    assert.strictEqual(ran.code, 0, ran.output)
    const { rows, ...read }: { readonly rows: ReadonlyArray<unknown> } = JSON.parse(ran.output)
    assert.deepStrictEqual(read, { version: "4.0", agency: "dlh", code: "not-found-at-agency", total: 1 })
    assert.strictEqual(rows.length, 3)
  })
})
