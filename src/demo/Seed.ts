/** What is made up is the same each time: a number of 32 bits from a text (FNV-1a). */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** A number from 0 to 1 of a text; texts that hardly differ have numbers that do. */
export const unitOf = (text: string): number => {
  const hash = seedOf(text)
  const mixed = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d)
  return ((mixed ^ mixed >>> 13) >>> 0) / 2 ** 32
}
