/**
 * Random trace and span ids, cheap enough for every request.
 *
 * Randomness and its hexadecimal text are made 8 KiB at a time, and an id is a slice of that text. Gotcha: a slice
 * keeps its 16 KiB of text alive, which about 340 requests share.
 */
import { randomFillSync } from "node:crypto"

export interface TraceIds {
  /** 32 hexadecimal digits, not all zero. */
  readonly traceId: () => string
  /** 16 hexadecimal digits, not all zero. */
  readonly spanId: () => string
}

export const makeTraceIds = (): TraceIds => {
  const bytes = Buffer.alloc(8192)
  let text = ""
  let position = 0
  const take = (digits: number): string => {
    if (position + digits > text.length) {
      text = randomFillSync(bytes).toString("hex")
      position = 0
    }
    const id = text.slice(position, position += digits)
    // An id of zeros means "no trace" in the header.
    return id.startsWith("00000000") ? take(digits) : id
  }
  return { traceId: () => take(32), spanId: () => take(16) }
}
