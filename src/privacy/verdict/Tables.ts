/** Tables: rows under a header row, columns and rows apart, labels and values in turns. */
import { meaningOfKey } from "../keys/KeyMeaning.ts"
import { headless } from "./Headless.ts"
import { isBlankCell, isHeadCell, isHeadLine } from "./HeadLine.ts"
import { anyKey, type Assigned } from "./NodeByte.ts"
import { entriesOf, type Fields, isKeyLike, isObject, keyOfLabel, says } from "./Shapes.ts"
import { sheetOf } from "./Sheets.ts"
import type { Table } from "./Table.ts"
import { isLeaf, type Leaf } from "./Values.ts"

const headOf = (value: unknown): string => {
  if (typeof value === "string") return value
  if (!isObject(value)) return ""
  for (
    const key of [
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
  ) {
    if (typeof value[key] === "string" && value[key] !== "") return value[key]
  }
  return ""
}

const isLines = (value: unknown): value is ReadonlyArray<ReadonlyArray<unknown>> =>
  Array.isArray(value) && value.length > 0 && value.every((line) => Array.isArray(line))

/** `{ c: [{ v: … }] }`, as charts have them: the cells of a line. */
const cellKeys = ["c", "cells", "cell", "cols", "columns", "values", "data", "row"]
const lineOf = (value: unknown): ReadonlyArray<unknown> | undefined => {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  const key = cellKeys.find((candidate) => Array.isArray(value[candidate]))
  return key === undefined ? undefined : value[key] as ReadonlyArray<unknown>
}
/** `[{ A: 1, B: "Suparti", … }]`: the keys, which say nothing. */
const lettersOf = (rows: ReadonlyArray<unknown>): ReadonlyArray<string> | undefined => {
  const keys = isObject(rows[0]) ? Object.keys(rows[0]) : []
  return keys.length > 2 && keys.every((key) => nameless.test(key)) && rows.every(isObject) ? keys : undefined
}
const cellOf = (value: unknown): unknown => isObject(value) ? value["v"] ?? value["value"] ?? value["f"] ?? value["text"] : value

const headsIn = (value: Fields, width: number, depth: number): ReadonlyArray<string> | undefined => {
  for (const [key, member] of Object.entries(value)) {
    // `header: [["NIK", "Nama"]]`
    const inner: unknown = isLines(member) && member.length === 1 ? member[0] : member
    if (Array.isArray(inner) && inner.length === width && (meaningOfKey(key).isHead || /^(?:cols|thead|header)/i.test(key))) {
      const heads = inner.map(headOf)
      if (heads.filter((head) => head !== "").length * 2 >= heads.length) return heads
    }
    if (depth > 0 && isObject(inner)) {
      const found = headsIn(inner, width, depth - 1)
      if (found !== undefined) return found
    }
  }
  return undefined
}

const text = (cell: unknown): string => typeof cell === "string" ? cell : ""
const isUnderHead = (above: ReadonlyArray<unknown>, line: ReadonlyArray<unknown>): boolean => {
  const cells = line.filter((cell) => !isBlankCell(cell))
  const isGrouped = above.some(isBlankCell)
  return isGrouped && cells.length > 0 && cells.every(isHeadCell) && cells.filter(isKeyLike).length * 5 >= cells.length * 3
}

const maxTitles = 6
/** The column of what stands above the names. */
const none = -1

const nameless = /^(?:[a-z]{1,2}|\d+|_+empty\w*|unnamed.*|(?:c|col|column|kolom|f|field|k|x|v|data|cell|sel)[ _-]?\d+)$/i

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
  const beside = others.length === 0 || !isLines(rows) ? undefined : headsIn(Object.fromEntries(others), rows[0]!.length, 1)
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
const isNumber = /^\d+$/

/**
 * Lines of cells whose columns are named before or beside them, or say by their values what they are.
 *
 * @param legend what keys that say nothing are called elsewhere
 */
export const tableOf = (value: unknown, legend?: ReadonlyMap<string, string>): Table | undefined => {
  if (isLines(value)) {
    const first = value.slice(0, maxTitles).findIndex((line, at) => isHeadLine(line, value.slice(at + 1, at + 20)))
    if (first > 0 && isPairs(value)) return undefined
    const sideways = first < 0 || first === value.length - 1 ? sheetOf(value) : undefined
    if (sideways !== undefined) return sideways
    // A line of groups above the names.
    const isDouble = first >= 0 && value.length > first + 2 && isUnderHead(value[first]!, value[first + 1]!)
    const head = isDouble ? first + 1 : first
    const heads = head < 0
      ? headless(value)
      : value[head]!.map((cell, at) => typeof cell === "string" && cell !== "" ? cell : text(value[first]![at]))
    if (heads === undefined || head === value.length - 1) return undefined
    const body = value.slice(head + 1)
    return {
      heads,
      body,
      shape: (
        cells,
        open
      ) => [
        ...value.map((line, i) => line.map((_, at) => i < first ? cells(none) : i <= head ? open : cells(at))),
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
    if (!Array.isArray(inner) || inner.length === 0) continue
    const isOne = inner.length > 1 && inner.every((cell) => cell === null || isLeaf(cell)) && meaningOfKey(key).isBody
    const letters = lettersOf(inner)
    const lines = isOne
      ? [inner]
      : letters === undefined
      ? inner.map(lineOf)
      : inner.map((row: Fields) => letters.map((letter) => row[letter]))
    const width = lines[0]?.length ?? 0
    if (width < 1 || !lines.every((line) => line !== undefined)) continue
    const heads = headsIn(value, width, 2)
    if (heads === undefined || lines[0]!.every((cell, at) => cell === heads[at])) continue
    const widest: unknown = Array.isArray(inner[0]) ? heads : inner[0]
    const shapeLine = (line: unknown, cells: (column: number) => number, open: number): Assigned =>
      letters !== undefined
        ? Object.fromEntries(letters.map((letter, at) => [letter, cells(at)]))
        : Array.isArray(line)
        ? line.map((_, at) => cells(at))
        : Object.fromEntries(
          Object.entries(line as Fields).map(([name, part]) => [
            name,
            Array.isArray(part) && lineOf(line) === part
              ? part.map((_, column) => cells(column))
              : open
          ])
        )
    return {
      heads,
      body: lines.map((line) => line!.map(cellOf)),
      shape: (cells, open, other) =>
        Object.fromEntries(
          Object.keys(value).map((name) => [
            name,
            name !== key
              ? other(name)
              : isOne
              ? shapeLine(inner, cells, open)
              : [...inner.map((line) => shapeLine(line, cells, open)), shapeLine(widest, cells, open)]
          ])
        )
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

/** `[["NIK", "3273…"], ["Nama", "Budi"]]` */
export const isPairs = (value: unknown): value is ReadonlyArray<readonly [string, Leaf | null]> => {
  if (!Array.isArray(value) || value.length < 2) return false
  const pairs: ReadonlyArray<unknown> = value
  if (
    !pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string" && (pair[1] === null || isLeaf(pair[1])))
  ) return false
  const meanings = pairs.map((pair) => meaningOfKey(keyOfLabel((pair as ReadonlyArray<string>)[0]!)))
  return meanings.filter((meaning) => says(meaning) || meaning.open || meaning.counts).length * 2 >= meanings.length && meanings.some(says)
}

/** The pairs of a list the other way round. */
export const turn = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value.map((pair) => Array.isArray(pair) && pair.length === 2 ? pair.toReversed() : pair) : []

/** `[["3273…", "NIK"], ["Budi", "Nama"]]` */
export const isTurned = (value: unknown): boolean => Array.isArray(value) && value.every(Array.isArray) && isPairs(turn(value))
