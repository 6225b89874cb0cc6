/** Replaces an agency's addresses (`AgencyAddresses.ts`) in the bytes of a JSON text, piece by piece at any boundary. */
import type { AgencyAddresses } from "./AgencyAddresses.ts"
import { asBuffer, concat } from "./EnvelopeBytes.ts"
import { beginOf, codeAt, escapeAround, lengthAt } from "./JsonCharacters.ts"

/** An address of more bytes is cut there. */
const longest = 4_096
/** Characters that a user's name and password, or a scheme, have at most. */
const longestUser = 128
const longestScheme = 16
/** Backslashes that a slash has before it at most, in JSON that stands in a string which stands in another. */
const longestEscape = 32
/** So much of what follows is put behind what was held, to begin with. */
const firstJoint = 256

const nothing = new Uint8Array(0)
const slash = 0x2f
const backslash = 0x5c
const sign = 0x40
const colon = 0x3a

const isScheme = (code: number): boolean =>
  code >= 0x61 && code <= 0x7a || code >= 0x41 && code <= 0x5a || code >= 0x30 && code <= 0x39 || code === 0x2b || code === 0x2d ||
  code === 0x2e

/** White space, a quotation mark, angle brackets, or a backslash that escapes no slash. */
const endsAddress = (code: number): boolean => code <= 0x20 || code === 0x22 || code === 0x3c || code === 0x3e || code === backslash

const endOf = (text: Buffer, from: number): number => {
  let end = from
  for (let i = from; i < text.length;) {
    const next = i + lengthAt(text, i)
    if (next > text.length) return text.length
    const code = codeAt(text, i)
    if (code === slash || !endsAddress(code) && end === i) end = next
    else if (code !== backslash) return end
    i = next
  }
  return text.length
}

const follows = (text: Buffer, at: number, code: number): boolean => at > 0 && codeAt(text, beginOf(text, at)) === code

/** Before the slash that ends at `at` and what escapes it; -1 where none does. */
const beforeSlash = (text: Buffer, at: number): number => {
  if (!follows(text, at, slash)) return -1
  let i = beginOf(text, at)
  for (let left = longestEscape; left > 0 && follows(text, i, backslash); left--) i = beginOf(text, i)
  return i
}

/** Before at most so many characters of a user's name and password. */
const beforeUser = (text: Buffer, at: number, most: number): number => {
  let i = at
  for (let left = most; i > 0 && left > 0; left--) {
    const begin = beginOf(text, i)
    const code = codeAt(text, begin)
    if (code === slash || endsAddress(code)) break
    i = begin
  }
  return i
}

/** Where the word begins that ends before `at` and may be a scheme, with one character more than a scheme has. */
const beforeWord = (text: Buffer, at: number): number => {
  let i = at
  for (let left = longestScheme; i > 0 && left >= 0; left--) {
    const begin = beginOf(text, i)
    if (!isScheme(codeAt(text, begin))) break
    i = begin
  }
  return i
}

/** Before the scheme and its colon, where they are there. Of a word that ends in `http` or `https` the rest is none of it. */
const beforeScheme = (text: Buffer, at: number): number => {
  if (!follows(text, at, colon)) return at
  const begins: Array<number> = []
  let word = ""
  const end = beginOf(text, at)
  for (let i = beforeWord(text, end); i < end; i += lengthAt(text, i)) {
    begins.push(i)
    word += String.fromCharCode(codeAt(text, i))
  }
  const from = word.search(/https?$/i)
  if (from >= 0) return begins[from]!
  return word.length > longestScheme ? at : begins[word.search(/[a-z]/i)] ?? at
}

/** Where the address begins whose host is at `at`; -1 where it is none. */
const startOf = (text: Buffer, at: number): number => {
  let i = follows(text, at, sign) ? beforeUser(text, beginOf(text, at), longestUser) : at
  for (let slashes = 0; slashes < 2 && i >= 0; slashes++) i = beforeSlash(text, i)
  return i < 0 ? -1 : beforeScheme(text, i)
}

/** As in JSON, and in JSON that stands in its strings; where it does not decode it is no address. */
const decode = (text: Buffer, from: number, to: number): string | undefined => {
  const raw = text.toString("utf8", from, to)
  if (!raw.includes("\\")) return raw
  try {
    return String(JSON.parse(`"${raw}"`)).replace(/\\+\//g, "/")
  } catch {
    return undefined
  }
}

const encode = (shown: string, isEscaped: boolean): Buffer => {
  const text = JSON.stringify(shown).slice(1, -1)
  return Buffer.from(isEscaped ? text.replaceAll("/", "\\/") : text)
}

export class AddressStream {
  readonly #addresses: AgencyAddresses
  /** What may be the beginning of an address. */
  #held: Uint8Array = nothing

  constructor(addresses: AgencyAddresses) {
    this.#addresses = addresses
  }

  /** @param told hears what is final, part by part: bytes of the piece itself wherever that names no address */
  push(piece: Uint8Array, told: (part: Uint8Array) => void): void {
    let rest = asBuffer(piece)
    for (let size = firstJoint; this.#held.length > 0 && rest.length > 0; size *= 2) {
      const { length } = this.#held
      const joint = Buffer.concat([this.#held, rest.subarray(0, size)])
      const until = this.#replace(joint, false, told)
      this.#held = until < length ? joint.subarray(until) : nothing
      rest = rest.subarray(until < length ? size : until - length)
    }
    if (rest.length === 0) return
    const until = this.#replace(rest, false, told)
    if (until < rest.length) this.#held = Uint8Array.prototype.slice.call(rest, until)
  }

  /** Nothing more comes. */
  end(told: (part: Uint8Array) => void): void {
    if (this.#held.length > 0) this.#replace(asBuffer(this.#held), true, told)
    this.#held = nothing
  }

  /** @returns until where the text is told: the rest may begin an address that what follows completes */
  #replace(text: Buffer, isLast: boolean, told: (part: Uint8Array) => void): number {
    const { host } = this.#addresses
    let copied = 0
    // Where the word ends that was followed last: addresses in one word end together.
    let wordEnd = -1
    const tell = (until: number): number => {
      if (until > copied) told(text.subarray(copied, until))
      return until
    }
    for (let at = text.indexOf(host); at >= 0; at = text.indexOf(host, at + host.length)) {
      const start = startOf(text, at)
      if (start < copied) continue
      const from = at + host.length
      if (from > wordEnd) wordEnd = endOf(text, from)
      const end = Math.min(wordEnd, from + longest)
      if (end === text.length && !isLast) return tell(start)
      const rest = end - from < longest ? decode(text, from, end) : undefined
      const shown = this.#addresses.replacement(rest ?? "/")
      if (shown === undefined) continue
      tell(start)
      // Too long to be an address: without its origin it stays as it is.
      copied = rest === undefined ? from : end
      if (rest !== undefined) told(encode(shown, text[at - 2] === backslash))
    }
    return tell(isLast ? text.length : this.#openEnd(text, copied))
  }

  /** Where the end of the text may begin an address that what follows completes; an escape is never cut in two. */
  #openEnd(text: Buffer, copied: number): number {
    const escape = escapeAround(text, text.length)
    const end = escape >= 0 ? escape : text.length
    const host = beforeUser(text, end, longestUser + this.#addresses.host.length)
    const start = startOf(text, host)
    if (start >= 0) return Math.max(copied, start)
    let slashes = end
    for (let left = 2 * longestEscape; left > 0 && (follows(text, slashes, slash) || follows(text, slashes, backslash)); left--) {
      slashes = beginOf(text, slashes)
    }
    return Math.max(copied, slashes < end || follows(text, end, colon) ? beforeScheme(text, slashes) : beforeWord(text, end))
  }
}

/** The same of a body that is there as a whole. @returns the body itself where it names no such address */
export const withoutAddresses = (body: Uint8Array, addresses: AgencyAddresses): Uint8Array => {
  if (!asBuffer(body).includes(addresses.host)) return body
  const stream = new AddressStream(addresses)
  const parts: Array<Uint8Array> = []
  const told = (part: Uint8Array): void => void parts.push(part)
  stream.push(body, told)
  stream.end(told)
  return concat(parts)
}
