/** A ready-made aggregate, published under a name of its own. */
import type { AggregateRequest } from "./Aggregate.ts"
import type { CachePolicy, Endpoint } from "./Endpoint.ts"
import type { LinkagePolicy } from "./Linkage.ts"

export interface Preset {
  readonly slug: string
  readonly title: string
  /** Always `preset-{slug}-get`. */
  readonly scope: string
  readonly private: boolean
  readonly cache: CachePolicy
  readonly requests: ReadonlyArray<AggregateRequest>
  /** What the requests lead to, in their order. */
  readonly endpoints: ReadonlyArray<Endpoint | undefined>
  /** Beside what its agencies want. */
  readonly linkage: LinkagePolicy | undefined
  /** Some endpoint shows pseudonyms: its answers differ between applications. */
  readonly pseudonyms: boolean
  /** Hash of the preset and of every endpoint it reads, with who may read it and until when it is there. */
  readonly fingerprint: string
}
