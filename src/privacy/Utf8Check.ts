/** Whether bytes that come in pieces are UTF-8; a character may be cut anywhere. */
import { isUtf8 } from "node:buffer"

/** How many bytes the character takes that this byte begins; 1 for what begins none. */
const lengthOf = (byte: number): number => byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1

/** @returns where the last character that is complete ends */
export const endOfCharacters = (bytes: Uint8Array, start: number, end: number): number => {
  for (let at = end - 1; at >= start && at >= end - 3; at--) {
    const byte = bytes[at]!
    if (byte < 0x80) return end
    if (byte >= 0xc0) return at + lengthOf(byte) > end ? at : end
  }
  return end
}

export const isUtf8Between = (bytes: Buffer, start: number, end: number): boolean => start >= end || isUtf8(bytes.subarray(start, end))
