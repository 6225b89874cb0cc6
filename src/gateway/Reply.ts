/** What a door sends back: made by `http`, recorded by the pipeline, written by the server. */
import type { Effect, Stream } from "effect"
import type { GatewayError } from "../domain/GatewayError.ts"
import type { ProblemCode } from "../domain/Problem.ts"
import type { Exchange } from "./Exchange.ts"

export interface Reply {
  readonly status: number
  /** Problem code, null on success. */
  readonly code: ProblemCode | null
  /** Lower-case names. */
  readonly headers: Record<string, string>
  /** A stream that fails is broken off: the caller is left without its end. */
  readonly body: Uint8Array | Stream.Stream<Uint8Array, GatewayError> | undefined
  /** What leaves in its place when its record could not be kept; absent where it may leave all the same. */
  readonly unkept?: () => Reply
}

/** How a door shows an answer or an error of the pipeline as HTTP. */
export interface Renderer<A> {
  readonly answer: (exchange: Exchange, answer: A) => Effect.Effect<Reply>
  readonly failure: (exchange: Exchange, error: GatewayError) => Reply
}
