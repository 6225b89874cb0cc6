/**
 * Masked data as one JSON value a line, piece by piece at any boundary: each item of a list, or one line for anything
 * else. Only the white space between lexemes goes; a line feed can then be in no string and nowhere else.
 *
 * The data is the masker's own output, so it is known to be well-formed. Nothing is held from one piece to the next.
 */
import { isSpace } from "./JsonParts.ts"

const lineFeed = 0x0a
/** Longer runs are copied by the engine. */
const longRun = 48

export class NdjsonStream {
  /** Whether the root is a list; undefined before its first byte. */
  #isList: boolean | undefined
  #depth = 0
  #inString = false
  #isEscaped = false
  /** The list's item has begun. */
  #inItem = false

  /** @returns what these bytes add, maybe nothing */
  push(data: Uint8Array): Uint8Array {
    // A comma or a bracket becomes a line feed: no piece grows.
    const out = Buffer.allocUnsafe(data.length)
    let to = 0
    let copied = 0
    let depth = this.#depth
    let inString = this.#inString
    let isEscaped = this.#isEscaped
    /** All before `end` but what is skipped is kept. */
    const keep = (end: number): void => {
      if (end > copied) {
        if (end - copied > longRun) out.set(data.subarray(copied, end), to)
        else for (let i = copied; i < end; i++) out[to + i - copied] = data[i]!
        to += end - copied
      }
      copied = end + 1
    }
    for (let i = 0; i < data.length; i++) {
      const byte = data[i]!
      if (inString) {
        if (isEscaped) {
          isEscaped = false
          continue
        }
        while (i < data.length && data[i] !== 0x22 && data[i] !== 0x5c) i++
        if (data[i] === 0x5c) isEscaped = true
        else if (i < data.length) inString = false
        continue
      }
      if (isSpace(byte)) {
        keep(i)
        continue
      }
      if (byte === 0x22) inString = true
      else if (byte === 0x7b || byte === 0x5b) {
        depth++
        if (this.#isList === undefined && byte === 0x5b) {
          this.#isList = true
          keep(i)
          continue
        }
      } else if (byte === 0x7d || byte === 0x5d) depth--
      this.#isList ??= false
      if (this.#isList && (depth === 0 || depth === 1 && byte === 0x2c)) {
        keep(i)
        // Between two items, or after the last one where there was any.
        if (this.#inItem) out[to++] = lineFeed
        this.#inItem = false
      } else this.#inItem = true
    }
    keep(data.length)
    this.#depth = depth
    this.#inString = inString
    this.#isEscaped = isEscaped
    return out.subarray(0, to)
  }

  /** @returns what is left to say */
  end(): Uint8Array {
    return this.#isList === true ? new Uint8Array(0) : Uint8Array.of(lineFeed)
  }
}
