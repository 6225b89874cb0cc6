/**
 * Undoing one content coding, with a bound on what may come out of it.
 *
 * At most one coding is undone (RFC 9110, section 8.4): stacked codings multiply a bomb's ratio. Small bodies are
 * inflated in place, a quarter of the price of a trip through the thread pool, but never more than a few hundred
 * kilobytes of output: beyond that the event loop would feel it, and the thread pool takes over.
 */
import type { Transform } from "node:stream"
import * as Zlib from "node:zlib"

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
  | { readonly _tag: "Broken" }

interface Coder {
  readonly sync: (body: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array
  readonly async: (
    body: Uint8Array,
    options: { readonly maxOutputLength: number },
    callback: (error: Error | null, result: Uint8Array) => void
  ) => void
  readonly stream: (options: { readonly chunkSize: number }) => Transform
}

const coders: Readonly<Record<ContentCoding, Coder>> = {
  gzip: { sync: Zlib.gunzipSync, async: Zlib.gunzip, stream: Zlib.createGunzip },
  deflate: { sync: Zlib.inflateSync, async: Zlib.inflate, stream: Zlib.createInflate },
  br: { sync: Zlib.brotliDecompressSync, async: Zlib.brotliDecompress, stream: Zlib.createBrotliDecompress },
  zstd: { sync: Zlib.zstdDecompressSync, async: Zlib.zstdDecompress, stream: Zlib.createZstdDecompress }
}

/** For a body that is too large to be undone in one piece. */
export const makeInflate = (coding: ContentCoding): Transform => coders[coding].stream({ chunkSize: 64 * 1024 })

const inPlaceInput = 32 * 1024
const inPlaceOutput = 256 * 1024

const tooLarge: Inflated = { _tag: "TooLarge" }
const broken: Inflated = { _tag: "Broken" }

const isOverflow = (error: unknown): boolean => error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"

/** Calls back once, at once or later; work stops as soon as the output would pass `maxBytes`. */
export const inflate = (
  coding: ContentCoding,
  body: Uint8Array,
  maxBytes: number,
  done: (result: Inflated) => void
): void => {
  const coder = coders[coding]
  if (body.byteLength <= inPlaceInput) {
    try {
      return done({ _tag: "Body", body: coder.sync(body, { maxOutputLength: Math.min(maxBytes, inPlaceOutput) }) })
    } catch (error) {
      if (!isOverflow(error)) return done(broken)
      if (maxBytes <= inPlaceOutput) return done(tooLarge)
    }
  }
  coder.async(body, { maxOutputLength: maxBytes }, (error, result) =>
    done(error === null ? { _tag: "Body", body: result } : isOverflow(error) ? tooLarge : broken))
}
