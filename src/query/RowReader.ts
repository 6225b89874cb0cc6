/**
 * Finds the values of some columns in the bytes of a row, in one pass, and decodes those that are looked at. The bytes
 * are one JSON value that is known to be well-formed. Of a member that stands there twice the last one counts.
 *
 * Rows of a list have the same keys, nearly always in the same order, and often the same values: both are remembered as they are
 * written, so that they are compared rather than read.
 *
 * States: `read` places the row; then `value`, `start` and `end` speak of it until the next one.
 */
import type { Column } from "./Question.ts"
import { Nested, type Value } from "./Values.ts"

/** The next steps of some columns, from an object or a list on. */
interface Level {
  readonly steps: Array<Step>
  /** Keys of such objects, in the order in which they came up. */
  readonly keys: Array<KnownKey>
}

interface Step extends Level {
  readonly key: string
  /** A place in a list; -1 of what is none. */
  readonly place: number
  /** The column that ends here. */
  column: number
  /** All columns from here on. */
  readonly below: Array<number>
}

interface KnownKey {
  /** With its quotation marks. */
  readonly lexeme: Buffer
  /** Where it leads to. */
  readonly step: Step | undefined
}

const quote = 0x22
const backslash = 0x5c

/** What is longer, or beyond so many, is read each time. */
const longestKnown = 40
const mostKeys = 64
/** Of a column; a power of 2. */
const mostTexts = 64

const levelOf = (columns: ReadonlyArray<Column>): Level => {
  const root: Level = { steps: [], keys: [] }
  columns.forEach((column, index) => {
    let { steps } = root
    column.forEach((key, depth) => {
      let step = steps.find((one) => one.key === key)
      if (step === undefined) {
        const place = /^(?:0|[1-9][0-9]{0,8})$/.test(key) ? Number(key) : -1
        step = { key, place, column: -1, below: [], steps: [], keys: [] }
        steps.push(step)
      }
      step.below.push(index)
      if (depth === column.length - 1) step.column = index
      steps = step.steps
    })
  })
  return root
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

export const afterSpace = (bytes: Buffer, at: number): number => {
  let i = at
  // Nearly always there is none: what has spaces was written for people.
  while (bytes[i]! <= 0x20 && isSpace(bytes[i]!)) i++
  return i
}

/** After the string whose quotation mark is there. */
export const afterString = (bytes: Buffer, at: number): number => {
  let i = at + 1
  for (let byte = bytes[i]!; byte !== quote; byte = bytes[i]!) i += byte === backslash ? 2 : 1
  return i + 1
}

/** After the value that begins there. */
export const afterValue = (bytes: Buffer, at: number): number => {
  const first = bytes[at]
  if (first === quote) return afterString(bytes, at)
  let i = at
  if (first !== 0x7b && first !== 0x5b) {
    for (; i < bytes.length; i++) {
      const byte = bytes[i]!
      if (byte === 0x2c || byte === 0x7d || byte === 0x5d || byte <= 0x20) return i
    }
    return i
  }
  let depth = 0
  do {
    const byte = bytes[i]!
    if (byte === quote) {
      i = afterString(bytes, i)
      continue
    }
    if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    i++
  } while (depth > 0)
  return i
}

/** Whether these bytes stand there. */
const stands = (bytes: Buffer, at: number, lexeme: Buffer): boolean => {
  for (let i = 0; i < lexeme.length; i++) if (bytes[at + i] !== lexeme[i]) return false
  return true
}

/** Whether the text is written so, byte for byte. */
const isWritten = (bytes: Buffer, at: number, text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}

/** The text of the string with its quotation marks between these places. */
export const textOf = (bytes: Buffer, start: number, end: number): string => {
  let isPlain = true
  for (let i = start + 1; i < end - 1 && isPlain; i++) isPlain = bytes[i] !== backslash && bytes[i]! < 0x80
  if (isPlain) return bytes.toString("latin1", start + 1, end - 1)
  const text: unknown = JSON.parse(bytes.toString("utf8", start, end))
  return String(text)
}

/** Up to 15 digits, and powers of ten of as many, are exact in double precision: one division rounds as reading the number does. */
const numberOf = (bytes: Buffer, start: number, end: number): number => {
  let digits = 0
  let tenths = 0
  const first = bytes[start] === 0x2d ? start + 1 : start
  if (end - first > 15) return Number(bytes.toString("latin1", start, end))
  for (let i = first; i < end; i++) {
    const byte = bytes[i]!
    if (byte === 0x2e) tenths = 1
    else if (byte >= 0x30 && byte <= 0x39) {
      digits = digits * 10 + byte - 0x30
      tenths *= 10
    } else return Number(bytes.toString("latin1", start, end))
  }
  const number = tenths > 0 ? digits / tenths : digits
  return first > start ? -number : number
}

export class RowReader {
  readonly #level: Level
  readonly #starts: Array<number>
  readonly #ends: Array<number>
  readonly #values: Array<Value | undefined>
  /** Texts that columns had, as they are written. */
  readonly #texts: ReadonlyArray<Array<string>>
  #bytes: Buffer = Buffer.alloc(0)

  constructor(columns: ReadonlyArray<Column>) {
    this.#level = levelOf(columns)
    this.#starts = columns.map(() => -1)
    this.#ends = columns.map(() => -1)
    this.#values = columns.map(() => undefined)
    this.#texts = columns.map(() => Array.from({ length: mostTexts }, () => ""))
  }

  /** @returns where the row ends that begins there */
  read(bytes: Buffer, start: number): number {
    this.#bytes = bytes
    for (let i = 0; i < this.#starts.length; i++) {
      this.#starts[i] = -1
      this.#values[i] = undefined
    }
    return this.#into(bytes, start, this.#level)
  }

  /** Where the column's bytes begin; -1 where there are none. */
  start(column: number): number {
    return this.#starts[column] ?? -1
  }

  end(column: number): number {
    return this.#ends[column] ?? -1
  }

  value(column: number): Value {
    let value = this.#values[column]
    if (value === undefined) this.#values[column] = value = this.#decoded(column)
    return value
  }

  #decoded(column: number): Value {
    const start = this.start(column)
    if (start < 0) return null
    const bytes = this.#bytes
    const end = this.end(column)
    switch (bytes[start]) {
      case quote:
        return this.#text(column, start, end)
      case 0x74:
        return true
      case 0x66:
        return false
      case 0x6e:
        return null
      case 0x7b:
      case 0x5b:
        return new Nested(bytes.toString("utf8", start, end))
      default:
        return numberOf(bytes, start, end)
    }
  }

  #text(column: number, start: number, end: number): string {
    const bytes = this.#bytes
    const length = end - start - 2
    const texts = this.#texts[column]
    if (length > longestKnown || texts === undefined) return textOf(bytes, start, end)
    const place = (length * 31 + bytes[start + 1]! * 7 + bytes[end - 2]!) & (mostTexts - 1)
    const known = texts[place]
    if (known?.length === length && isWritten(bytes, start + 1, known)) return known
    const text = textOf(bytes, start, end)
    // One that is written otherwise is shorter than its bytes.
    if (text.length === length) texts[place] = text
    return text
  }

  #into(bytes: Buffer, at: number, level: Level): number {
    const byte = bytes[at]
    if (byte === 0x7b && level.steps.length > 0) return this.#object(bytes, at, level)
    if (byte === 0x5b && level.steps.some(({ place }) => place >= 0)) return this.#list(bytes, at, level)
    return afterValue(bytes, at)
  }

  #object(bytes: Buffer, opened: number, level: Level): number {
    const { keys } = level
    let at = afterSpace(bytes, opened + 1)
    for (let place = 0; bytes[at] !== 0x7d; place++) {
      let known = keys[place]
      if (known === undefined || !stands(bytes, at, known.lexeme)) {
        const end = afterString(bytes, at)
        place = keys.findIndex(({ lexeme }) => lexeme.length === end - at && stands(bytes, at, lexeme))
        known = keys[place] ?? this.#key(bytes, at, end, level)
        if (place < 0) place = keys.length - 1
        at = end
      } else at += known.lexeme.length
      at = afterSpace(bytes, afterSpace(bytes, at) + 1)
      at = afterSpace(bytes, known.step === undefined ? afterValue(bytes, at) : this.#take(bytes, at, known.step))
      if (bytes[at] === 0x2c) at = afterSpace(bytes, at + 1)
    }
    return at + 1
  }

  /** A key that did not stand in such an object before. */
  #key(bytes: Buffer, start: number, end: number, { keys, steps }: Level): KnownKey {
    const key = textOf(bytes, start, end)
    const step = steps.find((one) => one.key === key)
    const isKept = keys.length < mostKeys && end - start <= longestKnown
    const found = { lexeme: Buffer.from(bytes.subarray(start, isKept ? end : start)), step }
    if (isKept) keys.push(found)
    return found
  }

  #list(bytes: Buffer, opened: number, { steps }: Level): number {
    let at = afterSpace(bytes, opened + 1)
    for (let place = 0; bytes[at] !== 0x5d; place++) {
      const step = steps.find((one) => one.place === place)
      at = afterSpace(bytes, step === undefined ? afterValue(bytes, at) : this.#take(bytes, at, step))
      if (bytes[at] === 0x2c) at = afterSpace(bytes, at + 1)
    }
    return at + 1
  }

  #take(bytes: Buffer, at: number, step: Step): number {
    // What a member of the same name held before is gone.
    for (const column of step.below) this.#starts[column] = -1
    const end = step.steps.length === 0 ? afterValue(bytes, at) : this.#into(bytes, at, step)
    if (step.column >= 0) {
      this.#starts[step.column] = at
      this.#ends[step.column] = end
    }
    return end
  }
}
