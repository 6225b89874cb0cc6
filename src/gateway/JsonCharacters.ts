/**
 * The characters of a JSON text, as its bytes spell them: an escape (`\n`, `\/`, `\u003c`) is one character. So what
 * looks for something in a text without reading all of it never takes the letter of an escape for one of its own.
 *
 * Every text here begins between two characters. A character beyond ASCII that is not escaped counts as its bytes.
 */
const backslash = 0x5c
const longForm = 0x75

const short: Readonly<Record<number, number>> = { 0x62: 0x08, 0x66: 0x0c, 0x6e: 0x0a, 0x72: 0x0d, 0x74: 0x09 }

/** Of the backslashes that stand together each second one is escaped by the one before it. */
const beginsEscape = (text: Buffer, at: number): boolean => {
  let first = at
  while (first >= 0 && text[first] === backslash) first--
  return (at - first) % 2 === 1
}

/** Where the character begins that ends before `to`, which is above 0. */
export const beginOf = (text: Buffer, to: number): number => {
  if (text[to - 6] === backslash && text[to - 5] === longForm && beginsEscape(text, to - 6)) return to - 6
  return text[to - 2] === backslash && beginsEscape(text, to - 2) ? to - 2 : to - 1
}

/** Bytes of the character at `at`. */
export const lengthAt = (text: Buffer, at: number): number => text[at] !== backslash ? 1 : text[at + 1] === longForm ? 6 : 2

/** The character at `at`, which has to be there whole: a code unit, or a byte of one beyond ASCII. */
export const codeAt = (text: Buffer, at: number): number => {
  const byte = text[at]!
  if (byte !== backslash) return byte
  const letter = text[at + 1]!
  return letter === longForm ? Number.parseInt(text.toString("latin1", at + 2, at + 6), 16) : short[letter] ?? letter
}

/** Where the escape begins whose bytes `at` stands between; -1 where it stands between two characters. */
export const escapeAround = (text: Buffer, at: number): number => {
  for (let begin = Math.max(0, at - 5); begin < at; begin++) {
    if (text[begin] !== backslash || !beginsEscape(text, begin)) continue
    if (begin === at - 1 || begin + lengthAt(text, begin) > at) return begin
  }
  return -1
}
