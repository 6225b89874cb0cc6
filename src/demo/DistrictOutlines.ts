/**
 * Where the made-up city's districts lie: a middle for each, and around it everything that is nearer to it than to another, within
 * the city. Real ones have other outlines; no such data is at hand, and the city is none.
 */
import { cityAreas } from "./Areas.ts"

export type Place = readonly [longitude: number, latitude: number]

/** By the code of the national list. */
const middles: ReadonlyMap<string, Place> = new Map([
  ["35.73.01", [112.652, -7.94]],
  ["35.73.02", [112.631, -7.972]],
  ["35.73.03", [112.662, -7.99]],
  ["35.73.04", [112.612, -8.0]],
  ["35.73.05", [112.61, -7.942]]
])

/** The city's border, against the clock (RFC 7946, 3.1.6). */
const border: ReadonlyArray<Place> = [
  [112.585, -8.03],
  [112.64, -8.045],
  [112.685, -8.03],
  [112.7, -7.985],
  [112.69, -7.935],
  [112.66, -7.905],
  [112.615, -7.9],
  [112.58, -7.925],
  [112.572, -7.975]
]

const squared = (a: Place, b: Place): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

/** What of a ring is nearer to one middle than to the other. */
const nearer = (ring: ReadonlyArray<Place>, own: Place, other: Place): ReadonlyArray<Place> => {
  const ahead = (corner: Place): number => squared(corner, other) - squared(corner, own)
  return ring.flatMap((corner, index) => {
    const next = ring[(index + 1) % ring.length] ?? corner
    const [here, there] = [ahead(corner), ahead(next)]
    const part = here / (here - there)
    const crossing: Place = [corner[0] + (next[0] - corner[0]) * part, corner[1] + (next[1] - corner[1]) * part]
    return [...(here >= 0 ? [corner] : []), ...(here >= 0 === there >= 0 ? [] : [crossing])]
  })
}

const others = (code: string): ReadonlyArray<Place> => [...middles].flatMap(([one, middle]) => one === code ? [] : [middle])

/** A circle within a district: its middle, and the radius in degrees. */
export const middleOf = (code: string): readonly [middle: Place, radius: number] => {
  const middle = middles.get(code)
  if (middle === undefined) throw new Error(`${code} is no district of the demo city`)
  return [middle, Math.sqrt(Math.min(...others(code).map((other) => squared(middle, other)))) / 2]
}

/** GeoJSON (RFC 7946). */
export const districtOutlines = async (): Promise<string> =>
  JSON.stringify({
    type: "FeatureCollection",
    features: (await cityAreas()).districts.map(({ kode, nama }) => {
      const [middle] = middleOf(kode)
      const ring = others(kode).reduce((left, other) => nearer(left, middle, other), border)
      return {
        type: "Feature",
        properties: { kode, nama },
        geometry: {
          type: "Polygon",
          coordinates: [[...ring, ...ring.slice(0, 1)].map(([x, y]) => [Number(x.toFixed(5)), Number(y.toFixed(5))])]
        }
      }
    })
  })
