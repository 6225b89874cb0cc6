/**
 * Memory in which one thing after the other is made, for who has copied each before the next is begun. New memory for each
 * would have to be fetched from the system, cleared by it and collected again.
 *
 * Gotcha: what lies in it is gone as soon as it is lent again, so nothing that was made in it is kept or sent.
 */

/** More than this is not held on to. */
const mostLent = 256 * 1024

export class LentMemory {
  #bytes = Buffer.alloc(0)

  /** At least so many bytes. */
  of(length: number): Buffer {
    if (length > mostLent) return Buffer.allocUnsafe(length)
    if (length > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(Math.min(mostLent, length * 2))
    return this.#bytes
  }
}
