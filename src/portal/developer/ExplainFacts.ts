/**
 * Finds the record of a request of one's own application, and what is known now about why it was refused.
 *
 * Somebody else's request and one that never was look the same. A request that had no valid token is nobody's: its
 * record names no application, and whoever has its id may hear of it.
 */
import { Effect } from "effect"
import { AccessRequests, latestRequests } from "../../access/AccessRequests.ts"
import { Applications } from "../../access/Applications.ts"
import { Developers } from "../../access/Developers.ts"
import { type OwnToken, OwnTokens } from "../../access/OwnTokens.ts"
import { RequestRecords } from "../../audit/RequestRecords.ts"
import type { AccessRequest } from "../../domain/AccessRequest.ts"
import type { Application } from "../../domain/Application.ts"
import type { AuditRecord } from "../../domain/AuditRecord.ts"
import type { Developer } from "../../domain/Developer.ts"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { Registry } from "../../registry/Registry.ts"
import type { RegistrySnapshot } from "../../registry/RegistrySnapshot.ts"
import { Breaker } from "../../resilience/Breaker.ts"
import { Limiter } from "../../resilience/Limiter.ts"
import { type MaskedFields, VerdictReport } from "../../watch/VerdictReport.ts"
import type { SignedVisit } from "../Visit.ts"

/** What was asked for, as the registry has it now. */
export interface Asked {
  readonly title: string
  readonly scope: string
  readonly private: boolean
  /** Slugs: of all whom a preset reads. */
  readonly agencies: ReadonlyArray<string>
  readonly isPreset: boolean
}

export interface ExplainFacts {
  readonly record: AuditRecord
  /** Of an aggregate or a preset. */
  readonly entries: ReadonlyArray<AuditRecord>
  /** Undefined where the request had no valid token. */
  readonly application: Application | undefined
  readonly asked: Asked | undefined
  /** Undefined where it is forgotten. */
  readonly token: OwnToken | undefined
  readonly developer: Developer | undefined
  /** What the application asked of agencies, newest first. */
  readonly requests: ReadonlyArray<AccessRequest>
  /** What the token's client is granted now. */
  readonly granted: ReadonlyArray<string>
  /** Calls that the token has left now. */
  readonly remaining: number
  /** Calls that all tokens of the application have left now. */
  readonly budget: number
  /** Whether the agency's circuit keeps calls away now. */
  readonly isCircuitOpen: boolean
  /** What is masked in the answers of an endpoint that answered. */
  readonly masked: { readonly endpoint: Endpoint; readonly fields: MaskedFields } | undefined
}

const presetPrefix = "preset/"

const askedOf = ({ endpoints, presets }: RegistrySnapshot, { route }: AuditRecord): Asked | undefined => {
  const preset = route.startsWith(presetPrefix) ? presets.get(route.slice(presetPrefix.length)) : undefined
  if (preset !== undefined) {
    return {
      title: preset.title,
      scope: preset.scope,
      private: preset.private,
      agencies: [...new Set(preset.requests.map(({ opd }) => opd))],
      isPreset: true
    }
  }
  const endpoint = endpoints.find((one) => one.route === route)
  return endpoint === undefined
    ? undefined
    : { title: endpoint.title, scope: endpoint.scope, private: endpoint.private, agencies: [endpoint.agency.slug], isPreset: false }
}

/** An id as people paste it: with the URN's prefix, in capitals, with the alias of an entry. */
const idOf = (text: string): readonly [id: string, alias: string | null] => {
  const [id = "", ...alias] = text.trim().replace(/^urn:uuid:/i, "").split("#")
  return [id.toLowerCase(), alias.length === 0 ? null : alias.join("#")]
}

/** Undefined where there is no such request of one's own. */
export const explainFacts = Effect.fn("ExplainFacts.explainFacts")(function*({ session }: SignedVisit, text: string) {
  const [id, alias] = idOf(text)
  const found = yield* Effect.orDie((yield* RequestRecords).of(id))
  const record = found.find((one) => one.alias === alias)
  if (record === undefined) return undefined
  const own = yield* (yield* Applications).listOwned(session.account)
  const application = own.find(({ name }) => name === record.consumerApplication)
  if (record.consumerApplication !== null && application === undefined) return undefined

  const token = record.tokenId === null ? undefined : yield* (yield* OwnTokens).find(record.tokenId)
  const clients = application === undefined || token?.clientId == null ? [] : yield* (yield* Applications).clientsOf(application.name)
  const breaker = yield* Breaker
  const limiter = yield* Limiter
  const registry = (yield* Registry).current()
  // Of what refused, or is gone, nothing is told.
  const endpoint = record.status === 200 || record.status === 304
    ? registry.endpoints.find(({ route }) => route === record.route)
    : undefined
  const facts: ExplainFacts = {
    record,
    entries: alias === null ? found.filter((one) => one.alias !== null) : [],
    application,
    asked: askedOf(registry, record),
    token,
    developer: yield* (yield* Developers).find(session.account),
    requests: application === undefined ? [] : yield* (yield* AccessRequests).list({ application: application.name }, latestRequests),
    granted: clients.find(({ clientId }) => clientId === token?.clientId)?.scopes ?? [],
    remaining: record.tokenId === null ? 0 : (yield* limiter.peek(token?.bucket ?? record.tokenId)).remaining,
    budget: application === undefined ? 0 : (yield* limiter.peekApplication(application.name, registry.limits.application)).remaining,
    isCircuitOpen: record.agency !== null && breaker.state(record.agency) !== "closed",
    masked: endpoint === undefined ? undefined : { endpoint, fields: (yield* VerdictReport).of(endpoint) }
  }
  return facts
})
