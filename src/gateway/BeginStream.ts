/**
 * From a large body that is arriving to a cached or a streamed response, and what its end means: the breaker, the
 * meters and the cache hear of it then.
 *
 * What goes wrong before anything has left is an error like any other. So what is small enough to be held back waits
 * for its end; it leaves early only where all streams together hold back as much as they may.
 */
import { Cause, Effect, Stream } from "effect"
import { agencyDetails } from "../domain/AgencyDetails.ts"
import type { FailureKind } from "../domain/CallOutcome.ts"
import type { Endpoint } from "../domain/Endpoint.ts"
import { AgencyTimeout } from "../domain/GatewayError.ts"
import { mediaTypes } from "../domain/Negotiation.ts"
import type { CachedResponse } from "../resilience/CachedResponse.ts"
import { concat } from "./EnvelopeBytes.ts"
import { EnvelopeStream, type EnvelopeStreamOptions, type StreamError } from "./EnvelopeStream.ts"
import { StreamedResponse } from "./StreamedResponse.ts"

export interface StreamEnds {
  /** By which the log names the request. */
  readonly ids: Readonly<Record<string, string>>
  /** How the agency failed; undefined where the error does not speak against it. */
  readonly failureOf: (error: StreamError) => FailureKind | undefined
  /** Called once, unless the caller left: how the agency's answer ended. */
  readonly ended: (answer: EnvelopeStream, error: StreamError | undefined) => void
}

/** All to its end, where there is a response of it then; otherwise as many bytes as may be held back. */
const holdBack = (answer: EnvelopeStream): Effect.Effect<Uint8Array | undefined, StreamError> => {
  const held: Array<Uint8Array> = []
  const more: Effect.Effect<Uint8Array | undefined, StreamError> = Effect.flatMap(answer.next, (bytes) => {
    if (bytes !== undefined) held.push(bytes)
    if (bytes !== undefined && answer.isKept) return more
    return Effect.succeed(answer.response === undefined ? concat(held) : undefined)
  })
  return more
}

const tooLate = ({ agencyStatus, attempts }: EnvelopeStreamOptions) =>
  Effect.fail(
    new AgencyTimeout({
      detail: agencyDetails.answerTimeout,
      attempts,
      agencyStatus,
      proxyError: "http_response_timeout"
    })
  )

/**
 * A cached response where the last bytes are there before any have left; otherwise what waits for its first ones.
 *
 * @param heldMillis for how long all of it may be waited for; absent: only the first bytes are
 */
export const beginStream = (
  options: EnvelopeStreamOptions,
  ends: StreamEnds,
  heldMillis?: number
): Effect.Effect<CachedResponse | StreamedResponse, StreamError> =>
  Effect.suspend(() => {
    const answer = new EnvelopeStream(options)
    const cut = () => answer.abandon()
    const begun: Effect.Effect<Uint8Array | undefined, StreamError> = heldMillis === undefined
      ? answer.next
      : Effect.timeoutOrElse(holdBack(answer), { duration: heldMillis, orElse: () => tooLate(options) })
    return Effect.matchEffect(Effect.onInterrupt(begun, () => Effect.sync(cut)), {
      onFailure: (error): Effect.Effect<CachedResponse | StreamedResponse, StreamError> => {
        answer.abandon()
        ends.ended(answer, error)
        return Effect.fail(error)
      },
      onSuccess: (first): Effect.Effect<CachedResponse | StreamedResponse> => {
        if (answer.response === undefined) {
          return Effect.succeed(
            new StreamedResponse({
              contentType: mediaTypes[options.representation],
              first,
              mayBeKept: options.keeping.isKept,
              body: (response) => rest(response, answer, first, options.endpoint, ends),
              cut
            })
          )
        }
        ends.ended(answer, undefined)
        return Effect.succeed(answer.response)
      }
    })
  })

/** The header of a streamed table leaves before all of its items are known. */
export const logOmitted = (
  { omitted }: { readonly omitted?: ReadonlySet<string> },
  route: string,
  ids: StreamEnds["ids"]
): Effect.Effect<void> =>
  omitted === undefined || omitted.size === 0
    ? Effect.void
    : Effect.logWarning("A streamed table is without keys that came after its header had left").pipe(
      Effect.annotateLogs({ "http.route": route, keys: [...omitted], ...ids })
    )

const rest = (
  response: StreamedResponse,
  answer: EnvelopeStream,
  first: Uint8Array | undefined,
  endpoint: Endpoint,
  ends: StreamEnds
): Stream.Stream<Uint8Array, StreamError> =>
  Stream.suspend(() => {
    let waiting = first
    let open = true
    const end = (error: StreamError | undefined): Effect.Effect<void> => {
      open = false
      response.tell(answer)
      ends.ended(answer, error)
      const failure = error === undefined ? undefined : ends.failureOf(error)
      return response.callEnd.tell(failure === undefined ? "success" : "failure", failure)
    }
    const sent = (bytes: Uint8Array): Effect.Effect<readonly [Uint8Array]> => {
      response.tell(answer)
      return Effect.succeed([bytes])
    }
    const following = Effect.matchEffect(answer.next, {
      onSuccess: (bytes) =>
        bytes === undefined
          ? Effect.andThen(end(undefined), Effect.andThen(logOmitted(answer, endpoint.route, ends.ids), Cause.done()))
          : sent(bytes),
      onFailure: (error) => {
        answer.abandon()
        return Effect.andThen(end(error), Effect.fail(error))
      }
    })
    const pull = Effect.suspend(() => {
      if (waiting === undefined) return following
      const bytes = waiting
      waiting = undefined
      return sent(bytes)
    })
    return Stream.fromPull(Effect.succeed(pull)).pipe(
      Stream.ensuring(Effect.suspend(() => {
        if (!open) return Effect.void
        answer.abandon()
        return response.callEnd.tell("ignored")
      }))
    )
  })
