/** An agency's dataset and its endpoints, as the registry has checked and resolved them. */
import type { Agency } from "./Agency.ts"
import type { DatasetAbout } from "./DatasetAbout.ts"
import type { FieldClass, PersonalDataClass } from "./PersonalData.ts"

export interface Dataset {
  readonly slug: string
  readonly title: string
  /** SPDX identifier, for instance `CC-BY-4.0`. */
  readonly license: string | undefined
  readonly about?: DatasetAbout
}

export interface CachePolicy {
  /** How long a copy answers as `HIT`, in milliseconds; 0 keeps it for staleness only. */
  readonly freshMillis: number
  /** How long after it was stored a copy may stand in for a failing agency, in milliseconds. */
  readonly staleMillis: number
}

/** One piece of an address or of the agency's path: a literal, or the name of a path parameter. */
export type PathSegment =
  | { readonly _tag: "Literal"; readonly value: string }
  | { readonly _tag: "Parameter"; readonly name: string }

/** Where a row has its place on earth, in degrees (WGS 84): the ways to two numbers of it. */
export interface Position {
  readonly latitude: ReadonlyArray<string>
  readonly longitude: ReadonlyArray<string>
}

export interface Endpoint {
  /** The address template under the gateway, for instance `diskominfo/portal-publik/events` or `…/acara/:id`. */
  readonly route: string
  readonly agency: Agency
  readonly dataset: Dataset
  /** Template inside the dataset; the empty string is the dataset root. */
  readonly path: string
  readonly segments: ReadonlyArray<PathSegment>
  readonly upstream: ReadonlyArray<PathSegment>
  readonly title: string
  readonly scope: string
  readonly private: boolean
  readonly cache: CachePolicy
  /** Declared query parameters, sorted: only these are forwarded and only these reach the cache key. */
  readonly query: ReadonlyArray<string>
  /** Parameters of path and query that ask about a person, with what they ask about; absent: none. */
  readonly lookUps?: ReadonlyArray<readonly [name: string, personalData: PersonalDataClass]>
  /** Values for parameters of path and query that lead to an answer, by name; for documents and trying out. */
  readonly examples: Readonly<Record<string, string>>
  readonly maxBytes: number
  /** Field path to class, as written: `data[].panitia.nama`, `**.nik`. */
  readonly fields: ReadonlyArray<readonly [path: string, fieldClass: FieldClass]>
  readonly unknown: "detect" | "mask"
  /** Nobody asks questions of its rows (`$where` and the others); absent: anybody may. */
  readonly ask?: false
  /** Absent: positions are found by their usual names. */
  readonly position?: Position
  /**
   * Whoever wants gets its changes as they come: the agency is asked so often, in milliseconds, and rows are the same row where the
   * column named by `key` is the same. Absent: nobody does.
   */
  readonly live?: { readonly everyMillis: number; readonly key?: string }
  /** Epoch milliseconds. */
  readonly deprecated: number | undefined
  /** Epoch milliseconds; the endpoint answers 410 from then on. */
  readonly sunset: number | undefined
  /** Address of the endpoint that replaces a deprecated one, for `Link: rel="successor-version"`. */
  readonly successor: string | undefined
  /** Hash of everything that shapes a stored copy: a copy made under another policy is never served. */
  readonly fingerprint: string
}

/** An endpoint that an address led to, with the values of its path parameters. */
export interface ResolvedEndpoint {
  readonly endpoint: Endpoint
  readonly parameters: Readonly<Record<string, string>>
}
