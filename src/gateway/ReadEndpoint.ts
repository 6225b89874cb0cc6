/**
 * Reads one endpoint for one caller: resolve → authorise → fresh copy → breaker(retry(timeout(agency))) → mask →
 * store. Data routes, aggregates and presets all come through here, so none can skip a check.
 *
 * A failing agency (circuit open, or the call failed after its retries) is answered from the stale copy, if there
 * is one that is not too old, here or where another gateway has put it.
 */
import { Clock, Context, Effect, Layer, Result } from "effect"
import { hash } from "node:crypto"
import { AuditSink } from "../audit/AuditSink.ts"
import { accessDetails } from "../domain/AccessDetails.ts"
import { agencyDetails } from "../domain/AgencyDetails.ts"
import type { CacheResult } from "../domain/CacheResult.ts"
import type { Caller } from "../domain/Caller.ts"
import { encodeDisclosures, joinDisclosures } from "../domain/Disclosure.ts"
import type { Endpoint, ResolvedEndpoint } from "../domain/Endpoint.ts"
import { type BadRequest, type GatewayError, NotRegistered, Overloaded, Unauthorized } from "../domain/GatewayError.ts"
import type { Representation } from "../domain/Negotiation.ts"
import type { Preset } from "../domain/Preset.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import { Registry } from "../registry/Registry.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import { StaleCache } from "../resilience/StaleCache.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { AgencyFetch } from "./AgencyFetch.ts"
import { AgencyShares } from "./AgencyShares.ts"
import { type Answer, answerOf, freshUntil } from "./Answer.ts"
import { notRecording, refusalOf } from "./Authorise.ts"
import { type Fetched, FoundCopy } from "./CityFlight.ts"
import type { Exchange } from "./Exchange.ts"
import type { FetchError, FetchRequest } from "./FetchRequest.ts"
import { hasPseudonyms } from "./MaskedResponse.ts"
import { makeRehearse } from "./Rehearse.ts"
import { largestKept } from "./ResponseBuffer.ts"
import { StreamedResponse } from "./StreamedResponse.ts"
import { ownKey } from "./UnsharedEndpoints.ts"

export interface ReadRequest {
  readonly address: string
  /** Makes the canonical query from the declared names. */
  readonly query: (declared: ReadonlyArray<string>) => Result.Result<string, BadRequest>
  readonly representation: Representation
  /** The preset that this read belongs to, already authorised. */
  readonly preset?: Preset
}

/** Failures that a stale copy stands in for: the agency's, and those to get through to it. */
const mayBeStale: ReadonlySet<GatewayError["_tag"]> = new Set(["AgencyUnavailable", "AgencyTimeout", "CircuitOpen", "Overloaded"])

const notRegistered = (address: string) => new NotRegistered({ detail: siteDetails.notRegistered(address.slice(0, 200)) })

/**
 * Endpoint (by which the store shares itself out), path parameters, canonical query, representation; an application
 * only where its pseudonyms differ. Never the token.
 *
 * Keys are kept on disk with their copies, and what a caller writes may be a person's number: it goes in as a keyed hash.
 */
export const cacheKey = (
  { endpoint }: ResolvedEndpoint,
  asked: {
    readonly address: string
    readonly query: string
    readonly representation: Representation
    readonly application: string
    readonly keyVersion: number
  },
  secret: string
): string => {
  const { address, application, keyVersion, query, representation } = asked
  const what = query === "" && address === endpoint.route
    ? address
    : `${endpoint.route}\n${hash("sha256", `${secret}\n${address}\n${query}`, "base64url")}`
  return `${representation}\n${what}${hasPseudonyms(endpoint) ? `\n${application}\n${keyVersion}` : ""}`
}

/** What keys are hashed with; the same in every process on one data directory. */
export const cacheSecret = Effect.map(SecretKeys, (keys) => Buffer.from(keys.internal("cache keys")).toString("base64url"))

/** @param query canonical */
const lookedUpBy = ({ agency, lookUps = [], query: declared }: Endpoint, query: string): string => {
  const given = new Set(query.split("&").map((pair) => pair.slice(0, pair.indexOf("="))))
  return joinDisclosures(
    lookUps.flatMap(([name, personalData]) =>
      declared.includes(name) && !given.has(encodeURIComponent(name))
        ? []
        : [encodeDisclosures([[agency.slug, personalData, "looked-up", 1]])]
    )
  )
}

const tooMany = () =>
  new Overloaded({
    detail: agencyDetails.crowd,
    retryAfterSeconds: 1,
    proxyError: "connection_limit_reached"
  })

const answered = (
  exchange: Exchange,
  response: CachedResponse,
  cache: CacheResult,
  freshMillis: number,
  nowMillis: number
): Effect.Effect<Answer> => {
  exchange.answered(cache, response.masked, response.disclosed)
  return Effect.succeed(answerOf(response, cache, freshMillis, nowMillis))
}

const newer = (one: CachedResponse | undefined, other: CachedResponse | undefined): CachedResponse | undefined =>
  one === undefined || (other !== undefined && other.storedAt > one.storedAt) ? other : one

/** Who may read what. */
export interface Admitted {
  readonly caller: Caller
  readonly resolved: ResolvedEndpoint
  /** Canonical. */
  readonly query: string
}
type Admission = Result.Result<Admitted, GatewayError>

export class ReadEndpoint extends Context.Service<ReadEndpoint, {
  /** Waits for the whole answer. */
  readonly read: (exchange: Exchange, request: ReadRequest) => Effect.Effect<Answer, GatewayError>
  /** Where the answer is large it is there from its first bytes on; the body that comes with it has to be run or abandoned. */
  readonly open: (exchange: Exchange, request: ReadRequest) => Effect.Effect<Answer | StreamedResponse, GatewayError>
  /** The checks alone, and the key of the copies that would answer. */
  readonly admit: (exchange: Exchange, request: ReadRequest) => Result.Result<Admitted & { readonly key: string }, GatewayError>
}>()("gapura/gateway/ReadEndpoint") {
  static readonly layer = Layer.effect(
    ReadEndpoint,
    Effect.gen(function*() {
      const registry = yield* Registry
      const sink = yield* AuditSink
      const cache = yield* StaleCache
      const { copyElsewhere, fetch, fetchAlone } = yield* AgencyFetch
      const clock = yield* Clock.Clock
      const keys = yield* SecretKeys
      const secret = yield* cacheSecret
      const shares = new AgencyShares()
      const rehearse = yield* makeRehearse

      type Reading = Effect.Effect<Answer | StreamedResponse, GatewayError>

      /** The order of checks of one read, with the errors that each may give. */
      const admit = (exchange: Exchange, { address, preset, query: asks }: Omit<ReadRequest, "representation">, now: number): Admission => {
        // unauthorized 401, though no door lets anybody come so far without a caller
        const { caller } = exchange
        if (caller === undefined) return Result.fail(new Unauthorized({ detail: accessDetails.tokenRequired, reason: "absent" }))
        // not-registered 404
        const resolved = registry.current().resolve(address)
        if (resolved === undefined) return Result.fail(notRegistered(address))
        const { endpoint } = resolved
        exchange.reached(endpoint)
        // scope-missing 403, private-endpoint 403, gone 410
        const refusal = refusalOf(caller, endpoint, now, preset)
        if (refusal !== undefined) return Result.fail(refusal)
        // overloaded 503, of something private while no record can be kept
        const isGuarded = endpoint.private && !caller.isRehearsal
        if (isGuarded) exchange.guard(true)
        if (isGuarded && !sink.recording()) return Result.fail(notRecording())
        // bad-request 400
        const query = asks(endpoint.query)
        if (Result.isFailure(query)) return Result.fail(query.failure)
        if (endpoint.lookUps !== undefined && !caller.isRehearsal) exchange.asksAbout(lookedUpBy(endpoint, query.success))
        return Result.succeed({ caller, resolved, query: query.success })
      }

      const keyOf = ({ caller: { application }, query, resolved }: Admitted, address: string, representation: Representation): string =>
        cacheKey(resolved, { address, query, representation, application, keyVersion: keys.version() }, secret)

      function go(exchange: Exchange, request: ReadRequest, streams: false): Effect.Effect<Answer, GatewayError>
      function go(exchange: Exchange, request: ReadRequest, streams: true): Reading
      function go(exchange: Exchange, request: ReadRequest, streams: boolean): Reading {
        const now = clock.currentTimeMillisUnsafe()
        const { address, representation } = request
        const admitted = admit(exchange, request, now)
        if (Result.isFailure(admitted)) return Effect.fail(admitted.failure)
        const { caller, query, resolved } = admitted.success
        const { endpoint } = resolved
        if (caller.isRehearsal) return rehearse.answer(exchange, endpoint, `${address}?${query}`, representation)
        // a fresh copy answers
        const { application } = caller
        const key = keyOf(admitted.success, address, representation)
        const fresh = freshCopy(endpoint, key, application, now)
        if (fresh !== undefined) return answered(exchange, fresh, "HIT", endpoint.cache.freshMillis, now)
        // overloaded 503, of too many who wait for this agency; the share is given back when the exchange is closed
        const asked = { leader: exchange, resolved, query, representation, key, own: ownKey(key, application), streams }
        const share = shares.take(endpoint.agency.slug)
        exchange.waitsFor(share)
        if (share === undefined) return standIn(asked, tooMany())
        // circuit-open 503, overloaded 503, agency-timeout 504, agency-unavailable 502, unless a stale copy stands in; not-found-at-agency
        // 404, bad-request 400, not-acceptable 406
        return fetched(asked, fetch(asked))
      }

      /** The copy for all, or this application's own. */
      const freshCopy = (endpoint: Endpoint, key: string, application: string, now: number): CachedResponse | undefined => {
        const { cache: { freshMillis }, fingerprint } = endpoint
        const shared = cache.get(key, fingerprint, now)
        if (shared !== undefined && now < freshUntil(shared, freshMillis)) return shared
        const own = cache.hasUnshared() ? cache.get(ownKey(key, application), fingerprint, now) : undefined
        return own !== undefined && now < freshUntil(own, freshMillis) ? own : undefined
      }

      /** @param asked what the request wants, whatever is fetched for it now */
      const fetched = (asked: FetchRequest, fetching: Effect.Effect<Fetched, FetchError>): Reading =>
        Effect.matchEffect(fetching, {
          onSuccess: (response) => taken(asked, response),
          onFailure: (error) => standIn(asked, error)
        })

      const taken = (asked: FetchRequest, response: Fetched): Reading => {
        const { leader: exchange, own, resolved: { endpoint }, streams } = asked
        if (response instanceof FoundCopy) {
          return answered(exchange, response.response, "HIT", endpoint.cache.freshMillis, clock.currentTimeMillisUnsafe())
        }
        if (response instanceof StreamedResponse) {
          if (streams && response.take((totals) => exchange.streamed(totals))) return Effect.succeed(response)
          // Those who came with it want the same: one whole answer serves them all, where it cannot be too large for that.
          return fetched(asked, endpoint.maxBytes <= largestKept ? fetch({ ...asked, streams: false }) : fetchAlone(asked))
        }
        // Another application's call came back with what is that one's alone.
        if (response.onlyFor !== "" && response.onlyFor !== exchange.caller?.application) {
          return fetched(asked, fetch({ ...asked, key: own }))
        }
        // The response was made after this request began: by the time of then it would stay fresh too long.
        return answered(exchange, response, "MISS", endpoint.cache.freshMillis, clock.currentTimeMillisUnsafe())
      }

      /** A stale copy in the place of what a failing agency gives; of another gateway's one that may be fresh. */
      const standIn = (asked: FetchRequest, error: FetchError): Reading => {
        const { key, leader: exchange, own, resolved: { endpoint } } = asked
        exchange.failed()
        if (!mayBeStale.has(error._tag)) return Effect.fail(error)
        const { cache: { freshMillis }, fingerprint } = endpoint
        const now = clock.currentTimeMillisUnsafe()
        const stale = newer(cache.get(key, fingerprint, now), cache.get(own, fingerprint, now))
        if (stale !== undefined) return answered(exchange, stale, "STALE-CIRCUIT", freshMillis, now)
        return Effect.flatMap(copyElsewhere(asked), (found) =>
          found === undefined
            ? Effect.fail(error)
            : answered(exchange, found, now < freshUntil(found, freshMillis) ? "HIT" : "STALE-CIRCUIT", freshMillis, now))
      }

      return ReadEndpoint.of({
        read: (exchange, request) => go(exchange, request, false),
        open: (exchange, request) => go(exchange, request, true),
        admit: (exchange, request) =>
          Result.map(
            admit(exchange, request, clock.currentTimeMillisUnsafe()),
            (admitted) => Object.assign(admitted, { key: keyOf(admitted, request.address, request.representation) })
          )
      })
    })
  )
}
