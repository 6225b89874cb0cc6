/** The demo city's registry file: the city's catalogue in the registry's YAML shape. Pure. */
import { stringify } from "yaml"
import { city, resourceOf, upstreamOf } from "./City.ts"
import type { CityAgency, CityDataset, CityEndpoint } from "./CityAgency.ts"
import { aboutOf, licenseOf } from "./DatasetTexts.ts"
import { fieldClasses } from "./FieldClasses.ts"

export interface RegistryPlan {
  /** Port of each agency's server on loopback, by slug. */
  readonly ports: Readonly<Record<string, number>>
  /** Epoch milliseconds; the deprecated endpoint's dates lie around it, so that the demo never outlives them. */
  readonly nowMillis: number
}

/** First day of a month, ISO 8601. */
const monthStart = (nowMillis: number, months: number): string => {
  const now = new Date(nowMillis)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
}

const writeEndpoint = (dataset: CityDataset, endpoint: CityEndpoint, nowMillis: number) => {
  const fields = fieldClasses(dataset, endpoint)
  return {
    path: endpoint.path,
    upstream: upstreamOf(dataset, endpoint),
    title: endpoint.title,
    resource: resourceOf(dataset, endpoint),
    private: endpoint.private ?? false,
    cache: { fresh: endpoint.fresh ?? "0 seconds", stale: "24 hours" },
    ...(endpoint.query === undefined ? {} : { query: [...endpoint.query] }),
    ...(endpoint.example === undefined ? {} : { examples: endpoint.example }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(endpoint.unknown === undefined ? {} : { unknown: endpoint.unknown }),
    ...(endpoint.live === undefined ? {} : { live: endpoint.live.every, key: endpoint.live.key }),
    ...(endpoint.successor === undefined
      ? {}
      : { deprecated: monthStart(nowMillis, 0), sunset: monthStart(nowMillis, 8), successor: endpoint.successor })
  }
}

const writeAgency = (agency: CityAgency, { nowMillis, ports }: RegistryPlan) => ({
  slug: agency.slug,
  name: agency.name,
  application: agency.application,
  server: `http://127.0.0.1:${ports[agency.slug]}`,
  timeout: "5 seconds",
  ...(agency.breakerOpen === undefined ? {} : { breaker: { open: agency.breakerOpen } }),
  datasets: agency.datasets.map((dataset) => ({
    slug: dataset.slug,
    title: dataset.title,
    ...(licenseOf(dataset) === undefined ? {} : { license: licenseOf(dataset) }),
    about: aboutOf(agency, dataset, nowMillis),
    endpoints: dataset.endpoints.map((endpoint) => writeEndpoint(dataset, endpoint, nowMillis))
  }))
})

/** @returns YAML text, valid against the registry's Schema */
export const writeRegistry = (plan: RegistryPlan): string =>
  stringify({
    version: 1,
    agencies: city.agencies.map((agency) => writeAgency(agency, plan)),
    presets: city.presets.map(({ fresh, requests, slug, title }) => ({
      slug,
      title,
      private: false,
      cache: { fresh, stale: "24 hours" },
      requests
    }))
  }, { aliasDuplicateObjects: false, lineWidth: 0 })
