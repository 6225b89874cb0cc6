/** The addresses an agency's server knows: `/internal/…` to the endpoint behind it. */
import { type PlacedEndpoint, upstreamOf } from "./City.ts"
import type { CityAgency } from "./CityAgency.ts"

interface Route {
  readonly segments: ReadonlyArray<string>
  readonly placed: PlacedEndpoint
}

export interface AgencyRoute {
  readonly placed: PlacedEndpoint
  readonly parameters: ReadonlyArray<string>
}

const isParameter = (segment: string): boolean => segment.startsWith(":")

const matches = (route: Route, segments: ReadonlyArray<string>): boolean =>
  route.segments.length === segments.length &&
  route.segments.every((segment, i) => isParameter(segment) ? segments[i] !== "" : segment === segments[i])

/** @returns a look-up by path, percent-encoded as it came; literal segments go before parameters */
export const agencyRoutes = (agency: CityAgency): (path: string) => AgencyRoute | undefined => {
  const routes: Array<Route> = agency.datasets
    .flatMap((dataset) =>
      dataset.endpoints.map((endpoint) => ({ segments: upstreamOf(dataset, endpoint).split("/"), placed: { agency, dataset, endpoint } }))
    )
    .sort((a, b) => a.segments.filter(isParameter).length - b.segments.filter(isParameter).length)
  return (path) => {
    let segments: ReadonlyArray<string>
    try {
      segments = path.split("/").map(decodeURIComponent)
    } catch {
      return undefined
    }
    const route = routes.find((candidate) => matches(candidate, segments))
    if (route === undefined) return undefined
    return { placed: route.placed, parameters: segments.filter((_, i) => isParameter(route.segments[i]!)) }
  }
}
