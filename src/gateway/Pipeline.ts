/**
 * The order of checks, the same for every door:
 *
 *   malformed address (400) → token (401) → rate (429) → the door's own reading → audit record
 *
 * A door reads through `ReadEndpoint`: resolve (404) → scope, private (403) → fresh copy →
 * breaker(retry(timeout(agency))) → mask → store.
 *
 * The audit record brackets all of it: an answer is handed to the server only after the sink has taken its record.
 * A caller who leaves early is recorded too, with status 499, which is never sent.
 */
import { Cause, Clock, Context, Effect, Exit, Layer, Option, Result, Stream } from "effect"
import { TokenStore } from "../access/TokenStore.ts"
import { AuditSink } from "../audit/AuditSink.ts"
import { type BadRequest, type GatewayError, InternalError, Overloaded, QuotaExceeded, Unauthorized } from "../domain/GatewayError.ts"
import type { ProblemCode } from "../domain/Problem.ts"
import { Limiter } from "../resilience/Limiter.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { type TraceContext, Tracing } from "../telemetry/Tracing.ts"
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

/** A streamed body, recorded when it ends: its bytes are known only then. */
const recorded = (body: Stream.Stream<Uint8Array>, ended: (bytes: number, whole: boolean) => Effect.Effect<void>): Stream.Stream<Uint8Array> => {
  let bytes = 0
  return body.pipe(
    Stream.tap((chunk) => Effect.sync(() => {
      bytes += chunk.length
    })),
    Stream.onExit((exit) => ended(bytes, Exit.isSuccess(exit)))
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

const closed = { status: 499, code: null, bytes: 0 } as const

export class Pipeline extends Context.Service<Pipeline, {
  /** Takes one request through the checks, the door and the record. */
  readonly serve: <T, A>(incoming: Incoming, door: Door<T, A>) => Effect.Effect<Reply>
  /** Writes the record and the metrics of an exchange that has ended. */
  readonly close: (exchange: Exchange, outcome: Outcome) => Effect.Effect<void>
  /** A defect, logged with its cause and told to callers as the gateway's own fault. */
  readonly internal: (exchange: Exchange, cause: Cause.Cause<unknown>) => Effect.Effect<InternalError>
  readonly inFlight: () => number
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

      const close = (exchange: Exchange, outcome: Outcome): Effect.Effect<void> => {
        const ended = nowMonotonic()
        meter.request({
          route: exchange.route,
          agency: exchange.endpoint === undefined ? "" : exchange.endpoint.agency.slug,
          status: outcome.status,
          durationMs: ended - exchange.started,
          cache: exchange.cache
        })
        return sink.record(exchange.toRecord({ status: outcome.status, code: outcome.code, bytes: outcome.bytes, ended }))
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
        return known === undefined ? Effect.flatMap(tokens.find(token, exchange.time), admitted) : admitted(known)
      }

      const internal = (exchange: Exchange, cause: Cause.Cause<unknown>) =>
        Effect.as(
          Effect.logError("A request failed by a defect", Cause.pretty(cause)).pipe(Effect.annotateLogs({ requestId: exchange.requestId })),
          new InternalError({ detail: "The gateway failed to handle this request." })
        )

      const handle = <T, A>(incoming: Incoming, door: Door<T, A>, trace: TraceContext): Effect.Effect<Reply> => {
        const exchange = new Exchange({
          requestId: incoming.requestId,
          method: incoming.method,
          trace,
          time: clock.currentTimeMillisUnsafe(),
          started: nowMonotonic()
        })
        exchange.route = door.route
        const ended = (outcome: Outcome) => {
          inFlight--
          return close(exchange, outcome)
        }
        const replied = (reply: Reply): Effect.Effect<Reply> => {
          const { body, code, status } = reply
          if (body === undefined || body instanceof Uint8Array) {
            return Effect.mapEager(ended({ status, code, bytes: body?.length ?? 0 }), () => reply)
          }
          return Effect.succeed({ ...reply, body: recorded(body, (bytes, whole) => ended(whole ? { status, code, bytes } : { ...closed, bytes })) })
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
        const guarded = Exit.isExit(reading) ? reading : Effect.onInterrupt(reading, () => ended(closed))
        return Effect.matchCauseEffectEager(guarded, {
          onSuccess: replied,
          onFailure: (cause): Effect.Effect<Reply> => {
            const error = Cause.findErrorOption(cause)
            if (Option.isSome(error)) return failed(error.value)
            return Effect.flatMap(internal(exchange, cause), failed)
          }
        })
      }

      return Pipeline.of({
        serve: (incoming, door) =>
          tracing.server(
            { traceparent: incoming.traceparent, route: door.span, method: incoming.method, requestId: incoming.requestId, status: statusOf },
            (trace) => handle(incoming, door, trace)
          ),
        close,
        internal,
        inFlight: () => inFlight
      })
    })
  )
}
