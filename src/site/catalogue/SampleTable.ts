/** The sample of an answer as rows and columns: nested objects by their dotted paths, lists as JSON text. */
import { Option, Schema } from "effect"
import { csvCell } from "../../domain/CsvCell.ts"

export type Cell = string | number | boolean | null

export interface SampleTable {
  readonly columns: ReadonlyArray<string>
  /** A cell for each column. */
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

const decodeEnvelope = Schema.decodeUnknownOption(Schema.Struct({ data: Schema.Unknown }))
const maxRows = 20
const maxDepth = 8
/** The column of items that are no objects. */
const valueColumn = "value"

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value)

const flatten = (value: unknown, name: string, depth: number, into: Map<string, Cell>): void => {
  if (isObject(value) && depth < maxDepth && Object.keys(value).length > 0) {
    for (const [key, member] of Object.entries(value)) flatten(member, name === "" ? key : `${name}.${key}`, depth + 1, into)
    return
  }
  const isPlain = value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean"
  into.set(name === "" ? valueColumn : name, isPlain ? value : JSON.stringify(value) ?? null)
}

/** An object that has one list of objects and plain values beside is that list. */
const itemsOf = (data: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(data)) return data
  const lists = isObject(data) ? Object.values(data).filter((member) => Array.isArray(member) && member.some(isObject)) : []
  return lists.length === 1 && Array.isArray(lists[0]) ? lists[0] : [data]
}

/** Undefined where there is no row. */
export const sampleTable = (sample: unknown): SampleTable | undefined => {
  const envelope = decodeEnvelope(sample)
  if (Option.isNone(envelope)) return undefined
  const flat = itemsOf(envelope.value.data).slice(0, maxRows).map((item) => {
    const cells = new Map<string, Cell>()
    flatten(item, "", 0, cells)
    return cells
  })
  if (flat.length === 0) return undefined
  const columns = [...new Set(flat.flatMap((cells) => [...cells.keys()]))]
  return { columns, rows: flat.map((cells) => columns.map((column) => cells.get(column) ?? null)) }
}

export interface Order {
  readonly column: number
  readonly isDescending: boolean
}

/** `nama`, or `-nama` for the other direction; undefined where no column is called so. */
export const orderOf = ({ columns }: SampleTable, asked: string | null): Order | undefined => {
  if (asked === null) return undefined
  const plain = columns.indexOf(asked)
  if (plain >= 0) return { column: plain, isDescending: false }
  const other = asked.startsWith("-") ? columns.indexOf(asked.slice(1)) : -1
  return other < 0 ? undefined : { column: other, isDescending: true }
}

const collator = new Intl.Collator("id", { numeric: true })

/** What is empty comes last either way. */
export const sorted = (table: SampleTable, { column, isDescending }: Order): SampleTable => {
  const compare = (one: Cell | undefined, other: Cell | undefined): number => {
    if (one === null || one === undefined) return other === null || other === undefined ? 0 : 1
    if (other === null || other === undefined) return -1
    const found = typeof one === "number" && typeof other === "number" ? one - other : collator.compare(String(one), String(other))
    return isDescending ? -found : found
  }
  return { ...table, rows: table.rows.toSorted((one, other) => compare(one[column], other[column])) }
}

/** For spreadsheets (RFC 4180), without formulas. */
export const sampleCsv = ({ columns, rows }: SampleTable): string =>
  [columns, ...rows.map((row) => row.map((cell) => String(cell ?? "")))].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")
