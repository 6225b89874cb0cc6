/**
 * Copies few bytes fast, eight at a time: a call into the engine costs more than a short loop, and a loop over single
 * bytes more than this one.
 *
 * Gotchas: writes up to seven bytes too many, so the memory written to has to have `slack` more than is needed, and
 * is to be written from front to back.
 */

export const slack = 64

/** From here on a call into the engine is worth it. */
const many = 256

/** Memory and a view of it. */
export interface Memory {
  readonly bytes: Buffer
  readonly view: DataView
}

export const memoryOf = (bytes: Buffer): Memory => ({ bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) })

/** @returns where the copy ends */
export const copyBytes = (from: Memory, start: number, end: number, out: Memory, at: number): number => {
  const length = end - start
  if (length >= many || end + 7 > from.bytes.length) from.bytes.copy(out.bytes, at, start, end)
  else {
    const source = from.view
    const target = out.view
    for (let i = 0; i < length; i += 8) target.setBigInt64(at + i, source.getBigInt64(start + i, true), true)
  }
  return at + length
}
