/**
 * The part of a text that is held while the rest streams by: pieces are put behind it, and what is done with is
 * dropped from its front when room is needed, so that each byte is moved a bounded number of times.
 */
import { endOfCharacters, isUtf8Between } from "./Utf8Check.ts"

export const byteOrderMark = Buffer.from("\ufeff")
const firstSize = 65_536

export class HeldText {
  bytes = Buffer.allocUnsafeSlow(firstSize)
  /** Bytes held. */
  end = 0
  /** Up to here they are whole characters of UTF-8. */
  checked = 0
  /** How many bytes of the text stood before those held. */
  gone = 0

  /** @param keep from here on, in the text, what is held is still needed */
  add(piece: Uint8Array, keep: number): void {
    if (this.end + piece.length > this.bytes.length) {
      const from = keep - this.gone
      const held = this.end - from
      const room = held + piece.length > this.bytes.length / 2 ? Buffer.allocUnsafeSlow((held + piece.length) * 2) : this.bytes
      this.bytes.copy(room, 0, from, this.end)
      this.bytes = room
      this.end = held
      this.checked -= from
      this.gone += from
    }
    this.bytes.set(piece, this.end)
    this.end += piece.length
  }

  /** Length of the byte order mark that it begins with, which is no part of it (RFC 8259, section 8.1). */
  get markLength(): number {
    return this.checked >= byteOrderMark.length && byteOrderMark.equals(this.bytes.subarray(0, byteOrderMark.length))
      ? byteOrderMark.length
      : 0
  }

  /** @returns whether all that is complete is UTF-8 */
  check(isLast: boolean): boolean {
    const end = isLast ? this.end : endOfCharacters(this.bytes, this.checked, this.end)
    const isSound = isUtf8Between(this.bytes, this.checked, end)
    this.checked = end
    return isSound
  }
}
