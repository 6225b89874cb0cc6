/**
 * Patterns of `like`: `%` is any characters, `_` is one. A text is looked through once for each part between two `%`, whatever both are:
 * parts without `_` are found by their own prefixes (Knuth, Morris and Pratt), parts with it are at most `longestLoose` characters long.
 */
import { charactersIn } from "../domain/CharactersIn.ts"

/** Characters of a part that has `_`: it is tried at each place of the text. */
export const longestLoose = 64

/** Where a part ends that is in the text from a place on; -1 where it is nowhere. */
type Find = (text: string, from: number) => number

const joker = "_"

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

/** Units of the character that begins there: one beyond the first plane has two. */
const widthAt = (text: string, at: number): number => isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1

/** Where the part ends that begins there; -1 where it does not. */
const endOf = (part: string, text: string, from: number): number => {
  let at = from
  for (let i = 0; i < part.length; i++) {
    if (part[i] === joker) at += widthAt(text, at)
    else if (part[i] !== text[at++]) return -1
  }
  return at <= text.length ? at : -1
}

/** Where the part begins that the text ends with; -1 where it does not. */
const startOf = (part: string, text: string): number => {
  let at = text.length
  for (let i = part.length - 1; i >= 0; i--) {
    if (part[i] === joker) at -= isLow(text.charCodeAt(at - 1)) && isHigh(text.charCodeAt(at - 2)) ? 2 : 1
    else if (part[i] !== text[--at]) return -1
  }
  return at
}

/** The engine's own search is quick where parts are short, and may take their length for each character of the text. */
const short = 8

const findExact = (part: string): Find => {
  if (part.length <= short) {
    return (text, from) => {
      const found = text.indexOf(part, from)
      return found < 0 ? found : found + part.length
    }
  }
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
      if (length === part.length) return at + 1
    }
    return -1
  }
}

const findLoose = (part: string): Find => (text, from) => {
  for (let at = from; at < text.length; at += widthAt(text, at)) {
    const end = endOf(part, text, at)
    if (end >= 0) return end
  }
  return -1
}

/** Whether the pattern's parts can all be looked for in the time of one look at the text. */
export const isBounded = (pattern: string): boolean =>
  pattern.split("%").slice(1, -1).every((part) => !part.includes(joker) || charactersIn(part) <= longestLoose)

export const likeMatcher = (pattern: string): (text: string) => boolean => {
  const parts = pattern.split("%")
  const first = parts[0] ?? ""
  const last = parts.at(-1) ?? ""
  if (parts.length === 1) return (text) => endOf(first, text, 0) === text.length
  const finds = parts.slice(1, -1).filter((part) => part !== "").map((part) => part.includes(joker) ? findLoose(part) : findExact(part))
  return (text) => {
    let at = endOf(first, text, 0)
    const end = startOf(last, text)
    for (const find of finds) {
      if (at < 0 || at > end) return false
      at = find(text, at)
    }
    return at >= 0 && at <= end
  }
}
