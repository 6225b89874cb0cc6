/** Tables: rows under a header row, columns and rows apart, labels and values in turns. */
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import { headless } from "./Headless.ts"
import { isBlankCell, isHeadCell, isHeadLine } from "./HeadLine.ts"
import { anyKey, type Assigned } from "./NodeByte.ts"
import { entriesOf, type Fields, isKeyLike, isObject, keyOfLabel, says } from "./Shapes.ts"
import { sheetOf } from "./Sheets.ts"
import type { Table } from "./Table.ts"
import { bodyOf, headOf, headsByContent, headsIn, isLines, isNumber, linesOf, nameless, text } from "./TableParts.ts"
import { isLeaf, type Leaf } from "./Values.ts"

const isUnderHead = (above: ReadonlyArray<unknown>, line: ReadonlyArray<unknown>): boolean => {
  const cells = line.filter((cell) => !isBlankCell(cell))
  const isGrouped = above.some(isBlankCell)
  return isGrouped && cells.length > 0 && cells.every(isHeadCell) && cells.filter(isKeyLike).length * 5 >= cells.length * 3
}

const maxTitles = 6
/** The column of what stands above the names. */
const none = -1

/** Objects whose keys say nothing, under a first one that names them: a spreadsheet read row by row. */
const namedByFirst = (rows: ReadonlyArray<Fields>): boolean => {
  const [first] = rows
  if (rows.length < 2 || first === undefined || !isHeadLine(Object.values(first))) return false
  return Object.keys(first).every((key) => nameless.test(key))
}

/** Lines under numbers: `{ "1": ["Suparti", …], "2": … }`; their columns may be named beside them. */
const tableUnderNumbers = (value: Fields): Table | undefined => {
  if (!entriesOf(value, 4).some(([key]) => isNumber.test(key))) return undefined
  const entries = Object.entries(value)
  const lines = entries.filter(([key]) => isNumber.test(key))
  const others = entries.filter(([key]) => !isNumber.test(key))
  if (lines.length < 2 || others.length > maxTitles) return undefined
  const all = lines.map(([, line]) => line)
  const [first] = all
  const last = all[all.length - 1]
  // The last line of a sample may be cut.
  const rows = Array.isArray(first) && Array.isArray(last) && last.length < first.length ? all.slice(0, -1) : all
  const beside = others.length === 0 || !isLines(rows) ? undefined : headsIn(Object.fromEntries(others), { lines: rows }, 1)
  const found = tableOf(rows)
  const isNamed = beside !== undefined && isLines(rows)
  if (!isNamed && (found === undefined || others.length > 0)) return undefined
  const body = isNamed ? rows : found!.body
  const heads = isNamed ? beside : found!.heads
  return {
    heads,
    body,
    shape: (cells, open, other) => {
      const known: Assigned = isNamed ? [] : found!.shape(cells, open, other)
      const rest = heads.map((_, at) => cells(at))
      const shapes: ReadonlyArray<Assigned> = Array.isArray(known) ? known : []
      return {
        ...Object.fromEntries(others.map(([key]) => [key, other(key)])),
        ...Object.fromEntries(lines.map(([key], i) => [key, shapes[i] ?? rest])),
        [anyKey]: rest
      }
    }
  }
}
/**
 * Lines of cells whose columns are named before or beside them, or say by their values what they are.
 *
 * @param legend what keys that say nothing are called elsewhere
 */
export const tableOf = (value: unknown, legend?: ReadonlyMap<string, string>): Table | undefined => {
  if (isLines(value)) {
    const lines = linesOf(value)
    const first = lines.slice(0, maxTitles).findIndex((line, at) => isHeadLine(line, lines.slice(at + 1, at + 20)))
    if (first > 0 && isPairs(value) || isTurned(value) && (first > 0 || !isKeyLike(text(lines[0]![0])))) return undefined
    const sideways = first < 0 || first === value.length - 1 ? sheetOf(value) : undefined
    if (sideways !== undefined) return sideways
    // A line of groups above the names.
    const isDouble = first >= 0 && lines.length > first + 2 && isUnderHead(lines[first]!, lines[first + 1]!)
    const head = isDouble ? first + 1 : first
    const heads = head < 0 ? headless(lines) : lines[head]!.map((cell, at) => text(cell) || text(lines[first]![at]))
    if (heads === undefined || head === value.length - 1) return undefined
    const body = value.slice(head + 1)
    return {
      heads,
      body,
      shape: (
        cells,
        open
      ) => [
        // The last line of a sample may be cut.
        ...value.map((line, i) =>
          (i > head && line.length < heads.length ? heads : line).map((_, at) => i < first ? cells(none) : i <= head ? open : cells(at))
        ),
        heads.map((_, at) => cells(at))
      ]
    }
  }
  if (Array.isArray(value)) {
    if (!value.every(isObject)) return undefined
    const [first] = value
    const keys = Object.keys(first ?? {})
    const isNamed = namedByFirst(value)
    const isNameless = keys.length > 0 && keys.every((key) => nameless.test(key) && !legend?.has(key))
    const heads = isNamed
      ? keys.map((key) => headOf(first![key]))
      : isNameless
      ? headless(value.map((row) => keys.map((key) => row[key])))
      : undefined
    if (heads === undefined) return undefined
    const at = new Map(keys.map((key, i) => [key, i]))
    return {
      heads,
      body: value.slice(isNamed ? 1 : 0).map((row) => keys.map((key) => row[key])),
      shape: (cells, open) => [
        ...value.map((row, i) =>
          // The last row of a sample may be cut.
          Object.fromEntries(
            [...new Set([...keys, ...Object.keys(row)])].map((
              key
            ) => [key, isNamed && i === 0 || !at.has(key) ? open : cells(at.get(key)!)])
          )
        ),
        Object.fromEntries(keys.map((key, i) => [key, cells(i)]))
      ]
    }
  }
  if (!isObject(value)) return undefined
  const numbered = tableUnderNumbers(value) ?? sheetOf(value)
  if (numbered !== undefined) return numbered
  for (const [key, inner] of Object.entries(value)) {
    const body = bodyOf(key, inner)
    const heads = body && (headsIn(value, body, 2) ?? headsByContent(value, body, 2))
    if (body === undefined || heads === undefined || linesOf(body.lines)[0]!.every((cell, at) => cell === heads[at])) continue
    return {
      heads,
      body: body.lines,
      shape: (cells, open, other) =>
        Object.fromEntries(Object.keys(value).map((name) => [name, name === key ? body.shape(cells, open) : other(name)]))
    }
  }
  return undefined
}

/** `["NIK", "3273…", "Nama", "Budi"]` */
export const isAlternating = (value: unknown): value is ReadonlyArray<Leaf | null> => {
  if (!Array.isArray(value) || value.length < 4 || value.length % 2 === 1 || !value.every((cell) => cell === null || isLeaf(cell))) {
    return false
  }
  const labels = value.filter((_, i) => i % 2 === 0)
  if (!labels.every(isHeadCell) || labels.filter((label) => says(meaningOfKey(String(label)))).length < 2) return false
  return labels.every((label) => isKeyLike(String(label))) &&
    !value.every((cell, i) => i % 2 === 0 || typeof cell === "string" && isKeyLike(cell))
}

/** How many of the labels of pairs say something, where most do; 0 where they are no pairs. */
const saidIn = (pairs: ReadonlyArray<unknown>): number => {
  if (
    !pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string" && (pair[1] === null || isLeaf(pair[1])))
  ) return 0
  const meanings = pairs.map((pair) => meaningOfKey(keyOfLabel((pair as ReadonlyArray<string>)[0]!)))
  const said = meanings.filter((meaning) => says(meaning) || meaning.open || meaning.counts).length
  return said * 2 >= meanings.length && meanings.some(says) ? said : 0
}

/** `[["NIK", "3273…"], ["Nama", "Budi"]]` */
export const isPairs = (value: unknown): value is ReadonlyArray<readonly [string, Leaf | null]> =>
  Array.isArray(value) && value.length > 1 && saidIn(value) > 0

/** The pairs of a list the other way round. */
export const turn = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value.map((pair) => Array.isArray(pair) && pair.length === 2 ? pair.toReversed() : pair) : []

/** `[["3273…", "NIK"], ["Budi", "Nama"]]`: what stands behind says more, and what stands before is more than codes. */
export const isTurned = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 1 && value.every(Array.isArray) && saidIn(turn(value)) > saidIn(value) &&
  value.filter(([first]) => String(first).length > 3).length * 2 > value.length
