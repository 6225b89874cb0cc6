/**
 * Text that stands encoded in a string: base64 (the web's too, in lines, behind `data:…;base64,`), hex, percents, a token
 * of JSON, one in the other. Where what it decodes to holds personal data, it is hidden whole.
 *
 * A long one is read part by part, so that no step takes long; of what it decodes to no more is held than one part.
 */
import { spend } from "./Effort.ts"

export type Reading = "more" | "personal" | "nothing"

type Encoding = "base64" | "hex" | "percent" | "token"

/** Whether a text holds personal data. */
type Holds = (text: string) => boolean

/** Characters that are decoded in one step, … */
const partLength = 8_192
/** … and those of the decoded text that are looked at together. */
const windowLength = 2_048
const overlap = 512
const headLength = 512
const shortest = 24
/** Encodings in one another. */
const deepest = 3

const prefix = /^data:[^,"\s]{0,200};base64,/i
const lineEnds = /[\r\n][ \t]*/g
/** Its last sign that is no blank ends a line. */
const endsLine = (text: string): boolean => {
  let last = text.length - 1
  while (text[last] === " " || text[last] === "\t") last--
  return text[last] === "\r" || text[last] === "\n"
}
const token = /^eyJ[\w-]{8,}\.[\w-]+/
const percents = /^(?:[\w.~*'()!+-]|%[\dA-Fa-f]{2})+$/
const hex = /^(?:0x)?[\dA-Fa-f]+$/
const base64 = /^[\w+/-]+={0,2}$/
const binary = /[^\P{C}\t\n\r\p{Cf}]/u

/** How a text is encoded, by what it begins with. */
const encodingOf = (text: string): Encoding | undefined => {
  if (text.length < shortest) return undefined
  const begin = prefix.exec(text.slice(0, 240))?.[0].length ?? 0
  const head = text.slice(begin, begin + headLength).replace(lineEnds, "")
  if (token.test(head)) return "token"
  // A sign or two are a mail address, or a name.
  if (head.includes("%")) return head.split("%").length > 3 && percents.test(head.replace(/%.?$/, "")) ? "percent" : undefined
  if (hex.test(head)) return "hex"
  return base64.test(head) && /[a-z]/.test(head) && /[A-Z]/.test(head) ? "base64" : undefined
}

const nothing = new Uint8Array(0)

class Decoding {
  readonly encoding: Encoding
  readonly #depth: number
  readonly #holds: Holds
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true })
  #rest = ""
  #tail = ""
  #isBegun = false
  /** The part before ended in a line's end: blanks that follow belong to it. */
  #isLineEnd = false
  #inner: Decoding | undefined

  constructor(encoding: Encoding, depth: number, holds: Holds) {
    this.encoding = encoding
    this.#depth = depth
    this.#holds = holds
  }

  push(part: string, isLast: boolean): Reading {
    const text = this.#read(part, isLast)
    if (text === undefined || binary.test(text)) return "nothing"
    if (text === "" && !isLast) return "more"
    if (!this.#isBegun && this.#depth < deepest) {
      const encoding = encodingOf(text)
      if (encoding === "token") return "personal"
      if (encoding !== undefined) this.#inner = new Decoding(encoding, this.#depth + 1, this.#holds)
    }
    this.#isBegun = true
    const inner = this.#inner?.push(text, isLast)
    if (inner === "personal") return inner
    if (inner === "nothing") this.#inner = undefined
    const whole = this.#tail + text
    for (let at = 0; at < whole.length; at += windowLength) {
      const window = whole.slice(at, at + windowLength + overlap)
      spend(10 + (window.length >> 4))
      if (this.#holds(window)) return "personal"
    }
    this.#tail = whole.slice(-overlap)
    return isLast ? "nothing" : "more"
  }

  #read(part: string, isLast: boolean): string | undefined {
    try {
      const bytes = this.#decoded(this.#rest + this.#inOneLine(part), isLast)
      return bytes === undefined ? undefined : this.#utf8.decode(bytes, { stream: !isLast })
    } catch {
      return undefined
    }
  }

  #inOneLine(part: string): string {
    const rest = this.#isLineEnd ? part.replace(/^[ \t]+/, "") : part
    if (rest !== "") this.#isLineEnd = endsLine(rest)
    return rest.replace(lineEnds, "")
  }

  /** What is not whole waits for the next part. @returns undefined where it is encoded otherwise */
  #decoded(part: string, isLast: boolean): Uint8Array | undefined {
    if (this.encoding === "percent") {
      const cut = isLast ? -1 : part.indexOf("%", part.length - 2)
      const whole = cut < 0 ? part : part.slice(0, cut)
      this.#rest = part.slice(whole.length)
      return percents.test(whole)
        ? Buffer.from(whole.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16))), "latin1")
        : undefined
    }
    const digits = this.#isBegun ? part : part.replace(this.encoding === "hex" ? /^0x/ : prefix, "")
    const whole = isLast ? digits : digits.slice(0, digits.length - digits.length % 4)
    this.#rest = digits.slice(whole.length)
    if (whole === "") return nothing
    if (this.encoding === "hex") return hex.test(whole) && whole.length % 2 === 0 ? Buffer.from(whole, "hex") : undefined
    return base64.test(whole) ? Buffer.from(whole, "base64") : undefined
  }
}

export class EncodedText {
  readonly #text: string
  readonly #decoding: Decoding | undefined
  #at = 0

  /** Undefined where a text is not encoded. */
  static of(text: string, holds: Holds): EncodedText | undefined {
    const encoding = encodingOf(text)
    return encoding === undefined ? undefined : new EncodedText(text, encoding === "token" ? undefined : new Decoding(encoding, 1, holds))
  }

  private constructor(text: string, decoding: Decoding | undefined) {
    this.#text = text
    this.#decoding = decoding
  }

  /** No signs stand in it that text has. */
  get isSolid(): boolean {
    return this.#decoding?.encoding === "base64" || this.#decoding?.encoding === "hex"
  }

  /** Reads on a little. */
  step(): Reading {
    if (this.#decoding === undefined) return "personal"
    const from = this.#at
    this.#at = Math.min(this.#text.length, from + partLength)
    return this.#decoding.push(this.#text.slice(from, this.#at), this.#at === this.#text.length)
  }

  /** Reads all of it at once. */
  get isPersonal(): boolean {
    for (;;) {
      const reading = this.step()
      if (reading !== "more") return reading === "personal"
    }
  }
}

/** Digits as a number of somebody has them; what is encoded without has nothing else to be looked for. */
export const mayHoldNumber = (encoded: string): boolean => /\d(?:[+/_-]?\d){7}/.test(encoded)
