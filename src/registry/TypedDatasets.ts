/**
 * Datasets whose bodies are typed: the address of an endpoint, and the Schema of what its agency sends. The classes
 * that the Schema is annotated with join the `fields` of the registry file, which decide where both name a path.
 *
 * None of the demo city's datasets is typed; a city adds its own here.
 */
import type { Schema } from "effect"

export interface TypedDataset {
  /** As the registry writes it, `diskominfo/portal-publik/events` or `…/acara/:id`. */
  readonly route: string
  /** Of the agency's whole body. */
  readonly schema: Schema.Constraint
}

export const typedDatasets: ReadonlyArray<TypedDataset> = []
