/**
 * From a large body that is arriving to a copy or a `Streamed` answer, and what its end means: the breaker, the meters
 * and the stored copies hear of it then.
 *
 * What goes wrong before anything has left is an error like any other. So what is small enough to be held back waits
 * for its end; it leaves early only where all streams together hold back as much as they may.
 */
import { Cause, Effect, Stream } from "effect"
import type { Agency } from "../domain/Agency.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { AgencyTimeout } from "../domain/GatewayError.ts"
import { mediaTypes } from "../domain/Negotiation.ts"
import type { CallOutcome } from "../resilience/Circuit.ts"
import type { Copy } from "../resilience/StaleCache.ts"
import { concat } from "./EnvelopeBytes.ts"
import { Streamed } from "./Streamed.ts"
import { StreamedCopy, type StreamedCopyOptions, type StreamError } from "./StreamedCopy.ts"

export interface StreamEnds {
  /** Tells the agency's circuit how a call ended that has outlived its `execute`. */
  readonly circuit: (agency: Agency) => (outcome: CallOutcome) => Effect.Effect<void>
  readonly outcomeOf: (error: StreamError) => "success" | "failure"
  /** Called once, unless the caller left: how the agency's answer ended. */
  readonly ended: (answer: StreamedCopy, error: StreamError | undefined) => void
}

/** Bytes to its end, or as many as may be held back. */
const holdBack = (answer: StreamedCopy): Effect.Effect<Uint8Array, StreamError> => {
  const held: Array<Uint8Array> = []
  const more: Effect.Effect<Uint8Array, StreamError> = Effect.flatMap(answer.next, (bytes) => {
    if (bytes !== undefined) held.push(bytes)
    return bytes !== undefined && answer.isKept ? more : Effect.succeed(concat(held))
  })
  return more
}

const tooLate = ({ agencyStatus, attempts }: StreamedCopyOptions) =>
  Effect.fail(new AgencyTimeout({ detail: "The agency's server did not answer completely in time.", attempts, agencyStatus, proxyError: "http_response_timeout" }))

/**
 * A copy where the last bytes are there before any have left; otherwise what waits for its first ones.
 *
 * @param heldMillis for how long all of it may be waited for; absent: only the first bytes are
 */
export const beginStream = (
  owner: object,
  options: StreamedCopyOptions,
  ends: StreamEnds,
  heldMillis?: number
): Effect.Effect<Copy, StreamError | Streamed> =>
  Effect.suspend(() => {
    const answer = new StreamedCopy(options)
    const abandon = Effect.sync(() => answer.abandon())
    const begun: Effect.Effect<Uint8Array | undefined, StreamError> = heldMillis === undefined
      ? answer.next
      : Effect.timeoutOrElse(holdBack(answer), { duration: heldMillis, orElse: () => tooLate(options) })
    return Effect.matchEffect(Effect.onInterrupt(begun, () => abandon), {
      onFailure: (error): Effect.Effect<Copy, StreamError | Streamed> => {
        answer.abandon()
        ends.ended(answer, error)
        return Effect.fail(error)
      },
      onSuccess: (first) => {
        if (answer.copy === undefined) {
          const body = rest(answer, first, options.endpoint, ends)
          return Effect.fail(new Streamed({ owner, contentType: mediaTypes[options.representation], body, abandon }))
        }
        ends.ended(answer, undefined)
        return Effect.succeed(answer.copy)
      }
    })
  })

/** The header of a streamed table leaves before all of its items are known. */
const logOmitted = ({ omitted }: StreamedCopy, route: string): Effect.Effect<void> =>
  omitted.size === 0
    ? Effect.void
    : Effect.logWarning("A streamed table is without keys that came after its header had left").pipe(Effect.annotateLogs({ route, keys: [...omitted] }))

const rest = (answer: StreamedCopy, first: Uint8Array | undefined, endpoint: Endpoint, ends: StreamEnds): Stream.Stream<Uint8Array, StreamError> =>
  Stream.suspend(() => {
    const circuit = ends.circuit(endpoint.agency)
    let waiting = first
    let open = true
    const end = (error: StreamError | undefined): Effect.Effect<void> => {
      open = false
      ends.ended(answer, error)
      return circuit(error === undefined ? "success" : ends.outcomeOf(error))
    }
    const following = Effect.matchEffect(answer.next, {
      onSuccess: (bytes) => bytes === undefined ? Effect.andThen(end(undefined), Effect.andThen(logOmitted(answer, endpoint.route), Cause.done())) : Effect.succeed([bytes] as const),
      onFailure: (error) => {
        answer.abandon()
        return Effect.andThen(end(error), Effect.fail(error))
      }
    })
    const pull = Effect.suspend(() => {
      if (waiting === undefined) return following
      const bytes = waiting
      waiting = undefined
      return Effect.succeed([bytes] as const)
    })
    return Stream.fromPull(Effect.succeed(pull)).pipe(
      Stream.ensuring(Effect.suspend(() => {
        if (!open) return Effect.void
        answer.abandon()
        return circuit("ignored")
      }))
    )
  })
