/** May this caller read this endpoint? Scope first, then the private check; both are 403. Pure. */
import type { Caller } from "../domain/Caller.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { Overloaded, PrivateEndpoint, ScopeMissing } from "../domain/GatewayError.ts"
import type { Preset } from "../domain/Preset.ts"

const missing = (scope: string) =>
  new ScopeMissing({
    scope,
    detail: `The token does not have the scope \`${scope}\`. Add it to your application in the portal, or ask the agency's technical team, then obtain a new token.`
  })

const needsPrivate = () =>
  new PrivateEndpoint({
    detail: "This endpoint is private: it needs a verified private developer account or an official application. Apply for verification in the portal."
  })

/** Nothing private is given out while nobody could prove to whom. */
export const notRecording = () =>
  new Overloaded({ detail: "This endpoint is private, and the gateway cannot keep its audit record at the moment. Try again.", retryAfterSeconds: 5 })

/**
 * The reason why the caller may not read the endpoint, or undefined when it may.
 *
 * @param preset a preset the caller was authorised for: its scope stands for the scopes of its entries, never for
 *   private access
 */
export const refusalOf = (caller: Caller, endpoint: Endpoint, preset?: Preset): ScopeMissing | PrivateEndpoint | undefined => {
  if (preset === undefined && !caller.scopes.has(endpoint.scope)) return missing(endpoint.scope)
  return endpoint.private && !caller.privateAccess ? needsPrivate() : undefined
}

/** The same question for a preset as a whole. */
export const presetRefusalOf = (caller: Caller, preset: Preset): ScopeMissing | PrivateEndpoint | undefined => {
  if (!caller.scopes.has(preset.scope)) return missing(preset.scope)
  return preset.private && !caller.privateAccess ? needsPrivate() : undefined
}
