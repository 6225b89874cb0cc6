/**
 * A streamed body, recorded when it ends: its bytes, and whether it came to its end, are known only then. The server
 * ends the answer after that.
 */
import { type Effect, type Exit, Stream } from "effect"
import type { GatewayError } from "../domain/GatewayError.ts"

/**
 * @param kept awaited by every chunk: the entry in it has a record of its own
 */
export const recorded = (
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
