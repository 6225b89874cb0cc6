/**
 * Reads one endpoint for one caller: resolve → authorise → fresh copy → breaker(retry(timeout(agency))) → mask →
 * store. Data routes, aggregates and presets all come through here, so none can skip a check.
 *
 * A failing agency (circuit open, or the call failed after its retries) is answered from the stale copy, if there
 * is one that is not too old.
 */
import { Clock, Context, Effect, Layer, Result } from "effect"
import { hash } from "node:crypto"
import { AuditSink } from "../audit/AuditSink.ts"
import type { ResolvedEndpoint } from "../domain/Endpoint.ts"
import { type BadRequest, Gone, type GatewayError, NotRegistered, Unauthorized } from "../domain/GatewayError.ts"
import type { Representation } from "../domain/Negotiation.ts"
import type { Preset } from "../domain/Preset.ts"
import { Registry } from "../registry/Registry.ts"
import { type Copy, StaleCache } from "../resilience/StaleCache.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { notRecording, refusalOf } from "./Authorise.ts"
import { hasPseudonyms } from "./Copies.ts"
import type { CacheResult, Exchange } from "./Exchange.ts"
import { FetchCopy, type FetchError } from "./FetchCopy.ts"
import { largestKept } from "./KeptBody.ts"
import type { Streamed } from "./Streamed.ts"

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
    detail: `${address === "" ? "This address" : `\`${address.slice(0, 200)}\``} is not registered: no such combination of agency, dataset and route. The catalogue is at /v4/gateway.`
  })

/**
 * Endpoint, path parameters, canonical query, representation; an application only where its pseudonyms differ. Never the token.
 *
 * Keys are kept on disk with their copies, and what a caller writes may be a person's number: it goes in as a keyed hash.
 */
export const cacheKey = (
  { endpoint }: ResolvedEndpoint,
  asked: { readonly address: string; readonly query: string; readonly representation: Representation; readonly application: string; readonly keyVersion: number },
  secret: string
): string => {
  const { address, application, keyVersion, query, representation } = asked
  const what = query === "" && address === endpoint.route ? address : hash("sha256", `${secret}\n${address}\n${query}`, "base64url")
  return `${representation}\n${what}${hasPseudonyms(endpoint) ? `\n${application}\n${keyVersion}` : ""}`
}

/** What keys are hashed with; the same in every process on one data directory. */
export const cacheSecret = Effect.map(SecretKeys, (keys) => Buffer.from(keys.internal("cache keys")).toString("base64url"))

const answerOf = (copy: Copy, cache: CacheResult, freshMillis: number, nowMillis: number): Answer => ({
  copy,
  cache,
  age: Math.max(0, Math.floor((nowMillis - copy.storedAt) / 1000)),
  freshFor: Math.ceil((copy.storedAt + freshMillis - nowMillis) / 1000)
})

export class ReadEndpoint extends Context.Service<ReadEndpoint, {
  /** Waits for the whole answer. */
  readonly read: (exchange: Exchange, request: ReadRequest) => Effect.Effect<Answer, GatewayError>
  /** Where the answer is large it is there from its first bytes on; the body that comes with it has to be run or abandoned. */
  readonly open: (exchange: Exchange, request: ReadRequest) => Effect.Effect<Answer | Streamed, GatewayError>
}>()("gapura/gateway/ReadEndpoint") {
  static readonly layer = Layer.effect(
    ReadEndpoint,
    Effect.gen(function*() {
      const registry = yield* Registry
      const sink = yield* AuditSink
      const cache = yield* StaleCache
      const { fetch, fetchAlone } = yield* FetchCopy
      const clock = yield* Clock.Clock
      const keys = yield* SecretKeys
      const secret = yield* cacheSecret

      function go(exchange: Exchange, request: ReadRequest, streams: false): Effect.Effect<Answer, GatewayError>
      function go(exchange: Exchange, request: ReadRequest, streams: true): Effect.Effect<Answer | Streamed, GatewayError>
      function go(exchange: Exchange, request: ReadRequest, streams: boolean): Effect.Effect<Answer | Streamed, GatewayError> {
        const caller = exchange.caller
        if (caller === undefined) return Effect.fail(new Unauthorized({ detail: "An access token is required.", reason: "absent" }))

        const resolved = registry.current().resolve(request.address)
        if (resolved === undefined) return Effect.fail(notRegistered(request.address))
        const endpoint = resolved.endpoint
        exchange.endpoint = endpoint
        exchange.route = endpoint.route

        const refusal = refusalOf(caller, endpoint, request.preset)
        if (refusal !== undefined) return Effect.fail(refusal)
        if (endpoint.private) {
          exchange.guarded = true
          if (!sink.recording()) return Effect.fail(notRecording())
        }
        const now = clock.currentTimeMillisUnsafe()
        if (endpoint.sunset !== undefined && now >= endpoint.sunset) {
          return Effect.fail(new Gone({ detail: "This endpoint was withdrawn on its sunset date.", successor: endpoint.successor ?? null }))
        }
        const query = request.query(endpoint.query)
        if (Result.isFailure(query)) return Effect.fail(query.failure)

        const key = cacheKey(
          resolved,
          { address: request.address, query: query.success, representation: request.representation, application: caller.application, keyVersion: keys.version() },
          secret
        )
        const { freshMillis } = endpoint.cache
        const kept = cache.get(key, endpoint.fingerprint, now)
        if (kept !== undefined && now < kept.storedAt + freshMillis) {
          exchange.cache = "HIT"
          exchange.masked = kept.masked
          exchange.disclosed = kept.disclosed
          return Effect.succeed(answerOf(kept, "HIT", freshMillis, now))
        }
        exchange.cache = "MISS"
        const asked = { exchange, resolved, query: query.success, representation: request.representation, key, streams }
        const onSuccess = (copy: Copy): Effect.Effect<Answer | Streamed, GatewayError> => {
          exchange.masked = copy.masked
          exchange.disclosed = copy.disclosed
          // The copy was made after this request began: by `now` it would stay fresh too long.
          return Effect.succeed(answerOf(copy, "MISS", freshMillis, clock.currentTimeMillisUnsafe()))
        }
        const onFailure = (error: FetchError | Streamed): Effect.Effect<Answer | Streamed, GatewayError> => {
          if (error._tag === "Streamed") {
            if (error.owner === asked) return Effect.succeed(error)
            // Those who came with it want the same: one whole answer serves them all, where it cannot be too large for that.
            const anew = endpoint.maxBytes <= largestKept ? fetch({ ...asked, streams: false }) : fetchAlone(asked)
            return Effect.matchEffect(anew, { onSuccess, onFailure })
          }
          exchange.cache = null
          if (error._tag !== "AgencyUnavailable" && error._tag !== "AgencyTimeout" && error._tag !== "CircuitOpen") return Effect.fail(error)
          const later = clock.currentTimeMillisUnsafe()
          const stale = cache.get(key, endpoint.fingerprint, later)
          if (stale === undefined) return Effect.fail(error)
          exchange.cache = "STALE-CIRCUIT"
          exchange.masked = stale.masked
          exchange.disclosed = stale.disclosed
          return Effect.succeed(answerOf(stale, "STALE-CIRCUIT", freshMillis, later))
        }
        return Effect.matchEffect(fetch(asked), { onSuccess, onFailure })
      }

      return ReadEndpoint.of({
        read: (exchange, request) => go(exchange, request, false),
        open: (exchange, request) => go(exchange, request, true)
      })
    })
  )
}
