/**
 * Cuts a JSON list that comes in pieces into its items. The list is known to be well-formed; an item that pieces cut is
 * held until it is complete.
 */
import { isSpace } from "./JsonParts.ts"

export class ItemSplitter {
  /** Whether the root is a list; undefined before its first byte. */
  isList: boolean | undefined
  /** Whether the list has ended; nothing more is to be pushed then. */
  isEnded = false
  /** Bytes of the item that is not complete. */
  held = 0
  readonly #parts: Array<Uint8Array> = []
  #depth = 0
  #inString = false
  #isEscaped = false

  /**
   * Calls back for each item that ends in these bytes; what stands after it, and is none of it, is white space.
   *
   * @returns where it stopped: behind the list's end, or at that of the bytes
   */
  push(data: Uint8Array, visit: (bytes: Uint8Array, start: number, end: number) => void): number {
    let depth = this.#depth
    let inString = this.#inString
    let isEscaped = this.#isEscaped
    let start = this.held > 0 ? 0 : -1
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
      // Between comma and bracket there is nothing that ends an item.
      if (isSpace(byte) || start >= 0 && byte > 0x2c && byte < 0x5b) continue
      this.isList ??= byte === 0x5b
      if (!this.isList) return i
      if (byte === 0x5d || byte === 0x7d) depth--
      if (start >= 0 && (depth === 0 || depth === 1 && byte === 0x2c)) {
        this.#visit(data, start, i, visit)
        start = -1
      }
      if (depth === 0 && byte === 0x5d) {
        this.isEnded = true
        return i + 1
      }
      if (start < 0 && depth === 1 && byte !== 0x2c) start = i
      if (byte === 0x22) inString = true
      else if (byte === 0x5b || byte === 0x7b) depth++
    }
    if (start >= 0) this.#hold(data.subarray(start))
    this.#depth = depth
    this.#inString = inString
    this.#isEscaped = isEscaped
    return data.length
  }

  #hold(part: Uint8Array): void {
    this.#parts.push(part.slice())
    this.held += part.length
  }

  #visit(data: Uint8Array, start: number, end: number, visit: (bytes: Uint8Array, start: number, end: number) => void): void {
    if (this.held === 0) return visit(data, start, end)
    this.#hold(data.subarray(start, end))
    const bytes = Buffer.concat(this.#parts)
    this.#parts.length = 0
    this.held = 0
    visit(bytes, 0, bytes.length)
  }
}
