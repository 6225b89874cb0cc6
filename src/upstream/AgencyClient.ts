/**
 * Calls to agencies: one GET, tried again where that can help, ending in a complete answer or in one of three errors.
 *
 * A large answer is complete only when its stream has ended: it is handed on once its first bytes are there, so what
 * goes wrong later is not tried again but told to its reader.
 *
 * A call that succeeds at once is a single callback over one `Attempt`; only a failed attempt enters the retry loop.
 * An agency that says for how long it wants to be left alone (`Retry-After` of 429 and 503) is not asked until then: it
 * speaks of the gateway as its client, so all of its endpoints wait.
 *
 * Connections and the retry budget belong to the agency's slug and outlive a registry swap; a changed server or
 * number of connections gets a new pool, and the old one closes when its last call is over.
 */
import { Clock, Context, Effect, Layer, Random } from "effect"
import type { Agency } from "../domain/Agency.ts"
import { agencyDetails } from "../domain/AgencyDetails.ts"
import type { BeginAttemptSpan } from "../domain/AttemptSpan.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { type AgencyTimeout, type AgencyUnavailable, CircuitOpen, type NotFoundAtAgency, type Overloaded } from "../domain/GatewayError.ts"
import type { Holding } from "../domain/HeldBytes.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import type { AddressGuard } from "./AddressGuard.ts"
import { type AgencyLink, AgencyLinks, type Credentials, type Rest } from "./AgencyLinks.ts"
import { Attempt, type AttemptOptions } from "./Attempt.ts"
import { pauseMillis } from "./BackOff.ts"
import { BodyStream } from "./BodyStream.ts"
import type { CacheDirectives } from "./CacheDirectives.ts"
import type { PoolUse } from "./ConnectionPool.ts"
import { type Fault, faults, toError, withStatus } from "./Fault.ts"
import type { MadeAttempt } from "./MadeAttempt.ts"
import { requestHeaders } from "./RequestHeaders.ts"

export interface AgencyRequest {
  readonly endpoint: Endpoint
  /** Absolute path and query on the agency's server, validated and percent-encoded. */
  readonly target: string
  readonly requestId: string
  /** The application that asks. */
  readonly application: string
  /** Of the request's trace, where its attempts have no spans. */
  readonly traceparent: string | undefined
  /** What goes along with either: as it may be sent. */
  readonly tracestate?: string | undefined
  /** What follows each attempt in the request's trace; absent where that has no spans. */
  readonly beginSpan?: BeginAttemptSpan | undefined
  /** Whether a large body is handed on while it arrives; otherwise every body is waited for. */
  readonly streams?: boolean
  /** What its bytes count in while they are collected for a whole answer, from 64 KiB on; its end is the caller's to tell. */
  readonly holding?: Holding
}

/** A large body that is still arriving, not yet known to be JSON. It has to be read to its end or abandoned. */
export interface AgencyBody {
  /** The next bytes, inflated; undefined at the end. */
  readonly next: Effect.Effect<Uint8Array | undefined, AgencyCallError>
  readonly abandon: () => void
}

export interface AgencyAnswer {
  /** 2xx, 400 or 422. */
  readonly status: number
  /** Inflated and complete, but not yet known to be JSON; empty where a refusal (400, 422) came without JSON, or where it streams. */
  readonly body: Uint8Array
  readonly stream: AgencyBody | undefined
  /** What the agency says of keeping it; undefined where it says nothing. */
  readonly caching: CacheDirectives | undefined
  /** Calls made to the agency for it. */
  readonly attempts: number
}

export type AgencyCallError = AgencyUnavailable | AgencyTimeout | NotFoundAtAgency | Overloaded | CircuitOpen

/** A body of more bytes than this is streamed to whoever asks for that. */
const streamedFrom = 256 * 1024
/** The largest body that is held in memory, whatever an endpoint allows to be streamed. */
export const largestWhole = 64 * 1024 * 1024

const noBody = new Uint8Array(0)

export class AgencyClient extends Context.Service<AgencyClient, {
  /** Fails when there is no answer within the agency's budgets, or none that can be used. Interruption cuts the connection. */
  readonly call: (request: AgencyRequest) => Effect.Effect<AgencyAnswer, AgencyCallError>
  /** From the next call on agencies' credentials are those that their places hold then. */
  readonly renewCredentials: Effect.Effect<void>
  /** How the connections of the agency with this slug are used now; undefined where it was never called. */
  readonly useOf: (agency: string) => PoolUse | undefined
  /** When the gateway's certificate for the agency with this slug ends, in epoch milliseconds; undefined where it has none. */
  readonly certificateEndOf: (agency: string) => number | undefined
  /** Has each attempt told that got a connection, once its answer, or the first part of a large one, is there. */
  readonly onAttempt: (told: (attempt: MadeAttempt) => void) => void
}>()("gapura/upstream/AgencyClient") {
  static readonly layer = (options: { readonly credentials: Credentials; readonly guard: AddressGuard }): Layer.Layer<AgencyClient> =>
    Layer.effect(
      AgencyClient,
      Effect.gen(function*() {
        const clock = yield* Clock.Clock
        const links = yield* Effect.acquireRelease(
          Effect.sync(() => new AgencyLinks(options.credentials, options.guard, () => monotonicMillis(clock))),
          (opened) => Effect.sync(() => opened.close())
        )
        return AgencyClient.of({
          call: (request) => call(links, clock, request),
          renewCredentials: Effect.sync(() => links.renew()),
          useOf: (agency) => links.useOf(agency),
          certificateEndOf: (agency) => links.certificateEndOf(agency),
          onAttempt: (told) => {
            links.told = told
          }
        })
      })
    )
}

/** The first attempt; time and budget are those of when it runs. */
const call = (links: AgencyLinks, clock: Clock.Clock, request: AgencyRequest): Effect.Effect<AgencyAnswer, AgencyCallError> => {
  const { agency } = request.endpoint
  return Effect.callback((resume) => {
    const link = links.of(agency)
    if (link.missing !== undefined) return resume(misconfigured(link, link.missing))
    const untold = link.tls?.takeFault()
    if (untold !== undefined) return resume(Effect.andThen(unusableFiles(link, untold), call(links, clock, request)))
    const startedAt = monotonicMillis(clock)
    if (startedAt < link.rest.until) return resume(Effect.fail(resting(link.rest, startedAt)))
    const made = send(
      links,
      link,
      request,
      0,
      Math.min(agency.timeoutMillis, agency.deadlineMillis),
      lineMillis(agency),
      (fault, status, body) => {
        if (fault === undefined || fault.attempted) link.budget.call(startedAt)
        if (fault === undefined) return resume(Effect.succeed(answerOf(status, body, 1, made.caching)))
        return resume(
          Effect.andThen(heed(link, fault, clock), retry(links, link, clock, request, fault, startedAt + agency.deadlineMillis))
        )
      }
    )
    return Effect.sync(() => made.abandon())
  })
}

/** What the deadline leaves beside a whole attempt, within reason: the agency's time is never spent in our own line. */
const lineMillis = ({ deadlineMillis, timeoutMillis }: Agency): number =>
  Math.min(timeoutMillis, Math.max(deadlineMillis - timeoutMillis, timeoutMillis / 4))

/** Said once for each rest: calls that were under way may hear of it too. */
const heed = (
  { rest, slug }: AgencyLink,
  { agencyStatus, attempted, kind, retryAfterSeconds }: Fault,
  clock: Clock.Clock
): Effect.Effect<void> => {
  // What the gateway has no room for says nothing of the agency.
  if (!attempted || kind === "overloaded" || retryAfterSeconds === undefined) return Effect.void
  const now = monotonicMillis(clock)
  const begins = rest.until <= now
  rest.until = Math.max(rest.until, now + retryAfterSeconds * 1000)
  return begins
    ? Effect.logWarning("An agency asked to be left alone", { agency: slug, status: agencyStatus, seconds: retryAfterSeconds })
    : Effect.void
}

const resting = (rest: Rest, now: number): CircuitOpen =>
  new CircuitOpen({
    detail: agencyDetails.resting,
    retryAfterSeconds: Math.max(1, Math.ceil((rest.until - now) / 1000))
  })

const answerOf = (status: number, body: Uint8Array | BodyStream, attempts: number, caching: CacheDirectives | undefined): AgencyAnswer =>
  body instanceof BodyStream
    ? {
      status,
      body: noBody,
      stream: { next: Effect.mapError(body.next, (fault) => toError(withStatus(fault, status), attempts)), abandon: () => body.abandon() },
      caching,
      attempts
    }
    : { status, body, stream: undefined, caching, attempts }

const send = (
  links: AgencyLinks,
  link: AgencyLink,
  request: AgencyRequest,
  resends: number,
  timeoutMillis: number,
  waitMillis: number,
  done: AttemptOptions["done"]
): Attempt => {
  const span = request.beginSpan?.(resends)
  const { application, requestId, traceparent, tracestate } = request
  const made = new Attempt({
    pool: link.pool,
    span,
    now: links.now,
    path: link.basePath + request.target,
    headers: requestHeaders(link.headers, requestId, application, span?.traceparent ?? traceparent, tracestate),
    maxBytes: request.streams === true ? request.endpoint.maxBytes : Math.min(request.endpoint.maxBytes, largestWhole),
    streamAt: request.streams === true ? streamedFrom : Number.POSITIVE_INFINITY,
    holding: request.holding,
    lineMillis: waitMillis,
    timeoutMillis,
    paceMillis: request.endpoint.agency.timeoutMillis,
    done: (fault, status, body) => {
      const answered = fault === undefined ? status : fault.agencyStatus
      span?.ended(answered, fault?.proxyError)
      if (made.begunAt > 0) {
        links.told({ agency: link.slug, status: answered, fault: fault?.proxyError, durationMs: links.now() - made.begunAt })
      }
      done(fault, status, body)
    }
  })
  made.start()
  return made
}

/** One more attempt, the how-manieth `attempts` says. */
const attempt = (
  links: AgencyLinks,
  link: AgencyLink,
  request: AgencyRequest,
  attempts: number,
  timeoutMillis: number,
  spareMillis: number
): Effect.Effect<AgencyAnswer, Fault> =>
  Effect.callback((resume) => {
    const made = send(links, link, request, attempts - 1, timeoutMillis, spareMillis, (fault, status, body) =>
      resume(fault === undefined ? Effect.succeed(answerOf(status, body, attempts, made.caching)) : Effect.fail(fault)))
    return Effect.sync(() =>
      made.abandon()
    )
  })

/** Goes on from the first fault until an answer, a fault that no retry can mend, or the end of a budget. */
const retry = Effect.fnUntraced(function*(
  links: AgencyLinks,
  link: AgencyLink,
  clock: Clock.Clock,
  request: AgencyRequest,
  first: Fault,
  deadline: number
): Effect.fn.Return<AgencyAnswer, AgencyCallError> {
  const { agency } = request.endpoint
  let fault = first
  let attempts = fault.attempted ? 1 : 0
  while (fault.retryable && attempts <= agency.retries) {
    const pause = pauseMillis(attempts, yield* Random.next)
    const at = monotonicMillis(clock) + pause
    if (at >= deadline || at < link.rest.until || !link.budget.retry(monotonicMillis(clock))) break
    yield* Effect.sleep(pause)
    const left = Math.ceil(deadline - monotonicMillis(clock))
    if (left <= 0) break
    const timeoutMillis = Math.min(agency.timeoutMillis, left)
    const outcome = yield* Effect.result(
      attempt(links, link, request, attempts + 1, timeoutMillis, Math.min(lineMillis(agency), left - timeoutMillis))
    )
    if (outcome._tag === "Success") return outcome.success
    // One that found no connection is none: what came before it stays the agency's last word.
    if (!outcome.failure.attempted) break
    attempts++
    fault = outcome.failure
    yield* heed(link, fault, clock)
  }
  return yield* toError(fault, attempts)
})

const unusableFiles = ({ slug }: AgencyLink, reason: string): Effect.Effect<void> =>
  Effect.logError("An agency's TLS files cannot be used; those before them stay, where there are any", { agency: slug, reason })

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
