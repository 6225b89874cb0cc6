/** A district of the city, or another area with a name, as maps draw it. */

/** Longitude and latitude in degrees of WGS 84, in the order of RFC 7946. */
export type Corner = readonly [longitude: number, latitude: number]

export interface CityArea {
  readonly name: string
  /** Closed lines: outer ones, and those of holes; what an odd number of them encloses belongs to the area. */
  readonly rings: ReadonlyArray<ReadonlyArray<Corner>>
}

/** A position is held by an area when a line from it to the east crosses the area's rings an odd number of times. */
export const holds = ({ rings }: CityArea, [longitude, latitude]: Corner): boolean => {
  let isInside = false
  for (const ring of rings) {
    for (const [index, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
      if (y > latitude === nextY > latitude) continue
      if (longitude < x + (nextX - x) * (latitude - y) / (nextY - y)) isInside = !isInside
    }
  }
  return isInside
}
