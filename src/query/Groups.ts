/** Rows put together into groups, each with what functions make of its rows. */
import { type Read } from "./Evaluate.ts"
import type { Aggregation, Question } from "./Question.ts"
import { bytesOf, compareOrdered, Nested, numberOf, type Value } from "./Values.ts"

/** What a function has seen of a group. */
interface Seen {
  count: number
  sum: number
  /** What adding up has lost to rounding (Neumaier). */
  lost: number
  best: Value
}

export interface Group {
  readonly keys: ReadonlyArray<Value>
  /** What its first row writes for each of them; undefined where it has none. */
  readonly lexemes: ReadonlyArray<Buffer | undefined>
  readonly values: ReadonlyArray<Value>
}

const keyPart = (value: Value): string =>
  value instanceof Nested ? `o${value.json}` : value === null ? "n" : `${(typeof value)[0]}${String(value)}`

const add = (seen: Seen, value: number): void => {
  const sum = seen.sum + value
  seen.lost += Math.abs(seen.sum) >= Math.abs(value) ? seen.sum - sum + value : value - sum + seen.sum
  seen.sum = sum
}

const total = ({ lost, sum }: Seen): number => Number.isFinite(sum) ? sum + lost : sum

/** @returns bytes that are held more than before */
const take = (seen: Seen, { name }: Aggregation, value: Value): number => {
  if (value === null) return 0
  if (name === "min" || name === "max") {
    const { best } = seen
    // It has no JSON.
    if (typeof value === "number" && !Number.isFinite(value)) return 0
    if (best !== null && compareOrdered(value, best, name === "max") >= 0) return 0
    seen.best = value
    return bytesOf(value) - bytesOf(best)
  }
  if (name === "count") seen.count++
  else {
    const number = numberOf(value)
    if (number === undefined || !Number.isFinite(number)) return 0
    seen.count++
    add(seen, number)
  }
  return 0
}

const made = (seen: Seen, { name }: Aggregation): Value => {
  switch (name) {
    case "count":
      return seen.count
    case "sum":
      return seen.count === 0 ? null : total(seen)
    case "avg":
      return seen.count === 0 ? null : total(seen) / seen.count
    default:
      return seen.best
  }
}

export class Groups {
  readonly #functions: ReadonlyArray<Aggregation>
  readonly #keys: ReadonlyArray<Read>
  readonly #operands: ReadonlyArray<Read | undefined>
  readonly #lexemes: ReadonlyArray<() => Buffer | undefined>
  readonly #groups = new Map<string, Omit<Group, "values"> & { readonly seen: ReadonlyArray<Seen> }>()
  /** Bytes that groups hold, roughly. */
  bytes = 0

  /**
   * @param readOf reads a column of the row that is looked at
   * @param lexemeOf gives the bytes of one
   */
  constructor({ functions, group = [] }: Question, readOf: (column: number) => Read, lexemeOf: (column: number) => Buffer | undefined) {
    this.#functions = functions
    this.#keys = group.map(readOf)
    this.#lexemes = group.map((column) => () => lexemeOf(column))
    this.#operands = functions.map(({ column }) => column === undefined ? undefined : readOf(column))
    if (group.length === 0) this.#open("", [])
  }

  get size(): number {
    return this.#groups.size
  }

  /** The row that is looked at. */
  take(): void {
    const keys = this.#keys.map((read) => read())
    // A length before each part keeps two lists of values from being one.
    const key = keys.map((value) => {
      const part = keyPart(value)
      return `${part.length}:${part}`
    }).join("")
    const { seen } = this.#groups.get(key) ?? this.#open(key, keys)
    this.#functions.forEach((aggregation, index) => {
      const one = seen[index]
      if (one === undefined) return
      const read = this.#operands[index]
      if (read === undefined) one.count++
      else this.bytes += take(one, aggregation, read())
    })
  }

  #open(key: string, keys: ReadonlyArray<Value>) {
    const lexemes = this.#lexemes.map((lexeme) => lexeme())
    const group = { keys, lexemes, seen: this.#functions.map((): Seen => ({ count: 0, sum: 0, lost: 0, best: null })) }
    this.#groups.set(key, group)
    // What is written is about as long as what it stands for.
    this.bytes += 3 * key.length + 200 + 64 * this.#functions.length
    return group
  }

  /** In the order of their first rows. */
  *[Symbol.iterator](): Generator<Group> {
    for (const { keys, lexemes, seen } of this.#groups.values()) {
      yield {
        keys,
        lexemes,
        values: this.#functions.map((aggregation, index) => {
          const one = seen[index]
          return one === undefined ? null : made(one, aggregation)
        })
      }
    }
  }
}
