/**
 * What a gateway's flight has to do with those of the city's other gateways: it looks for a fresh copy in Redis first, waits for
 * the flight of another gateway that wants the same, and puts there what it brings.
 *
 * Nothing of a private endpoint goes there unless the setting says so, and nothing that an agency does not want kept for all. A
 * circuit that is not closed asks nobody: its probe is to reach the agency.
 *
 * Gotcha: gateways with different keys for pseudonyms share no copies that have any.
 */
import { Effect, Exit, Option, Redacted, Schema } from "effect"
import { createHmac } from "node:crypto"
import type { Endpoint } from "../domain/Endpoint.ts"
import { AgencyTimeout, AgencyUnavailable, NotFoundAtAgency, RefusedByAgency } from "../domain/GatewayError.ts"
import { Breaker } from "../resilience/Breaker.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import { CityCopies } from "../resilience/CityCopies.ts"
import { StaleCache } from "../resilience/StaleCache.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import type { FetchError, FetchRequest } from "./FetchRequest.ts"
import { hasPseudonyms } from "./MaskedResponse.ts"
import { StreamedResponse } from "./StreamedResponse.ts"
import { isUnshared } from "./UnsharedEndpoints.ts"

/** A fresh copy that another gateway had put there before anybody flew. */
export class FoundCopy {
  readonly response: CachedResponse

  constructor(response: CachedResponse) {
    this.response = response
  }
}

export type Fetched = CachedResponse | StreamedResponse | FoundCopy

/** What an agency's own failing is told to those who waited. */
const Told = Schema.fromJsonString(Schema.Union([AgencyUnavailable, AgencyTimeout, NotFoundAtAgency, RefusedByAgency]))
const isTold = Schema.is(Schema.Union([AgencyUnavailable, AgencyTimeout, NotFoundAtAgency, RefusedByAgency]))
const encodeTold = Schema.encodeSync(Told)
const decodeTold = Schema.decodeUnknownOption(Told)

/** Of an agency that was never reached other gateways learn nothing. */
const failureOf = (exit: Exit.Exit<Fetched, FetchError>): Uint8Array | undefined => {
  const error = Exit.findErrorOption(exit)
  return Option.isSome(error) && isTold(error.value) && error.value.attempts > 0 ? Buffer.from(encodeTold(error.value)) : undefined
}

export const makeCityFlight = Effect.gen(function*() {
  const copies = yield* CityCopies
  const breaker = yield* Breaker
  const cache = yield* StaleCache
  const keys = yield* SecretKeys
  /** Endpoints whose latest answer was a stream, which is one caller's alone. */
  const streaming = new WeakSet<Endpoint>()

  const of = ({ resolved: { endpoint } }: FetchRequest): CityCopies | undefined =>
    endpoint.private && copies?.withPrivate !== true ? undefined : copies

  const keyOf = ({ key, resolved: { endpoint } }: FetchRequest): string =>
    hasPseudonyms(endpoint) ? `${key}\n${createHmac("sha256", Redacted.value(keys.pseudonym())).update("copies").digest("base64url")}` : key

  const fly = (request: FetchRequest, alone: Effect.Effect<Fetched, FetchError>): Effect.Effect<Fetched, FetchError> => {
    const { key, resolved: { endpoint } } = request
    const { agency, cache: { freshMillis }, fingerprint: policy } = endpoint
    const shared = of(request)
    if (shared === undefined || isUnshared(endpoint) || streaming.has(endpoint) || breaker.state(agency.slug) !== "closed") return alone
    return shared.fly<Fetched, FetchError, never>(
      { key: keyOf(request), policy, freshMillis, waitMillis: agency.deadlineMillis },
      (joined) => {
        if (joined._tag === "Flies") return alone
        if (joined._tag === "Failure") {
          return Option.match(decodeTold(joined.told.toString()), { onNone: () => alone, onSome: (error) => Effect.fail(error) })
        }
        cache.put(key, joined.response)
        return Effect.succeed(joined.isFromBefore ? new FoundCopy(joined.response) : joined.response)
      },
      (exit) => {
        if (Exit.isSuccess(exit) && exit.value instanceof StreamedResponse) streaming.add(endpoint)
        return failureOf(exit)
      }
    )
  }

  /** What this gateway has fetched is for the others, too. */
  const put = (request: FetchRequest, response: CachedResponse): void => {
    const { endpoint } = request.resolved
    streaming.delete(endpoint)
    of(request)?.put(keyOf(request), response, endpoint.cache.freshMillis)
  }

  const drop = (request: FetchRequest): void => of(request)?.drop(keyOf(request), request.resolved.endpoint.fingerprint)

  /** A copy of any age, kept here from now on. */
  const find = (request: FetchRequest): Effect.Effect<CachedResponse | undefined> =>
    Effect.tap(
      of(request)?.find(keyOf(request), request.resolved.endpoint.fingerprint) ?? Effect.succeed(undefined),
      (found) => Effect.sync(() => found === undefined ? undefined : cache.put(request.key, found))
    )

  return { fly, put, drop, find }
})
