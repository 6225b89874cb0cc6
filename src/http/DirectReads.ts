/**
 * The short way of a data route: the same `ReadHandler` as the router's, called from Node's own request event.
 *
 * A stored copy is found without waiting for anything, so its answer is written at once and no fiber is made. All
 * else runs in a fiber of the given scope and is interrupted when its caller leaves. Only an address in its plain
 * spelling comes this way; any other is the router's, and both come to the same checks.
 */
import { Cause, Effect, Exit, Fiber, type Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Reply } from "../gateway/Reply.ts"
import { writeWhole } from "./NodeRequest.ts"
import { gatewayPrefix, ReadHandler } from "./ReadHandler.ts"

const prefix = `${gatewayPrefix}/`
/** Doors of their own under the same prefix. */
const others = [`${prefix}preset`, `${prefix}aggregate`]

export const isPlainRead = (source: IncomingMessage): boolean => {
  const url = source.url
  if (url === undefined || !url.startsWith(prefix) || (source.method !== "GET" && source.method !== "HEAD")) return false
  return !url.startsWith(others[0] ?? "") && !url.startsWith(others[1] ?? "")
}

/** Fibers run with the services, the clock and the loggers of the effect that calls this. */
export const makeDirectReads = Effect.fnUntraced(function*(scope: Scope.Scope) {
  const reads = yield* ReadHandler
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const write = (target: ServerResponse, reply: Reply): void => {
    if (!writeWhole(target, reply)) target.destroy()
  }
  const failed = (target: ServerResponse, cause: Cause.Cause<unknown>): Effect.Effect<void> => {
    target.destroy()
    return Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("A read failed by a defect", Cause.pretty(cause))
  }
  return (source: IncomingMessage, target: ServerResponse): void => {
    const writing = Effect.mapEager(reads.serve(source), (reply) => write(target, reply))
    if (Exit.isExit(writing) && Exit.isSuccess(writing)) return
    const fiber = Fiber.runIn(runFork(Effect.catchCause(writing, (cause) => failed(target, cause))), scope)
    target.once("close", () => {
      if (!target.writableEnded) fiber.interruptUnsafe()
    })
  }
})
