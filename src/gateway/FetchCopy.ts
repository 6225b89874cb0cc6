/**
 * The way to the agency: breaker(retry(timeout(agency))) → mask → store, one flight a key.
 *
 * Masking is inside the breaker: an answer that is no JSON is the agency's failure and counts against its circuit.
 * A large answer comes out as `Streamed`, with its first bytes masked and the rest on its way, where its endpoint may
 * answer more than can be held back.
 */
import { Clock, Context, Effect, Layer, Result } from "effect"
import type { ResolvedEndpoint } from "../domain/Endpoint.ts"
import { AgencyTimeout, AgencyUnavailable, type CircuitOpen, type NotAcceptable, NotFoundAtAgency, RefusedByAgency } from "../domain/GatewayError.ts"
import type { Representation } from "../domain/Negotiation.ts"
import { maskText } from "../privacy/Masker.ts"
import { Breaker, type Judgement } from "../resilience/Breaker.ts"
import { type Copy, StaleCache } from "../resilience/StaleCache.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { Tracing } from "../telemetry/Tracing.ts"
import { AgencyClient, type AgencyAnswer, type AgencyBody } from "../upstream/AgencyClient.ts"
import { hasPseudonyms, makeCopy } from "./Copies.ts"
import { FieldDrift } from "./FieldDrift.ts"
import type { Exchange } from "./Exchange.ts"
import { KeepingRoom, largestKept } from "./KeptBody.ts"
import { refusalMessage } from "./RefusalMessage.ts"
import { beginStream } from "./StreamCopy.ts"
import type { Streamed } from "./Streamed.ts"

export type FetchError = AgencyUnavailable | AgencyTimeout | NotFoundAtAgency | RefusedByAgency | CircuitOpen | NotAcceptable

export interface FetchRequest {
  readonly exchange: Exchange
  readonly resolved: ResolvedEndpoint
  /** Canonical query, possibly empty. */
  readonly query: string
  readonly representation: Representation
  readonly key: string
  /** Whether a large answer may come as a stream. */
  readonly streams: boolean
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

const judge = (error: FetchError | Streamed): Judgement => error._tag === "Streamed" ? "later" : countsAsFailure(error)

/** The path on the agency's server, from validated segments and decoded-once parameters only. */
export const targetOf = ({ endpoint, parameters }: ResolvedEndpoint, query: string): string => {
  let path = ""
  for (const segment of endpoint.upstream) {
    path += segment._tag === "Literal" ? `/${segment.value}` : `/${encodeURIComponent(parameters[segment.name] ?? "")}`
  }
  return `${path === "" ? "/" : path}${query === "" ? "" : `?${query}`}`
}

const outcomeOf = (error: FetchError): "refused" | "failure" | "timeout" =>
  error._tag === "AgencyTimeout" ? "timeout" : countsAsFailure(error) ? "failure" : "refused"

export class FetchCopy extends Context.Service<FetchCopy, {
  /** One flight for all who ask at the same time. A `Streamed` of another owner is a reason to call `fetchAlone`. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<Copy, FetchError | Streamed>
  readonly fetchAlone: (request: FetchRequest) => Effect.Effect<Copy, FetchError | Streamed>
}>()("gapura/gateway/FetchCopy") {
  static readonly layer = Layer.effect(
    FetchCopy,
    Effect.gen(function*() {
      const keys = yield* SecretKeys
      const agencies = yield* AgencyClient
      const breaker = yield* Breaker
      const cache = yield* StaleCache
      const drift = yield* FieldDrift
      const meter = yield* RequestMeter
      const tracing = yield* Tracing
      const clock = yield* Clock.Clock
      const room = new KeepingRoom()

      const pseudonymKey = ({ exchange, resolved }: FetchRequest): Uint8Array | undefined =>
        hasPseudonyms(resolved.endpoint) ? keys.pseudonymFor(exchange.caller?.application ?? "") : undefined

      const stored = (request: FetchRequest, copy: Copy): void => {
        cache.put(request.key, copy)
        meter.masked(request.resolved.endpoint.agency.slug, copy.masked)
      }

      const read = (request: FetchRequest, answer: AgencyAnswer, nowMillis: number): Result.Result<Copy, FetchError> => {
        const { representation, resolved: { endpoint } } = request
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
          pseudonymKey: pseudonymKey(request),
          nowMillis
        })
        if (Result.isSuccess(copy)) stored(request, copy.success)
        return copy
      }

      const stream = (request: FetchRequest, answer: AgencyAnswer, body: AgencyBody, elapsed: () => number): Effect.Effect<Copy, FetchError | Streamed> => {
        const { exchange, representation, resolved: { endpoint } } = request
        const { attempts, status } = answer
        return beginStream(
          request,
          { endpoint, body, attempts, agencyStatus: status, representation, pseudonymKey: pseudonymKey(request), nowMillis: clock.currentTimeMillisUnsafe(), room },
          {
            circuit: breaker.afterwards,
            outcomeOf: (error) => countsAsFailure(error) ? "failure" : "success",
            ended: ({ copy, disclosed, masked }, error) => {
              exchange.masked = masked
              exchange.disclosed = disclosed
              meter.agencyCall({ agency: endpoint.agency.slug, outcome: error === undefined ? "success" : outcomeOf(error), attempts, durationMs: elapsed() })
              if (copy !== undefined) stored(request, copy)
              else meter.masked(endpoint.agency.slug, masked)
            }
          },
          // NDJSON is asked for by who reads line by line; any other answer is told whole, or as the error that it became.
          endpoint.maxBytes <= largestKept && representation !== "ndjson" ? Math.max(1, endpoint.agency.deadlineMillis - elapsed()) : undefined
        )
      }

      const call = (request: FetchRequest): Effect.Effect<Copy, FetchError | Streamed> => {
        const { exchange, resolved } = request
        const agency = resolved.endpoint.agency
        let started = 0n
        const elapsed = () => Number(clock.monotonicTimeNanosUnsafe() - started) / 1e6
        const calling = Effect.suspend(() => {
          started = clock.monotonicTimeNanosUnsafe()
          return tracing.client(exchange.trace, { agency: agency.slug, route: exchange.route }, (traceparent) =>
            agencies.call({
              endpoint: resolved.endpoint,
              target: targetOf(resolved, request.query),
              requestId: exchange.requestId,
              application: exchange.caller?.application ?? "",
              traceparent,
              streams: request.streams
            }))
        })
        return Effect.matchEffect(calling, {
          onSuccess: (answer): Effect.Effect<Copy, FetchError | Streamed> => {
            exchange.attempts = answer.attempts
            exchange.agencyStatus = answer.status
            if (answer.stream !== undefined) return stream(request, answer, answer.stream, elapsed)
            const copy = read(request, answer, clock.currentTimeMillisUnsafe())
            meter.agencyCall({
              agency: agency.slug,
              outcome: Result.isSuccess(copy) ? "success" : outcomeOf(copy.failure),
              attempts: answer.attempts,
              durationMs: elapsed()
            })
            if (Result.isFailure(copy)) return Effect.fail(copy.failure)
            const drifted = drift.note(resolved.endpoint)
            return drifted === undefined ? Effect.succeed(copy.success) : Effect.as(drifted, copy.success)
          },
          onFailure: (error): Effect.Effect<Copy, FetchError | Streamed> => {
            exchange.attempts = error.attempts
            exchange.agencyStatus = error.agencyStatus
            meter.agencyCall({ agency: agency.slug, outcome: outcomeOf(error), attempts: error.attempts, durationMs: elapsed() })
            return Effect.fail(error)
          }
        })
      }

      const fetchAlone = (request: FetchRequest) => breaker.execute(request.resolved.endpoint.agency)(call(request), judge)

      return FetchCopy.of({
        fetch: (request) => cache.flight(request.key, request.resolved.endpoint.fingerprint, fetchAlone(request)),
        fetchAlone
      })
    })
  )
}
