/**
 * May this caller read this endpoint? Scope first, then the private check (both 403), then its sunset (410). Pure. A rehearsal reads
 * nothing real, so neither scope nor privacy stands in its way.
 */
import { accessDetails } from "../domain/AccessDetails.ts"
import type { Caller } from "../domain/Caller.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { Gone, Overloaded, PrivateEndpoint, ScopeMissing } from "../domain/GatewayError.ts"
import type { Preset } from "../domain/Preset.ts"
import { opensPrivate } from "../domain/PrivateAccess.ts"

const missing = (scope: string) => new ScopeMissing({ scope, detail: accessDetails.scopeMissing(scope) })

const needsPrivate = () => new PrivateEndpoint({ detail: accessDetails.privateEndpoint })

/** Nothing private is given out while nobody could prove to whom. */
export const notRecording = () => new Overloaded({ detail: accessDetails.notRecording, retryAfterSeconds: 5 })

/**
 * The reason why the caller may not read the endpoint, or undefined when it may.
 *
 * @param preset a preset the caller was authorised for: its scope stands for the scopes of its entries, never for
 *   private access
 */
export const refusalOf = (
  caller: Caller,
  endpoint: Endpoint,
  nowMillis: number,
  preset?: Preset
): ScopeMissing | PrivateEndpoint | Gone | undefined => {
  const { isRehearsal } = caller
  if (!isRehearsal && preset === undefined && !caller.scopes.has(endpoint.scope)) return missing(endpoint.scope)
  if (!isRehearsal && endpoint.private && !opensPrivate(caller.privateAccess, endpoint.agency.slug, nowMillis)) return needsPrivate()
  return endpoint.sunset !== undefined && nowMillis >= endpoint.sunset
    ? new Gone({ detail: accessDetails.withdrawn, successor: endpoint.successor ?? null })
    : undefined
}

/** Whether the caller may read every entry of the preset now: only then is one of its copies for this caller. A rehearsal gets none. */
export const opensEveryEntry = (caller: Caller, preset: Preset, nowMillis: number): boolean =>
  !caller.isRehearsal &&
  preset.endpoints.every((endpoint) => endpoint !== undefined && refusalOf(caller, endpoint, nowMillis, preset) === undefined)

/** The same question for a preset as a whole; a private one is for who may read what is private of all its agencies. */
export const presetRefusalOf = (caller: Caller, preset: Preset, nowMillis: number): ScopeMissing | PrivateEndpoint | undefined => {
  if (caller.isRehearsal) return undefined
  if (!caller.scopes.has(preset.scope)) return missing(preset.scope)
  return preset.private && !preset.requests.every(({ opd }) => opensPrivate(caller.privateAccess, opd, nowMillis))
    ? needsPrivate()
    : undefined
}
