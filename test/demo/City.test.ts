import { assert, describe, it } from "@effect/vitest"
import { parse } from "yaml"
import { city, placedEndpoints, resourceOf, upstreamOf } from "../../src/demo/City.ts"
import { aboutOf, licenseOf } from "../../src/demo/DatasetTexts.ts"
import { demoScopes } from "../../src/demo/DemoScopes.ts"
import { fieldClasses } from "../../src/demo/FieldClasses.ts"
import { writeRegistry } from "../../src/demo/RegistryYaml.ts"
import * as Scope from "../../src/domain/Scope.ts"

const endpoints = placedEndpoints()
const ports = Object.fromEntries(city.agencies.map(({ slug }, i) => [slug, 9101 + i]))
const now = Date.UTC(2026, 10, 21)
const slugShape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

describe("the demo city", () => {
  it("has at least 12 agencies, at least 200 endpoints and exactly 46 private ones", () => {
    assert.isAtLeast(city.agencies.length, 12)
    assert.isAtLeast(endpoints.length, 200)
    assert.strictEqual(endpoints.filter(({ endpoint }) => endpoint.private === true).length, 46)
  })

  it("has slugs in kebab case, none of them reserved, and each address once", () => {
    for (const agency of city.agencies) {
      assert.match(agency.slug, slugShape)
      assert.notInclude(["aggregate", "preset"], agency.slug)
      for (const { slug } of agency.datasets) assert.match(slug, slugShape)
    }
    const addresses = endpoints.map(({ agency, dataset, endpoint }) => `${agency.slug}/${dataset.slug}/${endpoint.path}`)
    assert.strictEqual(new Set(addresses).size, addresses.length)
    assert.strictEqual(new Set(city.agencies.map(({ slug }) => slug)).size, city.agencies.length)
  })

  it("shares a scope only between endpoints of one dataset", () => {
    const datasets = new Map<string, string>()
    for (const { agency, dataset, endpoint } of endpoints) {
      const scope = Scope.ofResource(agency.slug, resourceOf(dataset, endpoint))
      const owner = `${agency.slug}/${dataset.slug}`
      assert.strictEqual(datasets.get(scope) ?? owner, owner, scope)
      datasets.set(scope, owner)
    }
    assert.isTrue(datasets.has("diskominfo-events-get"))
    assert.sameMembers([...demoScopes()], [...datasets.keys(), "preset-ringkasan-kota-get", "preset-fasilitas-publik-get"])
  })

  it("has both known presets, which read public endpoints only and name each alias once", () => {
    assert.sameMembers(city.presets.map(({ slug }) => slug), ["ringkasan-kota", "fasilitas-publik"])
    for (const { requests } of city.presets) {
      assert.isAtMost(requests.length, 20)
      assert.strictEqual(new Set(requests.map(({ alias }) => alias)).size, requests.length)
      for (const { dataset, opd, path } of requests) {
        const found = endpoints.find((placed) =>
          placed.agency.slug === opd && placed.dataset.slug === dataset && placed.endpoint.path === path
        )
        assert.isDefined(found, `${opd}/${dataset}/${path}`)
        assert.notStrictEqual(found?.endpoint.private, true)
      }
    }
  })

  it("has one slow and one flaky agency", () => {
    assert.strictEqual(city.agencies.filter(({ slowMillis }) => slowMillis !== undefined).length, 1)
    assert.strictEqual(city.agencies.filter(({ flaky }) => flaky !== undefined).length, 1)
  })

  it("classifies what is about a person and exempts what belongs to an office", () => {
    const fieldsOf = (address: string) => {
      const placed = endpoints.find(({ agency, dataset, endpoint }) => `${agency.slug}/${dataset.slug}/${endpoint.path}` === address)
      assert.isDefined(placed, address)
      return placed === undefined ? {} : fieldClasses(placed.dataset, placed.endpoint)
    }
    assert.deepStrictEqual(fieldsOf("diskominfo/portal-publik/events"), { "data[].panitia.nama": "name", "data[].kontak": "public" })
    assert.strictEqual(fieldsOf("dinkes/puskesmas/")["data[].telepon"], "public")
    assert.strictEqual(fieldsOf("dinkes/puskesmas/:kode")["data.telepon"], "public")
    assert.strictEqual(fieldsOf("dinkes/pasien-tb/")["data[].diagnosis"], "health")
    assert.isUndefined(fieldsOf("disdukcapil/penduduk/")["data[].nik"])
  })

  it("writes a registry file that parses and says the same as the catalogue", () => {
    const registry = parse(writeRegistry({ ports, nowMillis: now }))
    assert.strictEqual(registry.version, 1)
    assert.strictEqual(registry.agencies.length, city.agencies.length)
    assert.deepStrictEqual(registry.presets.map((preset: { slug: string }) => preset.slug), city.presets.map(({ slug }) => slug))
    const written = registry.agencies.flatMap((
      agency: { slug: string; datasets: Array<{ slug: string; endpoints: Array<{ path: string; private: boolean; upstream: string }> }> }
    ) =>
      agency.datasets.flatMap((dataset) =>
        dataset.endpoints.map((endpoint) => `${agency.slug}/${dataset.slug}/${endpoint.path} ${endpoint.private} ${endpoint.upstream}`)
      )
    )
    assert.deepStrictEqual(
      written,
      endpoints.map(({ agency, dataset, endpoint }) =>
        `${agency.slug}/${dataset.slug}/${endpoint.path} ${endpoint.private ?? false} ${upstreamOf(dataset, endpoint)}`
      )
    )
    assert.strictEqual(registry.agencies[0].server, "http://127.0.0.1:9101")
  })

  it("tells everything about every dataset, and gives no open license to what has private data", () => {
    const keys = [
      "titleEn",
      "topics",
      "description",
      "descriptionEn",
      "frequency",
      "from",
      "coverage",
      "contact",
      "email",
      "source",
      "terms"
    ]
    for (const agency of city.agencies) {
      for (const dataset of agency.datasets) {
        const about: Readonly<Record<string, unknown>> = aboutOf(agency, dataset, now)
        assert.deepStrictEqual(keys.filter((key) => about[key] === undefined), [], `${agency.slug}/${dataset.slug}`)
        if (dataset.endpoints.some((endpoint) => endpoint.private === true)) assert.isUndefined(licenseOf(dataset))
        for (const key of ["description", "descriptionEn"]) {
          assert.isAtLeast(String(about[key]).length, 50, `${agency.slug}/${dataset.slug}`)
        }
        for (const note of Object.values(aboutOf(agency, dataset, now).changes ?? {})) {
          assert.include(note, dataset.endpoints[0]?.title ?? "none")
        }
      }
    }
  })

  it("says of each dataset since when it has rows", () => {
    const from = (address: string) => {
      const found = endpoints.find(({ agency, dataset }) => `${agency.slug}/${dataset.slug}` === address)
      return found === undefined ? assert.fail(address) : aboutOf(found.agency, found.dataset, now).from
    }
    assert.strictEqual(from("bapenda/realisasi"), "2021-01-01")
    assert.strictEqual(from("dlh/kualitas-udara"), "2025-11-01")
  })

  it("keeps the deprecated endpoint alive for at least 180 days, whenever the demo is started", () => {
    for (let month = 0; month < 12; month++) {
      const start = Date.UTC(2026, month, 1 + month)
      const registry = parse(writeRegistry({ ports, nowMillis: start }))
      const [old] = registry.agencies[0].datasets[0].endpoints.filter((endpoint: { deprecated?: string }) =>
        endpoint.deprecated !== undefined
      )
      const deprecated = Date.parse(old.deprecated)
      const sunset = Date.parse(old.sunset)
      assert.isAtMost(deprecated, start)
      assert.isAtLeast(sunset - start, 180 * 86_400_000)
      assert.isAtLeast(sunset - deprecated, 180 * 86_400_000)
    }
  })
})
