import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Endpoint } from "../../src/domain/Endpoint.ts"
import { loadRegistry } from "../../src/registry/LoadRegistry.ts"
import { resolveAgency } from "../../src/registry/Resolve.ts"
import { withAgency, withEndpoint, withPresets, withRoutes } from "./registryText.ts"

const load = (text: string) => loadRegistry(text, "registry.yaml")
const endpointOf = (...lines: ReadonlyArray<string>) =>
  Effect.map(load(withEndpoint(...lines)), ({ endpoints }): Endpoint => endpoints[0] ?? assert.fail("the registry has no endpoint"))

describe("a registry", () => {
  it.effect("fills in every default of docs/contract.md", () =>
    Effect.gen(function*() {
      const { agencies, endpoints, presets, scopes } = yield* load(withEndpoint())
      assert.deepStrictEqual(agencies, [{
        slug: "diskominfo",
        name: "Dinas Komunikasi dan Informatika",
        application: "diskominfo",
        server: "http://127.0.0.1:9101",
        timeoutMillis: 5_000,
        retries: 2,
        deadlineMillis: 12_000,
        connections: 64,
        credential: undefined,
        breaker: { threshold: 0.5, size: 10, minimum: 5, openMillis: 30_000, openMaxMillis: 300_000 }
      }])
      const { agency, fingerprint, ...rest } = endpoints[0] ?? assert.fail("the registry has no endpoint")
      assert.strictEqual(agency, agencies[0])
      assert.match(fingerprint, /^[\w-]{16}$/)
      assert.deepStrictEqual(rest, {
        route: "diskominfo/portal-publik/events",
        dataset: { slug: "portal-publik", title: "Portal publik", license: "CC-BY-4.0" },
        path: "events",
        segments: [{ _tag: "Literal", value: "events" }],
        upstream: [{ _tag: "Literal", value: "portal-publik" }, { _tag: "Literal", value: "events" }],
        title: "Agenda kota",
        scope: "diskominfo-events-get",
        private: false,
        cache: { freshMillis: 0, staleMillis: 86_400_000 },
        query: [],
        examples: {},
        maxBytes: 10 * 1024 * 1024,
        fields: [],
        unknown: "detect",
        deprecated: undefined,
        sunset: undefined,
        successor: undefined
      })
      assert.strictEqual(presets.size, 0)
      assert.deepStrictEqual([...scopes], ["diskominfo-events-get"])
    }))

  it.effect("reads every value that an endpoint can have", () =>
    Effect.gen(function*() {
      const endpoint = yield* endpointOf(
        "path: acara/:id/hadirin",
        "upstream: /internal/acara/:id/peserta",
        "resource: hadirin-acara",
        "private: true",
        "cache: { fresh: 800 millis, stale: 2 hours }",
        "query: [limit, cari, Page]",
        "maxBytes: 1.5 MiB",
        "fields: { \"data[].panitia.nama\": name, \"**.nik\": nik, \"data[].kontak\": public, '[\"nama.lengkap\"]': name }",
        "unknown: mask",
        "deprecated: 2027-01-01",
        "sunset: 2027-06-30"
      )
      assert.deepStrictEqual(endpoint.upstream.map((segment) => segment._tag === "Literal" ? segment.value : `:${segment.name}`), [
        "internal",
        "acara",
        ":id",
        "peserta"
      ])
      assert.strictEqual(endpoint.scope, "diskominfo-hadirin-acara-get")
      assert.isTrue(endpoint.private)
      assert.deepStrictEqual(endpoint.cache, { freshMillis: 800, staleMillis: 7_200_000 })
      assert.deepStrictEqual(endpoint.query, ["Page", "cari", "limit"])
      assert.strictEqual(endpoint.maxBytes, 1_572_864)
      assert.deepStrictEqual(endpoint.fields, [["data[].panitia.nama", "name"], ["**.nik", "nik"], ["data[].kontak", "public"], [
        "[\"nama.lengkap\"]",
        "name"
      ]])
      assert.strictEqual(endpoint.unknown, "mask")
      assert.strictEqual(endpoint.deprecated, Date.UTC(2027, 0, 1))
      assert.strictEqual(endpoint.sunset, Date.UTC(2027, 5, 30))
    }))

  it.effect("reads every value that an agency can have", () =>
    Effect.gen(function*() {
      const { agencies } = yield* load(withAgency(
        "application: portal-kota",
        "timeout: 800 millis",
        "retries: 0",
        "deadline: 1.5 seconds",
        "connections: 8",
        "credential: { header: X-Api-Key, env: DISKOMINFO_KEY }",
        "breaker: { threshold: 0.25, size: 20, minimum: 4, open: 10 minutes }"
      ))
      assert.deepInclude(agencies[0], {
        application: "portal-kota",
        timeoutMillis: 800,
        retries: 0,
        deadlineMillis: 1_500,
        connections: 8,
        credential: { header: "X-Api-Key", env: "DISKOMINFO_KEY" },
        breaker: { threshold: 0.25, size: 20, minimum: 4, openMillis: 600_000, openMaxMillis: 600_000 }
      })
    }))

  it("shows its files for TLS to the registry file's own server, and to none that a desk entered", () => {
    const tls = { ca: "/etc/gapura/ca.pem", cert: "/etc/gapura/client.pem", key: "/etc/gapura/client.key" }
    const entry = { slug: "dinkes", name: "Dinas Kesehatan", server: "https://10.1.2.3", tls, datasets: [] }
    assert.deepStrictEqual(resolveAgency(entry).tls, tls)
    assert.deepStrictEqual(resolveAgency(entry, { server: false, sealed: undefined }).tls, tls)
    assert.isUndefined(resolveAgency(entry, { server: true, sealed: undefined }).tls)
  })

  it.effect("names a scope after the last literal segment, and a root's after its dataset", () =>
    Effect.gen(function*() {
      const { endpoints } = yield* load(withRoutes({ dinkes: { puskesmas: ["", "daftar/:id", ":id"], "rumah-sakit": ["Kamar"] } }))
      assert.deepStrictEqual(endpoints.map(({ scope }) => scope), [
        "dinkes-puskesmas-get",
        "dinkes-daftar-get",
        "dinkes-puskesmas-get",
        "dinkes-kamar-get"
      ])
    }))

  it.effect("gives a preset its scope, its requests and a fingerprint that follows its endpoints'", () =>
    Effect.gen(function*() {
      const text = withPresets(
        "- slug: ringkasan-kota",
        "  title: Ringkasan kota",
        "  requests:",
        "    - { alias: agenda, opd: diskominfo, dataset: portal-publik, path: events, query: { page: 1 } }",
        "    - { alias: satu, opd: diskominfo, dataset: portal-publik, path: acara/17 }"
      )
      const before = (yield* load(text)).presets.get("ringkasan-kota")
      const after = (yield* load(text.replace("query: [page]", "query: [page, limit]"))).presets.get("ringkasan-kota")
      assert.strictEqual(before?.scope, "preset-ringkasan-kota-get")
      assert.deepStrictEqual(before?.requests.map(({ alias, query }) => [alias, query]), [["agenda", { page: 1 }], ["satu", undefined]])
      assert.notStrictEqual(before?.fingerprint, after?.fingerprint)
    }))

  it.effect("fault-65 gives an endpoint another fingerprint when anything that shapes a stored copy changes, and only then", () =>
    Effect.gen(function*() {
      const plain = yield* endpointOf()
      const shaping = ["upstream: /lain", "query: [page]", "maxBytes: 1 MiB", "fields: { \"data[].nama\": name }", "unknown: mask"]
      const changed = yield* Effect.forEach(shaping, (line) => endpointOf(line))
      assert.strictEqual(new Set([plain, ...changed].map(({ fingerprint }) => fingerprint)).size, shaping.length + 1)
      const alike = yield* Effect.forEach(
        ["title: Lain", "private: true", "cache: { fresh: 9 seconds }", "resource: lain"],
        (line) => endpointOf(line)
      )
      assert.deepStrictEqual(new Set(alike.map(({ fingerprint }) => fingerprint)), new Set([plain.fingerprint]))
    }))

  it.effect("of a hundred endpoints resolves each of them, and is told from another by its content", () =>
    Effect.gen(function*() {
      const routesOf = (dataset: number) =>
        Array.from({ length: 10 }, (_, route) => route === 9 ? `rinci-${dataset}/:id` : `rute-${dataset}-${route}`)
      const text = withRoutes({
        dinkes: Object.fromEntries(Array.from({ length: 10 }, (_, dataset) => [`data-${dataset}`, routesOf(dataset)]))
      })
      const snapshot = yield* load(text)
      assert.strictEqual(snapshot.endpoints.length, 100)
      for (const endpoint of snapshot.endpoints) {
        const found = snapshot.resolve(endpoint.route.replace(":id", "a b"))
        assert.strictEqual(found?.endpoint, endpoint)
        assert.deepStrictEqual({ ...found?.parameters }, endpoint.route.includes(":id") ? { id: "a b" } : {})
      }
      assert.strictEqual((yield* load(text)).version, snapshot.version)
      assert.notStrictEqual((yield* load(`${text}# lain\n`)).version, snapshot.version)
    }))

  it.effect("may use one anchor for hundreds of endpoints", () =>
    Effect.gen(function*() {
      const lines = Array.from({ length: 200 }, (_, index) =>
        `          - { path: r-${index}, title: T, cache: ${index === 0 ? "&harian { fresh: 1 hours }" : "*harian"} }\n`)
      const { endpoints } = yield* load(withRoutes({ dinkes: { puskesmas: [] } }) + lines.join(""))
      assert.strictEqual(endpoints.length, 200)
      assert.isTrue(endpoints.every(({ cache }) =>
        cache.freshMillis === 3_600_000
      ))
    }))
})
