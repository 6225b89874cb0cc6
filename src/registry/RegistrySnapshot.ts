/** The registry as it is in force: immutable, replaced whole. */
import type { Agency } from "../domain/Agency.ts"
import type { Endpoint, ResolvedEndpoint } from "../domain/Endpoint.ts"
import type { Preset } from "../domain/Preset.ts"
import type { RegistryFault } from "./RegistryInvalid.ts"

export interface RegistrySnapshot {
  /** Hash of the file's text and of what the desk changed. */
  readonly version: string
  /** The file as plain data, with what the desk changed. */
  readonly value: unknown
  /** Changes of desks that do not fit the file any more, by sequence, with what is wrong: they have no effect. */
  readonly setAside: ReadonlyMap<number, ReadonlyArray<RegistryFault>>
  readonly agencies: ReadonlyArray<Agency>
  /** In the file's order. */
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly presets: ReadonlyMap<string, Preset>
  /** Every scope of an endpoint or a preset. */
  readonly scopes: ReadonlySet<string>
  /** @param address `opd/dataset[/segment…]`, decoded once, without a slash at either end */
  readonly resolve: (address: string) => ResolvedEndpoint | undefined
}
