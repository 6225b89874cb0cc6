/**
 * The way to the agency: breaker(retry(timeout(agency))) → mask → store, one flight a key.
 *
 * Masking is inside the breaker: an answer that is no JSON is the agency's failure and counts against its circuit.
 */
import { Clock, Context, Effect, Layer, Result } from "effect"
import type { ResolvedEndpoint } from "../domain/Endpoint.ts"
import { AgencyTimeout, AgencyUnavailable, type CircuitOpen, type NotAcceptable, NotFoundAtAgency, RefusedByAgency } from "../domain/GatewayError.ts"
import type { Representation } from "../domain/Negotiation.ts"
import { maskText } from "../privacy/Masker.ts"
import { Breaker } from "../resilience/Breaker.ts"
import { type Copy, StaleCache } from "../resilience/StaleCache.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { Tracing } from "../telemetry/Tracing.ts"
import { AgencyClient, type AgencyAnswer } from "../upstream/AgencyClient.ts"
import { hasPseudonyms, makeCopy } from "./Copies.ts"
import type { Exchange } from "./Exchange.ts"
import { refusalMessage } from "./RefusalMessage.ts"

export type FetchError = AgencyUnavailable | AgencyTimeout | NotFoundAtAgency | RefusedByAgency | CircuitOpen | NotAcceptable

export interface FetchRequest {
  readonly exchange: Exchange
  readonly resolved: ResolvedEndpoint
  /** Canonical query, possibly empty. */
  readonly query: string
  readonly representation: Representation
  readonly key: string
}

/**
 * An agency's refusal of our own call (4xx) says that it is alive; only silence and breakage count. What was turned
 * away here, before any attempt, says nothing about it.
 */
const countsAsFailure = (error: FetchError): boolean => {
  if (error._tag !== "AgencyTimeout" && error._tag !== "AgencyUnavailable") return false
  if (error.attempts === 0) return false
  return error._tag === "AgencyTimeout" || !(error.agencyStatus !== null && error.agencyStatus >= 400 && error.agencyStatus < 500)
}

/** The path on the agency's server, from validated segments and decoded-once parameters only. */
const targetOf = ({ endpoint, parameters }: ResolvedEndpoint, query: string): string => {
  let path = ""
  for (const segment of endpoint.upstream) {
    path += segment._tag === "Literal" ? `/${segment.value}` : `/${encodeURIComponent(parameters[segment.name] ?? "")}`
  }
  return `${path === "" ? "/" : path}${query === "" ? "" : `?${query}`}`
}

const outcomeOf = (error: FetchError): "refused" | "failure" | "timeout" =>
  error._tag === "AgencyTimeout" ? "timeout" : countsAsFailure(error) ? "failure" : "refused"

export class FetchCopy extends Context.Service<FetchCopy, {
  readonly fetch: (request: FetchRequest) => Effect.Effect<Copy, FetchError>
}>()("gapura/gateway/FetchCopy") {
  static readonly layer = Layer.effect(
    FetchCopy,
    Effect.gen(function*() {
      const keys = yield* SecretKeys
      const agencies = yield* AgencyClient
      const breaker = yield* Breaker
      const cache = yield* StaleCache
      const meter = yield* RequestMeter
      const tracing = yield* Tracing
      const clock = yield* Clock.Clock

      const read = ({ exchange, key, representation, resolved }: FetchRequest, answer: AgencyAnswer, nowMillis: number): Result.Result<Copy, FetchError> => {
        const { endpoint } = resolved
        if (answer.status >= 400) {
          return Result.fail(
            new RefusedByAgency({ detail: maskText(refusalMessage(answer.body)).text, attempts: answer.attempts, agencyStatus: answer.status })
          )
        }
        const copy = makeCopy({
          endpoint,
          body: answer.body,
          attempts: answer.attempts,
          agencyStatus: answer.status,
          representation,
          pseudonymKey: hasPseudonyms(endpoint) ? keys.pseudonymFor(exchange.caller?.application ?? "") : undefined,
          nowMillis
        })
        if (Result.isSuccess(copy)) {
          cache.put(key, copy.success)
          meter.masked(endpoint.agency.slug, copy.success.masked)
        }
        return copy
      }

      const call = (request: FetchRequest): Effect.Effect<Copy, FetchError> => {
        const { exchange, resolved } = request
        const agency = resolved.endpoint.agency
        const started = clock.monotonicTimeNanosUnsafe()
        const elapsed = () => Number(clock.monotonicTimeNanosUnsafe() - started) / 1e6
        return tracing.client({ agency: agency.slug, route: exchange.route }, (traceparent) =>
          agencies.call({
            endpoint: resolved.endpoint,
            target: targetOf(resolved, request.query),
            requestId: exchange.requestId,
            application: exchange.caller?.application ?? "",
            traceparent
          })).pipe(
            Effect.matchEffect({
              onSuccess: (answer): Effect.Effect<Copy, FetchError> => {
                exchange.attempts = answer.attempts
                exchange.agencyStatus = answer.status
                const copy = read(request, answer, clock.currentTimeMillisUnsafe())
                meter.agencyCall({
                  agency: agency.slug,
                  outcome: Result.isSuccess(copy) ? "success" : outcomeOf(copy.failure),
                  attempts: answer.attempts,
                  durationMs: elapsed()
                })
                return Result.isSuccess(copy) ? Effect.succeed(copy.success) : Effect.fail(copy.failure)
              },
              onFailure: (error): Effect.Effect<Copy, FetchError> => {
                exchange.attempts = error.attempts
                exchange.agencyStatus = error.agencyStatus
                meter.agencyCall({ agency: agency.slug, outcome: outcomeOf(error), attempts: error.attempts, durationMs: elapsed() })
                return Effect.fail(error)
              }
            })
          )
      }

      return FetchCopy.of({
        fetch: (request) =>
          cache.flight(
            // A flight that left under another policy must not bring its copy to this caller.
            `${request.key}\n${request.resolved.endpoint.fingerprint}`,
            Effect.suspend(() => breaker.execute(request.resolved.endpoint.agency)(call(request), countsAsFailure))
          )
      })
    })
  )
}
