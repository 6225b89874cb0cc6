/** Where a running demo city leaves what other commands need to find it. */
import { Schema } from "effect"

export const registryFileIn = (dataDir: string): string => `${dataDir}/demo/registry.yaml`
export const areasFileIn = (dataDir: string): string => `${dataDir}/demo/areas.geojson`
export const cityFileIn = (dataDir: string): string => `${dataDir}/demo/city.json`

/** `city.json`: there while the demo runs. */
export const CityFile = Schema.fromJsonString(Schema.Struct({
  city: Schema.String,
  controlUrl: Schema.String,
  agencies: Schema.Array(Schema.String)
}))
