/** The catalogue and the city's summary, derived from the registry and the measurements. */
import type { Catalogue, Summary } from "../../api/CatalogueApi.ts"
import type { Agency } from "../../domain/Agency.ts"
import { utcDayOf } from "../../domain/CityDays.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import type { FieldDictionary } from "../../domain/FieldDictionary.ts"
import { isTemplated, uriTemplate } from "../../domain/UriTemplate.ts"
import { contractVersion } from "../../domain/Version.ts"
import { exportFormats } from "../../exports/Export.ts"
import { inPart, isServed, licenseOf } from "../../exports/Published.ts"
import { formatsOf } from "../../exports/Questions.ts"
import type { RegistrySnapshot } from "../../registry/RegistrySnapshot.ts"
import type { Found } from "../../search/CatalogueIndex.ts"
import type { EndpointHealth, Windows } from "../../watch/EndpointHealth.ts"
import { facetsOf, remembered } from "./CatalogueFacets.ts"
import { type CatalogueQuery, type Known, matchesPreset, matchesQuery } from "./CatalogueQuery.ts"
import { presetKey } from "./CatalogueSearch.ts"

export interface CatalogueFilter {
  readonly opd?: string
  readonly dataset?: string
  /** The empty string is the dataset's root. */
  readonly path?: string
}

export interface Sources {
  readonly snapshot: RegistrySnapshot
  readonly health: typeof EndpointHealth.Service
  readonly publicUrl: string
  readonly nowMillis: number
  readonly sampleOf: (endpoint: Endpoint) => unknown
  readonly dictionaryOf: (endpoint: Endpoint) => FieldDictionary
}

type CatalogueAgency = Catalogue["agencies"][number]
type CatalogueDataset = CatalogueAgency["datasets"][number]
type CatalogueEndpoint = CatalogueDataset["endpoints"][number]

const statsView = ({ "1h": hour, "24h": day, "5m": minutes }: Windows): CatalogueEndpoint["stats"] => {
  const view = (stats: Windows["5m"]) => ({ ...stats, since: new Date(stats.since).toISOString() })
  return { "5m": view(minutes), "1h": view(hour), "24h": view(day) }
}

const isoDate = (millis: number | undefined): string | null => millis === undefined ? null : utcDayOf(millis)

/** Where a part of the registry is exported, by format. */
const exportLinks = (publicUrl: string, filter: CatalogueFilter): Readonly<Record<string, string>> => {
  const query = String(new URLSearchParams(Object.entries(filter)))
  return Object.fromEntries(exportFormats.map((format) => [format, `${publicUrl}/v4/export/${format}${query === "" ? "" : `?${query}`}`]))
}

/** Agencies, and datasets as `agency/dataset`, of which something is served yet: of others there is no export. */
const servedParts = ({ nowMillis, snapshot }: Sources): ReadonlySet<string> =>
  new Set(
    snapshot.endpoints.flatMap((endpoint) =>
      isServed(endpoint, nowMillis) ? [endpoint.agency.slug, `${endpoint.agency.slug}/${endpoint.dataset.slug}`] : []
    )
  )

/** @param isWhole with a sample of its answer, where there is one */
const endpointView = (endpoint: Endpoint, { health, nowMillis, publicUrl, sampleOf }: Sources, isWhole: boolean): CatalogueEndpoint => {
  const stats = health.of(endpoint)
  const sample = isWhole ? sampleOf(endpoint) : undefined
  return {
    ...(sample === undefined ? {} : { sample }),
    path: endpoint.path,
    ...(isTemplated(endpoint.route) ? { templated: true } as const : {}),
    title: endpoint.title,
    scope: endpoint.scope,
    private: endpoint.private,
    health: stats["5m"].health,
    stats: statsView(stats),
    query: endpoint.query,
    examples: endpoint.examples,
    deprecated: isoDate(endpoint.deprecated),
    sunset: isoDate(endpoint.sunset),
    links: {
      self: `${publicUrl}/api/v4/gateway/${uriTemplate(endpoint.route)}`,
      catalogue: `${publicUrl}/v4/gateway/${endpoint.agency.slug}/${endpoint.dataset.slug}`,
      page: `${publicUrl}/v4/gateway/${endpoint.agency.slug}/${endpoint.dataset.slug}?path=${encodeURIComponent(endpoint.path)}`,
      ...(isServed(endpoint, nowMillis)
        ? exportLinks(publicUrl, { opd: endpoint.agency.slug, dataset: endpoint.dataset.slug, path: endpoint.path })
        : {}),
      ...(endpoint.successor === undefined ? {} : { "successor-version": `${publicUrl}/api/v4/gateway/${uriTemplate(endpoint.successor)}` })
    }
  }
}

/** @param endpoints those of one dataset that are shown */
const datasetView = (
  endpoints: ReadonlyArray<Endpoint>,
  sources: Sources,
  served: ReadonlySet<string>,
  isWhole: boolean
): ReadonlyArray<CatalogueDataset> => {
  const [first] = endpoints
  if (first === undefined) return []
  const { agency, dataset: { about, slug, title } } = first
  const { publicUrl } = sources
  return [{
    slug,
    title,
    license: endpoints.map(licenseOf).find((license) => license !== undefined) ?? null,
    ...(about === undefined ? {} : { about }),
    endpoints: endpoints.map((endpoint) => endpointView(endpoint, sources, isWhole)),
    links: {
      self: `${publicUrl}/v4/gateway/${agency.slug}/${slug}`,
      ...(served.has(`${agency.slug}/${slug}`) ? exportLinks(publicUrl, { opd: agency.slug, dataset: slug }) : {})
    }
  }]
}

/** The endpoints by agency and dataset, in the order of the first of each. */
const grouped = (endpoints: ReadonlyArray<Endpoint>): ReadonlyMap<Agency, ReadonlyMap<string, ReadonlyArray<Endpoint>>> => {
  const agencies = new Map<Agency, Map<string, Array<Endpoint>>>()
  for (const endpoint of endpoints) {
    const datasets = agencies.get(endpoint.agency) ?? new Map<string, Array<Endpoint>>()
    agencies.set(endpoint.agency, datasets)
    const list = datasets.get(endpoint.dataset.slug) ?? []
    datasets.set(endpoint.dataset.slug, list)
    list.push(endpoint)
  }
  return agencies
}

const partAddress = ({ dataset, opd, path }: CatalogueFilter): string =>
  `/v4/gateway${opd === undefined ? "" : `/${opd}`}${dataset === undefined ? "" : `/${dataset}`}${
    path === undefined ? "" : `?path=${encodeURIComponent(path)}`
  }`

/** What was found, best first; all of it in the registry's order where nothing was looked for. */
const ranked = <A>(found: Found | undefined, all: ReadonlyArray<A>, keyOf: (one: A) => string): ReadonlyArray<A> => {
  if (found === undefined) return all
  const score = (one: A): number => found.scores.get(keyOf(one)) ?? 0
  return all.filter((one) => found.scores.has(keyOf(one))).sort((a, b) => score(b) - score(a))
}

/**
 * The catalogue, or the part of it that the filter names and the query lets pass; undefined where there is no such part.
 *
 * @param found of the query's words, where it has any
 */
export const catalogueView = (
  sources: Sources,
  filter: CatalogueFilter,
  query?: CatalogueQuery,
  found?: Found
): Catalogue | undefined => {
  const { health, publicUrl, snapshot } = sources
  const part = ranked(found, snapshot.endpoints.filter((endpoint) => inPart(filter, endpoint)), ({ route }) => route)
  if (part.length === 0 && filter.opd !== undefined) return undefined
  const known: Known = {
    healthOf: (endpoint) => health.of(endpoint)["5m"].health,
    formatsOf: remembered((endpoint) => formatsOf(endpoint, sources.dictionaryOf(endpoint)))
  }
  const wanted = query === undefined ? part : part.filter((endpoint) => matchesQuery(query, endpoint, known))
  const served = servedParts(sources)
  const agencies: Array<CatalogueAgency> = []
  for (const [agency, datasets] of grouped(wanted)) {
    agencies.push({
      slug: agency.slug,
      name: agency.name,
      datasets: [...datasets.values()].flatMap((endpoints) => datasetView(endpoints, sources, served, filter.path !== undefined)),
      links: {
        self: `${publicUrl}/v4/gateway/${agency.slug}`,
        ...(served.has(agency.slug) ? exportLinks(publicUrl, { opd: agency.slug }) : {})
      }
    })
  }
  const presets = filter.opd === undefined
    ? ranked(found, [...snapshot.presets.values()], ({ slug }) => presetKey(slug))
      .filter((preset) => query === undefined || matchesPreset(query, preset))
    : []
  return {
    ...(found === undefined ? {} : { search: { match: found.match, instead: found.instead } }),
    ...(query === undefined ? {} : { facets: facetsOf(part, query, known) }),
    agencies,
    presets: presets.map(({ private: isPrivate, scope, slug, title }) => ({
      slug,
      title,
      scope,
      private: isPrivate,
      links: { self: `${publicUrl}/api/v4/gateway/preset/${slug}` }
    })),
    links: {
      self: `${publicUrl}${partAddress(filter)}`,
      ...(filter.opd === undefined || part.some((endpoint) => isServed(endpoint, sources.nowMillis)) ? exportLinks(publicUrl, filter) : {})
    },
    meta: { version: contractVersion, generatedAt: new Date(sources.nowMillis).toISOString() }
  }
}

export const summaryView = ({ health, nowMillis, snapshot }: Pick<Sources, "health" | "nowMillis" | "snapshot">): Summary => {
  const totals = { up: 0, degraded: 0, down: 0, unknown: 0 }
  const datasets = new Set<string>()
  for (const endpoint of snapshot.endpoints) {
    totals[health.of(endpoint)["5m"].health]++
    datasets.add(`${endpoint.agency.slug}/${endpoint.dataset.slug}`)
  }
  const stats = health.overall()
  return {
    agencies: snapshot.agencies.length,
    datasets: datasets.size,
    endpoints: snapshot.endpoints.length,
    privateEndpoints: snapshot.endpoints.filter((endpoint) => endpoint.private).length,
    presets: snapshot.presets.size,
    health: totals,
    p95: stats["5m"].p95,
    stats: statsView(stats),
    generatedAt: new Date(nowMillis).toISOString(),
    meta: { version: contractVersion }
  }
}
