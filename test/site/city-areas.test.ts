/** Outlines of the city's areas on the map of an endpoint's page, and files of them that cannot be used. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { districtOutlines, middleOf } from "../../src/demo/DistrictOutlines.ts"
import { holds } from "../../src/domain/CityArea.ts"
import { areasIn } from "../../src/site/CityAreas.ts"
import { json, makeAgencyServer } from "../support/AgencyServer.ts"
import { startGateway } from "../support/Gateway.ts"
import { eventually, registryText } from "../support/Suite.ts"
import { tempDirectory } from "../support/TempDatabase.ts"

const ring = [[112.6, -8], [112.7, -8, 440], [112.7, -7.9], [112.6, -7.9], [112.6, -8]]
const polygon = { type: "Polygon", coordinates: [ring] }
const collection = (...features: ReadonlyArray<unknown>) => JSON.stringify({ type: "FeatureCollection", features })
const feature = (geometry: unknown, properties: unknown = { nama: "Klojen" }) => ({ type: "Feature", properties, geometry })

describe("the outlines of a city", () => {
  it("are read of polygons and of several, by either name, and heights are left out", () => {
    const areas = Result.getOrThrow(areasIn(collection(
      feature(polygon),
      feature({ type: "MultiPolygon", coordinates: [[ring], [ring]] }, { name: "Islands", code: 7 })
    )))
    assert.deepStrictEqual(areas.map(({ name, rings }) => [name, rings.length]), [["Klojen", 1], ["Islands", 2]])
    assert.deepStrictEqual(areas[0]?.rings[0]?.[1], [112.7, -7.9 - 0.1])
  })

  it("have no corners that nobody could tell apart, however many the file has", () => {
    const many = Array.from({ length: 100_000 }, (_, at) => {
      const angle = at / 100_000 * 2 * Math.PI
      return [112 + Math.cos(angle) / 10, -8 + Math.sin(angle) / 10]
    })
    const [area] = Result.getOrThrow(areasIn(collection(feature({ type: "Polygon", coordinates: [many] }))))
    assert.isBelow(area?.rings[0]?.length ?? Infinity, 10_000)
    assert.isAbove(area?.rings[0]?.length ?? 0, 1_000)
  })

  it("are refused with what is wrong and where", () => {
    for (
      const [text, words] of [
        ["{", "JSON"],
        [collection(), "features"],
        [collection(feature(polygon, {})), "nama"],
        [collection(feature({ type: "Point", coordinates: [112, -8] })), "geometry"],
        [collection(feature({ type: "Polygon", coordinates: [[[112, -8], [113, -8], [112, -8]]] })), "coordinates"],
        [collection(feature({ type: "Polygon", coordinates: [[[-8, 112], [-8, 113], [-9, 113], [-8, 112]]] })), "90"]
      ] as const
    ) {
      const refused = areasIn(text)
      assert.include(Result.isFailure(refused) ? refused.failure : "taken", words, text)
    }
  })

  it("of the demo city hold each district's middle and no other's", async () => {
    const areas = Result.getOrThrow(areasIn(await districtOutlines()))
    const names = ["Blimbing", "Klojen", "Kedungkandang", "Sukun", "Lowokwaru"]
    assert.deepStrictEqual(areas.map(({ name }) => name), names)
    for (const [index, name] of names.entries()) {
      const [middle] = middleOf(`35.73.0${index + 1}`)
      assert.deepStrictEqual(areas.filter((area) => holds(area, middle)).map((area) => area.name), [name])
    }
  })

  it("stand behind the points of an endpoint's page, and a file that cannot be used refuses the start", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const directory = yield* tempDirectory
      const file = join(directory, "wilayah.geojson")
      writeFileSync(file, collection(feature(polygon)))
      const agency = yield* makeAgencyServer({ behaviour: json({ data: [{ nama: "Taman", lat: -7.95, lon: 112.65 }] }) })
      const registry = registryText([{ slug: "opd", server: agency.url, endpoints: [{ path: "taman" }] }])
      const gateway = yield* startGateway(registry, { AREAS_FILE: file })
      yield* Effect.promise(async () => {
        await gateway.get("opd/data/taman", await gateway.token({ scopes: "*" }))
        const page = async () => (await fetch(`${gateway.url}/v4/gateway/opd/data?path=taman`, { headers: { accept: "text/html" } })).text()
        await eventually("the sample is there", async () => (await page()).includes("class=\"dot\""))
        const text = await page()
        assert.include(text, "<path class=\"area\"")
        assert.match(text, /<td[^>]*>Klojen<\/td>/)
      })
      const nameless = {
        type: "Feature",
        properties: { a: 1 },
        geometry: { type: "Polygon", coordinates: [[[1, 2], [2, 3], [3, 4], [1, 2]]] }
      }
      writeFileSync(file, JSON.stringify({ type: "FeatureCollection", features: [nameless] }))
      const unnamed = yield* Effect.flip(startGateway(registry, { AREAS_FILE: file }))
      assert.include(String(unnamed), "[\"properties\"][\"nama\"], or Missing key at [\"features\"]")
      writeFileSync(file, "[]")
      for (const [path, words] of [[file, "no collection of named polygons"], [join(directory, "tiada"), "cannot be read"]] as const) {
        const refused = yield* Effect.flip(startGateway(registry, { AREAS_FILE: path }))
        assert.include(String(refused), words)
        assert.include(String(refused), `AREAS_FILE: ${path}`)
      }
    }))))
})
