/**
 * An answer that is sent while the agency still sends it: what a read ends with when there is no whole copy to hand
 * out. A flight lands with it as with an error, since it can be nobody's but its own caller's: the others call anew, together where that is possible.
 */
import type { Effect, Stream } from "effect"
import type { StreamError } from "./StreamedCopy.ts"

export class Streamed {
  readonly _tag = "Streamed"
  /** Whose it is. */
  readonly owner: object
  readonly contentType: string
  /** Runs once. It fails with what went wrong with the agency's answer after it had begun; interrupting it calls the agency off. */
  readonly body: Stream.Stream<Uint8Array, StreamError>
  /** Instead of running the body. */
  readonly abandon: Effect.Effect<void>

  constructor(made: {
    readonly owner: object
    readonly contentType: string
    readonly body: Stream.Stream<Uint8Array, StreamError>
    readonly abandon: Effect.Effect<void>
  }) {
    this.owner = made.owner
    this.contentType = made.contentType
    this.body = made.body
    this.abandon = made.abandon
  }
}
