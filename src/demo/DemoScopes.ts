/** The scopes of the demo token: all there are, so that a refused private endpoint is refused for being private. */
import * as Scope from "../domain/Scope.ts"
import { city, type PlacedEndpoint, placedEndpoints, resourceOf } from "./City.ts"

export const scopeOf = ({ agency, dataset, endpoint }: PlacedEndpoint): string =>
  Scope.ofResource(agency.slug, resourceOf(dataset, endpoint))

export const demoScopes = (): ReadonlyArray<string> => [
  ...new Set([
    ...placedEndpoints().map(scopeOf),
    ...city.presets.map(({ slug }) => Scope.ofPreset(slug))
  ])
]
