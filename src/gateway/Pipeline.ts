/**
 * The order of checks, the same for every door:
 *
 *   malformed address (400) → token (401) → rate (429) → the door's own reading → audit record
 *
 * A door reads through `ReadEndpoint`: resolve (404) → scope, private (403) → fresh copy →
 * breaker(retry(timeout(agency))) → mask → store.
 *
 * The audit record brackets all of it: an answer leaves only after the journal has its record. The journal writes once
 * for all records of a turn of the event loop, at its end, so whoever sends an answer waits for that. A caller who
 * leaves early is recorded too, with status 499, which is never sent. A streamed answer is recorded before its end
 * leaves; one that broke off has status 200, which the caller saw, and the code of its fault.
 */
import { Cause, Clock, Context, Effect, Exit, Layer, Option, Result, Stream } from "effect"
import { TokenStore } from "../access/TokenStore.ts"
import { AuditSink } from "../audit/AuditSink.ts"
import type { Waiter } from "../audit/Journal.ts"
import { type BadRequest, type GatewayError, InternalError, Overloaded, QuotaExceeded, Unauthorized } from "../domain/GatewayError.ts"
import { type ProblemCode, problems } from "../domain/Problem.ts"
import { Limiter } from "../resilience/Limiter.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { type TraceContext, Tracing } from "../telemetry/Tracing.ts"
import { notRecording } from "./Authorise.ts"
import { Exchange } from "./Exchange.ts"
import type { Renderer, Reply } from "./Reply.ts"
import { StrangerLimit } from "./StrangerLimit.ts"

export interface Incoming {
  readonly requestId: string
  readonly method: string
  readonly authorization: string | undefined
  readonly traceparent: string | undefined
  readonly remoteAddress: string
}

export interface Door<T, A> {
  /** Names the door in metrics and records until an endpoint is known. */
  readonly route: string
  /** Names the door in traces. */
  readonly span: string
  /** The address as read from the raw target. */
  readonly target: Result.Result<T, BadRequest>
  readonly run: (exchange: Exchange, target: T) => Effect.Effect<A, GatewayError>
  readonly renderer: Renderer<A>
}

export interface Outcome {
  readonly status: number
  readonly code: ProblemCode | null
  readonly bytes: number
}

/** More requests at once than this are turned away: beyond it, waiting costs everyone more than asking again. */
const maxInFlight = 8_192

/** `Bearer`, one space or more, one token (RFC 6750, section 2.1). Two headers arrive joined by a comma, which no token holds. */
const credentials = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** The token, or undefined where the header is of another form. The usual form is tried first, without a pattern. */
const tokenOf = (authorization: string): string | undefined =>
  authorization.startsWith("Bearer gpr_") && !authorization.includes(",") ? authorization.slice(7) : credentials.exec(authorization)?.[1]

/**
 * A streamed body, recorded when it ends: its bytes, and whether it came to its end, are known only then. The server
 * ends the answer after that.
 *
 * @param kept awaited by every chunk: the entry in it has a record of its own
 */
const recorded = (
  body: Stream.Stream<Uint8Array, GatewayError>,
  kept: Effect.Effect<void>,
  ended: (bytes: number, exit: Exit.Exit<unknown, GatewayError>) => Effect.Effect<void>
): Stream.Stream<Uint8Array, GatewayError> => {
  let bytes = 0
  return body.pipe(
    Stream.tap((chunk) => {
      bytes += chunk.length
      return kept
    }),
    Stream.onExit((exit) => ended(bytes, exit))
  )
}

/** What is run at once, on the way to the fiber's own loop, turns its exceptions into defects here. */
const orDefect = <A, E>(run: () => Effect.Effect<A, E>): Effect.Effect<A, E> => {
  try {
    return run()
  } catch (defect) {
    return Effect.die(defect)
  }
}

const statusOf = (reply: Reply): number => reply.status

const uncheckable = () => Effect.fail(new Overloaded({ detail: "This token cannot be checked at the moment. Try again.", retryAfterSeconds: 5 }))

/** A stream that holds something private is cut rather than told to a caller whom no record names. */
class RecordNotKept extends Error {
  override readonly message = "the audit record could not be kept"
}

const closed = { status: 499, code: null, bytes: 0 } as const

export class Pipeline extends Context.Service<Pipeline, {
  /** Takes one request through the checks, the door and the record, which is kept when this completes. */
  readonly serve: <T, A>(incoming: Incoming, door: Door<T, A>) => Effect.Effect<Reply>
  /** The same without waiting for the record: the reply may leave only once `whenKept` has said so. */
  readonly begin: <T, A>(incoming: Incoming, door: Door<T, A>) => Effect.Effect<Reply>
  /** Tells the waiter, at the end of this turn of the event loop, whether all records so far are kept. */
  readonly whenKept: (waiter: Waiter) => void
  /** Takes the record and the metrics of an exchange that has ended. */
  readonly close: (exchange: Exchange, outcome: Outcome) => void
  /** A defect, logged with its cause and told to callers as the gateway's own fault. */
  readonly internal: (exchange: Exchange, cause: Cause.Cause<unknown>) => Effect.Effect<InternalError>
  readonly inFlight: () => number
  /** False while no audit record can be kept: nothing private, and no right to it, is given out. */
  readonly recording: () => boolean
}>()("gapura/gateway/Pipeline") {
  static readonly layer = Layer.effect(
    Pipeline,
    Effect.gen(function*() {
      const tokens = yield* TokenStore
      const limiter = yield* Limiter
      const strangers = yield* StrangerLimit
      const sink = yield* AuditSink
      const meter = yield* RequestMeter
      const tracing = yield* Tracing
      const clock = yield* Clock.Clock
      let inFlight = 0

      const nowMonotonic = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

      const close = (exchange: Exchange, { bytes, code, status }: Outcome): void => {
        const durationMs = nowMonotonic() - exchange.started
        meter.request({
          route: exchange.route,
          agency: exchange.endpoint === undefined ? "" : exchange.endpoint.agency.slug,
          // An answer that broke off after its 200 had left counts as what it came to.
          status: code !== null && status < 400 ? problems[code].status : status,
          durationMs,
          cache: exchange.cache
        })
        exchange.recordAt = sink.append(exchange, status, code, bytes, durationMs)
      }

      const unauthorized = (incoming: Incoming, nowMillis: number, reason: "absent" | "invalid"): GatewayError => {
        const wait = strangers.refuse(incoming.remoteAddress, nowMillis)
        if (wait > 0) {
          meter.limited()
          return new QuotaExceeded({ detail: "Too many requests without a valid token came from this address.", retryAfterSeconds: wait })
        }
        return new Unauthorized({
          reason,
          detail: reason === "absent"
            ? "Send an access token in the header `Authorization: Bearer <token>`."
            : "The access token is malformed, unknown, expired or revoked. Obtain a new one."
        })
      }

      const spend = (exchange: Exchange, tokenId: string): GatewayError | undefined => {
        const quota = limiter.spendUnsafe(tokenId, exchange.started)
        exchange.quota = quota
        if (quota.allowed) return undefined
        meter.limited()
        return new QuotaExceeded({
          detail: `This token has sent ${quota.limit} requests within the last 60 seconds. Wait ${quota.resetSeconds} s.`,
          retryAfterSeconds: Math.max(1, quota.resetSeconds)
        })
      }

      /** Token, then rate; asks the database only for a token that memory does not know. */
      const admit = <A>(incoming: Incoming, exchange: Exchange, run: () => Effect.Effect<A, GatewayError>): Effect.Effect<A, GatewayError> => {
        if (incoming.authorization === undefined) return Effect.fail(unauthorized(incoming, exchange.started, "absent"))
        const token = tokenOf(incoming.authorization)
        if (token === undefined) return Effect.fail(unauthorized(incoming, exchange.started, "invalid"))
        const admitted = (caller: Exchange["caller"]): Effect.Effect<A, GatewayError> => {
          if (caller === undefined) return Effect.fail(unauthorized(incoming, exchange.started, "invalid"))
          exchange.caller = caller
          const refused = spend(exchange, caller.tokenId)
          return refused === undefined ? run() : Effect.fail(refused)
        }
        const known = tokens.known(token, exchange.time)
        return known === undefined ? Effect.flatMap(Effect.catch(tokens.find(token, exchange.time), uncheckable), admitted) : admitted(known)
      }

      const internal = (exchange: Exchange, cause: Cause.Cause<unknown>) =>
        Effect.as(
          Effect.logError("A request failed by a defect", Cause.pretty(cause)).pipe(Effect.annotateLogs({ requestId: exchange.requestId })),
          new InternalError({ detail: "The gateway failed to handle this request." })
        )

      /** What leaves where the record of something private is not kept; the record then says the same. */
      const unkept = <T, A>(exchange: Exchange, door: Door<T, A>) => (): Reply => {
        const refusal = door.renderer.failure(exchange, notRecording())
        sink.amend(exchange.recordAt, refusal.status, "overloaded", refusal.body instanceof Uint8Array ? refusal.body.length : 0)
        return refusal
      }

      const handle = <T, A>(incoming: Incoming, door: Door<T, A>, trace: TraceContext): Effect.Effect<Reply> => {
        const exchange = new Exchange({
          requestId: incoming.requestId,
          method: incoming.method,
          trace,
          time: clock.currentTimeMillisUnsafe(),
          started: nowMonotonic()
        })
        exchange.route = door.route
        const ended = (outcome: Outcome): void => {
          inFlight--
          close(exchange, outcome)
        }
        const replied = (reply: Reply): Effect.Effect<Reply> => {
          const { body, code, status } = reply
          if (body === undefined || body instanceof Uint8Array) {
            ended({ status, code, bytes: body === undefined ? 0 : body.length })
            return Effect.succeed(exchange.guarded && status < 400 ? { ...reply, unkept: unkept(exchange, door) } : reply)
          }
          const kept = Effect.flatMap(sink.kept, (isKept) => isKept || !exchange.guarded ? Effect.void : Effect.die(new RecordNotKept()))
          return Effect.succeed({
            ...reply,
            body: recorded(body, kept, (bytes, exit) =>
              Effect.suspend((): Effect.Effect<void> => {
                if (Exit.isSuccess(exit)) {
                  ended({ status, code, bytes })
                  return kept
                }
                if (Cause.hasInterruptsOnly(exit.cause)) return Effect.sync(() => ended({ ...closed, bytes }))
                const error = Cause.findErrorOption(exit.cause)
                const told = Option.isSome(error) ? Effect.succeed<GatewayError>(error.value) : internal(exchange, exit.cause)
                return Effect.map(told, (fault) => ended({ status, code: fault.code, bytes }))
              }))
          })
        }
        const failed = (error: GatewayError) => replied(door.renderer.failure(exchange, error))

        inFlight++
        if (inFlight > maxInFlight) return failed(new Overloaded({ detail: "The gateway has too many requests in progress.", retryAfterSeconds: 1 }))
        if (Result.isFailure(door.target)) return failed(door.target.failure)
        const target = door.target.success
        const reading = orDefect(() =>
          Effect.flatMapEager(
            admit(incoming, exchange, () => door.run(exchange, target)),
            (answer) => door.renderer.answer(exchange, answer)
          ))
        const guarded = Exit.isExit(reading) ? reading : Effect.onInterrupt(reading, () => Effect.sync(() => ended(closed)))
        return Effect.matchCauseEffectEager(guarded, {
          onSuccess: replied,
          onFailure: (cause): Effect.Effect<Reply> => {
            const error = Cause.findErrorOption(cause)
            if (Option.isSome(error)) return failed(error.value)
            return Effect.flatMap(internal(exchange, cause), failed)
          }
        })
      }

      const begin = <T, A>(incoming: Incoming, door: Door<T, A>): Effect.Effect<Reply> =>
        tracing.server(
          { traceparent: incoming.traceparent, route: door.span, method: incoming.method, requestId: incoming.requestId, status: statusOf },
          (trace) => handle(incoming, door, trace)
        )

      return Pipeline.of({
        serve: (incoming, door) =>
          Effect.flatMap(begin(incoming, door), (reply) => Effect.map(sink.kept, (kept) => kept || reply.unkept === undefined ? reply : reply.unkept())),
        begin,
        whenKept: sink.whenKept,
        close,
        internal,
        inFlight: () => inFlight,
        recording: sink.recording
      })
    })
  )
}
