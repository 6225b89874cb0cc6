/**
 * One piece of memory for bytes that are written one after the other and handed out as slices, so that what is sent,
 * hashed and kept is there once. It grows by doubling, or at once to what is expected. Whoever makes it owns it.
 *
 * What has been handed out stays as it is: bytes are written behind those before, and outgrown memory is not used again.
 *
 * @example
 * const slab = new Slab(body.length)
 * slab.add(head) // … and what follows
 * const sent = slab.slice(0)
 */

const least = 16_384
/** How many times as much as is there is believed to be expected. */
const trustedTimes = 16

const nothing = Buffer.alloc(0)

export class Slab {
  #bytes = nothing
  #used = 0
  /** Bytes that were written before those that are held. */
  #gone = 0
  readonly #expected: number
  #first = least

  /** @param expected how long all of it will be, as far as one knows */
  constructor(expected = 0) {
    this.#expected = expected
  }

  /** How much has been written, what is let go included. */
  get length(): number {
    return this.#gone + this.#used
  }

  /** Copies them behind what is there. */
  add(bytes: Uint8Array): void {
    const needed = this.#used + bytes.length
    if (needed > this.#bytes.length) this.#grow(needed)
    this.#bytes.set(bytes, this.#used)
    this.#used = needed
  }

  /** What was written from there on. It has to be held still. */
  slice(from: number): Uint8Array {
    return this.#bytes.subarray(from - this.#gone, this.#used)
  }

  /** All that is held, in memory that is not much larger: it may be kept for long. */
  whole(): Uint8Array {
    const isFull = this.#bytes.length - this.#used <= this.#used >> 4
    return isFull ? this.slice(this.#gone) : Uint8Array.prototype.slice.call(this.#bytes, 0, this.#used)
  }

  /** Holds nothing of what was written so far. */
  letGo(): void {
    this.#first = Math.max(least, this.#used + (this.#used >> 2))
    this.#gone += this.#used
    this.#used = 0
    this.#bytes = nothing
  }

  #grow(needed: number): void {
    const isExpected = this.#gone === 0 && needed <= this.#expected && this.#expected <= needed * trustedTimes
    const larger = Buffer.allocUnsafeSlow(isExpected ? this.#expected : Math.max(needed, this.#used * 2, this.#first))
    this.#bytes.copy(larger, 0, 0, this.#used)
    this.#bytes = larger
  }
}
