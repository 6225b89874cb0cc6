/**
 * The short way of a data route or an aggregate: the same handlers as the router's, called from Node's own request event.
 *
 * A stored copy is found without waiting for anything, so no fiber is made. All else runs in a fiber of the given scope
 * and is interrupted when its caller leaves. Either way the answer is written at the end of a turn of the event loop,
 * together with all others of that turn, once the journal has their records. Only an address in its plain
 * spelling comes this way; any other is the router's, and both come to the same checks.
 */
import { Cause, Duration, Effect, Exit, Fiber, Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { maxBodyBytes } from "../domain/Aggregate.ts"
import { Pipeline } from "../gateway/Pipeline.ts"
import type { Reply } from "../gateway/Reply.ts"
import { AggregateHandler } from "./AggregateHandler.ts"
import { writeWhole } from "./NodeRequest.ts"
import { gatewayPrefix, ReadHandler } from "./ReadHandler.ts"
import { StallTime, writeStream } from "./StreamWriter.ts"

const prefix = `${gatewayPrefix}/`
const presets = `${prefix}preset`
const aggregate = `${prefix}aggregate`

export type DirectDoor = "read" | "aggregate"

/** An aggregate whose body is surely small: what is left unread of one that is refused early costs nothing to skip. */
const isSmallBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? Number.NaN) <= maxBodyBytes

/** The door behind the address, or undefined where the router has to find it. */
export const directDoorOf = (source: IncomingMessage): DirectDoor | undefined => {
  const { method, url } = source
  if (url === undefined || !url.startsWith(prefix)) return undefined
  if (method === "POST") return url === aggregate && isSmallBody(source) ? "aggregate" : undefined
  return (method === "GET" || method === "HEAD") && !url.startsWith(presets) && !url.startsWith(aggregate) ? "read" : undefined
}

/** A whole answer that leaves once its record is kept. */
class Departure {
  readonly #target: ServerResponse
  readonly #reply: Reply
  readonly #body: Uint8Array | undefined
  readonly #stallMillis: number
  readonly #broken: (error: unknown) => void

  constructor(target: ServerResponse, reply: Reply, body: Uint8Array | undefined, stallMillis: number, broken: (error: unknown) => void) {
    this.#target = target
    this.#reply = reply
    this.#body = body
    this.#stallMillis = stallMillis
    this.#broken = broken
  }

  settled(kept: boolean): void {
    const refusal = kept ? undefined : this.#reply.unkept?.()
    try {
      if (refusal === undefined) writeWhole(this.#target, this.#reply, this.#body, this.#stallMillis)
      else writeWhole(this.#target, refusal, refusal.body instanceof Uint8Array ? refusal.body : undefined, this.#stallMillis)
    } catch (error) {
      this.#target.destroy()
      this.#broken(error)
    }
  }
}

/** Fibers run with the services, the clock and the loggers of the effect that calls this. */
export const makeDirectDoors = Effect.fnUntraced(function*(scope: Scope.Scope) {
  const { begin: read } = yield* ReadHandler
  const { begin: combine } = yield* AggregateHandler
  const { whenKept } = yield* Pipeline
  const stallMillis = Duration.toMillis(yield* StallTime)
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const running = new Set<Fiber.Fiber<void>>()
  yield* Scope.addFinalizer(scope, Effect.suspend(() => Fiber.interruptAll(running)))
  const broken = (error: unknown): void => void runFork(Effect.logError("An answer could not be written", error))
  const write = (target: ServerResponse, reply: Reply): Effect.Effect<void> => {
    const { body } = reply
    // A stream waits for its records itself.
    if (body !== undefined && !(body instanceof Uint8Array)) return writeStream(target, reply, body)
    whenKept(new Departure(target, reply, body, stallMillis, broken))
    return Effect.void
  }
  const failed = (target: ServerResponse, cause: Cause.Cause<unknown>): Effect.Effect<void> => {
    target.destroy()
    return Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("A read failed by a defect", Cause.pretty(cause))
  }
  return (door: DirectDoor, source: IncomingMessage, target: ServerResponse): void => {
    const writing = Effect.flatMapEager(door === "read" ? read(source) : combine(source), (reply) => write(target, reply))
    if (Exit.isExit(writing) && Exit.isSuccess(writing)) return
    const fiber = runFork(Effect.catchCause(writing, (cause) => failed(target, cause)))
    running.add(fiber)
    fiber.addObserver(() => running.delete(fiber))
    target.once("close", () => {
      if (!target.writableEnded) fiber.interruptUnsafe()
    })
  }
})
