/**
 * Reads cells that somebody may have changed to anything: one that is not of its type any more is undefined, and no
 * error of the reading. SQLite keeps every value in every column; PostgreSQL keeps numbers that no number here holds.
 */
import type { SqlClient, Statement } from "effect/sql"

export type CellType = "integer" | "text" | "blob"
export type Cells = Readonly<Record<string, unknown>>

type Shown = (name: string, type: CellType) => string

/** The columns for a SELECT; integers come as text, so that none is too large to be read. */
export const cellsOf = (sql: SqlClient.SqlClient, columns: Readonly<Record<string, CellType>>): Statement.Fragment => {
  const shown = sql.onDialectOrElse({
    pg: (): Shown => (name, type) => type === "blob" ? name : `CAST(${name} AS TEXT) AS ${name}`,
    orElse: (): Shown => (name, type) =>
      `CASE typeof(${name}) WHEN '${type}' THEN ${type === "integer" ? `CAST(${name} AS TEXT)` : name} END AS ${name}`
  })
  return sql.literal(Object.entries(columns).map(([name, type]) => shown(name, type)).join(", "))
}

/** Whether a column holds a whole number; NULL and what is too large for this program counts as none. */
export const isInteger = (sql: SqlClient.SqlClient, column: string): Statement.Fragment => {
  const within = `${column} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`
  return sql.literal(sql.onDialectOrElse({
    pg: () => `COALESCE(${within}, FALSE)`,
    orElse: () => `(typeof(${column}) = 'integer' AND ${within})`
  }))
}

export const integerIn = (cells: Cells, column: string): number | undefined => {
  const cell = cells[column]
  const value = typeof cell === "string" && /^-?\d+$/.test(cell) ? Number(cell) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

export const textIn = (cells: Cells, column: string): string | undefined => {
  const cell = cells[column]
  return typeof cell === "string" ? cell : undefined
}

export const bytesIn = (cells: Cells, column: string): Uint8Array | undefined => {
  const cell = cells[column]
  return cell instanceof Uint8Array ? cell : undefined
}
