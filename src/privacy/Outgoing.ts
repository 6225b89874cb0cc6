/** What a stream's kernel has written, by its place in the whole output, until it leaves or is dropped. */
export class Outgoing {
  readonly #chunks: Array<Uint8Array> = []
  /** Where the first chunk begins, and the last one ends. */
  #start = 0
  length = 0

  /** @param bytes memory that is nobody else's */
  add(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#chunks.push(bytes)
    this.length += bytes.length
  }

  /** Takes what stands between, and drops what is before it. */
  take(from: number, to: number): ReadonlyArray<Uint8Array> {
    const taken: Array<Uint8Array> = []
    while (this.#chunks.length > 0 && this.#start < to) {
      const chunk = this.#chunks[0]!
      const end = this.#start + chunk.length
      if (end > from) taken.push(chunk.subarray(Math.max(0, from - this.#start), to - this.#start))
      if (end > to) {
        this.#chunks[0] = chunk.subarray(to - this.#start)
        this.#start = to
      } else {
        this.#chunks.shift()
        this.#start = end
      }
    }
    return taken
  }
}
