/**
 * Writes a streamed body to Node's response at the caller's pace.
 *
 * What has left cannot be taken back, so a stream that fails is broken off: the chunked body stays without its last
 * chunk and the connection is cut, which every HTTP/1.1 client reports as an error. HTTP/1.0 knows no chunks and would
 * take an orderly close for the end; there the connection is reset.
 * A caller who takes nothing for a while is taken for gone, so that nobody holds an agency's connection for ever.
 */
import { Cause, Context, Duration, Effect, Exit, Stream } from "effect"
import type { ServerResponse } from "node:http"
import type { GatewayError } from "../domain/GatewayError.ts"
import type { Reply } from "../gateway/Reply.ts"
import { resetConnection } from "./ResetConnection.ts"
import { giveUp } from "./WriteWhole.ts"

/** How long a caller may take over one piece of an answer. */
export const StallTime = Context.Reference("gapura/http/StallTime", { defaultValue: () => Duration.seconds(30) })

const pieceBytes = 64 * 1024
/** What a cut answer may take to leave as far as it came. */
const flushMillis = 1_000

/** Waits until the caller has taken what was written. */
const drained = (target: ServerResponse, stallMillis: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const settle = (effect: Effect.Effect<void>) => {
      free()
      resume(effect)
    }
    const taken = () => settle(Effect.void)
    const gone = () => settle(Effect.interrupt)
    const stalled = () => {
      giveUp(target)
      gone()
    }
    const timer = setTimeout(stalled, stallMillis)
    const free = () => {
      clearTimeout(timer)
      target.off("drain", taken).off("close", gone)
    }
    target.on("drain", taken).on("close", gone)
    return Effect.sync(free)
  })

const writePieces = (target: ServerResponse, bytes: Uint8Array, stallMillis: number): Effect.Effect<void> => {
  if (target.destroyed) return Effect.interrupt
  const more = target.write(bytes.length <= pieceBytes ? bytes : bytes.subarray(0, pieceBytes))
  const rest = bytes.length <= pieceBytes ? undefined : bytes.subarray(pieceBytes)
  if (more) return rest === undefined ? Effect.void : writePieces(target, rest, stallMillis)
  const waited = drained(target, stallMillis)
  return rest === undefined ? waited : Effect.flatMap(waited, () => writePieces(target, rest, stallMillis))
}

/** Before the end of its body: what was written before still goes out, so that the caller sees how far it came. */
const cut = (target: ServerResponse, isFault: boolean): void => {
  const { req, socket } = target
  if (!isFault || socket === null) target.destroy()
  else if (req.httpVersion === "1.0") resetConnection(socket)
  else {
    const late = setTimeout(() => target.destroy(), flushMillis)
    socket.once("close", () => clearTimeout(late))
    // What was written within this tick is with Node, not yet with the socket.
    setImmediate(() => socket.destroySoon())
  }
}

export const writeStream = (target: ServerResponse, reply: Reply, body: Stream.Stream<Uint8Array, GatewayError>): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const stallMillis = Duration.toMillis(fiber.getRef(StallTime))
    if (!target.destroyed) target.writeHead(reply.status, reply.headers)
    return Stream.runForEach(body, (bytes) => writePieces(target, bytes, stallMillis)).pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => {
          if (Exit.isSuccess(exit)) target.end()
          else cut(target, !Cause.hasInterruptsOnly(exit.cause))
        })
      ),
      Effect.ignore
    )
  })
