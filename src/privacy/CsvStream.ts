/**
 * Masked data as comma-separated values (RFC 4180), piece by piece at any boundary. Nested values are JSON text, null is
 * empty, formulas are neutralised, lexemes are kept.
 *
 * The header has the keys of the first `headItems` items, or of the items in the first `headBytes` bytes, whichever
 * ends first, in the order of their first appearance; nothing leaves before that. A value under a key that first
 * appears later has no column and does not leave: `omitted` names such keys, at most `maxOmitted`, for the log. A
 * document that is there as a whole (`toCsv`) has every key.
 *
 * States: collecting rows for the header, then writing each row as it comes. Gotchas: a row is held until it is
 * complete, and one longer than `rowBound` is a fault. So is a table beyond its bound: rows that have keys of their own
 * make a cell of each key in each row. The data is the masker's own output, so it is well-formed.
 */
import { Result, Schema } from "effect"
import { csvCell } from "../domain/CsvCell.ts"
import { decodeString, roomForCell, writeCell } from "./CsvCells.ts"
import { GrowingBytes } from "./GrowingBytes.ts"
import { ItemSplitter } from "./ItemSplitter.ts"
import { eachPart, text } from "./JsonParts.ts"

/** The data is no list, so it has no rows. */
export class NotAList extends Schema.TaggedError<NotAList>()("NotAList", {}) {}

/** A row is longer than a stream can hold. */
export class RowTooLong extends Schema.TaggedError<RowTooLong>()("RowTooLong", {}) {}

/** All rows together take more than they may. */
export class TableTooLong extends Schema.TaggedError<TableTooLong>()("TableTooLong", {}) {}

export type CsvFault = NotAList | RowTooLong | TableTooLong

export const headItems = 100
export const headBytes = 65_536
export const rowBound = 4_194_304
export const maxOmitted = 64
const pieceRows = 64

/** The column of items that are no objects. */
const valueColumn = "value"
const lineEnd = "\r\n"
const comma = 0x2c

interface Held {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/** A key as it stands in the data; its column is -1 where it has none. */
interface Column {
  readonly lexeme: Uint8Array
  readonly column: number
}

export class CsvStream {
  readonly omitted = new Set<string>()
  readonly #splitter = new ItemSplitter()
  readonly #columns = new Map<string, number>()
  readonly #byLexeme = new Map<string, Column>()
  /** The keys of the row before in their order: the next row most likely has them too. */
  readonly #order: Array<Column> = []
  /** Where the values of a row stand, by column; -1 where there is none. */
  readonly #starts: Array<number> = []
  readonly #ends: Array<number> = []
  /** The columns that a row has values in: rows with keys of their own have few of many. */
  readonly #filled: Array<number> = []
  #highest = -1
  #isInOrder = true
  readonly #head: { readonly items: number; readonly bytes: number }
  #seen = 0
  #held: Array<Held> | undefined = []
  readonly #out = new GrowingBytes()
  /** So many bytes it may still have; less than none once it is too long. */
  #left: number

  /** @param mostBytes the whole table may have */
  constructor(mostBytes: number, head: { readonly items: number; readonly bytes: number } = { items: headItems, bytes: headBytes }) {
    this.#left = mostBytes
    this.#head = head
  }

  /** @returns what these bytes add, maybe nothing */
  push(data: Uint8Array): Result.Result<Uint8Array, CsvFault> {
    this.#splitter.push(data, (bytes, start, end) => this.#item(bytes, start, end))
    if (this.#splitter.isList === false) return Result.fail(new NotAList({}))
    if (this.#splitter.held > rowBound && this.#head.bytes !== Infinity) return Result.fail(new RowTooLong({}))
    return this.#taken()
  }

  /** @returns what is left to say */
  end(): Result.Result<Uint8Array, NotAList | TableTooLong> {
    if (this.#splitter.isList !== true) return Result.fail(new NotAList({}))
    this.#writeHead()
    return this.#taken()
  }

  /** The same in pieces, so that others may have a turn between: of a document that is there as a whole it is all there is to say. */
  *rest(): Generator<Result.Result<Uint8Array, TableTooLong>> {
    let rows = 0
    for (const { bytes, start, end } of this.#begin()) {
      this.#write(bytes, start, end)
      if (++rows % pieceRows === 0) yield this.#taken()
    }
    yield this.#taken()
  }

  #taken(): Result.Result<Uint8Array, TableTooLong> {
    return this.#left < 0 ? Result.fail(new TableTooLong({})) : Result.succeed(this.#out.take())
  }

  #item(bytes: Uint8Array, start: number, end: number): void {
    if (this.#left < 0) return
    const held = this.#held
    if (held === undefined) return this.#write(bytes, start, end)
    this.#find(bytes, start, end)
    // Of a document that is there as a whole the items stay where they are.
    held.push(
      this.#head.bytes === Infinity
        ? { bytes, start, end }
        : { bytes: Uint8Array.prototype.slice.call(bytes, start, end), start: 0, end: end - start }
    )
    this.#seen += end - start
    // A cell is a byte at least, with what parts it from the next.
    if (held.length * this.#columns.size > this.#left) this.#left = -1
    else if (held.length >= this.#head.items || this.#seen >= this.#head.bytes) this.#writeHead()
  }

  /** Finds the values of a row. */
  #find(bytes: Uint8Array, start: number, end: number): void {
    for (const column of this.#filled) this.#starts[column] = -1
    this.#filled.length = 0
    this.#highest = -1
    this.#isInOrder = true
    if (bytes[start] !== 0x7b) {
      let last = end
      while (bytes[last - 1]! <= 0x20) last--
      return this.#put(this.#columnOf(valueColumn), start, last)
    }
    let place = 0
    eachPart(bytes, start, (valueStart, valueEnd, keyStart, keyEnd) => {
      const expected = this.#order[place]
      const found = expected !== undefined && isSame(expected.lexeme, bytes, keyStart, keyEnd)
        ? expected
        : this.#order[place] = this.#known(bytes, keyStart, keyEnd)
      place++
      this.#put(found.column, valueStart, valueEnd)
    })
  }

  #put(column: number, start: number, end: number): void {
    if (column < 0) return
    if (this.#starts[column]! < 0) {
      if (column > this.#highest) this.#highest = column
      else this.#isInOrder = false
      this.#filled.push(column)
    }
    this.#starts[column] = start
    this.#ends[column] = end
  }

  #known(bytes: Uint8Array, start: number, end: number): Column {
    const lexeme = text(bytes, start, end)
    const known = this.#byLexeme.get(lexeme)
    if (known !== undefined) return known
    const found = { lexeme: Buffer.from(lexeme), column: this.#columnOf(decodeString(lexeme)) }
    if (found.column >= 0) this.#byLexeme.set(lexeme, found)
    return found
  }

  #columnOf(name: string): number {
    const found = this.#columns.get(name)
    if (found !== undefined) return found
    if (this.#held === undefined) {
      if (this.omitted.size < maxOmitted) this.omitted.add(name)
      return -1
    }
    this.#columns.set(name, this.#columns.size)
    this.#starts.push(-1)
    this.#ends.push(-1)
    return this.#columns.size - 1
  }

  #writeHead(): void {
    for (const { bytes, start, end } of this.#begin()) this.#write(bytes, start, end)
  }

  /** Writes the header. @returns the rows that waited for it */
  #begin(): ReadonlyArray<Held> {
    const held = this.#held ?? []
    if (this.#held !== undefined && this.#columns.size > 0 && this.#left >= 0) {
      const before = this.#out.length
      this.#out.text(Array.from(this.#columns.keys(), csvCell).join(",") + lineEnd)
      this.#left -= this.#out.length - before
    }
    this.#held = undefined
    return held
  }

  #write(bytes: Uint8Array, start: number, end: number): void {
    if (this.#left < 0) return
    this.#find(bytes, start, end)
    const out = this.#out
    const before = out.length
    const { size } = this.#columns
    if (!this.#isInOrder) this.#filled.sort((one, other) => one - other)
    let last = 0
    for (const column of this.#filled) {
      const from = this.#starts[column]!
      const to = this.#ends[column]!
      out.room(column - last + roomForCell(to - from))
      out.fill(comma, column - last)
      writeCell(bytes, from, to, out)
      last = column
    }
    const commas = size === 0 ? 0 : size - 1 - last
    out.room(commas + lineEnd.length)
    out.fill(comma, commas)
    out.byte(0x0d)
    out.byte(0x0a)
    this.#left -= out.length - before
  }
}

const isSame = (lexeme: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean => {
  if (lexeme.length !== end - start) return false
  for (let i = 0; i < lexeme.length; i++) if (lexeme[i] !== bytes[start + i]) return false
  return true
}
