/**
 * What an application asks of an agency's technical team. States: asked, then approved or refused, once, by somebody and
 * with a reason where it was refused. Times are epoch milliseconds.
 */
import { Schema } from "effect"

export const AccessRequest = Schema.Struct({
  requestId: Schema.String,
  /** `client-credentials`: scopes of the agency for server-to-server use; `private-access`: its developer's verification. */
  kind: Schema.Literals(["client-credentials", "private-access"]),
  application: Schema.String,
  /** Slug of the agency that decides. */
  agency: Schema.String,
  scopes: Schema.Array(Schema.String),
  purpose: Schema.String,
  askedBy: Schema.String,
  askedAt: Schema.Finite,
  state: Schema.Literals(["asked", "approved", "refused"]),
  decidedBy: Schema.NullOr(Schema.String),
  decidedAt: Schema.NullOr(Schema.Finite),
  reason: Schema.NullOr(Schema.String),
  /** The client that the approval made or extended. */
  clientId: Schema.NullOr(Schema.String)
})
export type AccessRequest = typeof AccessRequest.Type
export type AccessRequestKind = AccessRequest["kind"]
export type AccessRequestState = AccessRequest["state"]
