/**
 * The part of a text that is held while the rest streams by: pieces are put behind it, and what is done with is
 * dropped from its front when room is needed, so that each byte is moved a bounded number of times.
 */
import { type Memory, memoryOf, slack } from "./CopyBytes.ts"
import { endOfCharacters, isUtf8Between } from "./Utf8Check.ts"

export const byteOrderMark = Buffer.from("\ufeff")
const firstSize = 65_536

export class HeldText {
  memory: Memory = memoryOf(Buffer.allocUnsafeSlow(firstSize))
  /** Bytes held. */
  end = 0
  /** Up to here they are whole characters of UTF-8. */
  checked = 0
  /** How many bytes of the text stood before the window. */
  gone = 0

  /**
   * @param keep from here on the window is still needed
   * @returns by how much the window moved on
   */
  add(piece: Uint8Array, keep: number): number {
    let moved = 0
    const needed = this.end + piece.length + slack
    if (needed > this.memory.bytes.length) {
      const room = needed - keep > this.memory.bytes.length / 2 ? memoryOf(Buffer.allocUnsafeSlow((needed - keep) * 2)) : this.memory
      this.memory.bytes.copy(room.bytes, 0, keep, this.end)
      this.memory = room
      moved = keep
      this.end -= keep
      this.checked -= keep
      this.gone += keep
    }
    this.memory.bytes.set(piece, this.end)
    this.end += piece.length
    return moved
  }

  /** Length of the byte order mark that it begins with, which is no part of it (RFC 8259, section 8.1). */
  get markLength(): number {
    return this.checked >= byteOrderMark.length && byteOrderMark.equals(this.memory.bytes.subarray(0, byteOrderMark.length))
      ? byteOrderMark.length
      : 0
  }

  /** This part of the window is needed no more, though what stands before it is. */
  cut(from: number, to: number): void {
    this.memory.bytes.copyWithin(from, to, this.end)
    const by = to - from
    this.end -= by
    this.checked -= by
    this.gone += by
  }

  /** @returns whether all that is complete is UTF-8 */
  check(isLast: boolean): boolean {
    const { bytes } = this.memory
    const end = isLast ? this.end : endOfCharacters(bytes, this.checked, this.end)
    const isSound = isUtf8Between(bytes, this.checked, end)
    this.checked = end
    return isSound
  }
}
