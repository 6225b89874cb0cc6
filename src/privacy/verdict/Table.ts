/** A table that was found in a document, however it is written. */
import { anyKey, type Assigned } from "./NodeByte.ts"

export interface Table {
  readonly heads: ReadonlyArray<string>
  readonly body: ReadonlyArray<ReadonlyArray<unknown>>
  /** What comes behind it may be of any column. */
  readonly isOpenEnded?: true
  /**
   * The body again in the shape of the value, each of its cells made a column's number or kept open, with one line more
   * for all that come behind it.
   */
  readonly shape: (cells: (column: number) => number, open: number, other: (key: string) => number) => Assigned
}

/** @param behind for all that comes behind what was seen of it */
export const openEnded = (shape: Assigned, behind: number): Assigned =>
  typeof shape === "number" ? shape : Array.isArray(shape) ? [...shape, behind] : { ...shape, [anyKey]: behind }
