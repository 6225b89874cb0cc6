/**
 * A change that an agency's desk made to its own registry entry: some settings, each at its place. States: in force,
 * then perhaps undone, once.
 */
import { Schema } from "effect"

/** What a desk may set of its agency, of a dataset and of one endpoint. Whatever shapes addresses and scopes is the operator's. */
const agencyKeys = ["server", "credential", "timeout", "deadline", "retries", "connections"] as const
const endpointKeys = ["private", "cache", "fields", "unknown", "maxBytes"] as const

const datasetKeys = ["about", "license"] as const

/** A credential whose secret was sealed with a key of the data directory. */
export const EnteredCredential = Schema.Struct({ header: Schema.String, sealed: Schema.String })

const place = <const Keys extends ReadonlyArray<string>>(keys: Keys) =>
  Schema.Union([Schema.Tuple([Schema.Literals(keys)]), Schema.Tuple([Schema.Literals(keys), Schema.String])])

export const AgencySetting = Schema.Struct({
  at: place(agencyKeys),
  /** As the registry file would have it; null leaves the key out. */
  value: Schema.Json
})

export const EndpointSetting = Schema.Struct({
  dataset: Schema.String,
  path: Schema.String,
  /** `["cache", "fresh"]`, `["fields", "data[].nama"]`. */
  at: place(endpointKeys),
  value: Schema.Json
})

export const DatasetSetting = Schema.Struct({
  dataset: Schema.String,
  /** `["about", "description"]`, `["license"]`. */
  at: place(datasetKeys),
  value: Schema.Json
})

export const Setting = Schema.Union([EndpointSetting, DatasetSetting, AgencySetting])
export type Setting = typeof Setting.Type

/** What a setting is of: an endpoint's route, a dataset, or the agency. */
export const addressOfSetting = (agency: string, setting: Setting): string =>
  [agency, ...("dataset" in setting ? [setting.dataset] : []), ...("path" in setting ? [setting.path] : [])]
    .filter((part) => part !== "").join("/")

export const RegistryChange = Schema.Struct({
  sequence: Schema.Int,
  agency: Schema.String,
  /** Epoch milliseconds. */
  madeAt: Schema.Finite,
  madeBy: Schema.String,
  settings: Schema.Array(Setting),
  undoneAt: Schema.NullOr(Schema.Finite),
  undoneBy: Schema.NullOr(Schema.String)
})
export type RegistryChange = typeof RegistryChange.Type
