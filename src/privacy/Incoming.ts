/** What has come of a body that is read in small steps, in pieces of any size, and whether it was the last of it. */

/** Bytes read in one step. */
const stepBytes = 16_384
/** So few bytes are not left for a step of their own. */
const few = 1_024

export class Incoming {
  readonly #pieces: Array<Uint8Array> = []
  /** The piece that is read now, and how far. */
  #first = 0
  #at = 0
  #closed = false
  /** How long the body is so far. */
  total = 0

  /** Hands over more of the body. */
  offer(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#pieces.push(bytes)
    this.total += bytes.length
  }

  close(): void {
    this.#closed = true
  }

  /** Whether something has come that is not read yet. */
  get isMore(): boolean {
    return this.#first < this.#pieces.length
  }

  /** Whether all that there is has been read. */
  get isLast(): boolean {
    return this.#closed && !this.isMore
  }

  /** Hands on the bytes of one step, piece by piece. */
  take(to: (bytes: Uint8Array) => void): void {
    for (let left = stepBytes; left > 0 && this.isMore;) {
      const piece = this.#pieces[this.#first]!
      const part = piece.subarray(this.#at, piece.length - this.#at - left < few ? piece.length : this.#at + left)
      left -= part.length
      this.#at += part.length
      if (this.#at === piece.length) {
        this.#first++
        this.#at = 0
      }
      to(part)
    }
    if (this.isMore) return
    this.#pieces.length = this.#first = 0
  }
}
