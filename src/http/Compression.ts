/**
 * Content codings, on the thread pool, for whole bodies and for streamed ones. A stored body is compressed once: its codings are kept as
 * long as the body itself is, outside the cache's byte bound but never longer.
 */
import { Effect, Stream } from "effect"
import { promisify } from "node:util"
import { brotliCompress, type BrotliCompress, constants, createBrotliCompress, createGzip, gzip, type Gzip } from "node:zlib"
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

const chunkSize = 64 * 1024

const coder = (coding: Compressing): Gzip | BrotliCompress =>
  coding === "gzip" ? createGzip({ chunkSize }) : createBrotliCompress({ chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } })

/** The same stream in a content coding, piece by piece; the first piece is flushed, so that something leaves at once. */
export const compressing = <E>(body: Stream.Stream<Uint8Array, E>, coding: Compressing): Stream.Stream<Uint8Array, E> =>
  Stream.suspend(() => {
    let made: Array<Uint8Array> = []
    let isFlushed = false
    const taken = (): Uint8Array => {
      const bytes = Buffer.concat(made)
      made = []
      return bytes
    }
    const stream = coder(coding).on("data", (bytes: Uint8Array) => {
      made.push(bytes)
    })
    const step = (run: (done: () => void) => void): Effect.Effect<Uint8Array> =>
      Effect.callback((resume) => {
        const broken = (error: Error) => resume(Effect.die(error))
        stream.once("error", broken)
        run(() => {
          stream.off("error", broken)
          resume(Effect.succeed(taken()))
        })
      })
    const piece = (bytes: Uint8Array) =>
      step((done) => {
        stream.write(bytes, () => {
          if (isFlushed) return done()
          isFlushed = true
          stream.flush(coding === "gzip" ? constants.Z_SYNC_FLUSH : constants.BROTLI_OPERATION_FLUSH, done)
        })
      })
    const last = Stream.fromEffect(step((done) => {
      stream.once("end", done)
      stream.end()
    }))
    return Stream.mapEffect(body, piece).pipe(
      Stream.concat(last),
      Stream.filter((bytes) => bytes.length > 0),
      Stream.ensuring(Effect.sync(() => stream.destroy()))
    )
  })
