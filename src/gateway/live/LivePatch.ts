/**
 * What makes of one document the next (RFC 6902), as JSON text. Rows are the same row where they have the same key, or, without keys,
 * the same place; within a row Effect's `JsonPatch` finds what differs. Pure.
 *
 * Gotcha: a row with a number that double precision would change is replaced whole, as it is written.
 */
import { JsonPatch, Option, Schema } from "effect"
import { stepsOf } from "../../domain/FieldPath.ts"
import type { LiveDocument } from "./LiveDocument.ts"

/** More rows that changed their places are not followed one by one. */
const mostMoves = 1_000

const decode = Schema.decodeUnknownOption(Schema.Json)

const escaped = (step: string): string => step.replaceAll("~", "~0").replaceAll("/", "~1")

const pathText = (path: string): string => JSON.stringify(path)
const valued = (op: "add" | "replace", path: string, value: string): string => `{"op":"${op}","path":${pathText(path)},"value":${value}}`
const removed = (path: string): string => `{"op":"remove","path":${pathText(path)}}`

/** The value, unless parsing and writing it again would lose something. */
const exact = (bytes: Buffer): Schema.Json | undefined => {
  const text = bytes.toString()
  if (text.includes("__proto__")) return undefined
  let isExact = true
  const value: unknown = JSON.parse(text, (_, member: unknown, { source }: { readonly source?: string } = {}) => {
    if (typeof member === "number" && source !== undefined && JSON.stringify(member) !== source) isExact = false
    return member
  })
  return isExact ? Option.getOrUndefined(decode(value)) : undefined
}

/** Operations that make the one of the other at this path. */
const changes = (before: Buffer, after: Buffer, path: string): ReadonlyArray<string> => {
  if (before.equals(after)) return []
  const whole = valued("replace", path, after.toString())
  const [from, to] = [exact(before), exact(after)]
  if (from === undefined || to === undefined) return [whole]
  const operations = JsonPatch.get(from, to).map((operation) =>
    operation.op === "remove"
      ? removed(`${path}${operation.path}`)
      : valued(operation.op, `${path}${operation.path}`, JSON.stringify(operation.value))
  )
  const length = operations.reduce((sum, operation) => sum + operation.length, 0)
  return length < whole.length ? operations : [whole]
}

const keyOf = (row: Buffer, steps: ReadonlyArray<string>): string | undefined => {
  let value: unknown = JSON.parse(row.toString())
  for (const step of steps) value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined
  return typeof value === "string" || typeof value === "number" ? `${typeof value} ${value}` : undefined
}

/** The key of each row; undefined where one has none, or two have the same. */
const keysOf = (rows: ReadonlyArray<Buffer>, key: string | undefined): Array<string> | undefined => {
  if (key === undefined) return undefined
  const steps = stepsOf(key)
  const keys: Array<string> = []
  for (const row of rows) {
    const own = keyOf(row, steps)
    if (own === undefined) return undefined
    keys.push(own)
  }
  return new Set(keys).size === keys.length ? keys : undefined
}

const byPlace = (before: ReadonlyArray<Buffer>, after: ReadonlyArray<Buffer>): ReadonlyArray<string> => {
  const operations: Array<string> = []
  for (let at = before.length - 1; at >= after.length; at--) operations.push(removed(`/data/${at}`))
  after.forEach((row, at) => {
    const old = before[at]
    operations.push(...old === undefined ? [valued("add", `/data/${at}`, row.toString())] : changes(old, row, `/data/${at}`))
  })
  return operations
}

/** Undefined where too many rows have changed their places. */
const byKey = (
  [before, oldKeys]: readonly [ReadonlyArray<Buffer>, ReadonlyArray<string>],
  [after, newKeys]: readonly [ReadonlyArray<Buffer>, ReadonlyArray<string>]
): ReadonlyArray<string> | undefined => {
  const stays = new Set(newKeys)
  const was = new Map(oldKeys.map((key, at) => [key, before[at]]))
  const operations: Array<string> = []
  const working: Array<string> = []
  for (let at = oldKeys.length - 1; at >= 0; at--) {
    const key = oldKeys[at] ?? ""
    if (!stays.has(key)) operations.push(removed(`/data/${at}`))
    else working.push(key)
  }
  working.reverse()
  let moves = 0
  for (const [at, key] of newKeys.entries()) {
    const row = after[at] ?? Buffer.alloc(0)
    const old = was.get(key)
    if (old === undefined) {
      working.splice(at, 0, key)
      operations.push(valued("add", `/data/${at}`, row.toString()))
      continue
    }
    if (working[at] !== key) {
      if (++moves > mostMoves) return undefined
      const from = working.indexOf(key, at)
      working.splice(at, 0, ...working.splice(from, 1))
      operations.push(`{"op":"move","from":"/data/${from}","path":"/data/${at}"}`)
    }
    operations.push(...changes(old, row, `/data/${at}`))
  }
  return operations
}

const rowChanges = (before: LiveDocument, after: LiveDocument, key: string | undefined): ReadonlyArray<string> | undefined => {
  if (before.data.equals(after.data)) return []
  if (before.rows === undefined || after.rows === undefined) return changes(before.data, after.data, "/data")
  const [oldKeys, newKeys] = [keysOf(before.rows, key), keysOf(after.rows, key)]
  return oldKeys === undefined || newKeys === undefined
    ? byPlace(before.rows, after.rows)
    : byKey([before.rows, oldKeys], [after.rows, newKeys])
}

const metaChanges = (before: LiveDocument, after: LiveDocument): ReadonlyArray<string> => {
  const operations: Array<string> = []
  const pathOf = (name: string): string => `/meta/${escaped(String(JSON.parse(name)))}`
  for (const name of before.meta.keys()) if (!after.meta.has(name)) operations.push(removed(pathOf(name)))
  for (const [name, value] of after.meta) {
    const old = before.meta.get(name)
    if (old === undefined || !old.equals(value)) {
      operations.push(valued(old === undefined ? "add" : "replace", pathOf(name), value.toString()))
    }
  }
  return operations
}

/**
 * @param key the column by which rows are the same, if there is one
 * @returns undefined where the whole document is no more than what makes it; empty text where nothing differs
 */
export const livePatch = (before: LiveDocument, after: LiveDocument, key: string | undefined): string | undefined => {
  const rows = rowChanges(before, after, key)
  if (rows === undefined) return undefined
  const operations = [...rows, ...metaChanges(before, after)]
  if (operations.length === 0) return ""
  const text = `[${operations.join(",")}]`
  return text.length < after.envelope.length ? text : undefined
}
