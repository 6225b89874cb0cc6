/** Whether a line of cells names columns. Pure. */
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import { isKeyLike, says } from "./Shapes.ts"
import { isNikValue } from "./Values.ts"

export const isBlankCell = (cell: unknown): boolean => cell === null || cell === undefined || cell === ""
export const isHeadCell = (cell: unknown): cell is string =>
  typeof cell === "string" && /\p{L}/u.test(cell) && cell.length < 60 && !isNikValue(cell) && !/\d{5}|@/.test(cell)

/** Names of columns: more than one, most of them known, or some where numbers stand `below` a word; none twice. */
export const isHeadLine = (line: ReadonlyArray<unknown>, below: ReadonlyArray<ReadonlyArray<unknown>> = []): boolean => {
  const cells = line.filter((cell) => !isBlankCell(cell))
  if (cells.length < 2 || !cells.every(isHeadCell) || new Set(cells).size < cells.length) return false
  const isOverNumbers = below.length > 0 && below.every(({ length }) => length === line.length) &&
    line.some((_, at) => below.every((cellsOfIt) => typeof cellsOfIt[at] === "number"))
  return cells.filter(isKeyLike).length * 5 >= cells.length * (isOverNumbers ? 2 : 3) && cells.some((cell) => says(meaningOfKey(cell)))
}
