/**
 * Sheets as programs for spreadsheets give them: columns as lines, each behind its name, or cells by their names. Pure.
 *
 * @example
 * sheetOf([["Nama", "Budi", "Siti"], ["NIK", "3273…", "3273…"]]) // the columns `Nama` and `NIK`, of two rows
 * sheetOf({ A1: "Nama", B1: "NIK", A2: "Budi", B2: "3273…" }) // the same columns
 */
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import { isHeadCell, isHeadLine } from "./HeadLine.ts"
import { entriesOf, type Fields, isObject, says } from "./Shapes.ts"
import type { Table } from "./Table.ts"

const cellName = /^([A-Z]{1,3})([1-9]\d{0,6})$/
const fewestCells = 4
const longLine = 100

/** `{ A1: "Nama", A2: "Budi" }` */
const byName = (sheet: Fields): Table | undefined => {
  const cells = entriesOf(sheet).map(([key]) => cellName.exec(key))
  if (cells.length < fewestCells || !cells.every((cell) => cell !== null)) return undefined
  const row = Math.min(...cells.map(([, , number]) => Number(number)))
  const columns = cells.filter(([, , number]) => Number(number) === row).map(([, column = ""]) => column)
  const heads = columns.map((column) => sheet[`${column}${row}`])
  if (!isHeadLine(heads)) return undefined
  const rows = [...new Set(cells.map(([, , number]) => Number(number)))].filter((number) => number !== row)
  return {
    heads: heads.map(String),
    isOpenEnded: true,
    body: rows.map((number) => columns.map((column) => sheet[`${column}${number}`])),
    shape: (place, open, other) =>
      Object.fromEntries(cells.map(([key, column = "", number]) => {
        const at = columns.indexOf(column)
        return [key, Number(number) === row ? open : at < 0 ? other(key) : place(at)]
      }))
  }
}

/** @returns undefined where it is none */
export const sheetOf = (value: unknown): Table | undefined => {
  if (isObject(value)) return byName(value)
  if (!Array.isArray(value)) return undefined
  const lines: ReadonlyArray<unknown> = value
  const width = Array.isArray(lines[0]) ? lines[0].length : 0
  // The last line of a sample may be cut.
  const isLine = (line: unknown, at: number): line is ReadonlyArray<unknown> =>
    Array.isArray(line) && (line.length === width || at === lines.length - 1 && line.length > 0 && line.length < width)
  if (width < 3 || !lines.every(isLine)) return undefined
  const heads = lines.map((line) => line[0])
  // Of lines that are longer than a sample the first one is all that is seen.
  const isLong = lines.length === 1 && width > longLine && isHeadCell(heads[0]) && says(meaningOfKey(heads[0]))
  if (!isLong && !isHeadLine(heads)) return undefined
  return {
    heads: heads.map(String),
    isOpenEnded: true,
    body: lines[0]!.slice(1).map((_, row) => lines.map((line) => line[row + 1])),
    shape: (place, open) => lines.map((line, column) => line.map((_, at) => at === 0 ? open : place(column)))
  }
}
