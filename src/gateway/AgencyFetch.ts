/**
 * The way to the agency: breaker(retry(timeout(agency))) → mask → store, one flight a key, in the whole city where its gateways
 * share a Redis (`CityFlight.ts`).
 *
 * Masking is inside the breaker: an answer that is no JSON is the agency's failure and counts against its circuit.
 * A large answer comes out as a `StreamedResponse`, with its first bytes masked and the rest on its way, where its endpoint may
 * answer more than can be held back.
 */
import { Clock, Context, Effect, Exit, Layer, Result } from "effect"
import type { Endpoint, ResolvedEndpoint } from "../domain/Endpoint.ts"
import { RefusedByAgency } from "../domain/GatewayError.ts"
import { HeldBytes } from "../domain/HeldBytes.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { Registry } from "../registry/Registry.ts"
import { Breaker } from "../resilience/Breaker.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import type { CallEnd } from "../resilience/CallEnd.ts"
import { makeSingleFlight } from "../resilience/SingleFlight.ts"
import { StaleCache } from "../resilience/StaleCache.ts"
import { SecretKeys } from "../storage/SecretKeys.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { type AgencyCall, type TraceContext, Tracing } from "../telemetry/Tracing.ts"
import { type AgencyAnswer, type AgencyBody, AgencyClient, largestWhole } from "../upstream/AgencyClient.ts"
import { idsOf } from "./AccessLog.ts"
import { AfterMasking } from "./AfterMasking.ts"
import { AgencyCredentials } from "./AgencyCredentials.ts"
import { failureOf, judge, outcomeOf } from "./AgencyJudgement.ts"
import { beginStream } from "./BeginStream.ts"
import { type Fetched, makeCityFlight } from "./CityFlight.ts"
import type { FetchError, FetchRequest } from "./FetchRequest.ts"
import { hasPseudonyms, type Keeping, keepingOf } from "./MaskedResponse.ts"
import { ownTracesOf } from "./OwnTraces.ts"
import { refusalMessage } from "./RefusalMessage.ts"
import { BufferRoom, largestKept } from "./ResponseBuffer.ts"
import { StreamedResponse } from "./StreamedResponse.ts"
import { turns } from "./Turns.ts"
import { isUnshared, noteSharing } from "./UnsharedEndpoints.ts"
import { VerdictMemory } from "./VerdictMemory.ts"
import { maskAtOnce, maskInTurns } from "./WholeBody.ts"

/** The call behind a stream goes on until the stream's end. */
const endOf = (response: CachedResponse | StreamedResponse): CallEnd | undefined =>
  response instanceof StreamedResponse ? response.callEnd : undefined

/** Lets go of a stream that nobody who waited for the flight has taken. */
const release = (exit: Exit.Exit<Fetched, FetchError>): void => {
  if (Exit.isSuccess(exit) && exit.value instanceof StreamedResponse) exit.value.release()
}

/** The path on the agency's server, from validated segments and decoded-once parameters only. */
export const targetOf = ({ endpoint, parameters }: ResolvedEndpoint, query: string): string => {
  let path = ""
  for (const segment of endpoint.upstream) {
    path += segment._tag === "Literal" ? `/${segment.value}` : `/${encodeURIComponent(parameters[segment.name] ?? "")}`
  }
  return `${path === "" ? "/" : path}${query === "" ? "" : `?${query}`}`
}

/** An agency call as its spans name it, with its parameters by their names. */
const spanCall = ({ agency, upstream }: Endpoint): AgencyCall => ({
  agency: agency.slug,
  template: upstream.length === 0
    ? "/"
    : upstream.map((segment) => segment._tag === "Literal" ? `/${segment.value}` : `/:${segment.name}`).join("")
})

export class AgencyFetch extends Context.Service<AgencyFetch, {
  /** One flight for all who ask at the same time. Of a `StreamedResponse` each has to try to `take` it. */
  readonly fetch: (request: FetchRequest) => Effect.Effect<Fetched, FetchError>
  /** A call for this request alone. */
  readonly fetchAlone: (request: FetchRequest) => Effect.Effect<CachedResponse | StreamedResponse, FetchError>
  /** A copy of any age that another gateway has put where all find it. */
  readonly copyElsewhere: (request: FetchRequest) => Effect.Effect<CachedResponse | undefined>
}>()("gapura/gateway/AgencyFetch") {
  static readonly layer = ({ publicUrl }: { readonly publicUrl: string }) =>
    Layer.effect(
      AgencyFetch,
      Effect.gen(function*() {
        const registry = yield* Registry
        const keys = yield* SecretKeys
        const agencies = yield* AgencyClient
        const breaker = yield* Breaker
        const cache = yield* StaleCache
        const afterMasking = yield* AfterMasking
        const verdicts = yield* VerdictMemory
        const meter = yield* RequestMeter
        const tracing = yield* Tracing
        const clock = yield* Clock.Clock
        const credentials = yield* AgencyCredentials
        const room = new BufferRoom()
        const flights = makeSingleFlight<Fetched, TraceContext>()
        const city = yield* makeCityFlight
        const held = yield* HeldBytes

        const ownOf = ({ resolved }: FetchRequest) => ownTracesOf(resolved.endpoint.agency, registry.current(), publicUrl, credentials.of)

        const pseudonymKey = ({ leader, resolved }: FetchRequest): Uint8Array | undefined =>
          hasPseudonyms(resolved.endpoint) ? keys.pseudonymFor(leader.caller?.application ?? "") : undefined

        const stored = (request: FetchRequest, response: CachedResponse): void => {
          noteSharing(request.resolved.endpoint, response)
          if (response.onlyFor === "") {
            cache.put(request.key, response)
            city.put(request, response)
          } else {
            // What was kept before is not to be shown any more either.
            cache.drop(request.key)
            city.drop(request)
            if (response.expiresAt > response.storedAt) cache.put(request.own, response)
            else cache.drop(request.own)
          }
          meter.masked(request.resolved.endpoint.agency.slug, response.masked)
        }

        const keeping = ({ leader }: FetchRequest, { caching }: AgencyAnswer, delayMillis: number): Keeping =>
          keepingOf(caching, leader.caller?.application ?? "", delayMillis)

        /** A small body is read at once; for any other there is an effect that takes several turns. */
        const read = (
          request: FetchRequest,
          answer: AgencyAnswer,
          nowMillis: number,
          delayMillis: number
        ): Result.Result<CachedResponse, FetchError> | Effect.Effect<CachedResponse, FetchError> => {
          const { representation, resolved: { endpoint } } = request
          if (answer.status >= 400) {
            return Result.fail(
              new RefusedByAgency({
                detail: refusalMessage(answer.body, endpoint, ownOf(request).secret),
                attempts: answer.attempts,
                agencyStatus: answer.status
              })
            )
          }
          const options = {
            endpoint,
            body: answer.body,
            attempts: answer.attempts,
            agencyStatus: answer.status,
            representation,
            pseudonymKey: pseudonymKey(request),
            nowMillis,
            keeping: keeping(request, answer, delayMillis),
            turns,
            own: ownOf(request)
          }
          return maskAtOnce(options) ?? maskInTurns(options)
        }

        const stream = (
          request: FetchRequest,
          answer: AgencyAnswer,
          body: AgencyBody,
          elapsed: () => number
        ): Effect.Effect<CachedResponse | StreamedResponse, FetchError> => {
          const { representation, resolved: { endpoint } } = request
          const { attempts, status } = answer
          return beginStream(
            {
              endpoint,
              body,
              attempts,
              agencyStatus: status,
              representation,
              pseudonymKey: pseudonymKey(request),
              nowMillis: clock.currentTimeMillisUnsafe(),
              keeping: keeping(request, answer, elapsed()),
              room,
              turns,
              own: ownOf(request)
            },
            {
              ids: idsOf(request.leader),
              failureOf,
              ended: ({ masked, response }, error) => {
                meter.agencyCall({
                  agency: endpoint.agency.slug,
                  outcome: error === undefined ? "success" : outcomeOf(error),
                  attempts,
                  durationMs: elapsed()
                })
                if (response !== undefined) stored(request, response)
                else meter.masked(endpoint.agency.slug, masked)
              }
            },
            // NDJSON is asked for by who reads line by line; any other answer is told whole, or as the error that it became.
            endpoint.maxBytes <= largestKept && representation !== "ndjson"
              ? Math.max(1, endpoint.agency.deadlineMillis - elapsed())
              : undefined
          )
        }

        const call = (request: FetchRequest): Effect.Effect<CachedResponse | StreamedResponse, FetchError> => {
          const { leader, resolved } = request
          const agency = resolved.endpoint.agency
          const holding = held.begin()
          let started = 0
          const elapsed = () => monotonicMillis(clock) - started
          const calling = Effect.suspend(() => {
            started = monotonicMillis(clock)
            return agencies.call({
              endpoint: resolved.endpoint,
              target: targetOf(resolved, request.query),
              requestId: leader.requestId,
              application: leader.caller?.application ?? "",
              traceparent: leader.trace.outgoing,
              tracestate: tracing.tracestateOf(leader.trace),
              beginSpan: tracing.attempts(leader.trace, () => spanCall(resolved.endpoint)),
              streams: request.streams,
              holding
            })
          })
          const called = Effect.matchEffect(calling, {
            onSuccess: (answer): Effect.Effect<CachedResponse | StreamedResponse, FetchError> => {
              leader.called(answer.attempts, answer.status)
              verdicts.attend(resolved.endpoint)
              if (answer.stream !== undefined) return stream(request, answer, answer.stream, elapsed)
              const durationMs = elapsed()
              const told = (response: Result.Result<CachedResponse, FetchError>): Effect.Effect<CachedResponse, FetchError> => {
                const outcome = Result.isSuccess(response) ? "success" : outcomeOf(response.failure)
                meter.agencyCall({ agency: agency.slug, outcome, attempts: answer.attempts, durationMs })
                if (Result.isFailure(response)) return Effect.fail(response.failure)
                stored(request, response.success)
                const left = afterMasking.note(resolved, request.query, response.success)
                return left === undefined ? Effect.succeed(response.success) : Effect.as(left, response.success)
              }
              const response = read(request, answer, clock.currentTimeMillisUnsafe(), durationMs)
              return Result.isResult(response) ? told(response) : Effect.flatMap(Effect.result(response), told)
            },
            onFailure: (error): Effect.Effect<CachedResponse | StreamedResponse, FetchError> => {
              const { agencyStatus = null, attempts = 0 } = error
              leader.called(attempts, agencyStatus)
              // What the agency never saw is no call of it.
              if (attempts > 0) meter.agencyCall({ agency: agency.slug, outcome: outcomeOf(error), attempts, durationMs: elapsed() })
              return Effect.fail(error)
            }
          })
          return Effect.onExitPrimitive(called, () => {
            holding.end()
            return undefined
          })
        }

        const fetchAlone = (request: FetchRequest) => breaker.execute(request.resolved.endpoint.agency)(call(request), judge, endOf)

        return AgencyFetch.of({
          fetch: (request) => {
            const { leader: { trace }, resolved: { endpoint }, streams } = request
            // What is too large to be held as a whole can be streamed: who wants it whole flies alone with others like it.
            const isOther = !streams && endpoint.maxBytes > largestWhole
            return flights.fly(
              isUnshared(endpoint) ? request.own : request.key,
              isOther ? `${endpoint.fingerprint} whole` : endpoint.fingerprint,
              city.fly(request, fetchAlone(request)),
              { landed: release, leader: trace, joined: trace.sampled ? (leader) => tracing.joined(trace, leader) : undefined }
            )
          },
          fetchAlone,
          copyElsewhere: city.find
        })
      })
    )
}
