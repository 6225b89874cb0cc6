/** Turns checked entries of the file into the domain's values, with every default filled in. */
import { Duration } from "effect"
import { hash } from "node:crypto"
import type { Agency } from "../domain/Agency.ts"
import type { CachePolicy, Dataset, Endpoint } from "../domain/Endpoint.ts"
import type { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import { maskingVersion } from "../domain/MaskingVersion.ts"
import type { Preset } from "../domain/Preset.ts"
import { fieldsOfSchema } from "../domain/SchemaClassification.ts"
import { ofPreset, ofResource } from "../domain/Scope.ts"
import { lookUpsOf, queryName } from "./LookUps.ts"
import type { AgencyEntry, DatasetEntry, EndpointEntry, PresetEntry } from "./RegistryFile.ts"
import { parseTemplate } from "./Templates.ts"
import type { TypedDataset } from "./TypedDatasets.ts"

const defaultMaxBytes = 10 * 1024 * 1024

const millis = (duration: Duration.Duration | undefined, fallback: number): number =>
  duration === undefined ? fallback : Duration.toMillis(duration)
const day = (text: string | undefined): number | undefined => text === undefined ? undefined : Date.parse(`${text}T00:00:00Z`)
const fingerprintOf = (parts: ReadonlyArray<unknown>): string =>
  hash("sha256", JSON.stringify([maskingVersion, ...parts]), "base64url").slice(0, 16)

const cacheOf = (cache: EndpointEntry["cache"]): CachePolicy => ({
  freshMillis: millis(cache?.fresh, 0),
  staleMillis: millis(cache?.stale, 24 * 3_600_000)
})

/** What a desk gave of an agency beside the values in the tree. */
export interface FromDesk {
  /** The address is the desk's. */
  readonly server: boolean
  /** The secret of the credential, sealed; undefined where the credential is the file's. */
  readonly sealed: string | undefined
}

export const resolveAgency = (entry: AgencyEntry, desk?: FromDesk): Agency => ({
  slug: entry.slug,
  name: entry.name,
  application: entry.application ?? entry.slug,
  server: entry.server.replace(/\/+$/, ""),
  // A desk's server is not shown the certificate that the operator meant for another.
  ...desk?.server === true ? { serverFromDesk: true } : entry.tls === undefined ? {} : { tls: entry.tls },
  timeoutMillis: millis(entry.timeout, 5_000),
  retries: entry.retries ?? 2,
  deadlineMillis: millis(entry.deadline, 12_000),
  connections: entry.connections ?? 64,
  credential: entry.credential !== undefined && desk?.sealed !== undefined
    ? { header: entry.credential.header, sealed: desk.sealed }
    : entry.credential,
  breaker: {
    threshold: entry.breaker?.threshold ?? 0.5,
    size: entry.breaker?.size ?? 10,
    minimum: entry.breaker?.minimum ?? 5,
    openMillis: millis(entry.breaker?.open, 30_000),
    openMaxMillis: Math.max(millis(entry.breaker?.openMax, 300_000), millis(entry.breaker?.open, 30_000))
  },
  ...entry.linkage === undefined ? {} : { linkage: entry.linkage }
})

export const resolveDataset = ({ about, license, slug, title }: DatasetEntry): Dataset => ({
  slug,
  title,
  license,
  ...about === undefined ? {} : { about }
})

/** Default resource: the last literal segment, or the dataset at its root. */
export const resourceOf = (entry: { readonly path: string; readonly resource?: string | undefined }, dataset: string): string => {
  if (entry.resource !== undefined) return entry.resource
  const literals = parseTemplate(entry.path).flatMap((segment) => segment._tag === "Literal" ? [segment.value] : [])
  return (literals.at(-1) ?? dataset).toLowerCase()
}

export const resolveEndpoint = (
  entry: EndpointEntry,
  agency: Agency,
  dataset: Dataset,
  { knowledge, typed }: { readonly typed: ReadonlyArray<TypedDataset>; readonly knowledge: KeyKnowledge }
): Endpoint => {
  const route = `${agency.slug}/${dataset.slug}${entry.path === "" ? "" : `/${entry.path}`}`
  const upstream = entry.upstream ?? `/${dataset.slug}${entry.path === "" ? "" : `/${entry.path}`}`
  const query = [...new Set((entry.query ?? []).map(queryName))].sort()
  const lookUps = lookUpsOf(entry, knowledge)
  const schema = typed.find((candidate) => candidate.route === route)?.schema
  const written = Object.entries(entry.fields ?? {})
  const fields = schema === undefined
    ? written
    : [...written, ...fieldsOfSchema(schema).filter(([path]) => entry.fields?.[path] === undefined)]
  const maxBytes = entry.maxBytes === undefined ? defaultMaxBytes : Number(entry.maxBytes)
  const unknown = entry.unknown ?? "detect"
  return {
    route,
    agency,
    dataset,
    path: entry.path,
    segments: parseTemplate(entry.path),
    upstream: parseTemplate(upstream),
    title: entry.title,
    scope: ofResource(agency.slug, resourceOf(entry, dataset.slug)),
    private: entry.private ?? false,
    cache: cacheOf(entry.cache),
    query,
    ...lookUps.length === 0 ? {} : { lookUps },
    examples: entry.examples ?? {},
    maxBytes,
    fields,
    unknown,
    ...entry.ask === false ? { ask: false } : {},
    ...entry.position === undefined
      ? {}
      : { position: { latitude: entry.position.lat.split("."), longitude: entry.position.lng.split(".") } },
    ...entry.live === undefined ? {} : {
      live: { everyMillis: Duration.toMillis(entry.live), ...entry.key === undefined ? {} : { key: entry.key } }
    },
    deprecated: day(entry.deprecated),
    sunset: day(entry.sunset),
    successor: entry.successor,
    fingerprint: fingerprintOf([agency.server, agency.credential, entry.path, upstream, query, maxBytes, fields, unknown])
  }
}

export const resolvePreset = (entry: PresetEntry, endpointOf: (address: string) => Endpoint | undefined): Preset => {
  const endpoints = entry.requests.map((request) => endpointOf(addressOf(request)))
  return {
    slug: entry.slug,
    title: entry.title,
    scope: ofPreset(entry.slug),
    private: entry.private ?? false,
    cache: cacheOf(entry.cache),
    requests: entry.requests,
    endpoints,
    linkage: entry.linkage,
    pseudonyms: endpoints.some((endpoint) => endpoint?.fields.some(([, fieldClass]) => fieldClass === "pseudonym") ?? false),
    fingerprint: fingerprintOf([
      entry.requests,
      endpoints.map((endpoint) => [endpoint?.fingerprint, endpoint?.agency.linkage, endpoint?.private, endpoint?.sunset]),
      entry.linkage
    ])
  }
}

export const addressOf = (request: { readonly opd: string; readonly dataset: string; readonly path: string }): string =>
  `${request.opd}/${request.dataset}${request.path === "" ? "" : `/${request.path}`}`
