/**
 * Patterns of `like`: `%` is any characters, `_` is one. A text is looked through once for each part between two `%`, whatever both are:
 * parts without `_` are found by their own prefixes (Knuth, Morris and Pratt), parts with it are at most `longestLoose` characters long.
 */
import { charactersIn } from "../domain/CharactersIn.ts"

/** Characters of a part that has `_`: it is tried at each place of the text. */
export const longestLoose = 64

/** Where a part is in the text from a place on; -1 where it is nowhere. */
type Find = (text: string, from: number) => number

const joker = "_"

const isAt = (part: string, text: string, at: number): boolean => {
  if (at < 0 || at + part.length > text.length) return false
  for (let i = 0; i < part.length; i++) if (part[i] !== joker && part[i] !== text[at + i]) return false
  return true
}

/** The engine's own search is quick where parts are short, and may take their length for each character of the text. */
const short = 8

const findExact = (part: string): Find => {
  if (part.length <= short) return (text, from) => text.indexOf(part, from)
  const borders = new Uint16Array(part.length)
  for (let i = 1, length = 0; i < part.length; i++) {
    while (length > 0 && part[i] !== part[length]) length = borders[length - 1]!
    if (part[i] === part[length]) length++
    borders[i] = length
  }
  return (text, from) => {
    let length = 0
    for (let at = from; at < text.length; at++) {
      while (length > 0 && text[at] !== part[length]) length = borders[length - 1]!
      if (text[at] === part[length]) length++
      if (length === part.length) return at + 1 - length
    }
    return -1
  }
}

const findLoose = (part: string): Find => (text, from) => {
  for (let at = from; at + part.length <= text.length; at++) if (isAt(part, text, at)) return at
  return -1
}

const beyondFirstPlane = /[\ud800-\udfff]/

/** Characters beyond the first plane as one unit each, which no other character of either text is. */
const narrowed = (text: string, units: Map<string, string>): string =>
  Array.from(text, (one) => {
    if (one.length === 1) return one
    const unit = units.get(one) ?? String.fromCharCode(0xd800 + units.size)
    units.set(one, unit)
    return unit
  }).join("")

const compiled = (pattern: string): (text: string) => boolean => {
  const parts = pattern.split("%")
  const first = parts[0] ?? ""
  const last = parts.at(-1) ?? ""
  const least = pattern.length - (parts.length - 1)
  const middle = parts.slice(1, -1).filter((part) => part !== "").map((part) => ({
    length: part.length,
    find: part.includes(joker) ? findLoose(part) : findExact(part)
  }))
  if (parts.length === 1) return (text) => text.length === first.length && isAt(first, text, 0)
  return (text) => {
    if (text.length < least || !isAt(first, text, 0) || !isAt(last, text, text.length - last.length)) return false
    const end = text.length - last.length
    let at = first.length
    for (const { find, length } of middle) {
      const found = find(text, at)
      if (found < 0 || found + length > end) return false
      at = found + length
    }
    return at <= end
  }
}

/** Whether the pattern's parts can all be looked for in the time of one look at the text. */
export const isBounded = (pattern: string): boolean =>
  pattern.split("%").slice(1, -1).every((part) => !part.includes(joker) || charactersIn(part) <= longestLoose)

export const likeMatcher = (pattern: string): (text: string) => boolean => {
  const plain = compiled(pattern)
  const isWide = beyondFirstPlane.test(pattern)
  return (text) => {
    if (!isWide && !beyondFirstPlane.test(text)) return plain(text)
    const units = new Map<string, string>()
    const narrow = narrowed(pattern, units)
    return compiled(narrow)(narrowed(text, units))
  }
}
