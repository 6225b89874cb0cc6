/** The words of a text, from one look at each of its characters. */

const [letter, inside, other, surrogate] = [1, 2, 3, 4]
/** What each character is; 0 where it was not asked yet. */
const kinds = new Uint8Array(0x1_0000)
for (const sign of "'’.-") kinds[sign.charCodeAt(0)] = inside

const kindOf = (code: number): number => {
  const sign = String.fromCharCode(code)
  const kind = code >= 0xd800 && code <= 0xdfff ? surrogate : /[\p{L}\p{M}]/u.test(sign) ? letter : other
  kinds[code] = kind
  return kind
}

const isAsciiSmall = (code: number): boolean => code >= 97 && code <= 122

export class Word {
  readonly text: string
  readonly start: number
  readonly end: number
  /** It begins with a capital. */
  readonly isCapital: boolean
  #plain: string | undefined

  constructor(text: string, start: number) {
    this.text = text
    this.start = start
    this.end = start + text.length
    const code = text.charCodeAt(0)
    this.isCapital = code < 0x80 ? code >= 65 && code <= 90 : /^\p{Lu}/u.test(text)
  }

  /** It begins with three small letters. */
  get isSmall(): boolean {
    const { text } = this
    if (isAsciiSmall(text.charCodeAt(0)) && isAsciiSmall(text.charCodeAt(1)) && isAsciiSmall(text.charCodeAt(2))) return true
    return !this.isCapital && /^\p{Ll}{3}/u.test(text)
  }

  /** In small letters, without the signs behind it. */
  get plain(): string {
    if (this.#plain === undefined) {
      let end = this.text.length
      while (kinds[this.text.charCodeAt(end - 1)] === inside) end--
      this.#plain = this.text.slice(0, end).toLowerCase()
    }
    return this.#plain
  }
}

/** Letters beyond the Basic Multilingual Plane take two code units. */
const letters = /[\p{L}\p{M}][\p{L}\p{M}'’.-]*/gu

export const wordsIn = (text: string): ReadonlyArray<Word> => {
  const words: Array<Word> = []
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    let kind = kinds[code] || kindOf(code)
    const start = i
    if (kind === letter) {
      while (kind === letter || kind === inside) {
        if (++i === text.length) break
        const next = text.charCodeAt(i)
        kind = kinds[next] || kindOf(next)
      }
      words.push(new Word(text.slice(start, i), start))
    }
    if (kind === surrogate) return Array.from(text.matchAll(letters), ({ 0: found, index }) => new Word(found, index))
  }
  return words
}
