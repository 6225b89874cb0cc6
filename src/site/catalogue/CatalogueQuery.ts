/** What the catalogue was asked for: search words and filters, the same for pages and for programs. */
import { Result } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { BadRequest } from "../../domain/GatewayError.ts"
import { type Health, healths } from "../../domain/Health.ts"
import { siteDetails } from "../../domain/SiteDetails.ts"
import { isTopic, type Topic, topics } from "../../domain/Topic.ts"
import { licenseOf } from "../../exports/Published.ts"
import { type Format, formats } from "../../query/Question.ts"

export interface CatalogueQuery {
  /** Words that are looked for, as typed. */
  readonly q: string | undefined
  readonly opd: string | undefined
  readonly private: boolean | undefined
  readonly health: Health | undefined
  readonly scope: string | undefined
  readonly topic: Topic | undefined
  /** As the registry has it; `NONE` is what has no license. */
  readonly license: string | undefined
  readonly format: Format | undefined
}

/** What is known of an endpoint beside the registry. */
export interface Known {
  readonly healthOf: (endpoint: Endpoint) => Health
  readonly formatsOf: (endpoint: Endpoint) => ReadonlyArray<Format>
}

/** As SPDX calls it. */
const noLicense = "NONE"
export const licenseFacet = (endpoint: Endpoint): string => licenseOf(endpoint) ?? noLicense

const isHealth = (text: string): text is Health => healths.some((health) => health === text)

const isFormat = (text: string): text is Format => formats.some((format) => format === text)

const refuse = (name: string, allowed: ReadonlyArray<string>) => Result.fail(new BadRequest({ detail: siteDetails.mustBe(name, allowed) }))

/** A form sends its empty fields too: they filter nothing. Parameters that are not the catalogue's are not looked at. */
export const catalogueQuery = (search: URLSearchParams): Result.Result<CatalogueQuery, BadRequest> => {
  const given = (name: string): string | undefined => search.get(name)?.trim() || undefined
  const health = given("health")
  if (health !== undefined && !isHealth(health)) return refuse("health", healths)
  const access = given("private")
  if (access !== undefined && access !== "true" && access !== "false") return refuse("private", ["true", "false"])
  const topic = given("topic")
  if (topic !== undefined && !isTopic(topic)) return refuse("topic", topics)
  const format = given("format")
  if (format !== undefined && !isFormat(format)) return refuse("format", formats)
  return Result.succeed({
    q: given("q"),
    opd: given("opd"),
    private: access === undefined ? undefined : access === "true",
    health,
    scope: given("scope")?.toLowerCase(),
    topic,
    license: given("license"),
    format
  })
}

export const isFiltering = (query: CatalogueQuery): boolean => Object.values(query).some((one) => one !== undefined)

/** The topic whose page was asked for: it, and nothing beside it. */
export const topicAlone = (query: CatalogueQuery): Topic | undefined =>
  isFiltering({ ...query, topic: undefined }) ? undefined : query.topic

/** Whether it passes the filters; its words are looked for by the index. @param known asked last, because it costs most */
export const matchesQuery = (query: CatalogueQuery, endpoint: Endpoint, { formatsOf, healthOf }: Known): boolean => {
  return (query.opd === undefined || query.opd === endpoint.agency.slug)
    && (query.private === undefined || query.private === endpoint.private)
    && (query.scope === undefined || endpoint.scope.includes(query.scope))
    && (query.topic === undefined || endpoint.dataset.about?.topics?.includes(query.topic) === true)
    && (query.license === undefined || query.license === licenseFacet(endpoint))
    && (query.format === undefined || formatsOf(endpoint).includes(query.format))
    && (query.health === undefined || query.health === healthOf(endpoint))
}

/** Presets have no agency, no health, no topic, no license, and no form but JSON and its lines. */
export const matchesPreset = (
  query: CatalogueQuery,
  preset: { readonly scope: string; readonly private: boolean }
): boolean =>
  query.opd === undefined && query.health === undefined && query.topic === undefined && query.license === undefined
  && (query.format === undefined || query.format === "json" || query.format === "ndjson")
  && (query.private === undefined || query.private === preset.private)
  && (query.scope === undefined || preset.scope.includes(query.scope))
