/**
 * The value that an agency's credential has: what its answers must not tell anybody, wherever they repeat it.
 *
 * Of `Bearer x` and the like it is what follows the scheme. It is looked for by its longest part that no writer of JSON
 * escapes; what stands around that part is compared character by character, escaped or not.
 */
import { Redacted } from "effect"
import { beginOf, codeAt, escapeAround, lengthAt } from "./JsonCharacters.ts"

/** A shorter value may stand in data by chance. */
const shortest = 8
const hidden = "***"
const scheme = /^(?:bearer|basic|digest|token|apikey|api-key|key) +/i

/** What can stand outside of a string, other than one number: hidden there it would leave a body that nobody can read. */
const structure = /^(?:[\d+.eE,:[\]{} -]|true|false|null)*$/
const isNumber = /^[\d+.eE-]*$/
const quotation = 0x22

/** The character of a string at `at`; -1 for the quotation mark at its end. */
const characterAt = (text: Buffer, at: number): number => text[at] === quotation ? -1 : codeAt(text, at)

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isOfNumber = (code: number): boolean => isDigit(code) || "+-.Ee".includes(String.fromCharCode(code))

export class AgencySecret {
  /** Bytes to look for in a body; undefined where the value is nothing that can be told from other data. */
  readonly needle: Buffer | undefined
  /** In its place in a body. One that can stand outside of a string, as a number does, becomes a number. */
  readonly shown: Buffer
  readonly #codes: ReadonlyArray<number>
  /** The needle's length in characters. */
  readonly #offset: number
  /** What a number goes on with; undefined where the value is none. */
  readonly #goesOn: ((code: number) => boolean) | undefined
  readonly #texts: ReadonlyArray<string>

  constructor(credential: Redacted.Redacted<string>) {
    const whole = Redacted.value(credential)
    const value = whole.replace(scheme, "")
    const text = value.length < shortest ? whole : value
    this.#codes = Array.from(text, (character) => character.charCodeAt(0))
    const parts = [...text.matchAll(/[\w.-]+/g)].sort((one, other) => other[0].length - one[0].length)
    const { 0: part, index: offset } = parts[0] ?? { 0: text, index: 0 }
    this.#offset = offset
    this.needle = text.length < shortest || structure.test(text) && !isNumber.test(text) ? undefined : Buffer.from(part)
    this.#goesOn = !isNumber.test(text) ? undefined : /^\d+$/.test(text) ? isDigit : isOfNumber
    this.shown = Buffer.from(this.#goesOn === undefined ? hidden : "0")
    this.#texts = [...new Set([text, value, JSON.stringify(text).slice(1, -1)])].filter((one) => one !== "")
  }

  /** @returns the text of a message without the value, of whatever length it is */
  hiddenIn(text: string): string {
    return this.#texts.reduce((rest, one) => rest.replaceAll(one, hidden), text)
  }

  /** Where the value begins whose needle is at `at`; -1 where it is not the value. */
  beginAt(text: Buffer, at: number): number {
    if (escapeAround(text, at) >= 0) return -1
    let begin = at
    for (let i = this.#offset - 1; i >= 0; i--) {
      if (begin === 0) return -1
      begin = beginOf(text, begin)
      if (characterAt(text, begin) !== this.#codes[i]) return -1
    }
    return begin
  }

  /** Where the value ends that begins at `begin`; -1 where it is not the value, or not there whole. */
  endAt(text: Buffer, begin: number): number {
    let end = begin
    for (const code of this.#codes) {
      const next = end + lengthAt(text, end)
      if (next > text.length || characterAt(text, end) !== code) return -1
      end = next
    }
    return end
  }

  /** Whether it is a part of a longer number. @param isLast whether nothing follows the text; before it stands `before` */
  isWithin(text: Buffer, begin: number, end: number, before: number, isLast: boolean): boolean {
    if (this.#goesOn === undefined) return false
    if (this.#goesOn(begin === 0 ? before : codeAt(text, beginOf(text, begin)))) return true
    return end < text.length ? this.#goesOn(text[end]!) : !isLast
  }

  /** Where the end of the text may begin a value that what follows completes; an escape is never cut in two. */
  openEnd(text: Buffer, from: number): number {
    const escape = escapeAround(text, text.length)
    const end = escape >= 0 ? escape : text.length
    const begins: Array<number> = []
    const codes: Array<number> = []
    const most = this.#goesOn === undefined ? this.#codes.length - 1 : this.#codes.length
    for (let i = end; i > from && begins.length < most;) {
      i = beginOf(text, i)
      const code = characterAt(text, i)
      if (!this.#codes.includes(code)) break
      begins.push(i)
      codes.push(code)
    }
    for (let length = codes.length; length > 0; length--) {
      if (this.#beginsWith(codes, length)) return Math.max(from, begins[length - 1]!)
    }
    return Math.max(from, end)
  }

  /** @param codes the last first */
  #beginsWith(codes: ReadonlyArray<number>, length: number): boolean {
    for (let i = 0; i < length; i++) if (codes[length - 1 - i] !== this.#codes[i]) return false
    return true
  }
}
