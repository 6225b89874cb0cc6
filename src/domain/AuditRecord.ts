/**
 * What the gateway keeps about a request: who asked what of whom, and what came of it.
 *
 * It has no body, no raw query, no personal data and no token, so it can be shown to an agency as it is.
 */
import { Schema } from "effect"
import { cacheResults } from "./CacheResult.ts"

export const AuditRecord = Schema.Struct({
  /** ISO 8601, UTC, milliseconds. */
  time: Schema.String,
  /** An aggregate's or preset's entry has its parent's id plus `#` and the alias. */
  requestId: Schema.String,
  traceId: Schema.NullOr(Schema.String),
  /** The application that owns the route; null where no registered route was reached. */
  ownerApplication: Schema.NullOr(Schema.String),
  agency: Schema.NullOr(Schema.String),
  dataset: Schema.NullOr(Schema.String),
  /** The address template, never the address with its parameters. */
  route: Schema.String,
  consumerApplication: Schema.NullOr(Schema.String),
  tokenId: Schema.NullOr(Schema.String),
  method: Schema.String,
  status: Schema.Int,
  /** Problem code; null on success. */
  code: Schema.NullOr(Schema.String),
  durationMs: Schema.Finite,
  /** Bytes of the answer's body. */
  bytes: Schema.Int,
  cache: Schema.NullOr(Schema.Literals(cacheResults)),
  /** Calls made to the agency for this request. */
  attempts: Schema.Int,
  agencyStatus: Schema.NullOr(Schema.Int),
  /** Values masked in the answer. */
  masked: Schema.Int,
  alias: Schema.NullOr(Schema.String),
  /**
   * Only of requests without a valid token beyond what one address may send: how many of one second and status it
   * stands for. Absent: one.
   */
  times: Schema.optionalKey(Schema.Int),
  /** The caller's, where the city records addresses; else only beside `times`, as a hash with a key that nobody keeps longer than a day. */
  address: Schema.optionalKey(Schema.String)
})
export type AuditRecord = typeof AuditRecord.Type
