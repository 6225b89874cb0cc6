/**
 * The short way of a data route or an aggregate: the same handlers as the router's, called from Node's own request event.
 *
 * A stored copy is found without waiting for anything, so no fiber is made; nor is one where other gateways have to count the
 * call first, because all else is done when they have. All else runs in a fiber of the given scope
 * and is interrupted when its caller leaves. Either way the answer is written at the end of a turn of the event loop,
 * together with all others of that turn, once the journal has their records. Of a request that has to wait for room
 * nothing is looked at before there is some. Only an address in its plain
 * spelling comes this way; any other is the router's, and both come to the same checks.
 */
import { Cause, Clock, Duration, Effect, Exit, Fiber, Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { maxBodyBytes } from "../domain/Aggregate.ts"
import { HeldBytes } from "../domain/HeldBytes.ts"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import type { Counted } from "../gateway/Admission.ts"
import { LoadShedding } from "../gateway/LoadShedding.ts"
import { doors, type ParsedRequest } from "../gateway/ParsedRequest.ts"
import { Pipeline } from "../gateway/Pipeline.ts"
import type { Reply } from "../gateway/Reply.ts"
import type { FoundDoor } from "./DoorFinder.ts"
import { incomingOf } from "./NodeRequest.ts"
import { RequestOrigin } from "./RequestOrigin.ts"
import { RequestParser } from "./RequestParser.ts"
import { StallTime, writeStream } from "./StreamWriter.ts"
import { writeText } from "./TurnedAway.ts"
import { type Pace, writeWhole } from "./WriteWhole.ts"

/** An aggregate whose body is surely small: what is left unread of one that is refused early costs nothing to skip. */
const isSmallBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? Number.NaN) <= maxBodyBytes

/** Whether the request has nothing unread that somebody has to deal with when it is answered early. */
export const isDirect = ({ door }: FoundDoor, source: IncomingMessage): boolean =>
  source.method === "GET" || source.method === "HEAD" || (door === "aggregate" && isSmallBody(source))

/** A whole answer that leaves once its record is kept. */
class Departure {
  readonly #target: ServerResponse
  readonly #reply: Reply
  readonly #body: Uint8Array | undefined
  readonly #pace: Pace
  readonly #broken: (error: unknown) => void

  constructor(target: ServerResponse, reply: Reply, body: Uint8Array | undefined, pace: Pace, broken: (error: unknown) => void) {
    this.#target = target
    this.#reply = reply
    this.#body = body
    this.#pace = pace
    this.#broken = broken
  }

  settled(kept: boolean): void {
    const refusal = kept ? undefined : this.#reply.unkept?.()
    try {
      if (refusal === undefined) writeWhole(this.#target, this.#reply, this.#body, this.#pace)
      else writeWhole(this.#target, refusal, refusal.body instanceof Uint8Array ? refusal.body : undefined, this.#pace)
    } catch (error) {
      this.#target.destroy()
      this.#broken(error)
    }
  }
}

/** Fibers run with the services, the clock and the loggers of the effect that calls this. */
export const makeDirectDoors = Effect.fnUntraced(function*(scope: Scope.Scope) {
  const { parse } = yield* RequestParser
  const origin = yield* RequestOrigin
  const { begin, count, gone, turnAway, whenKept, whenKeptSoon } = yield* Pipeline
  const shedding = yield* LoadShedding
  const clock = yield* Clock.Clock
  const pace: Pace = { stallMillis: Duration.toMillis(yield* StallTime), unsent: yield* HeldBytes }
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const running = new Set<Fiber.Fiber<void>>()
  yield* Scope.addFinalizer(scope, Effect.suspend(() => Fiber.interruptAll(running)))
  const broken = (error: unknown): void => void runFork(Effect.logError("An answer could not be written", error))
  const write = (target: ServerResponse, reply: Reply): Effect.Effect<void> => {
    const { body } = reply
    // A stream waits for its records itself.
    if (body !== undefined && !(body instanceof Uint8Array)) return writeStream(target, reply, body)
    const departure = new Departure(target, reply, body, pace, broken)
    if (reply.pauseMillis === undefined) whenKept(departure)
    else setTimeout(whenKept, reply.pauseMillis, departure)
    return Effect.void
  }
  const nowMonotonic = () => monotonicMillis(clock)
  const failed = (target: ServerResponse, cause: Cause.Cause<unknown>): Effect.Effect<void> => {
    target.destroy()
    return Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("A read failed by a defect", cause)
  }
  const serve = (found: FoundDoor, source: IncomingMessage, target: ServerResponse, arrived?: number): void => {
    const request = parse(found, incomingOf(origin, source, arrived), source)
    count(request, (counted) => {
      try {
        answer(request, target, counted)
      } catch (error) {
        // It must not be felt by who was counted together with it.
        target.destroy()
        broken(error)
      }
    })
  }
  const answer = (request: ParsedRequest, target: ServerResponse, counted: Counted | undefined): void => {
    // Its caller left while it was counted.
    if (target.destroyed) {
      shedding.left()
      return gone(request, counted)
    }
    const serving = begin(request, counted)
    const writing = Effect.flatMapEager(serving, (reply) => write(target, reply))
    if (Exit.isExit(writing) && Exit.isSuccess(writing)) return
    const fiber = runFork(Effect.catchCause(writing, (cause) => failed(target, cause)))
    running.add(fiber)
    fiber.addObserver(() => running.delete(fiber))
    target.once("close", () => {
      if (!target.writableEnded) fiber.interruptUnsafe()
    })
  }
  /** A request that waits for room. */
  const wait = (found: FoundDoor, source: IncomingMessage, target: ServerResponse): void => {
    const arrived = nowMonotonic()
    const parsed = () => parse(found, incomingOf(origin, source, arrived), source)
    const refuse = (): void => {
      const reply = turnAway(parsed())
      // Those whose time is over are told together, before what came meanwhile is looked at.
      whenKeptSoon({
        settled: () => {
          try {
            if (!target.destroyed && !writeText(target, reply.text)) writeWhole(target, reply, reply.body, pace)
          } catch (error) {
            target.destroy()
            broken(error)
          }
        }
      })
    }
    shedding.wait(doors[found.door].priority, {
      proceed: () => {
        if (!target.destroyed) return serve(found, source, target, arrived)
        shedding.left()
        gone(parsed())
      },
      refuse: () => target.destroyed ? gone(parsed()) : refuse()
    })
  }
  return (found: FoundDoor, source: IncomingMessage, target: ServerResponse): void =>
    shedding.takes(doors[found.door].priority) ? serve(found, source, target) : wait(found, source, target)
})
