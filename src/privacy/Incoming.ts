/** What has come of a body that is read in small parts, and whether it was the last of it. */

/** Bytes read in one step. */
const partBytes = 16_384

const nothing = new Uint8Array(0)

export class Incoming {
  #bytes: Uint8Array = nothing
  #at = 0
  #closed = false
  /** How long the body is so far. */
  total = 0

  /** Hands over more of the body; what was handed over before is read by then. */
  offer(bytes: Uint8Array): void {
    this.#bytes = bytes
    this.#at = 0
    this.total += bytes.length
  }

  close(): void {
    this.#closed = true
  }

  /** Whether something has come that is not read yet. */
  get isMore(): boolean {
    return this.#at < this.#bytes.length
  }

  /** Whether all that there is has been read. */
  get isLast(): boolean {
    return this.#closed && !this.isMore
  }

  /** The next bytes to be read. */
  take(): Uint8Array {
    const part = this.#bytes.subarray(this.#at, this.#at + partBytes)
    this.#at += part.length
    return part
  }
}
