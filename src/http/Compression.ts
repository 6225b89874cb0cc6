/**
 * Content codings for whole bodies, on the thread pool. A stored body is compressed once: its codings are kept as
 * long as the body itself is, outside the cache's byte bound but never longer.
 */
import { Effect } from "effect"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Coding } from "../domain/Negotiation.ts"

type Compressing = Exclude<Coding, "identity">

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
/** Brotli at the level whose speed is about gzip's and whose result is smaller. */
const brotliLevel = 4

const kept = new WeakMap<Uint8Array, Map<Compressing, Uint8Array>>()

const compress = (body: Uint8Array, coding: Compressing): Promise<Uint8Array> =>
  coding === "gzip"
    ? toGzip(body)
    : toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })

export const compressed = (body: Uint8Array, coding: Compressing): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const codings = kept.get(body) ?? new Map<Compressing, Uint8Array>()
    const done = codings.get(coding)
    if (done !== undefined) return Effect.succeed(done)
    return Effect.map(Effect.promise(() => compress(body, coding)), (bytes) => {
      codings.set(coding, bytes)
      kept.set(body, codings)
      return bytes
    })
  })
