/** Writes the standard envelope around masked bytes, without parsing them again. Pure. */
import { successMessage, version } from "../domain/Envelope.ts"

const encoder = new TextEncoder()
const head = encoder.encode(`{"status":"success","message":${JSON.stringify(successMessage)},"data":`)
const tail = encoder.encode("}}")

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

/**
 * `{"status","message","data":…,"meta":{"version",…members,"generatedAt","masked",…extra}}`
 *
 * @param members our own members before `generatedAt`, JSON text without braces
 * @param extra the agency's other keys, JSON text without braces, possibly empty
 */
export const envelopeBytes = (options: {
  readonly data: Uint8Array
  readonly members: string
  readonly generatedAt: string
  readonly masked: number
  readonly extra: Uint8Array
}): Uint8Array => {
  const middle = `,"meta":{"version":"${version}"${options.members === "" ? "" : `,${options.members}`},"generatedAt":"${options.generatedAt}","masked":${options.masked}${options.extra.length === 0 ? "" : ","}`
  return concat([head, options.data, encoder.encode(middle), options.extra, tail])
}
