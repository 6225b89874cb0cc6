/**
 * The forms of an answer to a question, made of the rows that it has: JSON in the envelope, lines, a table, features, a workbook.
 *
 * States: `push` is given rows as the inside of a list, in pieces that end anywhere; `end` says the rest. What is made is written out as
 * it comes, but for features, workbooks and tables of rows that are held, whose columns and positions all rows tell together.
 */
import type { Position } from "../domain/Endpoint.ts"
import { mediaTypes, type WholeForm } from "../domain/Negotiation.ts"
import { Slab } from "../domain/Slab.ts"
import { CsvStream } from "../privacy/CsvStream.ts"
import { eachPart, text } from "../privacy/JsonParts.ts"
import { NdjsonStream } from "../privacy/NdjsonStream.ts"
import { collectionBegins, collectionEnds, featureText, positionOf } from "../query/GeoJson.ts"
import { type Cell, cellOf, Workbook } from "../query/Workbook.ts"
import { asBuffer, envelopeHead } from "./EnvelopeBytes.ts"

type Write = (bytes: Uint8Array) => void

/** Why rows have no such form. */
export type FormFault = "no-position" | "row-too-long" | "table-too-long"

export interface RowsForm {
  readonly contentType: string
  /** Whether the form takes rows as they come, so that no more than a piece is held. */
  readonly isStreamed: boolean
  /** Keys that have no column, since they came after the header had left. */
  readonly omitted?: ReadonlySet<string>
  readonly push: (rows: Uint8Array) => void
  /** @param meta the envelope's */
  readonly end: (meta: Uint8Array) => Generator<void, FormFault | undefined>
}

const begins = Buffer.from("[")
const ends = Buffer.from("]")
const beforeMeta = Buffer.from("],\"meta\":")
const closes = Buffer.from("}")

function* atOnce(say: () => FormFault | undefined): Generator<void, FormFault | undefined> {
  yield
  return say()
}

/** All rows, each once more as text. */
function* eachRow(list: Uint8Array, visit: (row: string, bytes: Uint8Array, start: number) => void): Generator<void> {
  const places: Array<readonly [number, number]> = []
  eachPart(list, 0, (start, end) => places.push([start, end]))
  let rows = 0
  for (const [start, end] of places) {
    visit(text(list, start, end), list, start)
    if (++rows % 64 === 0) yield
  }
}

function* features(list: Uint8Array, write: Write, said: Position | undefined): Generator<void, FormFault | undefined> {
  let rows = 0
  let placed = 0
  write(Buffer.from(collectionBegins))
  yield* eachRow(list, (row) => {
    const position = positionOf(JSON.parse(row), said)
    if (position !== undefined) placed++
    write(Buffer.from(`${rows++ === 0 ? "" : ","}${featureText(row, position)}`))
  })
  write(Buffer.from(collectionEnds))
  return rows > 0 && placed === 0 ? "no-position" : undefined
}

const pieceBytes = 64 * 1024

function* table(list: Uint8Array, mostBytes: number, write: Write): Generator<void, FormFault | undefined> {
  const rows = new CsvStream(mostBytes, { items: Infinity, bytes: Infinity })
  for (let at = 0; at < list.length; at += pieceBytes) {
    if (rows.push(list.subarray(at, at + pieceBytes))._tag === "Failure") return "table-too-long"
    yield
  }
  for (const made of rows.rest()) {
    if (made._tag === "Failure") return "table-too-long"
    write(made.success)
    yield
  }
  return undefined
}

function* sheet(list: Uint8Array, write: Write): Generator<void, undefined> {
  const columns = new Map<string, number>()
  const isObject = (bytes: Uint8Array, start: number): boolean => bytes[start] === 0x7b
  const keyOf = (bytes: Uint8Array, start: number, end: number): string => String(JSON.parse(text(bytes, start, end)))
  const add = (name: string): number => {
    const known = columns.get(name)
    if (known !== undefined) return known
    columns.set(name, columns.size)
    return columns.size - 1
  }
  yield* eachRow(list, (_, bytes, at) => {
    if (!isObject(bytes, at)) add("value")
    else eachPart(bytes, at, (_start, _end, keyStart, keyEnd) => void add(keyOf(bytes, keyStart, keyEnd)))
  })
  const book = new Workbook(write)
  if (columns.size > 0) book.row(Array.from(columns.keys(), (name) => ({ kind: "text", text: name })))
  yield* eachRow(list, (row, bytes, at) => {
    const cells = Array.from(columns, (): Cell => undefined)
    if (!isObject(bytes, at)) cells[add("value")] = cellOf(JSON.parse(row), row)
    else {
      eachPart(bytes, at, (start, end, keyStart, keyEnd) => {
        const lexeme = text(bytes, start, end)
        cells[add(keyOf(bytes, keyStart, keyEnd))] = cellOf(JSON.parse(lexeme), lexeme)
      })
    }
    book.row(cells)
  })
  book.end()
  return undefined
}

/** Of what needs all rows at once. */
const collected = (
  contentType: string,
  made: (list: Uint8Array) => Generator<void, FormFault | undefined>
): RowsForm => {
  const list = new Slab()
  list.add(begins)
  return {
    contentType,
    isStreamed: false,
    push: (rows) => list.add(rows),
    end: () => {
      list.add(ends)
      return made(asBuffer(list.slice(0)))
    }
  }
}

/**
 * @param position where rows as they are shown have theirs, if that is said
 * @param isHeld all rows are held anyhow: every key of theirs has a column
 * @param mostCsvBytes a table may have
 */
export const rowsForm = (
  form: WholeForm,
  position: Position | undefined,
  isHeld: boolean,
  mostCsvBytes: number,
  write: Write
): RowsForm => {
  const contentType = mediaTypes[form]
  switch (form) {
    case "json": {
      write(envelopeHead)
      write(begins)
      return {
        contentType,
        isStreamed: true,
        push: write,
        end: (meta) =>
          atOnce(() => {
            for (const part of [beforeMeta, meta, closes]) write(part)
            return undefined
          })
      }
    }
    case "ndjson": {
      const lines = new NdjsonStream()
      write(lines.push(begins))
      return {
        contentType,
        isStreamed: true,
        push: (rows) => write(lines.push(rows)),
        end: () =>
          atOnce(() => {
            for (const part of [lines.push(ends), lines.end()]) write(part)
            return undefined
          })
      }
    }
    case "csv": {
      if (isHeld) return collected(contentType, (list) => table(list, mostCsvBytes, write))
      const lines = new CsvStream(mostCsvBytes)
      let fault: FormFault | undefined
      const add = (rows: Uint8Array): void => {
        const made = lines.push(rows)
        if (made._tag === "Success") write(made.success)
        else fault ??= made.failure._tag === "TableTooLong" ? "table-too-long" : "row-too-long"
      }
      add(begins)
      return {
        contentType,
        isStreamed: true,
        omitted: lines.omitted,
        push: add,
        end: () =>
          atOnce(() => {
            add(ends)
            const rest = lines.end()
            if (rest._tag === "Success") write(rest.success)
            return fault ?? (rest._tag === "Failure" ? "table-too-long" : undefined)
          })
      }
    }
    case "geojson":
      return collected(contentType, (list) => features(list, write, position))
    case "xlsx":
      return collected(contentType, (list) => sheet(list, write))
  }
}
