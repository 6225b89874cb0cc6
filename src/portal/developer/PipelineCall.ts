/**
 * The gateway's own calls: a data route or a preset read as if a caller had sent the request, without a socket in
 * between. What decides about it is the pipeline's and the door's, as for any caller.
 */
import { Effect, Exit, Layer, Redacted, Ref, Stream } from "effect"
import { gatewayPrefix } from "../../domain/Address.ts"
import { nowMonotonic } from "../../domain/MonotonicTime.ts"
import { Pipeline } from "../../gateway/Pipeline.ts"
import { findDoor } from "../../http/DoorFinder.ts"
import { makeRequestId } from "../../http/RequestOrigin.ts"
import { RequestParser } from "../../http/RequestParser.ts"
import { ApplicationCall, type CallAnswer } from "../../watch/ApplicationCall.ts"

/** As much of a body as a page shows. */
const shownBytes = 64 * 1024

/** Stands for the portal where callers are counted by address. */
const address = "portal"

interface Shown {
  readonly bytes: Uint8Array
  readonly isCut: boolean
  readonly isBroken: boolean
}

/** The beginning of a streamed body; the rest is left unread, as by a caller who leaves. */
const beginning = <E>(body: Stream.Stream<Uint8Array, E>): Effect.Effect<Shown> =>
  Effect.gen(function*() {
    const pieces = yield* Ref.make<ReadonlyArray<Uint8Array>>([])
    let length = 0
    const exit = yield* Effect.exit(Stream.runForEachWhile(body, (piece) =>
      Effect.as(Ref.update(pieces, (before) => [...before, piece]), (length += piece.length) <= shownBytes)))
    const whole = Buffer.concat(yield* Ref.get(pieces))
    return { bytes: whole.subarray(0, shownBytes), isCut: whole.length > shownBytes, isBroken: Exit.isFailure(exit) }
  })

/** A character that the bound has cut in two is left out. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes, { stream: true })

export const PipelineCall: Layer.Layer<ApplicationCall, never, Pipeline | RequestParser> = Layer.effect(
  ApplicationCall,
  Effect.gen(function*() {
    const { parse } = yield* RequestParser
    const pipeline = yield* Pipeline
    return {
      call: Effect.fn("PipelineCall.call")(function*({ accept, prefer, target, token }) {
        const started = yield* nowMonotonic
        const incoming = {
          requestId: makeRequestId(),
          method: "GET",
          authorization: `Bearer ${Redacted.value(token)}`,
          traceparent: undefined,
          remoteAddress: address
        }
        const url = `${gatewayPrefix}/${target}`
        const door = findDoor("GET", url) ?? { door: "read" as const }
        const reply = yield* pipeline.serve(parse(door, incoming, { url, headers: prefer === undefined ? { accept } : { accept, prefer } }))
        const { body, code, headers, problem, status } = reply
        const shown: Shown = body === undefined
          ? { bytes: new Uint8Array(), isCut: false, isBroken: false }
          : body instanceof Uint8Array
          ? { bytes: body.subarray(0, shownBytes), isCut: body.length > shownBytes, isBroken: false }
          : yield* beginning(body)
        return {
          requestId: headers["x-request-id"] ?? "",
          status,
          code,
          detail: problem?.detail,
          headers: Object.entries(headers),
          body: textOf(shown.bytes),
          isCut: shown.isCut,
          isBroken: shown.isBroken,
          millis: (yield* nowMonotonic) - started
        } satisfies CallAnswer
      })
    }
  })
)
