/**
 * The most naive correct reading of the contract of questions, over rows as JavaScript values.
 * It is a yardstick: it says what an answer must be and takes whatever time it takes.
 */
import { Reader, Wrong } from "./NaiveGrammar.ts"
import type { Call, Column, Condition, Item, Operand, Tally } from "./NaiveGrammar.ts"
import { and, applyFunction, compare, compareForOrder, like, not, or, startsWith, valueAt, wordsPlaces } from "./NaiveValues.ts"
import type { Truth } from "./NaiveValues.ts"

export type Meta = { readonly limit: number; readonly offset: number; readonly more: boolean; readonly count?: number }
export type Classes = { readonly masked?: ReadonlyArray<string>; readonly pseudonym?: ReadonlyArray<string> }
export type Answer =
  | { readonly status: 200; readonly rows: ReadonlyArray<unknown>; readonly meta: Meta }
  | { readonly status: 400; readonly code: "bad-request" | "masked-field" }
/** Where a wrong question is wrong, beside its code. */
export type PlacedAnswer = Answer & { readonly parameter?: string; readonly position?: number | undefined }

type ValueOf = (operand: Operand) => unknown
type Use = "tested" | "compared" | "grouped" | "ordered" | "counted" | "computed"

const known = new Set(["$select", "$where", "$group", "$having", "$order", "$limit", "$offset", "$q", "$count", "$format"])
const formats = ["json", "ndjson", "csv", "geojson", "xlsx"]

const holds = (condition: Condition, valueOf: ValueOf): Truth => {
  switch (condition.type) {
    case "and":
      return and(condition.parts.map((part) => holds(part, valueOf)))
    case "or":
      return or(condition.parts.map((part) => holds(part, valueOf)))
    case "not":
      return not(holds(condition.part, valueOf))
    case "compare":
      return compare(condition.comparison, valueOf(condition.left), valueOf(condition.right))
    case "in":
      return or(condition.values.map((value) => compare("=", valueOf(condition.operand), value)))
    case "between": {
      const value = valueOf(condition.operand)
      return and([compare(">=", value, condition.low), compare("<=", value, condition.high)])
    }
    case "like":
      return like(valueOf(condition.operand), condition.text)
    case "starts_with":
      return startsWith(valueOf(condition.operand), condition.text)
    case "null":
      return valueOf(condition.operand) === null
  }
}

/** Every operand of a condition with what is done to it. */
const operandsOf = (condition: Condition): ReadonlyArray<{ readonly operand: Operand; readonly use: Use }> => {
  switch (condition.type) {
    case "and":
    case "or":
      return condition.parts.flatMap(operandsOf)
    case "not":
      return operandsOf(condition.part)
    case "compare": {
      const use = condition.comparison === "=" || condition.comparison === "!=" ? "tested" : "compared"
      return [{ operand: condition.left, use }, { operand: condition.right, use }]
    }
    case "in":
      return [{ operand: condition.operand, use: "tested" }]
    case "between":
    case "like":
    case "starts_with":
      return [{ operand: condition.operand, use: "compared" }]
    case "null":
      return [{ operand: condition.operand, use: "counted" }]
  }
}

const wholeNumber = (parameters: Readonly<Record<string, string>>, name: string, unlessGiven: number, most: number): number => {
  const text = parameters[name]
  if (text === undefined) return unlessGiven
  if (!/^[0-9]+$/.test(text) || Number(text) > most) throw new Wrong("bad-request", name, 1)
  return Number(text)
}

const sameColumn = (left: Column, right: Column): boolean => JSON.stringify(left.steps) === JSON.stringify(right.steps)

/** Whether a column lies at, below or above one of the given paths; places in a list do not matter. */
const touches = (steps: ReadonlyArray<string>, paths: ReadonlyArray<string> | undefined): boolean =>
  (paths ?? []).some((path) => {
    const [a, b] = [
      steps.filter((step, at) => at === 0 || !/^[0-9]+$/.test(step)),
      path.split(".").filter((step, at) => at === 0 || !/^[0-9]+$/.test(step))
    ]
    return a.slice(0, b.length).every((step, at) => step === b[at])
  })

const below = (steps: ReadonlyArray<string>, paths: ReadonlyArray<string> | undefined): boolean =>
  (paths ?? []).some((path) =>
    touches(steps, [path]) && steps.filter((step, at) => at === 0 || !/^[0-9]+$/.test(step)).length >= path.split(".").length
  )

/** Small letters; both of sigma are one. */
const lowered = (text: string): string => text.toLowerCase().replace(/ς/g, "σ")

const answer = (rows: ReadonlyArray<unknown>, parameters: Readonly<Record<string, string>>, columns: Classes): PlacedAnswer => {
  for (const [name, text] of Object.entries(parameters)) {
    if (!name.startsWith("$")) continue
    if (!known.has(name) || [...text].length > 4096) throw new Wrong("bad-request", name)
  }
  const tally: Tally = { columns: 0, literals: 0 }
  const read = <T>(name: string, calls: boolean, reading: (reader: Reader) => T): T | undefined => {
    const text = parameters[name]
    return text === undefined ? undefined : reading(new Reader(name, text, calls, tally))
  }
  const select = read("$select", true, (reader) => reader.select())
  const where = read("$where", false, (reader) => reader.condition())
  const group = read("$group", false, (reader) => reader.columns())
  const having = read("$having", true, (reader) => reader.condition())
  const order = read("$order", true, (reader) => reader.order()) ?? []
  const limit = wholeNumber(parameters, "$limit", 1000, 50000)
  const offset = wholeNumber(parameters, "$offset", 0, 1000000000)
  const count = parameters["$count"] ?? "false"
  if (count !== "true" && count !== "false") throw new Wrong("bad-request", "$count", 1)
  if (!formats.includes(parameters["$format"] ?? "json")) throw new Wrong("bad-request", "$format", 1)

  const grouped = group !== undefined || (select ?? []).some((item) => item.operand.type === "call")
  if (group !== undefined && select === undefined && parameters["$select"] !== undefined) throw new Wrong("bad-request", "$select", 1)
  const shown: ReadonlyArray<Item> | undefined = select ??
    group?.map((column) => ({ operand: column, name: column.steps.join("."), position: column.position }))
  const names = new Map<string, Column | Call>()
  for (const item of shown ?? []) {
    if (names.has(item.name)) throw new Wrong("bad-request", select === undefined ? "$group" : "$select", item.position)
    names.set(item.name, item.operand)
  }
  /** A name that `$select` gives stands for what it names; else a column is itself. */
  const resolve = (operand: Operand): Operand =>
    operand.type === "column" && operand.steps.length === 1 ? names.get(operand.steps[0] ?? "") ?? operand : operand
  /** In groups a column must be one of theirs; without groups there are no functions. */
  const mustFit = (operand: Operand, parameter: string): void => {
    if (operand.type === "call" && !grouped) throw new Wrong("bad-request", parameter, operand.position)
    if (operand.type !== "column" || !grouped) return
    if (!(group ?? []).some((column) => sameColumn(column, operand))) throw new Wrong("bad-request", parameter, operand.position)
  }
  if (having !== undefined && !grouped) throw new Wrong("bad-request", "$having")
  for (const item of shown ?? []) mustFit(item.operand, "$select")
  for (const { operand } of having === undefined ? [] : operandsOf(having)) mustFit(resolve(operand), "$having")
  for (const { operand } of order) mustFit(resolve(operand), "$order")

  /** Masked columns may be shown and counted only; a pseudonym may be grouped and tested for being the same too. */
  const mayUse = (operand: Operand, use: Use, parameter: string): void => {
    if (operand.type === "literal") return
    if (operand.type === "call") {
      if (operand.column !== undefined) mayUse(operand.column, operand.name === "count" ? "counted" : "computed", parameter)
      return
    }
    if (use === "counted") return
    const refused = touches(operand.steps, columns.masked)
    if (refused || (touches(operand.steps, columns.pseudonym) && use !== "grouped" && use !== "tested")) {
      throw new Wrong("masked-field", parameter, operand.position)
    }
  }
  for (const { operand, use } of where === undefined ? [] : operandsOf(where)) mayUse(operand, use, "$where")
  for (const column of group ?? []) mayUse(column, "grouped", "$group")
  for (const item of select ?? []) mayUse(item.operand, "counted", "$select")
  for (const { operand, use } of having === undefined ? [] : operandsOf(having)) mayUse(resolve(operand), use, "$having")
  for (const { operand } of order) mayUse(resolve(operand), "ordered", "$order")

  const wanted = lowered(parameters["$q"] ?? "").split(/\s+/).filter((word) => word !== "")
  if (new Set(wanted).size > 32) throw new Wrong("bad-request", "$q")
  const passOver = (path: ReadonlyArray<string>): boolean => below(path, columns.masked) || below(path, columns.pseudonym)
  const ofRow = (row: unknown): ValueOf => (operand) =>
    operand.type === "column" ?
      valueAt(row, operand.steps)
      : operand.type === "literal"
      ? operand.value
      : null
  const chosen = rows.filter((row) => {
    if (where !== undefined && holds(where, ofRow(row)) !== true) return false
    const places = wordsPlaces(row, [], passOver).map(lowered)
    return wanted.every((word) => places.some((text) => text.includes(word)))
  })

  const groups = new Map<string, Array<unknown>>()
  if (grouped && group === undefined) groups.set("all", [...chosen])
  const by = group ?? []
  for (const row of group === undefined ? [] : chosen) {
    const key = JSON.stringify(by.map((column) => valueAt(row, column.steps)))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  if (groups.size > 100000) throw new Wrong("bad-request", "$group")
  const ofGroup = (members: ReadonlyArray<unknown>): ValueOf => (operand) => {
    if (operand.type !== "call") return ofRow(members[0])(operand)
    const { column } = operand
    return column === undefined ? members.length : applyFunction(operand.name, members.map((row) => valueAt(row, column.steps)))
  }
  const all = grouped
    ? [...groups.values()].map((members) => ({ row: undefined, valueOf: ofGroup(members) }))
    : chosen.map((row) => ({ row, valueOf: ofRow(row) }))
  const kept = having === undefined ? all : all.filter(({ valueOf }) => holds(having, (operand) => valueOf(resolve(operand))) === true)
  if (order.length > 0 && kept.length > 100000) throw new Wrong("bad-request", "$order")
  const sorted = kept.toSorted((left, right) => {
    for (const { operand, down } of order) {
      const found = compareForOrder(left.valueOf(resolve(operand)), right.valueOf(resolve(operand)), down)
      if (found !== 0) return found
    }
    return 0
  })
  const cut = sorted.slice(offset, offset + limit)
  const out = cut.map(({ row, valueOf }) =>
    shown === undefined ? row : Object.fromEntries(shown.map(({ name, operand }) => [name, valueOf(operand)]))
  )
  const meta = { limit, offset, more: sorted.length > offset + limit }
  return { status: 200, rows: out, meta: count === "true" ? { ...meta, count: sorted.length } : meta }
}

/** Asks as `ask` does, and says of a wrong question where it is wrong too. */
export const askWithPlace = (
  rows: ReadonlyArray<unknown>,
  parameters: Readonly<Record<string, string>>,
  columns: Classes = {}
): PlacedAnswer => {
  try {
    return answer(rows, parameters, columns)
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return { status: 400, code: error.code, parameter: error.parameter, position: error.position }
  }
}

export const ask = (
  rows: ReadonlyArray<unknown>,
  parameters: Readonly<Record<string, string>>,
  columns?: Classes
): Answer => {
  const found = askWithPlace(rows, parameters, columns)
  return found.status === 400 ? { status: 400, code: found.code } : { status: 200, rows: found.rows, meta: found.meta }
}
