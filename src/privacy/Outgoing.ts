/** What a stream's kernel has written, by its place in the whole output, until it leaves or is dropped. */
const least = 32_768

export class Outgoing {
  #bytes = Buffer.alloc(0)
  /** What is held begins here in the memory, and in the whole output at `#start`. */
  #from = 0
  #start = 0
  /** How long the whole output is. */
  length = 0

  /** Copies them. */
  add(bytes: Uint8Array): void {
    const held = this.length - this.#start
    if (this.#from + held + bytes.length > this.#bytes.length) this.#makeRoom(held, bytes.length)
    this.#bytes.set(bytes, this.#from + held)
    this.length += bytes.length
  }

  /** Takes what stands between, and drops what is before it. @returns memory that is good until more is added */
  take(from: number, to: number): Uint8Array {
    const begin = this.#from + Math.max(from, this.#start) - this.#start
    const taken = this.#bytes.subarray(begin, Math.max(begin, this.#from + Math.min(to, this.length) - this.#start))
    const gone = Math.max(0, Math.min(to, this.length) - this.#start)
    this.#start += gone
    this.#from = this.#start === this.length ? 0 : this.#from + gone
    return taken
  }

  #makeRoom(held: number, more: number): void {
    const needed = held + more
    const room = needed > this.#bytes.length / 2 ? Buffer.allocUnsafeSlow(Math.max(least, needed * 2)) : this.#bytes
    this.#bytes.copy(room, 0, this.#from, this.#from + held)
    this.#bytes = room
    this.#from = 0
  }
}
