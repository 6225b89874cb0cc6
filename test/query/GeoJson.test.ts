/** Rows as features: what leaves is GeoJSON, whatever an agency calls a geometry. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { collectionBegins, collectionEnds, featureText, positionOf } from "../../src/query/GeoJson.ts"
import { FeatureCollection } from "../support/GeoJsonSchema.ts"

const decode = Schema.decodeUnknownSync(FeatureCollection)

const featuresOf = (rows: ReadonlyArray<string>) =>
  decode(JSON.parse(
    `${collectionBegins}${rows.map((row) => featureText(row, positionOf(JSON.parse(row), undefined))).join()}${collectionEnds}`
  )).features

const point = [112, -7]
const ring = [[0, 0], [1, 0], [1, 1], [0, 0]]

describe("features", () => {
  it("take a latitude under another name where the first has none", () => {
    const [feature] = featuresOf([JSON.stringify({ lat: null, lng: null, latitude: -7, longitude: 112 })])
    assert.deepStrictEqual(feature?.geometry, { type: "Point", coordinates: point })
  })

  it("have every geometry of RFC 7946 as it is", () => {
    const geometries = [
      { type: "Point", coordinates: point },
      { type: "Point", coordinates: [...point, 440] },
      { type: "MultiPoint", coordinates: [point, point] },
      { type: "LineString", coordinates: [point, [0, 0]] },
      { type: "MultiLineString", coordinates: [[point, [0, 0]]] },
      { type: "Polygon", coordinates: [ring, ring] },
      { type: "MultiPolygon", coordinates: [[ring]] },
      { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: point }] }
    ]
    const found = featuresOf(geometries.map((geometry) => JSON.stringify({ geometry })))
    assert.strictEqual(JSON.stringify(found.map(({ geometry }) => geometry)), JSON.stringify(geometries))
  })

  it("have no geometry where what is called so is none", () => {
    const rows = [
      { type: "Point", coordinates: [112] },
      { type: "Point", coordinates: [point] },
      { type: "Point", coordinates: ["112", "-7"] },
      { type: "Point", coordinates: [] },
      { type: "LineString", coordinates: [point] },
      { type: "Polygon", coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1]]] },
      { type: "Polygon", coordinates: [[[0, 0], [1, 0], [0, 0]]] },
      { type: "MultiPolygon", coordinates: [ring] },
      { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: point }, null] },
      { type: "GeometryCollection", geometries: [{ type: "GeometryCollection", geometries: [] }] },
      { type: "GeometryCollection", coordinates: point },
      { type: "constructor", coordinates: point },
      { type: "***", coordinates: "***" },
      null,
      "***"
    ].map((geometry) => JSON.stringify({ geometry }))
    const found = featuresOf([...rows, `{"geometry":{"type":"Point","coordinates":[1e999,0]}}`, "[1,2]", "3", "null"])
    assert.deepStrictEqual(found.filter(({ geometry }) => geometry !== null), [])
    assert.lengthOf(found, rows.length + 4)
  })
})
