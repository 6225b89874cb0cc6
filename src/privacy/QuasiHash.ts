/**
 * Values of quasi-identifiers as two hashes of 32 bits each, so that rows are compared without a string. Two values
 * that come out alike by chance would be one in 2^53 pairs: a row too many is told of, none too few.
 *
 * Values are taken as trimmed and in lower case. Plain ASCII is read straight from its bytes, four at a time; all else
 * goes through a string. Both ways give the same hashes.
 */

/** Of the value hashed last; module state spares an object for each. */
export let hashOne = 0
export let hashTwo = 0

export const seedOne = 0x2545f491
export const seedTwo = 0x1b873593

export const mixOne = (hash: number, word: number): number => {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1)
  return mixed ^ mixed >>> 15
}

export const mixTwo = (hash: number, word: number): number => {
  const mixed = Math.imul(hash + word | 0, 0x85ebca6b)
  return mixed ^ mixed >>> 13
}

const notAscii = 0x80808080 | 0

/** Capitals among four ASCII bytes to lower case: bytes from 0x41 on have the first sum's top bit, those past 0x5a the second's. */
const lowered = (word: number): number => word | ((word + 0x3f3f3f3f ^ word + 0x25252525) & notAscii) >>> 2

/**
 * @param view of the text, whose end is more than three bytes away
 * @returns false where it is not plain ASCII, and nothing was hashed
 */
export const hashBytes = (view: DataView, start: number, end: number): boolean => {
  let one = seedOne
  let two = seedTwo
  let at = start
  for (; at < end; at += 4) {
    let word = view.getInt32(at)
    if (end - at < 4) word >>>= 32 - (end - at << 3)
    if ((word & notAscii) !== 0) return false
    word = lowered(word)
    one = mixOne(one, word)
    two = mixTwo(two, word)
  }
  hashOne = mixOne(one, end - start)
  hashTwo = mixTwo(two, end - start)
  return true
}

/** @param text trimmed and in lower case */
export const hashText = (text: string): void => {
  let one = seedOne
  let two = seedTwo
  for (let at = 0; at < text.length;) {
    let word = 0
    for (const stop = Math.min(at + 4, text.length); at < stop; at++) {
      const code = text.charCodeAt(at)
      word = word << 8 ^ (code < 0x80 ? code : Math.imul(code, 0xcc9e2d51))
    }
    one = mixOne(one, word)
    two = mixTwo(two, word)
  }
  hashOne = mixOne(one, text.length)
  hashTwo = mixTwo(two, text.length)
}
