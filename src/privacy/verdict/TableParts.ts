/** Parts of a table: its cells, its lines, the names of its columns, however each of them is written. Pure. */
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import { isHeadCell, isHeadLine } from "./HeadLine.ts"
import { anyKey, type Assigned } from "./NodeByte.ts"
import { boxKey, type Fields, isKeyLike, isObject, unboxed } from "./Shapes.ts"
import { isLeaf } from "./Values.ts"

export type Cells = ReadonlyArray<unknown>

export const text = (cell: unknown): string => typeof cell === "string" ? cell : ""

const headKeys = [
  "label",
  "caption",
  "fieldName",
  "field",
  "name",
  "nama",
  "title",
  "judul",
  "header",
  "text",
  "alias",
  "key",
  "id",
  "data"
]
/** `{ cap: "Nama", w: 12 }` */
export const headOf = (value: unknown): string => {
  if (!isObject(value)) return text(value)
  const key = headKeys.find((candidate) => text(value[candidate]) !== "")
  return key === undefined ? Object.values(value).map(text).find(isKeyLike) ?? "" : text(value[key])
}

export const isLines = (value: unknown): value is ReadonlyArray<Cells> =>
  Array.isArray(value) && value.length > 0 && value.every((line) => Array.isArray(line))

/** With cells out of their boxes, where the first line is of such. */
export const linesOf = (lines: ReadonlyArray<Cells>): ReadonlyArray<Cells> =>
  lines[0]!.every(isObject) ? lines.map((line) => line.map(unboxed)) : lines

export const nameless = /^(?:[a-z]{1,2}|\d+|_+empty\w*|unnamed.*|(?:c|col|column|kolom|f|field|k|x|v|data|cell|sel)[ _-]?\d+)$/i
export const isNumber = /^\d+$/

/** `{ c: [{ v: … }] }`, as charts have them: the cells of a line. */
const cellKeys = ["c", "cells", "cell", "cols", "columns", "values", "data", "row"]
const lineKey = (line: Fields): string | undefined =>
  cellKeys.find((key) => Array.isArray(line[key])) ?? [boxKey(line)].find((key) => key !== undefined && Array.isArray(line[key]))

/** `[{ A: 1, B: "Suparti", … }]`: the keys, which say nothing. */
const lettersOf = (lines: Cells): ReadonlyArray<string> | undefined => {
  const keys = isObject(lines[0]) ? Object.keys(lines[0]) : []
  return keys.length > 1 && keys.every((key) => nameless.test(key)) && lines.every(isObject) ? keys : undefined
}

interface Lines {
  /** Where they stand. */
  readonly within?: unknown
  readonly lines: ReadonlyArray<Cells>
  /** By which keys each line has its cells. */
  readonly letters?: ReadonlyArray<string> | undefined
}

/** Lines that stand under one key. */
export interface Body extends Lines {
  readonly shape: (cells: (column: number) => number, open: number) => Assigned
}

/** @returns undefined where they are none */
export const bodyOf = (key: string, value: unknown): Body | undefined => {
  const isNumbered = isObject(value) && Object.keys(value).every((name) => isNumber.test(name))
  const all: Cells = Array.isArray(value) ? value : isNumbered ? Object.values(value) : []
  if (Array.isArray(value) && all.length > 1 && meaningOfKey(key).isBody && all.every((cell) => cell === null || isLeaf(cell))) {
    return { within: value, lines: [all], letters: undefined, shape: (cells) => all.map((_, at) => cells(at)) }
  }
  const letters = lettersOf(all)
  const lineOf = (line: unknown): Cells | undefined => {
    if (Array.isArray(line)) return line
    if (!isObject(line)) return undefined
    if (letters !== undefined) return letters.map((letter) => line[letter])
    const named = lineKey(line)
    return named === undefined ? undefined : line[named] as Cells
  }
  // The last line of a sample may be cut.
  const inner = all.length > 1 && lineOf(all.at(-1)) === undefined ? all.slice(0, -1) : all
  const lines = inner.map(lineOf)
  if (lines.length === 0 || !lines.every((line) => line !== undefined)) return undefined
  const width = lines[0]!.length
  if (width === 0) return undefined
  return {
    within: value,
    lines,
    letters,
    shape: (cells, open) => {
      const shapeLine = (line: unknown, at: number): Assigned => {
        if (letters !== undefined) return Object.fromEntries(letters.map((letter, column) => [letter, cells(column)]))
        const places = (lines[at]!.length < width ? lines[0]! : lines[at]!).map((_, column) => cells(column))
        if (Array.isArray(line)) return places
        const named = lineKey(line as Fields)
        return Object.fromEntries(Object.keys(line as Fields).map((name) => [name, name === named ? places : open]))
      }
      const shapes = inner.map(shapeLine)
      const behind = shapeLine(inner[0], 0)
      return isNumbered
        ? { ...Object.fromEntries(Object.keys(value).map((name, at) => [name, shapes[at]!])), [anyKey]: behind }
        : [...shapes, behind]
    }
  }
}

/** As many as there are columns: a list, or an object whose keys are those of the lines, or numbers. */
const namesIn = (value: unknown, { letters, lines }: Lines): Cells | undefined => {
  const width = lines[0]!.length
  // `header: [["NIK", "Nama"]]`
  const inner: unknown = isLines(value) && value.length === 1 ? value[0] : value
  // Of two keys that say nothing others of as many are no names.
  if (Array.isArray(inner)) return inner.length === width && letters?.length !== 2 ? inner : undefined
  if (!isObject(inner)) return undefined
  const keys = Object.keys(inner)
  if (keys.length !== width) return undefined
  if (letters?.every((letter) => letter in inner) === true) return letters.map((letter) => inner[letter])
  return letters === undefined && keys.every((key) => isNumber.test(key)) ? Object.values(inner) : undefined
}

export const headsIn = (value: Fields, body: Lines, depth: number): ReadonlyArray<string> | undefined => {
  for (const [key, member] of Object.entries(value)) {
    if (meaningOfKey(key).isHead || /^(?:cols|thead|header)/i.test(key)) {
      const heads = namesIn(member, body)?.map(headOf)
      if (heads !== undefined && heads.filter((head) => head !== "").length * 2 >= heads.length) return heads
    }
    if (depth > 0 && isObject(member)) {
      const found = headsIn(member, body, depth - 1)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Names of columns under a key that does not say so, by what they are: all are such as keys are. */
export const headsByContent = (value: Fields, body: Lines, depth: number): ReadonlyArray<string> | undefined => {
  for (const member of Object.values(value)) {
    if (member === body.within) continue
    const heads = Array.isArray(member) ? namesIn(member, body)?.map((cell) => isObject(cell) ? headOf(cell) : cell) : undefined
    if (heads !== undefined && isHeadLine(heads) && heads.every((head): head is string => isHeadCell(head) && isKeyLike(head))) return heads
    if (depth > 0 && isObject(member)) {
      const found = headsByContent(member, body, depth - 1)
      if (found !== undefined) return found
    }
  }
  return undefined
}
