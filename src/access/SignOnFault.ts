/** What failed at the sign-on: it itself, or what it was asked. Never says what was sent, only what kind of fault it was. */
import { Schema } from "effect"

const Fault = Schema.Struct({
  code: Schema.optional(Schema.String),
  /** Of the sign-on's own errors, such as `invalid_grant`. */
  error: Schema.optional(Schema.String),
  status: Schema.optional(Schema.Int)
})
const isFault = Schema.is(Fault)

/** It did not answer in time, or not in the protocol. */
const awayCodes = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR"
])
/** It does not know this portal: a matter of the settings, and nobody's sign-in. */
const settingErrors = new Set(["invalid_client", "unauthorized_client", "server_error", "temporarily_unavailable"])

export const isSignOnAway = (error: unknown): boolean => {
  // `fetch failed`.
  if (error instanceof TypeError) return true
  if (!isFault(error)) return false
  return awayCodes.has(error.code ?? "") || settingErrors.has(error.error ?? "") || (error.status ?? 0) >= 500
}

export const reasonOf = (error: unknown): string => {
  if (!isFault(error)) return error instanceof Error ? error.message : "unknown"
  return [error.code, error.error, error.status].filter((part) => part !== undefined).join(" ") ||
    (error instanceof Error ? error.message : "unknown")
}
