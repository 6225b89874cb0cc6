/** The text of a JSON string's bytes between its quotation marks. */
export const escapedText = (bytes: Uint8Array, start: number, end: number): string => {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = buffer.toString("utf8", start, end)
  return text.includes("\\") ? String(JSON.parse(`"${text}"`)) : text
}
