import { afterSpace, afterString, afterValue, textOf } from "./RowReader.ts"

/** Whatever its case: a sigma has two small letters, by its place in a word. */
export const folded = (text: string): string => text.toLowerCase().replaceAll("ς", "σ")

const quote = 0x22
const backslash = 0x5c
const lineFeed = 0x0a

const isOfNumber = (byte: number): boolean => byte === 0x2d || byte >= 0x30 && byte <= 0x39

/**
 * `$q`: whether each word stands in some text or number of a row, whatever its case. What is masked is passed over, so that
 * nothing can be found by what it was.
 *
 * All that is looked at is put together first, a line each, so that a row costs one look for each word however many values it has; no
 * word has a line's end in it.
 */
export class WordFinder {
  readonly #words: ReadonlyArray<string>
  readonly #isMasked: (path: ReadonlyArray<string>) => boolean
  readonly #path: Array<string> = []
  #lines: Buffer = Buffer.alloc(0)
  #length = 0

  /** @param words folded */
  constructor(words: ReadonlyArray<string>, isMasked: (path: ReadonlyArray<string>) => boolean) {
    this.#words = words
    this.#isMasked = isMasked
  }

  finds(bytes: Buffer, start: number, end: number): boolean {
    // A value and its line's end are no longer than what is written of both.
    if (this.#lines.length <= end - start) this.#lines = Buffer.allocUnsafe(2 * (end - start) + 1)
    this.#length = 0
    this.#look(bytes, start)
    const text = folded(this.#lines.toString("utf8", 0, this.#length))
    return this.#words.every((word) => text.includes(word))
  }

  /** @returns where the value ends that begins there */
  #look(bytes: Buffer, start: number): number {
    const first = bytes[start]!
    if (first === 0x7b) return this.#object(bytes, start)
    if (first === 0x5b) return this.#list(bytes, start)
    const end = afterValue(bytes, start)
    if (first === quote) this.#line(bytes, start + 1, end - 1)
    else if (isOfNumber(first)) this.#line(bytes, start, end)
    return end
  }

  #object(bytes: Buffer, opened: number): number {
    let at = afterSpace(bytes, opened + 1)
    while (bytes[at] !== 0x7d) {
      const keyEnd = afterString(bytes, at)
      this.#path.push(textOf(bytes, at, keyEnd))
      const start = afterSpace(bytes, afterSpace(bytes, keyEnd) + 1)
      at = afterSpace(bytes, this.#isMasked(this.#path) ? afterValue(bytes, start) : this.#look(bytes, start))
      this.#path.pop()
      if (bytes[at] === 0x2c) at = afterSpace(bytes, at + 1)
    }
    return at + 1
  }

  #list(bytes: Buffer, opened: number): number {
    let at = afterSpace(bytes, opened + 1)
    if (bytes[at] === 0x5d) return at + 1
    // Items of a list are alike.
    this.#path.push("0")
    const isMasked = this.#isMasked(this.#path)
    if (isMasked) at = afterValue(bytes, opened) - 1
    while (bytes[at] !== 0x5d) {
      at = afterSpace(bytes, this.#look(bytes, at))
      if (bytes[at] === 0x2c) at = afterSpace(bytes, at + 1)
    }
    this.#path.pop()
    return at + 1
  }

  #line(bytes: Buffer, start: number, end: number): void {
    const lines = this.#lines
    let to = this.#length
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!
      if (byte === backslash) {
        to = this.#length + lines.write(textOf(bytes, start - 1, end + 1), this.#length)
        break
      }
      lines[to++] = byte
    }
    lines[to] = lineFeed
    this.#length = to + 1
  }
}
