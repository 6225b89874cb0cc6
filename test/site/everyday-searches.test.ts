/** Everyday searches of the demo city's catalogue, each by the first thing that it should find. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Catalogue } from "../../src/api/CatalogueApi.ts"
import { city } from "../../src/demo/City.ts"
import { writeRegistry } from "../../src/demo/RegistryYaml.ts"
import { startGateway } from "../support/Gateway.ts"
import { suite } from "../support/Suite.ts"
import { everydaySearches, secondSearches, thirdSearches } from "./EverydaySearches.ts"

const ports = Object.fromEntries(city.agencies.map(({ slug }) => [slug, 9]))
const gateway = suite(startGateway(writeRegistry({ ports, nowMillis: Date.UTC(2026, 10, 21) })))
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Catalogue), { onExcessProperty: "error" })

const found = async (q: string) => {
  const { agencies } = decode(await (await fetch(`${gateway().url}/v4/gateway?${new URLSearchParams({ q })}`)).text())
  const endpoints = agencies.flatMap(({ datasets, slug }) =>
    datasets.flatMap((dataset) => dataset.endpoints.map(({ path }) => [slug, dataset.slug, path].filter((part) => part !== "").join("/")))
  )
  return { endpoints, agencies: agencies.map(({ slug }) => slug) }
}

/** What of the later ones is not found as it should be: rules that would find these would find wrong things elsewhere. */
const missed: ReadonlySet<string> = new Set([
  "selokan mampet",
  "air sungai meluap",
  "jumlah penduduk miskin",
  "sampah plastik",
  "rumah murah",
  "tarif parkir"
])

describe("an everyday search of the demo city", () => {
  it.each(everydaySearches)("$search ($who)", async ({ first, never = [], nothing, search }) => {
    const { agencies, endpoints } = await found(search)
    const [best] = endpoints
    assert.isTrue(
      best === undefined ? nothing === true : first.includes(best),
      `${best ?? "nothing"} instead of ${first.join(" or ") || "nothing"}; then ${endpoints.slice(1, 5).join(", ")}`
    )
    assert.deepStrictEqual(agencies.filter((agency) => never.includes(agency)), [])
  })
  it.each([...secondSearches, ...thirdSearches])("$search", async ({ first, search }) => {
    const [best = "nothing"] = (await found(search)).endpoints
    assert.strictEqual(first.some((address) => best.startsWith(address)), !missed.has(search), best)
  })

  it.each([
    ["kulitas udra", "dlh/kualitas-udara"],
    ["anggarna", "bappeda/rencana-pembangunan"],
    ["sekolha", "disdik/sekolah"],
    ["parkri", "dishub/parkir"],
    ["jembatna rusak", "dpupr/jembatan"],
    ["pusksemas", "dinkes/puskesmas"]
  ])("%s is read by what each word is one slip away from", async (search, first) => {
    const [best = "nothing"] = (await found(search)).endpoints
    assert.isTrue(best.startsWith(first), best)
  })

  it.each(["xqzvw", "zokasa"])("%s suggests nothing that has little to do with it", async (search) => {
    const { search: how } = decode(await (await fetch(`${gateway().url}/v4/gateway?${new URLSearchParams({ q: search })}`)).text())
    assert.deepStrictEqual(how, { match: "none", instead: [] })
  })
})
