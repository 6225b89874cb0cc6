/**
 * An OAuth client: a name and secret with which an application's server obtains tokens, and the scopes granted to it.
 * States: active, disabled, revoked. Times are epoch milliseconds.
 */
import { Schema } from "effect"

export const Client = Schema.Struct({
  clientId: Schema.String,
  application: Schema.String,
  /** What it is granted: the most that a token of it can have. */
  scopes: Schema.Array(Schema.String),
  createdAt: Schema.Finite,
  /** Null while it is not disabled. */
  disabledAt: Schema.NullOr(Schema.Finite),
  /** Null while it is not revoked, which is for good. */
  revokedAt: Schema.NullOr(Schema.Finite),
  /** Until when the secret before the present one works; null where it does not. */
  previousUntil: Schema.NullOr(Schema.Finite),
  /** Account of the developer who made the secret and alone has seen it; empty: nobody has made it yet; null: others may have seen it. */
  secretOf: Schema.NullOr(Schema.String)
})
export type Client = typeof Client.Type
