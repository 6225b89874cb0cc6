/**
 * Undoing one content coding, with a bound on what may come out of it.
 *
 * At most one coding is undone (RFC 9110, section 8.4): stacked codings multiply a bomb's ratio. Small bodies are
 * inflated in place, a quarter of the price of a trip through the thread pool, but never more than a few hundred
 * kilobytes of output: beyond that the event loop would feel it, and the thread pool takes over.
 */
import type { Transform } from "node:stream"
import * as Zlib from "node:zlib"
import { errorCodeOf } from "../domain/ErrorCode.ts"
import { BodyBuffer } from "./BodyBuffer.ts"

export type ContentCoding = "gzip" | "deflate" | "br" | "zstd"

const codings: ReadonlyMap<string, ContentCoding | "identity"> = new Map([
  ["identity", "identity"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "br"],
  ["zstd", "zstd"]
])

/** The coding that a `Content-Encoding` names, `undefined` for more than one or one that is not known. */
export const parseContentCoding = (header: string | ReadonlyArray<string> | undefined): ContentCoding | "identity" | undefined => {
  if (header === undefined || header === "") return "identity"
  return typeof header === "string" ? codings.get(header.trim().toLowerCase()) : undefined
}

export type Inflated =
  | { readonly _tag: "Body"; readonly body: Uint8Array }
  | { readonly _tag: "TooLarge" }
  | { readonly _tag: "NoRoom" }
  | { readonly _tag: "Broken" }

interface Coder {
  readonly sync: (body: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array
  readonly stream: (options: { readonly chunkSize: number }) => Transform
}

const coders: Readonly<Record<ContentCoding, Coder>> = {
  gzip: { sync: Zlib.gunzipSync, stream: Zlib.createGunzip },
  deflate: { sync: Zlib.inflateSync, stream: Zlib.createInflate },
  br: { sync: Zlib.brotliDecompressSync, stream: Zlib.createBrotliDecompress },
  zstd: { sync: Zlib.zstdDecompressSync, stream: Zlib.createZstdDecompress }
}

/** For a body that is too large to be undone in one piece. */
export const makeInflate = (coding: ContentCoding): Transform => coders[coding].stream({ chunkSize: 64 * 1024 })

const inPlaceInput = 32 * 1024
const inPlaceOutput = 256 * 1024

const tooLarge: Inflated = { _tag: "TooLarge" }
const noRoom: Inflated = { _tag: "NoRoom" }
const broken: Inflated = { _tag: "Broken" }

const isOverflow = (error: unknown): boolean => error instanceof RangeError && errorCodeOf(error) === "ERR_BUFFER_TOO_LARGE"

/**
 * Calls back once, at once or later; work stops as soon as the output would pass `maxBytes`.
 *
 * @param hasRoom whether so many bytes of output may be held
 */
export const inflate = (
  coding: ContentCoding,
  body: Uint8Array,
  maxBytes: number,
  hasRoom: (bytes: number) => boolean,
  done: (result: Inflated) => void
): void => {
  if (body.byteLength <= inPlaceInput) {
    try {
      const inflated = coders[coding].sync(body, { maxOutputLength: Math.min(maxBytes, inPlaceOutput) })
      return done(hasRoom(inflated.byteLength) ? { _tag: "Body", body: inflated } : noRoom)
    } catch (error) {
      if (!isOverflow(error)) return done(broken)
      if (maxBytes <= inPlaceOutput) return done(tooLarge)
    }
  }
  const into = new BodyBuffer(maxBytes, 0)
  const coder = makeInflate(coding)
  const stop = (result: Inflated): void => {
    coder.removeAllListeners("end").destroy()
    done(result)
  }
  coder
    .on("data", (bytes: Uint8Array) => {
      if (coder.destroyed) return
      if (!into.push(bytes)) stop(tooLarge)
      else if (!hasRoom(into.length)) stop(noRoom)
    })
    .once("end", () => done({ _tag: "Body", body: into.take() }))
    .once("error", () => done(broken))
    .end(body)
}
