/**
 * Collects the chunks of one body under a size cap.
 *
 * A body that came in one piece is handed on as it is. Otherwise the pieces go into one buffer that doubles: an agency
 * that sends a body byte by byte costs bytes, not one object for each of them. `expected` is the agency's own word, so
 * it only sizes the buffer within reason: the more of it has come, the more is believed. A large body that is what it
 * said then leaves few outgrown buffers behind, of which the collector would be late to hear.
 */

const firstCapacity = 16 * 1024
const trustedCapacity = 1024 * 1024
/** How many times as much is believed as has come. */
const trustedTimes = 16

const nothing = new Uint8Array(0)

export class BodyBuffer {
  #bytes: Uint8Array = nothing
  #length = 0
  #shared = false
  readonly #maxBytes: number
  readonly #expected: number

  /** `expected`: the declared length, 0 when unknown. */
  constructor(maxBytes: number, expected: number) {
    this.#maxBytes = maxBytes
    this.#expected = expected
  }

  /** False when the body is over its cap; the chunk is not kept then. */
  push(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.byteLength
    if (length > this.#maxBytes) return false
    if (this.#length === 0) {
      this.#bytes = chunk
      this.#shared = true
    } else {
      if (this.#shared || length > this.#bytes.byteLength) this.#grow(length)
      this.#bytes.set(chunk, this.#length)
    }
    this.#length = length
    return true
  }

  get length(): number {
    return this.#length
  }

  take(): Uint8Array {
    return this.#bytes.byteLength === this.#length ? this.#bytes : this.#bytes.subarray(0, this.#length)
  }

  #grow(needed: number): void {
    const declared = this.#expected >= needed && this.#expected <= Math.max(trustedCapacity, needed * trustedTimes)
    const doubled = Math.min(this.#maxBytes, Math.max(needed, this.#bytes.byteLength * 2, firstCapacity))
    const bytes = Buffer.allocUnsafeSlow(declared ? this.#expected : doubled)
    bytes.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = bytes
    this.#shared = false
  }
}
