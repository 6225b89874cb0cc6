/** The text of a JSON string's bytes between its quotation marks. */
export const escapedText = (bytes: Uint8Array, start: number, end: number): string => {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = buffer.toString("utf8", start, end)
  return text.includes("\\") ? String(JSON.parse(`"${text}"`)) : text
}

/** Whether a text takes no more bytes of UTF-8; a code unit takes three at most. */
export const isWithin = (text: string, most: number): boolean => text.length * 3 <= most || Buffer.byteLength(text) <= most
