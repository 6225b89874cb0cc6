/** Writes the standard envelope around masked bytes, without parsing them again. Pure. */
import { entryStatus, successMessage } from "../domain/Envelope.ts"
import { contractVersion } from "../domain/Version.ts"

/** All that comes before the data. */
export const envelopeHead = Buffer.from(`{"status":"${entryStatus.success}","message":${JSON.stringify(successMessage)},"data":`)
const tail = Buffer.from("}}")

/** The same bytes, not a copy of them. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const concat = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  let length = 0
  for (const part of parts) length += part.length
  // Every byte is written below, so none need be cleared first; slow, so that a small body does not keep a pool alive.
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

interface EnvelopeEnd {
  readonly members: string
  readonly generatedAt: string
  readonly masked: number
  readonly extra: Uint8Array
}

const middle = ({ extra, generatedAt, masked, members }: EnvelopeEnd): string =>
  `,"meta":{"version":"${contractVersion}"${members === "" ? "" : `,${members}`},"generatedAt":"${generatedAt}","masked":${masked}${
    extra.length === 0 ? "" : ","
  }`

/** All that comes after the data. */
export const envelopeTail = (end: EnvelopeEnd): Uint8Array => concat([Buffer.from(middle(end)), end.extra, tail])

/**
 * `{"status","message","data":…,"meta":{"version",…members,"generatedAt","masked",…extra}}`
 *
 * @param members our own members before `generatedAt`, JSON text without braces
 * @param extra the agency's other keys, JSON text without braces, possibly empty
 */
export const envelopeBytes = (options: EnvelopeEnd & { readonly data: Uint8Array }): Uint8Array => {
  const { data, extra } = options
  const between = middle(options)
  const length = envelopeHead.length + data.length + Buffer.byteLength(between) + extra.length + tail.length
  const bytes = Buffer.allocUnsafeSlow(length)
  bytes.set(envelopeHead, 0)
  bytes.set(data, envelopeHead.length)
  bytes.write(between, envelopeHead.length + data.length)
  bytes.set(extra, length - tail.length - extra.length)
  bytes.set(tail, length - tail.length)
  return bytes
}

/**
 * The same of data in pieces: bytes, or ASCII text. For an answer that is sent and not kept: its memory is Node's pool's,
 * where it is small.
 */
export const envelopeOfParts = (options: EnvelopeEnd & { readonly parts: ReadonlyArray<Uint8Array | string> }): Uint8Array => {
  const { extra, parts } = options
  const between = middle(options)
  let length = envelopeHead.length + Buffer.byteLength(between) + extra.length + tail.length
  for (const part of parts) length += part.length
  const bytes = Buffer.allocUnsafe(length)
  bytes.set(envelopeHead, 0)
  let at = envelopeHead.length
  for (const part of parts) {
    if (typeof part === "string") bytes.write(part, at, "latin1")
    else bytes.set(part, at)
    at += part.length
  }
  at += bytes.write(between, at)
  bytes.set(extra, at)
  bytes.set(tail, at + extra.length)
  return bytes
}

/** The data in an envelope, given its length. */
export const dataIn = (envelope: Uint8Array, length: number): Uint8Array =>
  envelope.subarray(envelopeHead.length, envelopeHead.length + length)

/** The agency's other keys in an envelope, given their length. */
export const extraIn = (envelope: Uint8Array, length: number): Uint8Array =>
  envelope.subarray(envelope.length - tail.length - length, envelope.length - tail.length)
