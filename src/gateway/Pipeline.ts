/**
 * The way of a request, the same for every door: from what `http` has parsed to the reply that it renders. `answer` has
 * the order of the checks, one a line; `ReadEndpoint` goes on with those of one endpoint, for entries too.
 *
 * The audit record brackets all of it: an answer leaves only after the journal has its record. The journal writes once
 * for all records of a turn of the event loop, at its end, so whoever sends an answer waits for that. A caller who
 * leaves early is recorded too, with status 499, which is never sent. A streamed answer is recorded before its end
 * leaves; one that broke off has status 200, which the caller saw, and the code of its fault.
 */
import { Cause, Clock, Context, Effect, Exit, Layer, Option, Result } from "effect"
import { AuditSink } from "../audit/AuditSink.ts"
import type { Waiter } from "../audit/Journal.ts"
import type { Target } from "../domain/Address.ts"
import { agencyDetails } from "../domain/AgencyDetails.ts"
import { type GatewayError, Overloaded } from "../domain/GatewayError.ts"
import { HeldBytes } from "../domain/HeldBytes.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { type Form, isOfAny } from "../domain/Negotiation.ts"
import { Registry } from "../registry/Registry.ts"
import { type TraceContext, Tracing } from "../telemetry/Tracing.ts"
import { type Counted, makeAdmission, tokenOf } from "./Admission.ts"
import { notRecording } from "./Authorise.ts"
import type { DataAnswer } from "./DataAnswer.ts"
import { Exchange } from "./Exchange.ts"
import { fileUnder } from "./FileUnder.ts"
import { LiveFeeds } from "./LiveFeeds.ts"
import { LoadShedding, pause } from "./LoadShedding.ts"
import { doors, type ParsedRequest } from "./ParsedRequest.ts"
import { makeReadAggregate } from "./ReadAggregate.ts"
import { ReadPreset } from "./ReadPreset.ts"
import { ReadQuestion } from "./ReadQuestion.ts"
import { recorded } from "./RecordedBody.ts"
import { type Outcome, Recorder } from "./Recorder.ts"
import { makeRehearse } from "./Rehearse.ts"
import { markedAsRehearsal, type Reply, type WrittenReply } from "./Reply.ts"

/** What is run at once, on the way to the fiber's own loop, turns its exceptions into defects here. */
const orDefect = <A, E>(run: () => Effect.Effect<A, E>): Effect.Effect<A, E> => {
  try {
    return run()
  } catch (defect) {
    return Effect.die(defect)
  }
}

const tooMuchHeld = () => new Overloaded({ detail: agencyDetails.noMemory, retryAfterSeconds: 5 })

/** A stream that holds something private is cut rather than told to a caller whom no record names. */
class RecordNotKept extends Error {
  override readonly message = "the audit record could not be kept"
}

const closed = { status: 499, code: null, bytes: 0 } as const

/** The next step, at once where the one before has ended: a hit passes all of them without a fiber. */
const then = Effect.flatMapEager

export class Pipeline extends Context.Service<Pipeline, {
  /** Takes one request through the checks, its door's read and the record, which is kept when this completes. */
  readonly serve: (request: ParsedRequest) => Effect.Effect<Reply>
  /**
   * The same of one for whom there is room (`LoadShedding.takes`), without waiting for the record: the reply may leave
   * only once `whenKept` has said so.
   */
  readonly begin: (request: ParsedRequest, counted?: Counted) => Effect.Effect<Reply>
  /** Before that, for one that was parsed: see `Admission`. */
  readonly count: (request: ParsedRequest, proceed: (counted?: Counted) => void) => void
  /** The record and the answer of one that found no room. The reply waits for the record as after `begin`. */
  readonly turnAway: (request: ParsedRequest) => WrittenReply
  /** The record of one whose caller left before there was room, or while it was counted. */
  readonly gone: (request: ParsedRequest, counted?: Counted) => void
  /** Tells the waiter, at the end of this turn of the event loop, whether all records so far are kept. */
  readonly whenKept: (waiter: Waiter) => void
  /** The same, at the end of this callback. */
  readonly whenKeptSoon: (waiter: Waiter) => void
  /** False while no audit record can be kept: nothing private, and no right to it, is given out. */
  readonly recording: () => boolean
}>()("gapura/gateway/Pipeline") {
  static readonly layer = Layer.effect(
    Pipeline,
    Effect.gen(function*() {
      const admission = yield* makeAdmission
      const reader = yield* ReadQuestion
      const live = yield* LiveFeeds
      const presets = yield* ReadPreset
      const readAggregate = yield* makeReadAggregate
      const rehearse = yield* makeRehearse
      const registry = yield* Registry
      const sink = yield* AuditSink
      const recorder = yield* Recorder
      const tracing = yield* Tracing
      const held = yield* HeldBytes
      const shedding = yield* LoadShedding
      const clock = yield* Clock.Clock
      const nowMonotonic = () => monotonicMillis(clock)

      /** What stands in the way of every door, such as a request that is not fit to be served or a malformed address. */
      const addressOf = ({ obstacle, target }: ParsedRequest) => obstacle === undefined ? Effect.fromResult(target) : Effect.fail(obstacle)

      /** What a request asks for, by its door. */
      const readers: Readonly<
        Record<
          ParsedRequest["door"],
          (exchange: Exchange, request: ParsedRequest, target: Target, form: Form) => Effect.Effect<DataAnswer, GatewayError>
        >
      > = {
        read: (exchange, { authorization = "", lastEventId }, target, form) =>
          form === "events"
            ? live.open(exchange, { target, token: tokenOf(authorization) ?? "", lastEventId })
            : reader.open(exchange, target, form),
        preset: (exchange, _, { address }, form) =>
          form === "json" ? presets.read(exchange, address) : presets.readLines(exchange, address),
        aggregate: (exchange, { body }, _, form) => Effect.flatMap(body, (aggregate) => readAggregate(exchange, aggregate, form))
      }

      /** The order of checks, with the errors that each may give. Overload comes before them: `served`, `DirectDoors`. */
      const answer = (request: ParsedRequest, exchange: Exchange, before: Counted | undefined): Effect.Effect<Reply, GatewayError> => {
        // bad-request 400; of what is not fit to be served: method-not-allowed 405, payload-too-large 413 and others
        const address = addressOf(request)
        // unauthorized 401, quota-exceeded 429 for a flood without a good token, overloaded 503
        const caller = then(address, () => admission.identify(request, exchange, before))
        // quota-exceeded 429
        const counted = then(caller, (known) => admission.spend(known, exchange, before))
        // quota-exceeded 429 for too many in progress; then what the door's read gives
        const read = then(counted, (known) => admission.inProgress(known, exchange, () => readOf(request, exchange)))
        return then(read, (found) => request.renderer.answer(exchange, found))
      }

      const readOf = (request: ParsedRequest, exchange: Exchange): Effect.Effect<DataAnswer, GatewayError> => {
        const { target } = request
        if (Result.isFailure(target)) return Effect.fail(target.failure)
        // not-acceptable 406, method-not-allowed 405
        const form = request.form()
        if (Result.isFailure(form)) return Effect.fail(form.failure)
        if (exchange.caller?.isRehearsal !== true) return readAs(request, exchange, target.success, form.success)
        // What is rehearsed, of a request that would be answered; or bad-request 400
        return rehearse.whole(exchange, request.prefer, () => readAs(request, exchange, target.success, form.success))
      }

      /** Where the data has no such form it is not-acceptable 406, unless the caller takes one that any data has. */
      const readAs = (request: ParsedRequest, exchange: Exchange, target: Target, form: Form): Effect.Effect<DataAnswer, GatewayError> => {
        const readBy = readers[request.door]
        const read = readBy(exchange, request, target, form)
        return isOfAny(form) ? read : Effect.catchTag(read, "NotAcceptable", (refusal) => {
          const other = request.formOfAny()
          if (other === undefined) return Effect.fail(refusal)
          // It waits for the agency anew, and would have two places of its room.
          exchange.releases()
          return readBy(exchange, request, target, other)
        })
      }

      /** Finds whose route was asked for by what was refused before one was found. */
      const filing = ({ door, target }: ParsedRequest, exchange: Exchange) => (): void => {
        if (door === "aggregate" || Result.isFailure(target)) return
        const { address } = target.success
        fileUnder(exchange, door === "preset" ? `preset/${address}` : address, registry.current())
      }

      const exchangeOf = (
        { acceptLanguage, arrived, door, method, remoteAddress, requestId, span }: ParsedRequest,
        trace: TraceContext,
        counted?: Counted
      ): Exchange =>
        new Exchange({
          requestId,
          method,
          trace,
          time: clock.currentTimeMillisUnsafe(),
          started: counted?.started ?? nowMonotonic(),
          arrived,
          route: doors[door].route,
          door: span,
          address: remoteAddress,
          acceptLanguage
        })

      /** What leaves where the record of something private is not kept; the record then says the same. */
      const unkept = (exchange: Exchange, { renderer }: ParsedRequest) => (): Reply => {
        const refusal = renderer.failure(exchange, notRecording())
        sink.amend(exchange.recordAt, refusal.status, "overloaded", refusal.body instanceof Uint8Array ? refusal.body.length : 0)
        return refusal
      }

      const handle = (request: ParsedRequest, trace: TraceContext, counted: Counted | undefined): Effect.Effect<Reply> => {
        const exchange = exchangeOf(request, trace, counted)
        let hasRoom = true
        const leaveRoom = (): void => {
          if (hasRoom) shedding.left()
          hasRoom = false
        }
        const ended = (outcome: Outcome): void => {
          leaveRoom()
          admission.left(exchange)
          recorder.close(exchange, outcome, filing(request, exchange))
        }
        const replied = (rendered: Reply): Effect.Effect<Reply> => {
          const reply = exchange.caller?.isRehearsal === true ? markedAsRehearsal(rendered, exchange) : rendered
          const { body, code, status } = reply
          if (body === undefined || body instanceof Uint8Array) {
            // What it was made of is not needed any more.
            exchange.holding?.end()
            if (body !== undefined && status < 400 && held.isFull(body)) return failed(tooMuchHeld())
            ended({ status, code, bytes: body === undefined ? 0 : body.length })
            return Effect.succeed(exchange.guarded && status < 400 ? { ...reply, unkept: unkept(exchange, request) } : reply)
          }
          // It waits for what comes, which is no work, and is measured up to here.
          const { isLasting = false } = reply
          if (isLasting) {
            leaveRoom()
            exchange.endedAt(nowMonotonic())
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
                if (Cause.hasInterruptsOnly(exit.cause)) {
                  return Effect.sync(() => ended(isLasting ? { status, code, bytes } : { ...closed, bytes }))
                }
                const error = Cause.findErrorOption(exit.cause)
                const told = Option.isSome(error) ? Effect.succeed<GatewayError>(error.value) : recorder.internal(exchange, exit.cause)
                return Effect.map(told, (fault) => ended({ status, code: fault.code, bytes }))
              }))
          })
        }
        const failed = (error: GatewayError) => replied(request.renderer.failure(exchange, error))
        /** For who must not cost as much by asking again at once as those who are served. */
        const failedLater = (error: GatewayError) => replied({ ...request.renderer.failure(exchange, error), pauseMillis: pause.most })

        const answering = orDefect(() => answer(request, exchange, counted))
        const guarded = Exit.isExit(answering) ? answering : Effect.onInterrupt(answering, () => Effect.sync(() => ended(closed)))
        return Effect.matchCauseEffectEager(guarded, {
          onSuccess: replied,
          onFailure: (cause): Effect.Effect<Reply> => {
            const error = Cause.findErrorOption(cause)
            if (Option.isSome(error)) {
              return exchange.caller === undefined && isToldLater(request) ? failedLater(error.value) : failed(error.value)
            }
            return Effect.flatMap(recorder.internal(exchange, cause), failed)
          }
        })
      }

      /** A stranger waits for what is told him while there is too much to do; a malformed address is told at once. */
      const isToldLater = ({ obstacle, target }: ParsedRequest): boolean =>
        shedding.state() !== "calm" && obstacle === undefined && Result.isSuccess(target)

      const turnAway = (request: ParsedRequest): WrittenReply => {
        const exchange = unserved(request)
        admission.turnedAway(request, exchange)
        const reply = request.renderer.turnedAway(exchange)
        const { bytes, code, status } = reply
        recorder.close(exchange, { status, code, bytes }, filing(request, exchange))
        return reply
      }
      /** No span: there would be the most of them when there is the least time. */
      const unserved = (request: ParsedRequest, counted?: Counted): Exchange => exchangeOf(request, tracing.unsampled(request), counted)

      const begin = (request: ParsedRequest, counted?: Counted): Effect.Effect<Reply> =>
        handle(request, tracing.begin(request, request.method), counted)

      const served = (parsed: ParsedRequest): Effect.Effect<Reply> => {
        const request = { ...parsed, arrived: nowMonotonic() }
        return then(
          shedding.room(doors[request.door].priority),
          (hasRoom) => hasRoom ? begin(request) : Effect.sync(() => turnAway(request))
        )
      }

      return Pipeline.of({
        serve: (request) =>
          Effect.flatMap(served(request), (reply) => {
            // A stream waits for its records itself, and who leaves before it begins would never be recorded.
            if (reply.body !== undefined && !(reply.body instanceof Uint8Array)) return Effect.succeed(reply)
            const left = Effect.map(sink.kept, (kept) => kept || reply.unkept === undefined ? reply : reply.unkept())
            return reply.pauseMillis === undefined ? left : Effect.delay(left, reply.pauseMillis)
          }),
        begin,
        // What is told before a token is looked for spends nothing.
        count: (request, proceed) =>
          request.obstacle === undefined && Result.isSuccess(request.target) ? admission.count(request, proceed) : proceed(),
        turnAway,
        gone: (request, counted) => {
          const exchange = unserved(request, counted)
          if (counted !== undefined) exchange.identified(counted.caller, counted.quota)
          recorder.close(exchange, closed, filing(request, exchange))
        },
        whenKept: sink.whenKept,
        whenKeptSoon: sink.whenKeptSoon,
        recording: sink.recording
      })
    })
  )
}
