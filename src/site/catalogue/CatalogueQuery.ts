/** What the catalogue was asked for: search words and filters, the same for pages and for programs. */
import { Result } from "effect"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { BadRequest } from "../../domain/GatewayError.ts"
import { type Health, healths } from "../../domain/Health.ts"
import { siteDetails } from "../../domain/SiteDetails.ts"

export interface CatalogueQuery {
  /** Words that are looked for, as typed. */
  readonly q: string | undefined
  readonly opd: string | undefined
  readonly private: boolean | undefined
  readonly health: Health | undefined
  readonly scope: string | undefined
}

const isHealth = (text: string): text is Health => healths.some((health) => health === text)

const refuse = (name: string, allowed: ReadonlyArray<string>) => Result.fail(new BadRequest({ detail: siteDetails.mustBe(name, allowed) }))

/** A form sends its empty fields too: they filter nothing. Parameters that are not the catalogue's are not looked at. */
export const catalogueQuery = (search: URLSearchParams): Result.Result<CatalogueQuery, BadRequest> => {
  const given = (name: string): string | undefined => search.get(name)?.trim() || undefined
  const health = given("health")
  if (health !== undefined && !isHealth(health)) return refuse("health", healths)
  const access = given("private")
  if (access !== undefined && access !== "true" && access !== "false") return refuse("private", ["true", "false"])
  return Result.succeed({
    q: given("q"),
    opd: given("opd"),
    private: access === undefined ? undefined : access === "true",
    health,
    scope: given("scope")?.toLowerCase()
  })
}

export const isFiltering = ({ health, opd, private: access, q, scope }: CatalogueQuery): boolean =>
  q !== undefined || opd !== undefined || access !== undefined || health !== undefined || scope !== undefined

/** Whether it passes the filters; its words are looked for by the index. @param healthOf looked at last, because it costs most */
export const matchesQuery = (query: CatalogueQuery, endpoint: Endpoint, healthOf: (endpoint: Endpoint) => Health): boolean => {
  return (query.opd === undefined || query.opd === endpoint.agency.slug)
    && (query.private === undefined || query.private === endpoint.private)
    && (query.scope === undefined || endpoint.scope.includes(query.scope))
    && (query.health === undefined || query.health === healthOf(endpoint))
}

/** Presets have no agency and no health. */
export const matchesPreset = (
  query: CatalogueQuery,
  preset: { readonly scope: string; readonly private: boolean }
): boolean =>
  query.opd === undefined && query.health === undefined
  && (query.private === undefined || query.private === preset.private)
  && (query.scope === undefined || preset.scope.includes(query.scope))
