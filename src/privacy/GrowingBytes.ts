/** Bytes that are written one after the other, and leave in pieces that are memory of their own. */

const least = 1_024

export class GrowingBytes {
  bytes = Buffer.alloc(0)
  /** How much is written. */
  length = 0
  #last = least

  /** Makes room for `size` more bytes. */
  room(size: number): void {
    const needed = this.length + size
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.length === 0 ? this.#last : this.length * 2))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }

  /** There has to be room. */
  byte(value: number): void {
    this.bytes[this.length++] = value
  }

  /** There has to be room. */
  fill(value: number, count: number): void {
    const end = this.length + count
    if (count > 48) this.bytes.fill(value, this.length, end)
    else for (let i = this.length; i < end; i++) this.bytes[i] = value
    this.length = end
  }

  /** There has to be room. */
  copy(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this
    let to = this.length
    if (end - start > 48) bytes.set(from.subarray(start, end), to)
    else for (let i = start; i < end; i++) bytes[to++] = from[i]!
    this.length += end - start
  }

  text(value: string): void {
    this.room(value.length * 3)
    this.length += this.bytes.write(value, this.length)
  }

  /** What was written since the last time. */
  take(): Uint8Array {
    // What leaves may be kept for long: not much more memory than it needs.
    const isFull = this.bytes.length - this.length <= this.length >> 2
    const taken = isFull ? this.bytes.subarray(0, this.length) : Uint8Array.prototype.slice.call(this.bytes, 0, this.length)
    this.#last = Math.max(least, this.length + (this.length >> 2))
    this.bytes = Buffer.alloc(0)
    this.length = 0
    return taken
  }
}
