/**
 * Rows as features (RFC 7946). A row's position is where the registry says, or its `geometry`, or a latitude and a longitude under their
 * usual names, in the row or in an object of it; one that has none, or a masked one, is a feature without geometry. `properties` is the
 * row as it is.
 */
import type { Position } from "../domain/Endpoint.ts"
import type { Question } from "./Question.ts"

const latitudes = ["lat", "latitude", "lintang"]
const longitudes = ["lng", "lon", "long", "longitude", "bujur"]

/** Whether a field of this name may give rows a position. */
export const isPlaceName = (name: string): boolean => name === "geometry" || latitudes.includes(name.toLowerCase())

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : undefined

const degrees = (value: unknown, most: number): number | undefined => {
  const number = typeof value === "number" ?
    value
    : typeof value === "string" && /^-?\d{1,3}(?:\.\d+)?$/.test(value) ?
    Number(value)
    : NaN
  return Math.abs(number) <= most ? number : undefined
}

/** The first of these that has a value, whatever its case. */
const named = (members: Members, names: ReadonlyArray<string>): unknown =>
  Object.entries(members).find(([key, value]) => value !== null && names.includes(key.toLowerCase()))?.[1]

const pointOf = (north: unknown, east: unknown): string | undefined => {
  const latitude = degrees(north, 90)
  const longitude = degrees(east, 180)
  return latitude === undefined || longitude === undefined
    ? undefined
    : `{"type":"Point","coordinates":[${longitude},${latitude}]}`
}

const pointIn = (members: Members): string | undefined => pointOf(named(members, latitudes), named(members, longitudes))

const at = (value: unknown, path: ReadonlyArray<string>): unknown => {
  let found = value
  for (const step of path) {
    if (typeof found !== "object" || found === null) return undefined
    found = Object.entries(found).find(([key]) => key === step)?.[1]
  }
  return found
}

/** Where the rows that the question shows have what the registry says; what they do not show has no name there. */
export const shownPosition = ({ columns, select }: Question, position: Position | undefined): Position | undefined => {
  if (position === undefined || select === undefined) return position
  const shown = (path: ReadonlyArray<string>): ReadonlyArray<string> => {
    for (const { name, source } of select) {
      const column = source._tag === "Column" ? columns[source.column] : undefined
      // The column itself, or an object that holds it.
      if (column?.every((step, depth) => step === path[depth]) === true) return [name, ...path.slice(column.length)]
    }
    return [""]
  }
  return { latitude: shown(position.latitude), longitude: shown(position.longitude) }
}

type Is = (value: unknown) => boolean
const listOf = (is: Is, least = 0): Is => (value) => Array.isArray(value) && value.length >= least && value.every(is)

const isPosition = listOf(Number.isFinite, 2)
const isLine = listOf(isPosition, 2)
const isRing: Is = (value) => listOf(isPosition, 4)(value) && Array.isArray(value) && String(value[0]) === String(value.at(-1))

/** What `coordinates` of a geometry have to be. */
const shapes: ReadonlyMap<unknown, Is> = new Map([
  ["Point", isPosition],
  ["MultiPoint", listOf(isPosition)],
  ["LineString", isLine],
  ["MultiLineString", listOf(isLine)],
  ["Polygon", listOf(isRing)],
  ["MultiPolygon", listOf(listOf(isRing))]
])

const isShape: Is = (value) => {
  const members = membersOf(value)
  return members !== undefined && shapes.get(members["type"])?.(members["coordinates"]) === true
}

const geometryIn = (value: unknown): string | undefined => {
  const members = membersOf(value)
  const isCollection = members?.["type"] === "GeometryCollection" && listOf(isShape)(members["geometries"])
  return isCollection || isShape(value) ? JSON.stringify(value) : undefined
}

/**
 * @param said by the registry
 * @returns the geometry as JSON; undefined where the row has none
 */
export const positionOf = (row: unknown, said: Position | undefined): string | undefined => {
  if (said !== undefined) return pointOf(at(row, said.latitude), at(row, said.longitude))
  const members = membersOf(row)
  if (members === undefined) return undefined
  const own = geometryIn(members["geometry"]) ?? pointIn(members)
  if (own !== undefined) return own
  for (const value of Object.values(members)) {
    const inner = membersOf(value)
    const found = inner === undefined ? undefined : geometryIn(inner) ?? pointIn(inner)
    if (found !== undefined) return found
  }
  return undefined
}

export const collectionBegins = "{\"type\":\"FeatureCollection\",\"features\":["
export const collectionEnds = "]}"

/** @param row as JSON */
export const featureText = (row: string, position: string | undefined): string =>
  `{"type":"Feature","geometry":${position ?? "null"},"properties":${row.startsWith("{") ? row : `{"value":${row}}`}}`
