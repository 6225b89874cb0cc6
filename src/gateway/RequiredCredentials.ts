/**
 * Refuses to start while the environment lacks a credential that the registry in force names: an agency that needs one
 * would answer nothing but 502. A registry that is taken up later is not refused for it; its calls are.
 */
import { Effect, Layer, Redacted, Schema } from "effect"
import { Registry } from "../registry/Registry.ts"
import { AgencyCredentials } from "./AgencyCredentials.ts"

export class CredentialMissing extends Schema.TaggedError<CredentialMissing>()("CredentialMissing", {
  /** `VARIABLE (agency)`, for the operator. */
  places: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return `not set in the environment, but named by the registry as an agency's credential: ${this.places.join(", ")}`
  }
}

export const RequiredCredentials = Layer.effectDiscard(Effect.gen(function*() {
  const registry = yield* Registry
  const credentials = yield* AgencyCredentials
  const places = registry.current().agencies.flatMap((agency) => {
    const { credential } = agency
    if (credential === undefined || !("env" in credential)) return []
    const value = credentials.of(credential, agency)
    return value === undefined || Redacted.value(value) === "" ? [`${credential.env} (${agency.slug})`] : []
  })
  if (places.length > 0) return yield* new CredentialMissing({ places })
}))
