/**
 * Answers a question while rows come: those that are asked for leave as JSON, each behind the one before.
 *
 * States: rows come (`row`) until there are enough (`isDone`) or no more; then `end` gives what had to wait: groups, and rows that are
 * sorted. What leaves is the inside of a list: rows with commas between.
 *
 * @example
 * const asked = new Ask(question, isMasked, (bytes, start, end) => out.add(bytes.subarray(start, end)))
 * asked.row(bytes, start) // … for each
 * for (const _ of asked.end());
 */
import { evaluate, type Read, type Truth } from "./Evaluate.ts"
import { type Group, Groups } from "./Groups.ts"
import { limits, type Question, type Shown, type Source } from "./Question.ts"
import { RowReader } from "./RowReader.ts"
import { bytesOf, compareOrdered, Nested, type Value } from "./Values.ts"
import { WordFinder } from "./WordFinder.ts"

/** More rows or groups than can be held for `$order` or `$group`. */
export type TooMuch = "$order" | "$group"

type Write = (bytes: Buffer, start: number, end: number) => void

/** A row that waits to be sorted. */
interface Waiting {
  readonly keys: ReadonlyArray<Value>
  readonly json: Buffer
}

const comma = Buffer.from(",")
const opened = Buffer.from("{")
const closed = Buffer.from("}")
const nullText = Buffer.from("null")

const jsonOf = (value: Value): Buffer => {
  if (value instanceof Nested) return Buffer.from(value.json)
  return value === null || typeof value === "number" && !Number.isFinite(value) ? nullText : Buffer.from(JSON.stringify(value))
}

const pieceRows = 256
/** A condition on a group may have hundreds of tests. */
const pieceGroups = 16

export class Ask {
  /** Rows (groups) that are asked for, without `$limit` and `$offset`; all of them only where the question counts. */
  count = 0
  /** Rows come after those that are shown. */
  isMore = false
  tooMuch: TooMuch | undefined
  readonly #question: Question
  readonly #reader: RowReader
  readonly #write: Write
  readonly #where: (() => Truth) | undefined
  readonly #words: WordFinder | undefined
  readonly #groups: Groups | undefined
  readonly #orderReads: ReadonlyArray<Read>
  readonly #waiting: Array<Waiting> = []
  #waitingBytes = 0
  #shown = 0
  #isFirst = true
  #group: Group = { keys: [], lexemes: [], values: [] }
  #bytes: Buffer = closed
  #start = 0
  #end = 0
  readonly #names: ReadonlyArray<Buffer>

  /** @param isMasked whether what stands under a path is masked: `$q` passes over it */
  constructor(question: Question, isMasked: (path: ReadonlyArray<string>) => boolean, write: Write) {
    const { columns, group, order, select, where, words } = question
    this.#question = question
    this.#write = write
    this.#reader = new RowReader(columns)
    const readOf = (column: number): Read => () => this.#reader.value(column)
    const ofRow = (source: Source): Read => source._tag === "Column" ? readOf(source.column) : () => null
    this.#where = where === undefined ? undefined : evaluate(where, ofRow)
    this.#words = words.length === 0 ? undefined : new WordFinder(words, isMasked)
    this.#groups = group === undefined ? undefined : new Groups(question, readOf, (column) => this.#lexeme(column))
    this.#orderReads = order.map(({ source }) => group === undefined ? ofRow(source) : this.#ofGroup(source))
    this.#names = (select ?? []).map(({ name }, index) => Buffer.from(`${index === 0 ? "" : ","}${JSON.stringify(name)}:`))
  }

  /** Whether no further row can change the answer. */
  get isDone(): boolean {
    return this.tooMuch !== undefined
      || this.#groups === undefined && this.#orderReads.length === 0 && this.isMore && !this.#question.isCounted
  }

  /** @param start of its first byte. @returns where it ends */
  row(bytes: Buffer, start: number): number {
    const end = this.#reader.read(bytes, start)
    if (this.isDone || this.#where !== undefined && this.#where() !== true) return end
    if (this.#words !== undefined && !this.#words.finds(bytes, start, end)) return end
    this.#bytes = bytes
    this.#start = start
    this.#end = end
    if (this.#groups === undefined) this.#found()
    else {
      this.#groups.take()
      if (this.#groups.size > limits.heldRows || this.#groups.bytes > limits.heldBytes) this.tooMuch = "$group"
    }
    return end
  }

  /** A row, or a group, that is asked for. */
  #found(): void {
    this.count++
    if (this.#orderReads.length > 0) return this.#wait()
    if (this.count <= this.#question.offset) return
    if (this.#shown >= this.#question.limit) this.isMore = true
    else this.#show((bytes, start, end) => this.#write(bytes, start, end))
  }

  #wait(): void {
    const parts: Array<Buffer> = []
    this.#json((bytes, start, end) => parts.push(bytes.subarray(start, end)))
    const json = Buffer.concat(parts)
    const keys = this.#orderReads.map((read) => read())
    this.#waiting.push({ keys, json })
    this.#waitingBytes += json.length
    for (const key of keys) this.#waitingBytes += bytesOf(key)
    if (this.#waiting.length > limits.heldRows || this.#waitingBytes > limits.heldBytes) this.tooMuch = "$order"
  }

  #show(write: Write): void {
    this.#shown++
    if (!this.#isFirst) this.#write(comma, 0, 1)
    this.#isFirst = false
    this.#json(write)
  }

  /** The row, or the group, as it is shown. */
  #json(write: Write): void {
    const { select } = this.#question
    if (select === undefined) return write(this.#bytes, this.#start, this.#end)
    write(opened, 0, 1)
    select.forEach((shown, index) => {
      const name = this.#names[index] ?? comma
      write(name, 0, name.length)
      this.#value(shown, write)
    })
    write(closed, 0, 1)
  }

  #value({ source }: Shown, write: Write): void {
    if (this.#groups !== undefined) {
      const json = source._tag === "Function"
        ? jsonOf(this.#ofGroup(source)())
        : this.#group.lexemes[this.#placeOf(source.column)] ?? nullText
      return write(json, 0, json.length)
    }
    const start = source._tag === "Column" ? this.#reader.start(source.column) : -1
    if (start < 0) write(nullText, 0, nullText.length)
    else if (source._tag === "Column") write(this.#bytes, start, this.#reader.end(source.column))
  }

  #ofGroup(source: Source): Read {
    if (source._tag === "Function") return () => this.#group.values[source.of] ?? null
    const place = this.#placeOf(source.column)
    return () => this.#group.keys[place] ?? null
  }

  /** Where a column stands among those that groups are made by. */
  #placeOf(column: number): number {
    return this.#question.group?.indexOf(column) ?? -1
  }

  /** A copy of the column's bytes in the row that is looked at. */
  #lexeme(column: number): Buffer | undefined {
    const start = this.#reader.start(column)
    return start < 0 ? undefined : Buffer.from(this.#bytes.subarray(start, this.#reader.end(column)))
  }

  /** What is left to say, some rows at a time. */
  *end(): Generator<void> {
    const { having, offset, limit, order } = this.#question
    if (this.#groups !== undefined) {
      const holds = having === undefined ? undefined : evaluate(having, (source) => this.#ofGroup(source))
      let looked = 0
      for (const group of this.#groups) {
        this.#group = group
        if (holds === undefined || holds() === true) this.#found()
        if (++looked % pieceGroups === 0) yield
      }
    }
    if (order.length === 0) return
    yield* sorted(this.#waiting, (one, other) => {
      for (let i = 0; i < order.length; i++) {
        const found = compareOrdered(one.keys[i] ?? null, other.keys[i] ?? null, order[i]?.isDescending === true)
        if (found !== 0) return found
      }
      return 0
    })
    this.isMore = this.#waiting.length > offset + limit
    for (let i = offset; i < Math.min(this.#waiting.length, offset + limit); i++) {
      const { json } = this.#waiting[i] ?? { json: closed }
      if (i > offset) this.#write(comma, 0, 1)
      this.#write(json, 0, json.length)
      if (i % pieceRows === 0) yield
    }
  }
}

/** Sorts in place, stably, in pieces that others may have a turn between: runs are sorted, then merged two by two. */
function* sorted<A>(items: Array<A>, compared: (one: A, other: A) => number): Generator<void> {
  const run = pieceRows
  for (let from = 0; from < items.length; from += run) {
    items.slice(from, from + run).sort(compared).forEach((item, index) => {
      items[from + index] = item
    })
    yield
  }
  for (let width = run; width < items.length; width *= 2) {
    const before = items.slice()
    for (let from = 0; from < items.length; from += 2 * width) {
      const middle = Math.min(from + width, before.length)
      const last = Math.min(from + 2 * width, before.length)
      let left = from
      let right = middle
      for (let to = from; to < last; to++) {
        const one = before[left]
        const other = before[right]
        const takesLeft = left < middle && (right >= last || one !== undefined && other !== undefined && compared(one, other) <= 0)
        const taken = before[takesLeft ? left++ : right++]
        if (taken !== undefined) items[to] = taken
        if (to % run === 0) yield
      }
    }
  }
}
