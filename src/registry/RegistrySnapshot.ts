/** The registry as it is in force: immutable, replaced whole. */
import type { Agency } from "../domain/Agency.ts"
import type { Endpoint, ResolvedEndpoint } from "../domain/Endpoint.ts"
import type { KeyKnowledge } from "../domain/KeyKnowledge.ts"
import type { Preset } from "../domain/Preset.ts"
import type { RegistryFault } from "./RegistryInvalid.ts"

export interface RegistrySnapshot {
  /** Hash of the file's text and of what the desk changed. */
  readonly version: string
  /** The file as plain data, with what the desk changed. */
  readonly value: unknown
  /** Changes of desks that do not fit the file any more, by sequence, with what is wrong: they have no effect. */
  readonly setAside: ReadonlyMap<number, ReadonlyArray<RegistryFault>>
  /** How many people it takes at a desk to protect data less. */
  readonly approvals: 1 | 2
  /** What the names of fields and parameters say, as it was checked with. */
  readonly knowledge: KeyKnowledge
  /** Calls in any 60 seconds of one application over all of its tokens; undefined where the registry leaves it to the gateway. */
  readonly limits: { readonly application: number | undefined }
  readonly agencies: ReadonlyArray<Agency>
  /** In the file's order. */
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly presets: ReadonlyMap<string, Preset>
  /** Every scope of an endpoint or a preset. */
  readonly scopes: ReadonlySet<string>
  /** @param address `opd/dataset[/segment…]`, decoded once, without a slash at either end */
  readonly resolve: (address: string) => ResolvedEndpoint | undefined
}
