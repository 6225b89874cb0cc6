/**
 * What the contract says of values: how two are compared, how they stand in order, what `like` and the functions make of them.
 */
import type { Comparison, FunctionName } from "./NaiveGrammar.ts"

/** True, false, or neither where a value was null. */
export type Truth = boolean | null

type Kind = "null" | "boolean" | "number" | "text" | "other"
const kindOf = (value: unknown): Kind => {
  if (value === null || value === undefined) return "null"
  if (typeof value === "boolean") return "boolean"
  if (typeof value === "number") return "number"
  return typeof value === "string" ? "text" : "other"
}

/** The member that a column's steps lead to; what is not there is null. */
export const valueAt = (row: unknown, steps: ReadonlyArray<string>): unknown => {
  let value: unknown = row
  for (const step of steps) {
    if (Array.isArray(value)) {
      const items: ReadonlyArray<unknown> = value
      value = /^(?:0|[1-9][0-9]*)$/.test(step) ? items[Number(step)] : null
    } else if (typeof value === "object" && value !== null) {
      value = Object.entries(value).find(([key]) => key === step)?.[1]
    } else return null
  }
  return value === undefined ? null : value
}

const compareCodePoints = (left: string, right: string): number => {
  const [a, b] = [[...left], [...right]]
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** The number a value counts as: itself, or a text that is a number as JSON writes it. */
const numberOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return value
  if (typeof value !== "string" || !/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(value)) return undefined
  return Number(value)
}

type Moment = { readonly seconds: number; readonly fraction: string; readonly offset: number | undefined }

const momentPattern = new RegExp(
  "^([0-9]{4})-([0-9]{2})-([0-9]{2})" +
    "(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]+))?)?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?$"
)

const momentOf = (text: string): Moment | undefined => {
  const found = momentPattern.exec(text)
  if (found === null) return undefined
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((at) => Number(found[at] ?? 0))
  if (year === undefined || month === undefined || day === undefined) return undefined
  if (hour === undefined || minute === undefined || second === undefined) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && /^0*$/.test(found[7] ?? "")
  if (hour > 23 && !isEndOfDay || minute > 59 || second > 59) return undefined
  const zone = found[8]
  const digits = (zone ?? "").replace(":", "")
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5))
  const offset = zone === undefined ? undefined : zone === "Z" ? 0 : zone.startsWith("-") ? -minutes : minutes
  return { seconds: date.getTime() / 1000 + hour * 3600 + minute * 60 + second, fraction: (found[7] ?? "").replace(/0+$/, ""), offset }
}

const compareMoments = (left: Moment, right: Moment): number => {
  const a = left.seconds - (left.offset ?? right.offset ?? 0) * 60
  const b = right.seconds - (right.offset ?? left.offset ?? 0) * 60
  return a === b ? compareCodePoints(left.fraction, right.fraction) : a - b
}

/** Below, at or above zero where two values can be told apart; nothing where they are unequal and neither is less. */
const difference = (left: unknown, right: unknown): number | undefined => {
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right)
  if (typeof left === "string" && typeof right === "string") {
    const [a, b] = [momentOf(left), momentOf(right)]
    return a !== undefined && b !== undefined ? compareMoments(a, b) : compareCodePoints(left, right)
  }
  if (typeof left !== "number" && typeof right !== "number") return undefined
  const [a, b] = [numberOf(left), numberOf(right)]
  if (a === undefined || b === undefined) return undefined
  return a < b ? -1 : a > b ? 1 : 0
}

export const compare = (comparison: Comparison, left: unknown, right: unknown): Truth => {
  if (kindOf(left) === "null" || kindOf(right) === "null") return null
  const found = difference(left, right)
  if (found === undefined) return comparison === "!="
  switch (comparison) {
    case "=":
      return found === 0
    case "!=":
      return found !== 0
    case "<":
      return found < 0
    case "<=":
      return found <= 0
    case ">":
      return found > 0
    case ">=":
      return found >= 0
  }
}

export const and = (truths: ReadonlyArray<Truth>): Truth => truths.includes(false) ? false : truths.includes(null) ? null : true
export const or = (truths: ReadonlyArray<Truth>): Truth => truths.includes(true) ? true : truths.includes(null) ? null : false
export const not = (truth: Truth): Truth => truth === null ? null : !truth

const matches = (text: ReadonlyArray<string>, pattern: ReadonlyArray<string>): boolean => {
  const [first, ...rest] = pattern
  if (first === undefined) return text.length === 0
  if (first === "%") return matches(text, rest) || (text.length > 0 && matches(text.slice(1), pattern))
  return text.length > 0 && (first === "_" || first === text[0]) && matches(text.slice(1), rest)
}

export const like = (value: unknown, pattern: string): Truth =>
  kindOf(value) === "null" ? null : typeof value === "string" && matches([...value], [...pattern])

export const startsWith = (value: unknown, text: string): Truth =>
  kindOf(value) === "null" ? null : typeof value === "string" && value.startsWith(text)

const rankOf = (value: unknown): number => ["boolean", "number", "text", "other", "null"].indexOf(kindOf(value))

/** How two values stand in `$order`, null last in both directions. */
export const compareForOrder = (left: unknown, right: unknown, down: boolean): number => {
  const [a, b] = [rankOf(left), rankOf(right)]
  if (a === 4 || b === 4) return a === b ? 0 : a === 4 ? 1 : -1
  let found = a - b
  if (a === b && typeof left === "boolean") found = Number(left) - Number(right)
  else if (typeof left === "number" && typeof right === "number") found = left < right ? -1 : left > right ? 1 : 0
  else if (typeof left === "string" && typeof right === "string") found = compareCodePoints(left, right)
  return down ? -found : found
}

export const applyFunction = (name: FunctionName, values: ReadonlyArray<unknown>): unknown => {
  const present = values.filter((value) => kindOf(value) !== "null")
  if (name === "count") return present.length
  if (name === "min" || name === "max") {
    const [best] = present.toSorted((left, right) => compareForOrder(left, right, name === "max"))
    return best ?? null
  }
  const numbers = present.map(numberOf).filter((value) => value !== undefined)
  if (numbers.length === 0) return null
  const sum = numbers.reduce((total, value) => total + value, 0)
  return name === "sum" ? sum : sum / numbers.length
}

/** Every text and number below a value, as texts, save those whose path is to be passed over. */
export const wordsPlaces = (
  value: unknown,
  path: ReadonlyArray<string>,
  passOver: (path: ReadonlyArray<string>) => boolean
): ReadonlyArray<string> => {
  if (path.length > 0 && passOver(path)) return []
  if (typeof value === "string" || typeof value === "number") return [String(value)]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => wordsPlaces(inner, [...path, key], passOver))
}
