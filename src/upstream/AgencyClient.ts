/**
 * Calls to agencies: one GET, tried again where that can help, ending in a complete answer or in one of three errors.
 *
 * A call that succeeds at once is a single callback over one `Exchange`; only a failed attempt enters the retry loop.
 * Connections and the retry budget belong to the agency's slug and outlive a registry swap; a changed server or
 * number of connections gets a new pool, and the old one closes when its last call is over.
 */
import { Clock, Context, Effect, Layer, Random } from "effect"
import type { Endpoint } from "../domain/Endpoint.ts"
import type { AgencyTimeout, AgencyUnavailable, NotFoundAtAgency } from "../domain/GatewayError.ts"
import { AgencyLinks, type AgencyLink, type Credentials } from "./AgencyLinks.ts"
import { pauseMillis } from "./BackOff.ts"
import { Exchange } from "./Exchange.ts"
import { type Fault, faults, toError } from "./Fault.ts"
import { requestHeaders } from "./RequestHeaders.ts"

export interface AgencyRequest {
  readonly endpoint: Endpoint
  /** Absolute path and query on the agency's server, validated and percent-encoded. */
  readonly target: string
  readonly requestId: string
  /** The application that asks. */
  readonly application: string
  readonly traceparent: string | undefined
}

export interface AgencyAnswer {
  /** 2xx, 400 or 422. */
  readonly status: number
  /** Inflated and complete, but not yet known to be JSON; empty where a refusal (400, 422) came without JSON. */
  readonly body: Uint8Array
  /** Calls made to the agency for it. */
  readonly attempts: number
}

export type AgencyCallError = AgencyUnavailable | AgencyTimeout | NotFoundAtAgency

const elapsed = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

export class AgencyClient extends Context.Service<AgencyClient, {
  /** Fails when there is no answer within the agency's budgets, or none that can be used. Interruption cuts the connection. */
  readonly call: (request: AgencyRequest) => Effect.Effect<AgencyAnswer, AgencyCallError>
}>()("gapura/upstream/AgencyClient") {
  /** `credentials` reads an agency's credential by the name of its environment variable. */
  static readonly layer = (options: { readonly credentials: Credentials }): Layer.Layer<AgencyClient> =>
    Layer.effect(
      AgencyClient,
      Effect.acquireRelease(
        Effect.sync(() => new AgencyLinks(options.credentials)),
        (links) => Effect.sync(() => links.close())
      ).pipe(Effect.map((links) => AgencyClient.of({ call: (request) => call(links, request) })))
    )
}

const call = (links: AgencyLinks, request: AgencyRequest): Effect.Effect<AgencyAnswer, AgencyCallError> =>
  Effect.withFiber((fiber) => {
    const { agency } = request.endpoint
    const link = links.of(agency)
    if (link.missing !== undefined) return misconfigured(link, link.missing)
    const startedAt = elapsed(fiber.getRef(Clock.Clock))
    link.budget.call(startedAt)
    return attempt(
      link,
      request,
      1,
      Math.min(agency.timeoutMillis, agency.deadlineMillis),
      (fault) => retry(link, request, fault, startedAt + agency.deadlineMillis)
    )
  })

/** One attempt, the how-manieth `attempts` says; a fault goes on as `recover` decides. */
const attempt = <E>(
  link: AgencyLink,
  request: AgencyRequest,
  attempts: number,
  timeoutMillis: number,
  recover: (fault: Fault) => Effect.Effect<AgencyAnswer, E>
): Effect.Effect<AgencyAnswer, E> =>
  Effect.callback((resume) => {
    const exchange = new Exchange({
      pool: link.pool,
      path: link.basePath + request.target,
      headers: requestHeaders(link.headers, request.requestId, request.application, request.traceparent),
      maxBytes: request.endpoint.maxBytes,
      timeoutMillis,
      done: (fault, status, body) => resume(fault === undefined ? Effect.succeed({ status, body, attempts }) : recover(fault))
    })
    exchange.start()
    return Effect.sync(() => exchange.abandon())
  })

/** Goes on from the first fault until an answer, a fault that no retry can mend, or the end of a budget. */
const retry = Effect.fnUntraced(function*(
  link: AgencyLink,
  request: AgencyRequest,
  first: Fault,
  deadline: number
): Effect.fn.Return<AgencyAnswer, AgencyCallError> {
  const { agency } = request.endpoint
  const clock = yield* Clock.Clock
  let fault = first
  let attempts = fault.attempted ? 1 : 0
  while (fault.retryable && attempts <= agency.retries) {
    const pause = pauseMillis(attempts, yield* Random.next)
    if (elapsed(clock) + pause >= deadline || !link.budget.retry(elapsed(clock))) break
    yield* Effect.sleep(pause)
    const timeoutMillis = Math.min(agency.timeoutMillis, Math.ceil(deadline - elapsed(clock)))
    if (timeoutMillis <= 0) break
    attempts++
    const outcome = yield* Effect.result(attempt(link, request, attempts, timeoutMillis, Effect.fail))
    if (outcome._tag === "Success") return outcome.success
    fault = outcome.failure
    if (!fault.attempted) attempts--
  }
  return yield* toError(fault, attempts)
})

/** Said once for each agency and registry version: a log line for every call would drown the rest. */
const misconfigured = (link: AgencyLink, env: string): Effect.Effect<never, AgencyCallError> => {
  const failure = Effect.fail(toError(faults.misconfigured, 0))
  if (link.reported) return failure
  link.reported = true
  return Effect.andThen(
    Effect.logError("An agency's credential is absent or cannot be sent as a header", { agency: link.slug, variable: env }),
    failure
  )
}

