/**
 * Outlines of the city's areas, behind the points of maps: the polygons of a GeoJSON file (RFC 7946) that `AREAS_FILE` names, read
 * once at the start. What cannot be used refuses the start, as any setting does.
 *
 *     {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"nama":"Klojen"},"geometry":{"type":"Polygon", … }}]}
 *
 * Gotcha: corners that nobody could tell apart on a map of all areas are left out.
 */
import { Context, Effect, Layer, Result, Schema } from "effect"
import type { CityArea, Corner } from "../domain/CityArea.ts"
import { reasonOf } from "../domain/Reason.ts"
import { readRegularFile } from "../files/RegularFile.ts"

const maxBytes = 16 * 1024 * 1024
/** `Missing key at ["nama"], or Missing key at ["name"]`: a place may hold one of several. */
const inOneLine = (reason: string): string => reason.replace(/\s*\n\s*at /g, " at ").replace(/\s*\n\s*/g, ", or ")

/** Of the longer side of all areas together: less than half a pixel of a map's picture. */
const finest = 1 / 2_000

const degrees = (most: number) => Schema.Finite.check(Schema.isBetween({ minimum: -most, maximum: most }))
/** A third number is a height. */
const Position = Schema.TupleWithRest(Schema.Tuple([degrees(180), degrees(90)]), [Schema.Finite])
const Polygon = Schema.Array(Schema.Array(Position).check(Schema.isMinLength(4))).check(Schema.isMinLength(1))
const Outlines = Schema.fromJsonString(Schema.Struct({
  type: Schema.Literal("FeatureCollection"),
  features: Schema.Array(Schema.Struct({
    properties: Schema.Union([Schema.Struct({ nama: Schema.NonEmptyString }), Schema.Struct({ name: Schema.NonEmptyString })]),
    geometry: Schema.Union([
      Schema.Struct({ type: Schema.Literal("Polygon"), coordinates: Polygon }),
      Schema.Struct({ type: Schema.Literal("MultiPolygon"), coordinates: Schema.Array(Polygon) })
    ])
  })).check(Schema.isMinLength(1), Schema.isMaxLength(1_000))
}))
const decodeOutlines = Schema.decodeUnknownResult(Outlines)

export class AreasUnusable extends Schema.TaggedError<AreasUnusable>()("AreasUnusable", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `AREAS_FILE: ${this.file} ${this.reason}`
  }
}

const spread = (values: ReadonlyArray<number>): number =>
  values.reduce((most, value) => Math.max(most, value), -Infinity) - values.reduce((least, value) => Math.min(least, value), Infinity)

const thinned = (ring: ReadonlyArray<Corner>, least: number): ReadonlyArray<Corner> => {
  const kept: Array<Corner> = []
  for (const corner of ring) {
    const [x, y] = kept.at(-1) ?? [Infinity, Infinity]
    if (Math.max(Math.abs(corner[0] - x), Math.abs(corner[1] - y)) >= least) kept.push(corner)
  }
  return kept
}

export const areasIn = (text: string): Result.Result<ReadonlyArray<CityArea>, string> =>
  Result.map(
    Result.mapError(
      decodeOutlines(text),
      (error) => `is no collection of named polygons in GeoJSON: ${inOneLine(error.message)}`
    ),
    ({ features }) => {
      const areas = features.map(({ geometry, properties }): CityArea => ({
        name: "nama" in properties ? properties.nama : properties.name,
        rings: (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates).flat()
          .map((ring) => ring.map(([longitude, latitude]) => [longitude, latitude] as const))
      }))
      const corners = areas.flatMap(({ rings }) => rings.flat())
      const least = finest * Math.max(spread(corners.map(([x]) => x)), spread(corners.map(([, y]) => y)))
      return areas.map(({ name, rings }) => ({
        name,
        rings: rings.map((ring) => thinned(ring, least)).filter(({ length }) => length > 2)
      }))
    }
  )

export class CityAreas extends Context.Service<CityAreas, ReadonlyArray<CityArea>>()("gapura/site/CityAreas") {
  /** @param file absent: maps have no outlines */
  static readonly layer = (file: string | undefined): Layer.Layer<CityAreas, AreasUnusable> =>
    Layer.effect(
      CityAreas,
      file === undefined ? Effect.succeed([]) : Effect.gen(function*() {
        const text = yield* Effect.try({
          try: () => readRegularFile(file, maxBytes).toString("utf8"),
          catch: (cause) => new AreasUnusable({ file, reason: `cannot be read: ${reasonOf(cause)}` })
        })
        return yield* Effect.fromResult(Result.mapError(areasIn(text), (reason) => new AreasUnusable({ file, reason })))
      })
    )
}
