/**
 * What exports are made of: the part of the registry that was asked for, and what is known beside it.
 *
 * Withdrawn endpoints are left out: what is exported answers. Neither an agency's server nor a credential is read
 * anywhere in this room.
 */
import type { Endpoint } from "../domain/Endpoint.ts"
import type { FieldDictionary } from "../domain/FieldDictionary.ts"
import type { Limits } from "../domain/Limits.ts"
import type { Preset } from "../domain/Preset.ts"

/** Of a registry in force; a registry's snapshot is one. */
export interface Published {
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly presets: ReadonlyMap<string, Preset>
}

export interface ExportFilter {
  readonly opd?: string | undefined
  readonly dataset?: string | undefined
  /** The route template inside the dataset; the empty string is the dataset's root. */
  readonly path?: string | undefined
}

export interface Selection {
  readonly kind: "city" | "agency" | "dataset" | "endpoint"
  /** Never empty but for a city without endpoints. */
  readonly endpoints: ReadonlyArray<Endpoint>
  /** Presets, the aggregate and the token endpoint are part of everything only. */
  readonly presets: ReadonlyArray<Preset>
}

export interface Facts extends Limits {
  /** Public address of the gateway, without a trailing slash. */
  readonly publicUrl: string
  readonly nowMillis: number
  /** A masked answer of the endpoint, cut short; undefined where none is at hand. */
  readonly sampleOf: (endpoint: Endpoint) => unknown
  /** What is known of its fields; empty where nothing is. */
  readonly dictionaryOf: (endpoint: Endpoint) => FieldDictionary
}

export const isServed = ({ sunset }: Pick<Endpoint, "sunset">, nowMillis: number): boolean => sunset === undefined || nowMillis < sunset

/** Terms of the agency's own that SPDX has no name for. */
const ownTerms = "LicenseRef-"

/** An open license holds for what everybody may read: private data is under its dataset's terms. */
export const licenseOf = ({ dataset: { license }, private: isPrivate }: Pick<Endpoint, "dataset" | "private">): string | undefined =>
  isPrivate && license?.startsWith(ownTerms) !== true ? undefined : license

/** Where the license is written down, if it may be one that SPDX knows by its identifier. */
export const licenseAddress = (license: string): string | undefined =>
  license.startsWith(ownTerms) || !/^[A-Za-z0-9.+-]+$/.test(license) ? undefined : `https://spdx.org/licenses/${license}`

const kindOf = ({ dataset, opd, path }: ExportFilter): Selection["kind"] =>
  opd === undefined ? "city" : dataset === undefined ? "agency" : path === undefined ? "dataset" : "endpoint"

/** Whether the filter names it, withdrawn or not. */
export const inPart = ({ dataset, opd, path }: ExportFilter, endpoint: Endpoint): boolean =>
  (opd === undefined || endpoint.agency.slug === opd) && (dataset === undefined || endpoint.dataset.slug === dataset) &&
  (path === undefined || endpoint.path === path)

/** The part that the filter names; undefined where there is no such part. */
export const select = (published: Published, filter: ExportFilter, nowMillis: number): Selection | undefined => {
  const kind = kindOf(filter)
  const endpoints = published.endpoints.filter((endpoint) => inPart(filter, endpoint) && isServed(endpoint, nowMillis))
  if (kind !== "city" && endpoints.length === 0) return undefined
  return { kind, endpoints, presets: kind === "city" ? [...published.presets.values()] : [] }
}

/** The first endpoint's own names, for titles of a part. */
export const titleOf = ({ endpoints: [first], kind }: Selection): string => {
  if (first === undefined || kind === "city") return "Gerbang Data Terbuka Kota"
  if (kind === "agency") return first.agency.name
  return kind === "dataset" ? `${first.dataset.title} – ${first.agency.name}` : `${first.title} – ${first.agency.name}`
}

/** `gapura`, `gapura-dinkes`, `gapura-dinkes-puskesmas`, `gapura-dinkes-puskesmas-kode`: safe in a file's name. */
export const nameOf = ({ endpoints: [first], kind }: Selection): string => {
  if (first === undefined || kind === "city") return "gapura"
  const parts = [
    first.agency.slug,
    ...(kind === "agency" ? [] : [first.dataset.slug]),
    ...(kind === "endpoint" ? first.path.split("/") : [])
  ]
  return ["gapura", ...parts.map((part) => part.replaceAll(/[^A-Za-z0-9_-]/g, "")).filter((part) => part !== "")].join("-")
}

/** Endpoints by dataset, in their order. */
export const byDataset = (endpoints: ReadonlyArray<Endpoint>): ReadonlyMap<string, ReadonlyArray<Endpoint>> =>
  Map.groupBy(endpoints, ({ agency, dataset }) => `${agency.slug}/${dataset.slug}`)

/** The value of a path parameter that leads to an answer, or its name where none is known. */
export const exampleOf = (endpoint: Pick<Endpoint, "examples">, parameter: string): string => endpoint.examples[parameter] ?? parameter

export const parametersOf = (endpoint: Pick<Endpoint, "segments">): ReadonlyArray<string> =>
  endpoint.segments.flatMap((segment) => segment._tag === "Parameter" ? [segment.name] : [])
