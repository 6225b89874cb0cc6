/**
 * What can be read of a registry file in spite of its faults: just enough to compare its parts with each other, so
 * that one look at a file finds the faults of every kind. A sound `RegistryFile` is an outline too.
 */
import { Effect, Schema } from "effect"
import { AgencyEntry, DatasetEntry, EndpointEntry, PresetEntry, PresetRequestEntry } from "./RegistryFile.ts"

/** The value, or undefined where it has a fault of its own. */
const readable = <T, E>(schema: Schema.Codec<T, E>) =>
  Schema.UndefinedOr(schema).pipe(Schema.catchDecoding(() => Effect.succeedSome(undefined)))
const key = <T, E>(schema: Schema.Codec<T, E>) => Schema.optionalKey(readable(schema))
const list = <T, E>(item: Schema.Codec<T, E>) => key(Schema.Array(readable(item)))

const agency = AgencyEntry.fields
const dataset = DatasetEntry.fields
const endpoint = EndpointEntry.fields
const preset = PresetEntry.fields
const request = PresetRequestEntry.fields

const EndpointOutline = Schema.Struct({
  path: key(endpoint.path),
  upstream: key(endpoint.upstream.schema),
  resource: key(endpoint.resource.schema),
  query: key(endpoint.query.schema),
  examples: key(endpoint.examples.schema),
  private: key(endpoint.private.schema),
  ask: key(endpoint.ask.schema),
  position: key(endpoint.position.schema),
  live: key(endpoint.live.schema),
  key: key(endpoint.key.schema),
  fields: key(endpoint.fields.schema),
  deprecated: key(endpoint.deprecated.schema),
  sunset: key(endpoint.sunset.schema),
  successor: key(endpoint.successor.schema)
})
export type EndpointOutline = typeof EndpointOutline.Type

const AgencyOutline = Schema.Struct({
  slug: key(agency.slug),
  server: key(agency.server),
  tls: key(agency.tls.schema),
  breaker: key(agency.breaker.schema),
  datasets: list(Schema.Struct({ slug: key(dataset.slug), endpoints: list(EndpointOutline) }))
})
export type AgencyOutline = typeof AgencyOutline.Type

const PresetOutline = Schema.Struct({
  slug: key(preset.slug),
  requests: list(Schema.Struct({
    alias: key(request.alias),
    opd: key(request.opd),
    dataset: key(request.dataset),
    path: key(request.path),
    query: key(request.query.schema)
  }))
})
export type PresetOutline = typeof PresetOutline.Type

export const RegistryOutline = Schema.Struct({ agencies: list(AgencyOutline), presets: list(PresetOutline) })
export type RegistryOutline = typeof RegistryOutline.Type
