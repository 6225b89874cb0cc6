/** What somebody asks of the rows of a list: the parsed form of `$select`, `$where`, `$order` and the others. */

/** The way to a value: member names, or places in a list. */
export type Column = ReadonlyArray<string>

export type Literal = string | number | boolean

export const functionNames = ["count", "sum", "avg", "min", "max"] as const
export type FunctionName = typeof functionNames[number]

/** What a comparison has on its sides; numbers are places in `Question.columns` and `Question.functions`. */
export type Operand =
  | { readonly _tag: "Column"; readonly column: number }
  | { readonly _tag: "Function"; readonly of: number }
  | { readonly _tag: "Literal"; readonly value: Literal }

export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">="

export type Condition =
  | { readonly _tag: "All" | "Any"; readonly of: ReadonlyArray<Condition> }
  | { readonly _tag: "Not"; readonly of: Condition }
  | { readonly _tag: "Compare"; readonly left: Operand; readonly comparison: Comparison; readonly right: Operand }
  | { readonly _tag: "In"; readonly operand: Operand; readonly values: ReadonlyArray<Literal> }
  | { readonly _tag: "Between"; readonly operand: Operand; readonly low: Literal; readonly high: Literal }
  | { readonly _tag: "Like"; readonly operand: Operand; readonly pattern: string }
  | { readonly _tag: "StartsWith"; readonly operand: Operand; readonly text: string }
  | { readonly _tag: "IsNull"; readonly operand: Operand }

/** `count(*)` has no column. */
export interface Aggregation {
  readonly name: FunctionName
  readonly column: number | undefined
  /** Where it stands first. */
  readonly parameter: string
}

/** A value of a row, or of a group. */
export type Source = Exclude<Operand, { readonly _tag: "Literal" }>

export interface Shown {
  readonly name: string
  readonly source: Source
}

export interface Order {
  readonly source: Source
  readonly isDescending: boolean
}

export const formats = ["json", "ndjson", "csv", "geojson", "xlsx"] as const
export type Format = typeof formats[number]

export interface Question {
  readonly columns: ReadonlyArray<Column>
  readonly functions: ReadonlyArray<Aggregation>
  /** Undefined: all of a row as it is. */
  readonly select: ReadonlyArray<Shown> | undefined
  readonly where: Condition | undefined
  /** Columns; undefined: rows are shown and no groups. */
  readonly group: ReadonlyArray<number> | undefined
  readonly having: Condition | undefined
  readonly order: ReadonlyArray<Order>
  readonly limit: number
  readonly offset: number
  /** Each has to be found, whatever its case: as `folded` makes it. */
  readonly words: ReadonlyArray<string>
  readonly isCounted: boolean
  readonly format: Format | undefined
}

export const limits = {
  characters: 4_096,
  depth: 32,
  columns: 64,
  literals: 500,
  words: 32,
  defaultLimit: 1_000,
  limit: 50_000,
  offset: 1_000_000_000,
  /** Of rows that are sorted, and groups. */
  heldRows: 100_000,
  heldBytes: 64 * 1024 * 1024
} as const

/** As a question writes it. */
export const columnText = (column: Column): string => column.join(".")
