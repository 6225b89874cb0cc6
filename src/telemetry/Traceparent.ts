/** The `traceparent` header of W3C Trace Context, level 1: read with distrust, written as version 00. */

export interface Traceparent {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string
  /** The caller's span: 16 lower-case hexadecimal digits, not all zero. */
  readonly spanId: string
  readonly sampled: boolean
}

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const noTrace = "0".repeat(32)
const noSpan = "0".repeat(16)
/** A version that does not exist yet may be longer; one longer than this is not worth reading. */
const longest = 256

/**
 * The caller's trace, or undefined where the header is absent or malformed: a bad header starts a new trace and never
 * refuses a request. Version `ff` is invalid, version 00 has exactly four fields, and of a later version the first
 * four are read (section 3.2.2).
 */
export const parseTraceparent = (header: string | undefined): Traceparent | undefined => {
  if (header === undefined || header.length < 55 || header.length > longest) return undefined
  const match = shape.exec(header)
  if (match === null) return undefined
  const [, version, traceId, spanId, flags, rest] = match
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (version === "ff" || (version === "00" && rest !== undefined)) return undefined
  if (traceId === noTrace || spanId === noSpan) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Of all flags only `sampled` is passed on: the others have no meaning at level 1. */
export const formatTraceparent = (traceId: string, spanId: string, sampled: boolean): string =>
  sampled ? `00-${traceId}-${spanId}-01` : `00-${traceId}-${spanId}-00`
