/** How many endpoints there would be with each value of a filter, beside whatever else was asked for. */
import type { Facets } from "../../api/CatalogueApi.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { type CatalogueQuery, type Known, licenseFacet, matchesQuery } from "./CatalogueQuery.ts"

/** Asked for once of each. */
export const remembered = <A, B>(of: (one: A) => B): (one: A) => B => {
  const known = new Map<A, B>()
  return (one) => {
    const before = known.get(one)
    if (before !== undefined) return before
    const found = of(one)
    known.set(one, found)
    return found
  }
}

/** @param endpoints that have the words that were looked for */
export const facetsOf = (
  endpoints: ReadonlyArray<Endpoint>,
  query: CatalogueQuery,
  known: Known
): Facets => {
  const counts = (name: keyof Facets, valuesOf: (endpoint: Endpoint) => ReadonlyArray<string>): Readonly<Record<string, number>> => {
    const others = { ...query, [name]: undefined }
    const found = new Map<string, number>()
    for (const endpoint of endpoints) {
      if (!matchesQuery(others, endpoint, known)) continue
      for (const value of valuesOf(endpoint)) found.set(value, (found.get(value) ?? 0) + 1)
    }
    return Object.fromEntries(found)
  }
  return {
    topic: counts("topic", ({ dataset: { about } }) => about?.topics ?? []),
    opd: counts("opd", ({ agency }) => [agency.slug]),
    private: counts("private", (endpoint) => [String(endpoint.private)]),
    health: counts("health", (endpoint) => [known.healthOf(endpoint)]),
    license: counts("license", (endpoint) => [licenseFacet(endpoint)]),
    format: counts("format", known.formatsOf)
  }
}
