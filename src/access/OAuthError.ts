/** What the OAuth endpoints answer instead of what was asked (RFC 6749, section 5.2; RFC 7009, section 2.2.1). */
import { Schema } from "effect"

/**
 * `slow_down` (429) is RFC 8628's name for "too often", `temporarily_unavailable` (503) the name that RFC 6749 has
 * elsewhere for what passes by itself.
 */
export class OAuthError extends Schema.TaggedError<OAuthError>()("OAuthError", {
  error: Schema.Literals([
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "invalid_scope",
    "unauthorized_client",
    "unsupported_grant_type",
    "slow_down",
    "temporarily_unavailable"
  ]),
  /** Printable ASCII without quotation marks and backslashes. */
  description: Schema.String,
  status: Schema.Int,
  retryAfterSeconds: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return `${this.error}: ${this.description}`
  }
}

/** The database away: nothing was decided, and the client may try again. */
export const notNow = new OAuthError({
  error: "temporarily_unavailable",
  description: "This cannot be decided at the moment; the tokens you have stay valid.",
  status: 503,
  retryAfterSeconds: 5
})
