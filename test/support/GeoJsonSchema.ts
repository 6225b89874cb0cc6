/** What RFC 7946 calls a FeatureCollection, written from its text and nothing else. */
import { Schema } from "effect"

const Position = Schema.Array(Schema.Finite).check(Schema.isMinLength(2))
const Line = Schema.Array(Position).check(Schema.isMinLength(2))
const Ring = Schema.Array(Position).check(
  Schema.isMinLength(4),
  Schema.makeFilter((ring) => JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1)), { message: "a ring ends where it begins" })
)
const shape = <const T extends string, S extends Schema.Top>(type: T, coordinates: S) =>
  Schema.Struct({ type: Schema.Literal(type), coordinates })
const Simple = Schema.Union([
  shape("Point", Position),
  shape("MultiPoint", Schema.Array(Position)),
  shape("LineString", Line),
  shape("MultiLineString", Schema.Array(Line)),
  shape("Polygon", Schema.Array(Ring)),
  shape("MultiPolygon", Schema.Array(Schema.Array(Ring)))
])
const Geometry = Schema.Union([Simple, Schema.Struct({ type: Schema.Literal("GeometryCollection"), geometries: Schema.Array(Simple) })])

export const FeatureCollection = Schema.Struct({
  type: Schema.Literal("FeatureCollection"),
  features: Schema.Array(Schema.Struct({
    type: Schema.Literal("Feature"),
    geometry: Schema.NullOr(Geometry),
    properties: Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown))
  }))
})
