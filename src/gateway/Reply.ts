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
  readonly body: Uint8Array | Stream.Stream<Uint8Array> | undefined
}

/** How a door shows an answer or an error of the pipeline as HTTP. */
export interface Renderer<A> {
  readonly answer: (exchange: Exchange, answer: A) => Effect.Effect<Reply>
  readonly failure: (exchange: Exchange, error: GatewayError) => Reply
}
