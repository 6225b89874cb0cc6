/**
 * Makes a cached response of a body that is there as a whole. A small one that costs little is masked at once; any other as if it
 * were arriving, in turns of the event loop, so that nobody else waits for it.
 */
import { Effect, Result } from "effect"
import type { AgencyUnavailable, NotAcceptable } from "../domain/GatewayError.ts"
import { within } from "../privacy/Effort.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import { EnvelopeStream, type EnvelopeStreamOptions, type StreamError } from "./EnvelopeStream.ts"
import { maskedResponse } from "./MaskedResponse.ts"
import { withoutOwn } from "./OwnTraces.ts"

/** The largest body that is masked at once. */
const atOnce = 64 * 1024
/** And what that may cost, in units of `Effort.ts`: some milliseconds. */
const effortAtOnce = 50_000
/** Any other is handed over in pieces of so many bytes. */
const piece = 64 * 1024

export type WholeBodyOptions = Omit<EnvelopeStreamOptions, "body" | "room" | "wholeBytes" | "isWrapped"> & { readonly body: Uint8Array }

/** Undefined where it would take too long. */
export const maskAtOnce = (options: WholeBodyOptions): Result.Result<CachedResponse, AgencyUnavailable | NotAcceptable> | undefined =>
  options.body.length > atOnce
    ? undefined
    : within(effortAtOnce, () => maskedResponse({ ...options, body: withoutOwn(options.body, options.own) }))

const made = (options: WholeBodyOptions, isWrapped: boolean): EnvelopeStream => {
  let at = 0
  const next = Effect.sync(() => {
    const bytes = options.body.subarray(at, at + piece)
    at += bytes.length
    return bytes.length === 0 ? undefined : bytes
  })
  return new EnvelopeStream({ ...options, body: { next, abandon: () => {} }, room: undefined, wholeBytes: options.body.length, isWrapped })
}

/** Always in turns. */
export const maskInTurns = (options: WholeBodyOptions, isWrapped = false): Effect.Effect<CachedResponse, StreamError> =>
  Effect.suspend(() => {
    const answer = made(options, isWrapped)
    const all: Effect.Effect<CachedResponse, StreamError> = Effect.flatMap(
      answer.next,
      (bytes) => bytes === undefined && answer.response !== undefined ? Effect.succeed(answer.response) : all
    )
    return isWrapped ? all : Effect.catch(all, (error) => answer.isMisread ? maskInTurns(options, true) : Effect.fail(error))
  })
