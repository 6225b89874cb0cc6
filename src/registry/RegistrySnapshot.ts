/** The registry as it is in force: immutable, replaced whole. */
import type { Agency } from "../domain/Agency.ts"
import type { Endpoint, ResolvedEndpoint } from "../domain/Endpoint.ts"
import type { Preset } from "../domain/Preset.ts"

export interface RegistrySnapshot {
  /** Hash of the file's text. */
  readonly version: string
  readonly agencies: ReadonlyArray<Agency>
  /** In the file's order. */
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly presets: ReadonlyMap<string, Preset>
  /** Every scope of an endpoint or a preset. */
  readonly scopes: ReadonlySet<string>
  /** @param address `opd/dataset[/segment…]`, decoded once, without a slash at either end */
  readonly resolve: (address: string) => ResolvedEndpoint | undefined
}
