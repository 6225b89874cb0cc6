/** A number by its digits, which double precision may not hold. */
const asWritten = (_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
  typeof value === "number" && source !== undefined ? source : value

/**
 * `$q`: whether each word stands in some text or number of a row, whatever its case. What is masked is passed over, so that
 * nothing can be found by what it was.
 */
export class WordFinder {
  readonly #words: ReadonlyArray<string>
  readonly #hasDigits: boolean
  readonly #isMasked: (path: ReadonlyArray<string>) => boolean

  /** @param words in lower case */
  constructor(words: ReadonlyArray<string>, isMasked: (path: ReadonlyArray<string>) => boolean) {
    this.#words = words
    this.#hasDigits = words.some((word) => /\d/.test(word))
    this.#isMasked = isMasked
  }

  finds(bytes: Buffer, start: number, end: number): boolean {
    const json = bytes.toString("utf8", start, end)
    const row: unknown = this.#hasDigits ? JSON.parse(json, asWritten) : JSON.parse(json)
    const missing = new Set(this.#words)
    const path: Array<string> = []
    const look = (value: unknown): void => {
      if (missing.size === 0) return
      if (typeof value === "string" || typeof value === "number") {
        const text = String(value).toLowerCase()
        for (const word of missing) if (text.includes(word)) missing.delete(word)
      } else if (typeof value === "object" && value !== null) {
        const isList = Array.isArray(value)
        for (const [key, inner] of Object.entries(value)) {
          // Items of a list are alike.
          path.push(isList ? "0" : key)
          if (!this.#isMasked(path)) look(inner)
          path.pop()
        }
      }
    }
    look(row)
    return missing.size === 0
  }
}
