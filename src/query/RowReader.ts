/**
 * Finds the values of some columns in the bytes of a row, in one pass, and decodes those that are looked at. The bytes
 * are one JSON value that is known to be well-formed. Of a member that stands there twice the last one counts.
 *
 * States: `read` places the row; then `value`, `start` and `end` speak of it until the next one.
 */
import type { Column } from "./Question.ts"
import { Nested, type Value } from "./Values.ts"

/** The next step of some columns. */
interface Step {
  readonly key: string
  /** The key as most documents write it, with its quotation marks. */
  readonly lexeme: Buffer
  /** A place in a list; -1 of what is none. */
  readonly place: number
  /** The column that ends here. */
  column: number
  /** All columns from here on. */
  readonly below: Array<number>
  readonly steps: Array<Step>
}

const quote = 0x22
const backslash = 0x5c

const stepsOf = (columns: ReadonlyArray<Column>): Array<Step> => {
  const roots: Array<Step> = []
  columns.forEach((column, index) => {
    let level = roots
    column.forEach((key, depth) => {
      let step = level.find((one) => one.key === key)
      if (step === undefined) {
        const place = /^(?:0|[1-9][0-9]{0,8})$/.test(key) ? Number(key) : -1
        step = { key, lexeme: Buffer.from(JSON.stringify(key)), place, column: -1, below: [], steps: [] }
        level.push(step)
      }
      step.below.push(index)
      if (depth === column.length - 1) step.column = index
      level = step.steps
    })
  })
  return roots
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

export class RowReader {
  readonly #steps: Array<Step>
  readonly #starts: Array<number>
  readonly #ends: Array<number>
  readonly #values: Array<Value | undefined>
  #bytes: Buffer = Buffer.alloc(0)
  /** Whether the last string that was passed has a backslash. */
  #isEscaped = false

  constructor(columns: ReadonlyArray<Column>) {
    this.#steps = stepsOf(columns)
    this.#starts = columns.map(() => -1)
    this.#ends = columns.map(() => -1)
    this.#values = columns.map(() => undefined)
  }

  /** @returns where the row ends that begins there */
  read(bytes: Buffer, start: number): number {
    this.#bytes = bytes
    for (let i = 0; i < this.#starts.length; i++) {
      this.#starts[i] = -1
      this.#values[i] = undefined
    }
    return this.#into(start, this.#steps)
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
        return this.#text(start, end)
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
        return Number(bytes.toString("latin1", start, end))
    }
  }

  /** The text of the string with its quotation marks between these places. */
  #text(start: number, end: number): string {
    const bytes = this.#bytes
    let isPlain = true
    for (let i = start + 1; i < end - 1 && isPlain; i++) isPlain = bytes[i] !== backslash && bytes[i]! < 0x80
    if (isPlain) return bytes.toString("latin1", start + 1, end - 1)
    const text: unknown = JSON.parse(bytes.toString("utf8", start, end))
    return String(text)
  }

  #into(at: number, steps: ReadonlyArray<Step>): number {
    const byte = this.#bytes[at]
    if (byte === 0x7b && steps.length > 0) return this.#object(at, steps)
    if (byte === 0x5b && steps.some(({ place }) => place >= 0)) return this.#list(at, steps)
    return this.#after(at)
  }

  #object(opened: number, steps: ReadonlyArray<Step>): number {
    const bytes = this.#bytes
    let at = this.#spaceAfter(opened + 1)
    let expected = 0
    while (bytes[at] !== 0x7d) {
      const keyEnd = this.#afterString(at)
      const place = this.#placeAt(at, keyEnd, steps, expected)
      const step = steps[place]
      if (step !== undefined) expected = place + 1
      at = this.#spaceAfter(this.#spaceAfter(keyEnd) + 1)
      at = this.#spaceAfter(step === undefined ? this.#after(at) : this.#take(at, step))
      if (bytes[at] === 0x2c) at = this.#spaceAfter(at + 1)
    }
    return at + 1
  }

  #list(opened: number, steps: ReadonlyArray<Step>): number {
    const bytes = this.#bytes
    let at = this.#spaceAfter(opened + 1)
    for (let place = 0; bytes[at] !== 0x5d; place++) {
      const step = steps.find((one) => one.place === place)
      at = this.#spaceAfter(step === undefined ? this.#after(at) : this.#take(at, step))
      if (bytes[at] === 0x2c) at = this.#spaceAfter(at + 1)
    }
    return at + 1
  }

  #take(at: number, step: Step): number {
    // What a member of the same name held before is gone.
    for (const column of step.below) this.#starts[column] = -1
    const end = step.steps.length === 0 ? this.#after(at) : this.#into(at, step.steps)
    if (step.column >= 0) {
      this.#starts[step.column] = at
      this.#ends[step.column] = end
    }
    return end
  }

  /** @param expected the place of the step that most likely comes next. @returns that of the one that the key leads to, or -1 */
  #placeAt(start: number, end: number, steps: ReadonlyArray<Step>, expected: number): number {
    if (expected < steps.length && this.#is(start, end, steps[expected]!.lexeme)) return expected
    for (let place = 0; place < steps.length; place++) if (this.#is(start, end, steps[place]!.lexeme)) return place
    if (!this.#isEscaped) return -1
    // Written in another way.
    const key = this.#text(start, end)
    return steps.findIndex((step) => step.key === key)
  }

  #is(start: number, end: number, lexeme: Buffer): boolean {
    if (lexeme.length !== end - start) return false
    const bytes = this.#bytes
    for (let i = lexeme.length - 2; i > 0; i--) if (bytes[start + i] !== lexeme[i]) return false
    return true
  }

  #spaceAfter(at: number): number {
    const bytes = this.#bytes
    // Nearly always: what has spaces was written for people.
    if (bytes[at]! > 0x20) return at
    let i = at
    while (isSpace(bytes[i]!)) i++
    return i
  }

  /** After the string whose quotation mark is there. */
  #afterString(at: number): number {
    const bytes = this.#bytes
    let i = at + 1
    this.#isEscaped = false
    for (;;) {
      const byte = bytes[i]!
      if (byte === quote) return i + 1
      if (byte === backslash) {
        this.#isEscaped = true
        i++
      }
      i++
    }
  }

  /** After the value that begins there. */
  #after(at: number): number {
    const bytes = this.#bytes
    const first = bytes[at]
    if (first === quote) return this.#afterString(at)
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
        i = this.#afterString(i)
        continue
      }
      if (byte === 0x7b || byte === 0x5b) depth++
      else if (byte === 0x7d || byte === 0x5d) depth--
      i++
    } while (depth > 0)
    return i
  }
}
