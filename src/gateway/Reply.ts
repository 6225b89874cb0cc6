/** What leaves for a request: made by `http`, recorded by the pipeline, written by the server. */
import type { Effect, Stream } from "effect"
import type { Detail } from "../domain/Detail.ts"
import type { GatewayError } from "../domain/GatewayError.ts"
import type { ProblemCode } from "../domain/Problem.ts"
import type { DataAnswer } from "./DataAnswer.ts"
import type { Exchange } from "./Exchange.ts"

export interface Reply {
  readonly status: number
  /** Problem code, null on success. */
  readonly code: ProblemCode | null
  /** Lower-case names. */
  readonly headers: Record<string, string>
  /** A stream that fails is broken off: the caller is left without its end. */
  readonly body: Uint8Array | Stream.Stream<Uint8Array, GatewayError> | undefined
  /** What the body says where it is a problem, for whoever shows it otherwise. */
  readonly problem?: { readonly code: ProblemCode; readonly detail: Detail; readonly requestId: string }
  /** It lasts until its caller leaves: that is no failure, and how long it took tells nothing. */
  readonly isLasting?: true
  /** Leaves so many milliseconds after it was made, where it must not leave at once. */
  readonly pauseMillis?: number
  /** What leaves in its place when its record could not be kept; absent where it may leave all the same. */
  readonly unkept?: () => Reply
}

/** One that was written beforehand but for its ids; its headers are made where somebody asks for them. */
export interface WrittenReply extends Reply {
  /** Length of the body. */
  readonly bytes: number
  readonly body: Uint8Array
  /** All of it as HTTP/1.1 has it, to a caller who keeps the connection; ASCII. */
  readonly text: string
}

/** How the answer to a request, or an error of the pipeline, is shown as HTTP. */
export interface Renderer {
  readonly answer: (exchange: Exchange, answer: DataAnswer) => Effect.Effect<Reply>
  readonly failure: (exchange: Exchange, error: GatewayError) => Reply
  /** For who found no room: it is made most when there is least time for it. */
  readonly turnedAway: (exchange: Exchange) => WrittenReply
}

/** Nobody shall take it for the real thing. */
export const markedAsRehearsal = (reply: Reply, { rehearsal }: Exchange): Reply => {
  // What was refused for another reason was not rehearsed.
  const isApplied = rehearsal !== undefined && rehearsal.written !== "" && (reply.status < 400 || rehearsal.answer === String(reply.status))
  const applied = isApplied ? { "preference-applied": `rehearse=${rehearsal.written}` } : {}
  const { vary } = reply.headers
  const depends = vary === undefined ? "Prefer" : `${vary}, Prefer`
  return { ...reply, headers: { ...reply.headers, vary: depends, "x-sintetis": "true", ...applied } }
}
