/** The TypeScript client as whoever downloads it has it: compiled strictly, and run against a gateway. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll } from "vitest"
import { city as demoCity } from "../../src/demo/City.ts"
import { writeRegistry } from "../../src/demo/RegistryYaml.ts"
import { writeExport } from "../../src/exports/Export.ts"
import { select } from "../../src/exports/Published.ts"
import { typeOf } from "../../src/exports/TypeScriptTypes.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { makeJumpingClock } from "../resilience/JumpingClock.ts"
import { json } from "../support/AgencyServer.ts"
import { publicScopes } from "../support/Registries.ts"
import { startCity } from "../support/StartCity.ts"
import { suite } from "../support/Suite.ts"
import { facts, nowMillis } from "./support.ts"

const root = resolve(import.meta.dirname, "../..")
const scratch = mkdtempSync(join(tmpdir(), "gapura-client-"))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const city = suite(Effect.gen(function*() {
  const time = yield* makeJumpingClock
  const made = yield* startCity({
    diskominfo: {
      "/internal/events": json({ data: [{ id: 1, penanggung_jawab: { nama: "Budi Santoso" } }, { id: 2 }] }),
      "/internal/acara/AC%201": json({ data: { id: "AC 1" } })
    },
    dinkes: { "/faskes/klinik": json({ data: [{ id: 7 }] }) },
    variables: { RATE_LIMIT: "8" }
  }).pipe(Effect.provideService(Clock.Clock, time.clock))
  return { ...made, time }
}))

const execute = promisify(execFile)
const runs = async (program: string, ...words: ReadonlyArray<string>) => {
  try {
    return { code: 0, ...await execute(program, words, { cwd: scratch }) }
  } catch (error) {
    return error as { readonly code: number; readonly stdout: string; readonly stderr: string }
  }
}

const strictly = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noUnusedLocals"]
const withNode = [
  ...strictly,
  "--target",
  "esnext",
  "--module",
  "nodenext",
  "--types",
  "node",
  "--typeRoots",
  join(root, "node_modules/@types")
]
const inBrowsers = [
  ...strictly,
  "--target",
  "es2022",
  "--module",
  "esnext",
  "--moduleResolution",
  "bundler",
  "--lib",
  "es2022,dom",
  "--types",
  ""
]
const tsc = (options: ReadonlyArray<string>, ...files: ReadonlyArray<string>) =>
  runs(join(root, "node_modules/.bin/tsc"), ...options, "--allowImportingTsExtensions", "--erasableSyntaxOnly", ...files)

const written = (folder: string, files: Readonly<Record<string, string>>): string => {
  const directory = join(scratch, folder)
  mkdirSync(directory, { recursive: true })
  for (const [name, text] of Object.entries({ "package.json": `{"type":"module"}`, ...files })) writeFileSync(join(directory, name), text)
  return directory
}

const downloaded = async (query = "") => (await fetch(`${city().gateway.url}/v4/export/typescript-client${query}`)).text()

/** Runs a program beside the client, compiled first; what it prints is JSON. */
const printed = async (folder: string, program: string): Promise<unknown> => {
  const directory = written(folder, { "gapura.client.ts": await downloaded(), "program.ts": program })
  const compiled = await tsc(withNode, join(directory, "program.ts"))
  assert.deepStrictEqual([compiled.stdout, compiled.code], ["", 0])
  const ran = await runs(process.execPath, join(directory, "program.ts"))
  assert.strictEqual(ran.code, 0, ran.stderr)
  return JSON.parse(ran.stdout)
}

describe("a type", () => {
  it("says what a schema of OpenAPI 3.0 and 3.1 says, and nothing where it says nothing", () => {
    const types = [
      [{ type: ["string", "null"] }, "string | null"],
      [{ type: "integer", nullable: true }, "number | null"],
      [{ enum: ["a", 1, null] }, "\"a\" | 1 | null"],
      [{ const: "success" }, "\"success\""],
      [{ type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }, "ReadonlyArray<string | number>"],
      [{ allOf: [{ $ref: "#/components/schemas/A-b" }, { anyOf: [{ type: "string" }, { type: "null" }] }] }, "A_b & (string | null)"],
      [{ type: "object", additionalProperties: { type: "number" } }, "{\n  readonly [key: string]: number\n}"],
      [
        { properties: { "a b": { description: "*/ x" }, c: {} }, required: ["c"] },
        "{\n  /** * / x */\n  readonly \"a b\"?: unknown\n  readonly c: unknown\n}"
      ],
      [{ anyOf: [{ type: "string" }, {}] }, "unknown"],
      [{ description: "anything" }, "unknown"]
    ] as const
    for (const [schema, type] of types) assert.strictEqual(typeOf(schema, { comments: true }), type)
  })
})

describe("the client of the demo city", () => {
  it("is accepted by tsc --strict, for Node and for browsers, whole and in part", async () => {
    const ports = Object.fromEntries(demoCity.agencies.map(({ slug }, index) => [slug, 9101 + index]))
    const registry = Effect.runSync(loadRegistry(writeRegistry({ ports, nowMillis }), "registry.yaml"))
    const parts = [{}, { opd: registry.agencies[0]?.slug }]
    const texts = parts.map((filter) => {
      const selection = select(registry, filter, nowMillis)
      return selection === undefined ? assert.fail("no such part") : writeExport("typescript-client", selection, facts()).text
    })
    const directory = written("demo", { "kota.ts": texts[0] ?? "", "opd.ts": texts[1] ?? "" })
    for (const options of [withNode, inBrowsers]) {
      const compiled = await tsc(options, join(directory, "kota.ts"), join(directory, "opd.ts"))
      assert.deepStrictEqual([compiled.stdout, compiled.code], ["", 0])
    }
    for (const { route } of registry.endpoints) assert.include(texts[0], `"${route.replaceAll(/:([A-Za-z0-9_]+)/g, "{$1}")}": {`)
  })
})

describe("a program with the client", () => {
  it("gets masked data, rows one by one, an aggregate by names and a preset", async () => {
    const token = await city().gateway.token({ scopes: publicScopes })
    const found = await printed(
      "reads",
      `import { createClient } from "./gapura.client.ts"
      const api = createClient({ token: ${JSON.stringify(token)} })
      const events = await api.get("diskominfo/portal-publik/events", { query: { limit: 2 } })
      if (!events.ok) throw new Error(events.problem.code)
      const masked: number = events.meta.masked
      const one = await api.get("diskominfo/portal-publik/acara/{id}", { params: { id: "AC 1" } })
      const rows: Array<unknown> = []
      for await (const row of api.rows("diskominfo/portal-publik/events")) rows.push(row)
      const both = await api.aggregate({
        acara: { route: "diskominfo/portal-publik/acara/{id}", params: { id: "AC 1" } },
        pasien: { route: "dinkes/faskes/pasien" }
      })
      if (!both.ok || both.data.pasien.status !== "error" || both.data.acara.status !== "success") throw new Error("no aggregate")
      const total: number = both.meta.total
      const elsewhere = await api.aggregate({ acara: { route: "diskominfo/portal-publik/acara/{id}", params: { id: "AC/1" } } })
        .then(() => "sent", (error: Error) => error.message)
      if (!elsewhere.includes("has a slash")) throw new Error(elsewhere)
      const preset = await api.preset("ringkasan-kota")
      console.log(JSON.stringify([masked, events.data, one.ok && one.data, rows, both.data.pasien.problem.code, both.data.acara.data, total,
        preset.ok && Object.keys(preset.data)]))`
    )
    const shown = [{ id: 1, penanggung_jawab: { nama: "B*** S***" } }, { id: 2 }]
    assert.deepStrictEqual(found, [1, shown, { id: "AC 1" }, shown, "scope-missing", { id: "AC 1" }, 2, ["agenda", "klinik"]])
  })

  it("tells errors apart by their code, and waits as Retry-After says or hears 429 at once", async () => {
    const token = await city().gateway.token({ scopes: ["diskominfo-events-get"] })
    const found = await printed(
      "refused",
      `import { createClient } from "./gapura.client.ts"
      const impatient = createClient({ token: ${JSON.stringify(token)}, maxWait: 0 })
      const missing = await impatient.get("diskominfo/portal-publik/berita")
      for (let n = 1; n < 8; n++) await impatient.get("diskominfo/portal-publik/events")
      const refused = await impatient.get("diskominfo/portal-publik/events")
      if (refused.ok || refused.problem.code !== "quota-exceeded") throw new Error("no 429")
      const status: 429 = refused.problem.status
      const answers = [
        () => new Response("", { status: 503, headers: { "retry-after": "0" } }),
        () => new Response("", { status: 429, headers: { "retry-after": new Date(0).toUTCString() } }),
        () => new Response("<h1>Bad Gateway</h1>", { status: 502 })
      ]
      const patient = createClient({ token: "x", fetch: async () => (answers.shift() ?? Response.error)() })
      const last = await patient.get("diskominfo/portal-publik/events")
      console.log(JSON.stringify([missing.ok || missing.problem.code, status, last.ok || [last.problem.code, last.problem.status],
        answers.length]))`
    )
    assert.deepStrictEqual(found, ["scope-missing", 429, ["unreadable", 502], 0])
  })

  it("gets a token by its secret, and a new one when the gateway refuses the last", async () => {
    const token = await city().gateway.token({ scopes: ["diskominfo-events-get"] })
    const found = await printed(
      "client",
      `import { clientCredentials, createClient } from "./gapura.client.ts"
      const given = ["gpr_" + "A".repeat(43), ${JSON.stringify(token)}]
      const answer = async () => Response.json({ access_token: given.shift(), expires_in: 60 })
      const tokens = clientCredentials({ clientId: "a", clientSecret: "b", fetch: answer })
      const api = createClient({ token: tokens })
      const first = await api.get("diskominfo/portal-publik/events")
      const second = await api.get("diskominfo/portal-publik/events")
      console.log(JSON.stringify([first.ok, second.ok, given.length]))`
    )
    assert.deepStrictEqual(found, [true, true, 0])
  })

  it("asks for one new token, however many of its calls hear that the last is refused, and whenever they do", async () => {
    const found = await printed(
      "refusals",
      `import { clientCredentials, createClient } from "./gapura.client.ts"
      let asked = 0
      const tokens = clientCredentials({
        clientId: "a",
        clientSecret: "b",
        fetch: async () => Response.json({ access_token: "token " + ++asked, expires_in: 86_400 })
      })
      let late = 0
      const send: typeof fetch = async (_, init) => {
        const bearer = new Headers(init?.headers).get("authorization")
        if (bearer !== "Bearer token 1") return Response.json({ status: "success", data: [], meta: {} })
        // Some hear of it when the others have a new one.
        if (++late > 10) await new Promise((resolve) => setTimeout(resolve, 50))
        return Response.json({ code: "unauthorized" }, { status: 401 })
      }
      const api = createClient({ token: tokens, fetch: send })
      const answers = await Promise.all(Array.from({ length: 20 }, () => api.get("diskominfo/portal-publik/events")))
      console.log(JSON.stringify([answers.every(({ ok }) => ok), asked]))`
    )
    assert.deepStrictEqual(found, [true, 2])
  })

  it("does not compile with a route, a parameter or a query that is not there", async () => {
    const directory = written("wrong", { "gapura.client.ts": await downloaded() })
    const start = "import { createClient } from \"./gapura.client.ts\"\nconst api = createClient({ token: \"x\" })\nvoid "
    for (
      const [name, call] of [
        ["route", "api.get(\"diskominfo/portal-publik/tidak-ada\")"],
        ["missing", "api.get(\"diskominfo/portal-publik/acara/{id}\")"],
        ["parameter", "api.get(\"diskominfo/portal-publik/acara/{id}\", { params: { kode: 1 } })"],
        ["query", "api.get(\"diskominfo/portal-publik/events\", { query: { nama: 1 } })"],
        ["none", "api.get(\"dinkes/faskes/klinik\", { query: { nama: 1 } })"],
        ["preset", "api.preset(\"tidak\")"]
      ] as const
    ) {
      writeFileSync(join(directory, `${name}.ts`), `${start}${call}\n`)
      assert.match((await tsc(withNode, join(directory, `${name}.ts`))).stdout, new RegExp(`${name}\\.ts\\(3,\\d+\\): error TS`), call)
    }
  })
})
