/**
 * Reads one endpoint for one caller: resolve → authorise → fresh copy → breaker(retry(timeout(agency))) → mask →
 * store. Data routes, aggregates and presets all come through here, so none can skip a check.
 *
 * A failing agency (circuit open, or the call failed after its retries) is answered from the stale copy, if there
 * is one that is not too old.
 */
import { Clock, Context, Effect, Layer, Result } from "effect"
import { hash } from "node:crypto"
import type { ResolvedEndpoint } from "../domain/Endpoint.ts"
import { type BadRequest, Gone, type GatewayError, NotRegistered, Unauthorized } from "../domain/GatewayError.ts"
import type { Representation } from "../domain/Negotiation.ts"
import type { Preset } from "../domain/Preset.ts"
import { Registry } from "../registry/Registry.ts"
import { type Copy, StaleCache } from "../resilience/StaleCache.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { refusalOf } from "./Authorise.ts"
import { hasPseudonyms } from "./Copies.ts"
import type { CacheResult, Exchange } from "./Exchange.ts"
import { FetchCopy } from "./FetchCopy.ts"

export interface Answer {
  readonly copy: Copy
  readonly cache: CacheResult
  /** Whole seconds since the copy was stored. */
  readonly age: number
  /** Whole seconds that the copy stays fresh; negative once it is stale. */
  readonly freshFor: number
}

export interface ReadRequest {
  readonly address: string
  /** Makes the canonical query from the declared names. */
  readonly query: (declared: ReadonlyArray<string>) => Result.Result<string, BadRequest>
  readonly representation: Representation
  /** The preset that this read belongs to, already authorised. */
  readonly preset?: Preset
}

const notRegistered = (address: string) =>
  new NotRegistered({
    detail: `\`${address.slice(0, 200)}\` is not registered: no such combination of agency, dataset and route. The catalogue is at /v4/gateway.`
  })

/**
 * Endpoint, path parameters, canonical query, representation; an application only where its pseudonyms differ. Never the token.
 *
 * Keys are kept on disk with their copies, and what a caller writes may be a person's number: it goes in as a keyed hash.
 */
export const cacheKey = (
  { endpoint }: ResolvedEndpoint,
  asked: { readonly address: string; readonly query: string; readonly representation: Representation; readonly application: string },
  secret: string
): string => {
  const { address, application, query, representation } = asked
  const what = query === "" && address === endpoint.route ? address : hash("sha256", `${secret}\n${address}\n${query}`, "base64url")
  return `${representation}\n${what}${hasPseudonyms(endpoint) ? `\n${application}` : ""}`
}

const answerOf = (copy: Copy, cache: CacheResult, freshMillis: number, nowMillis: number): Answer => ({
  copy,
  cache,
  age: Math.max(0, Math.floor((nowMillis - copy.storedAt) / 1000)),
  freshFor: Math.ceil((copy.storedAt + freshMillis - nowMillis) / 1000)
})

export class ReadEndpoint extends Context.Service<ReadEndpoint, {
  readonly read: (exchange: Exchange, request: ReadRequest) => Effect.Effect<Answer, GatewayError>
}>()("gapura/gateway/ReadEndpoint") {
  static readonly layer = Layer.effect(
    ReadEndpoint,
    Effect.gen(function*() {
      const registry = yield* Registry
      const cache = yield* StaleCache
      const { fetch } = yield* FetchCopy
      const clock = yield* Clock.Clock
      const secret = Buffer.from((yield* SecretKeys).pseudonymFor("\ncache keys")).toString("base64url")

      const read = (exchange: Exchange, request: ReadRequest): Effect.Effect<Answer, GatewayError> => {
        const caller = exchange.caller
        if (caller === undefined) return Effect.fail(new Unauthorized({ detail: "An access token is required.", reason: "absent" }))

        const resolved = registry.current().resolve(request.address)
        if (resolved === undefined) return Effect.fail(notRegistered(request.address))
        const endpoint = resolved.endpoint
        exchange.endpoint = endpoint
        exchange.route = endpoint.route

        const refusal = refusalOf(caller, endpoint, request.preset)
        if (refusal !== undefined) return Effect.fail(refusal)
        const now = clock.currentTimeMillisUnsafe()
        if (endpoint.sunset !== undefined && now >= endpoint.sunset) {
          return Effect.fail(new Gone({ detail: "This endpoint was withdrawn on its sunset date.", successor: endpoint.successor ?? null }))
        }
        const query = request.query(endpoint.query)
        if (Result.isFailure(query)) return Effect.fail(query.failure)

        const key = cacheKey(
          resolved,
          { address: request.address, query: query.success, representation: request.representation, application: caller.application },
          secret
        )
        const { freshMillis } = endpoint.cache
        const kept = cache.get(key, endpoint.fingerprint, now)
        if (kept !== undefined && now < kept.storedAt + freshMillis) {
          exchange.cache = "HIT"
          exchange.masked = kept.masked
          return Effect.succeed(answerOf(kept, "HIT", freshMillis, now))
        }
        exchange.cache = "MISS"
        return fetch({ exchange, resolved, query: query.success, representation: request.representation, key }).pipe(
          Effect.matchEffect({
            onSuccess: (copy): Effect.Effect<Answer, GatewayError> => {
              exchange.masked = copy.masked
              // The copy was made after this request began: by `now` it would stay fresh too long.
              return Effect.succeed(answerOf(copy, "MISS", freshMillis, clock.currentTimeMillisUnsafe()))
            },
            onFailure: (error): Effect.Effect<Answer, GatewayError> => {
              exchange.cache = null
              if (error._tag !== "AgencyUnavailable" && error._tag !== "AgencyTimeout" && error._tag !== "CircuitOpen") return Effect.fail(error)
              const later = clock.currentTimeMillisUnsafe()
              const stale = cache.get(key, endpoint.fingerprint, later)
              if (stale === undefined) return Effect.fail(error)
              exchange.cache = "STALE-CIRCUIT"
              exchange.masked = stale.masked
              return Effect.succeed(answerOf(stale, "STALE-CIRCUIT", freshMillis, later))
            }
          })
        )
      }

      return ReadEndpoint.of({ read })
    })
  )
}
