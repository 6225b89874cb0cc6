/**
 * Content codings, on the thread pool, for whole bodies and for streamed ones. A stored body is compressed once: its codings are kept as
 * long as the body itself is, outside the cache's byte bound but never longer.
 */
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Data, Effect, Stream } from "effect"
import { promisify } from "node:util"
import { type BrotliCompress, brotliCompress, constants, createBrotliCompress, createGzip, type Gzip, gzip } from "node:zlib"
import type { GatewayError } from "../domain/GatewayError.ts"
import type { Coding } from "../domain/Negotiation.ts"

type Compressing = Exclude<Coding, "identity">

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
/** Brotli at the level whose speed is about gzip's and whose result is smaller. */
const brotliLevel = 4

const kept = new WeakMap<Uint8Array, Map<Compressing, Promise<Uint8Array>>>()

const compress = (body: Uint8Array, coding: Compressing): Promise<Uint8Array> =>
  coding === "gzip"
    ? toGzip(body)
    : toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })

export const compressed = (body: Uint8Array, coding: Compressing): Effect.Effect<Uint8Array> =>
  Effect.promise(() => {
    let codings = kept.get(body)
    if (codings === undefined) kept.set(body, codings = new Map())
    const known = codings.get(coding)
    if (known !== undefined) return known
    const made = compress(body, coding)
    codings.set(coding, made)
    made.catch(() => codings.delete(coding))
    return made
  })

const chunkSize = 64 * 1024

class CodingFault extends Data.TaggedError("CodingFault")<{ readonly cause: unknown }> {}

/** It takes one piece at a time, when what it made of the one before was taken, so that nothing is read far ahead of a caller. */
const coder = (coding: Compressing, flushed: "first piece" | "each piece"): Gzip | BrotliCompress => {
  const flush = coding === "gzip" ? constants.Z_SYNC_FLUSH : constants.BROTLI_OPERATION_FLUSH
  const options = { chunkSize, highWaterMark: 1, ...(flushed === "each piece" ? { flush } : {}) }
  const made = coding === "gzip"
    ? createGzip(options)
    : createBrotliCompress({ ...options, params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } })
  return flushed === "each piece" ? made : made.once("drain", () => made.flush(flush))
}

/**
 * The same stream in a content coding, piece by piece; the first piece is flushed, so that something leaves at once.
 *
 * @param flushed "each piece" where somebody waits for every one of them: it costs a little size
 */
export const compressing = (
  body: Stream.Stream<Uint8Array, GatewayError>,
  coding: Compressing,
  flushed: "first piece" | "each piece" = "first piece"
): Stream.Stream<Uint8Array, GatewayError> =>
  NodeStream.pipeThroughDuplex(body, { evaluate: () => coder(coding, flushed), onError: (cause) => new CodingFault({ cause }) }).pipe(
    Stream.catchTag("CodingFault", ({ cause }) => Stream.die(cause))
  )
