/**
 * What a gateway's flight has to do with those of the city's other gateways: it looks for a fresh copy in Redis first, waits for
 * the flight of another gateway that wants the same, and puts there what it brings.
 *
 * What may be there says `CityShelf.ts`; nothing that an agency does not want kept for all may. A circuit that is not closed
 * asks nobody: its probe is to reach the agency.
 */
import { Effect, Exit, Option, Schema } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import { AgencyTimeout, AgencyUnavailable, NotFoundAtAgency, RefusedByAgency } from "../domain/GatewayError.ts"
import { Breaker } from "../resilience/Breaker.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import type { CityCopies } from "../resilience/CityCopies.ts"
import { StaleCache } from "../resilience/StaleCache.ts"
import { makeCityShelf } from "./CityShelf.ts"
import type { FetchError, FetchRequest } from "./FetchRequest.ts"
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
  const shelf = yield* makeCityShelf
  const breaker = yield* Breaker
  const cache = yield* StaleCache
  /** Endpoints whose latest answer was a stream, which is one caller's alone. */
  const streaming = new WeakSet<Endpoint>()

  const of = ({ resolved: { endpoint } }: FetchRequest): CityCopies | undefined => shelf.of(endpoint)
  const keyOf = ({ key, resolved: { endpoint } }: FetchRequest): string => shelf.keyOf(key, endpoint)

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
