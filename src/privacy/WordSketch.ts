/**
 * Says of most words, from four bytes at either end and their length, that they are in none of some lists. Costs less
 * than making a string of the word; what it cannot rule out has to be looked up.
 */
import type { Memory } from "./CopyBytes.ts"

export const slots = 32_768
/** Capitals as lower case. Changes other bytes too, those of lists alike. */
export const lowerCase = 0x20202020
export const firstFactor = 0x9e3779b1
export const secondFactor = 0x85ebca6b

/** `ShowText.ts` has the same. */
const slotOf = (first: number, last: number, length: number): number => {
  const mixed = Math.imul(Math.imul(first | lowerCase, firstFactor) ^ (last | lowerCase) + length, secondFactor)
  return (mixed ^ mixed >>> 15) & slots - 1
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

const slotAt = ({ bytes, view }: Memory, start: number, end: number): number => {
  const length = end - start
  if (length >= 4) return slotOf(view.getInt32(start, true), view.getInt32(end - 4, true), length)
  let all = 0
  for (let i = end - 1; i >= start; i--) all = all << 8 | bytes[i]!
  return slotOf(all, all, length)
}

export type WordSketch = Uint8Array

export const sketchOf = (...lists: ReadonlyArray<Iterable<string>>): WordSketch => {
  const sketch = new Uint8Array(slots)
  for (const list of lists) {
    for (const word of list) {
      const bytes = Buffer.from(word)
      sketch[slotAt({ bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) }, 0, bytes.length)] = 1
    }
  }
  return sketch
}

/** Whether the word may be in the lists, whatever its case; one with another sign at an end may be, without that. */
export const mayBeIn = (sketch: WordSketch, memory: Memory, start: number, end: number): boolean =>
  !isLetter(memory.bytes[start]!) || !isLetter(memory.bytes[end - 1]!) || sketch[slotAt(memory, start, end)] === 1
