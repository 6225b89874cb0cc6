/** What the catalogue was asked for: search words and filters, the same for pages and for programs. */
import { Result } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { BadRequest } from "../../domain/GatewayError.ts"
import { type Health, healths } from "../../domain/Health.ts"

export interface CatalogueQuery {
  /** Lower case; every word must be found. */
  readonly words: ReadonlyArray<string>
  readonly opd: string | undefined
  readonly private: boolean | undefined
  readonly health: Health | undefined
  readonly scope: string | undefined
}

const isHealth = (text: string): text is Health => healths.some((health) => health === text)

const refuse = (name: string, allowed: string) => Result.fail(new BadRequest({ detail: `\`${name}\` must be ${allowed}.` }))

/** A form sends its empty fields too: they filter nothing. Parameters that are not the catalogue's are not looked at. */
export const catalogueQuery = (search: URLSearchParams): Result.Result<CatalogueQuery, BadRequest> => {
  const given = (name: string): string | undefined => search.get(name)?.trim() || undefined
  const health = given("health")
  if (health !== undefined && !isHealth(health)) return refuse("health", `one of ${healths.join(", ")}`)
  const access = given("private")
  if (access !== undefined && access !== "true" && access !== "false") return refuse("private", "true or false")
  return Result.succeed({
    words: (given("q") ?? "").toLowerCase().split(/\s+/).filter((word) => word !== "").slice(0, 16),
    opd: given("opd"),
    private: access === undefined ? undefined : access === "true",
    health,
    scope: given("scope")?.toLowerCase()
  })
}

export const isFiltering = ({ health, opd, private: access, scope, words }: CatalogueQuery): boolean =>
  words.length > 0 || opd !== undefined || access !== undefined || health !== undefined || scope !== undefined

const hasWords = (words: ReadonlyArray<string>, ...texts: ReadonlyArray<string>): boolean => {
  if (words.length === 0) return true
  const text = texts.join(" ").toLowerCase()
  return words.every((word) => text.includes(word))
}

/** @param healthOf looked at last, because it costs most */
export const matchesQuery = (query: CatalogueQuery, endpoint: Endpoint, healthOf: (endpoint: Endpoint) => Health): boolean => {
  const { agency, dataset } = endpoint
  return (query.opd === undefined || query.opd === agency.slug)
    && (query.private === undefined || query.private === endpoint.private)
    && (query.scope === undefined || endpoint.scope.includes(query.scope))
    && hasWords(query.words, agency.slug, agency.name, dataset.slug, dataset.title, endpoint.path, endpoint.title, endpoint.scope)
    && (query.health === undefined || query.health === healthOf(endpoint))
}

/** Presets have no agency and no health. */
export const matchesPreset = (
  query: CatalogueQuery,
  preset: { readonly slug: string; readonly title: string; readonly scope: string; readonly private: boolean }
): boolean =>
  query.opd === undefined && query.health === undefined
  && (query.private === undefined || query.private === preset.private)
  && (query.scope === undefined || preset.scope.includes(query.scope))
  && hasWords(query.words, preset.slug, preset.title, preset.scope)
