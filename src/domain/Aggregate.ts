/** The aggregate's request body: several data routes in one round trip. */
import { Schema } from "effect"

export const strategies = ["keyed", "list", "strict"] as const

/** `keyed`: an object by alias; `list`: an array in request order; `strict`: keyed, all or nothing. */
export const Strategy = Schema.Literals(strategies)
export type Strategy = typeof Strategy.Type

export const maxEntries = 20
/** Largest request body, in bytes. */
export const maxBodyBytes = 64 * 1024

export const aliasPattern = /^[A-Za-z0-9_-]{1,64}$/
export const Alias = Schema.String.check(Schema.isPattern(aliasPattern))

export const AggregateRequest = Schema.Struct({
  alias: Alias,
  opd: Schema.String,
  dataset: Schema.String,
  path: Schema.String,
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])))
})
export type AggregateRequest = typeof AggregateRequest.Type

export const Aggregate = Schema.Struct({
  strategy: Strategy,
  requests: Schema.Array(AggregateRequest).check(Schema.isMinLength(1), Schema.isMaxLength(maxEntries))
})
export type Aggregate = typeof Aggregate.Type
