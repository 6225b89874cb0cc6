/** The scopes of the demo token: all there are, so that a refused private endpoint is refused for being private. */
import * as Scope from "../domain/Scope.ts"
import { city, placedEndpoints, resourceOf } from "./City.ts"

export const demoScopes = (): ReadonlyArray<string> => [
  ...new Set([
    ...placedEndpoints().map(({ agency, dataset, endpoint }) => Scope.ofResource(agency.slug, resourceOf(dataset, endpoint))),
    ...city.presets.map(({ slug }) => Scope.ofPreset(slug))
  ])
]
