/**
 * Credentials of agencies that the environment should hold and does not. Their calls answer 502 without being sent; the other
 * agencies go on, so that this is no reason not to start.
 */
import { Redacted } from "effect"
import type { Agency, AgencyCredential } from "./Agency.ts"

type NamedCredential = Extract<AgencyCredential, { readonly env: string }>

/** @returns undefined where none is missing, else what is told of them */
export const unsetCredentials = (
  agencies: ReadonlyArray<Agency>,
  valueOf: (credential: NamedCredential, agency: Agency) => Redacted.Redacted<string> | undefined
): string | undefined => {
  const missing = agencies.flatMap((agency) => {
    const { credential, slug } = agency
    if (credential === undefined || !("env" in credential)) return []
    const value = valueOf(credential, agency)
    return value === undefined || Redacted.value(value) === "" ? [`${credential.env} (${slug})`] : []
  })
  return missing.length === 0
    ? undefined
    : `not set in the environment, but named by the registry as an agency's credential: ${missing.join(", ")}`
}
