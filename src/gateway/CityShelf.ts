/**
 * Where the city's gateways keep copies for each other, by endpoint: in Redis, where that is set.
 *
 * Nothing of a private endpoint goes there unless the setting says so. Gateways with different keys for pseudonyms share no
 * copies that have any.
 */
import { Effect, Redacted } from "effect"
import { createHmac } from "node:crypto"
import type { Endpoint } from "../domain/Endpoint.ts"
import { CityCopies } from "../resilience/CityCopies.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { hasPseudonyms } from "./MaskedResponse.ts"

export interface CityShelf {
  /** Undefined where nothing of this endpoint is shared. */
  readonly of: (endpoint: Endpoint) => CityCopies | undefined
  /** As gateways call what this one calls so. */
  readonly keyOf: (key: string, endpoint: Endpoint) => string
}

export const makeCityShelf: Effect.Effect<CityShelf, never, SecretKeys> = Effect.gen(function*() {
  const copies = yield* CityCopies
  const keys = yield* SecretKeys
  return {
    of: (endpoint) => endpoint.private && copies?.withPrivate !== true ? undefined : copies,
    keyOf: (key, endpoint) =>
      hasPseudonyms(endpoint)
        ? `${key}\n${createHmac("sha256", Redacted.value(keys.pseudonym())).update("copies").digest("base64url")}`
        : key
  }
})
