/**
 * Makes functions of conditions. A condition is true, false, or null where it cannot be told, as in SQL.
 *
 * @param source reads an operand of the row, or group, that is looked at
 */
import { likeMatcher } from "./LikeMatcher.ts"
import type { Comparison, Condition, Literal, Operand, Source } from "./Question.ts"
import { compare, type Value } from "./Values.ts"

export type Truth = boolean | null

/** Reads a value of what is looked at now. */
export type Read = () => Value

const operandOf = (operand: Operand, readOf: (source: Source) => Read): Read => {
  if (operand._tag !== "Literal") return readOf(operand)
  const { value } = operand
  return () => value
}

const isSo: Readonly<Record<Comparison, (order: number | undefined) => boolean>> = {
  "=": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order !== undefined && order < 0,
  "<=": (order) => order !== undefined && order <= 0,
  ">": (order) => order !== undefined && order > 0,
  ">=": (order) => order !== undefined && order >= 0
}

const known = (read: Read, test: (value: Exclude<Value, null>) => boolean) => (): Truth => {
  const value = read()
  return value === null ? null : test(value)
}

const equalsAny = (values: ReadonlyArray<Literal>): (value: Exclude<Value, null>) => boolean => {
  const same = new Set<Value>(values)
  // What is written otherwise may mean the same: a number as a text, a time with another offset.
  return (value) => same.has(value) || values.some((one) => compare(value, one) === 0)
}

export const evaluate = (condition: Condition, readOf: (source: Source) => Read): () => Truth => {
  switch (condition._tag) {
    case "All": {
      const tests = condition.of.map((one) => evaluate(one, readOf))
      return () => {
        let truth: Truth = true
        for (const test of tests) {
          const one = test()
          if (one === false) return false
          if (one === null) truth = null
        }
        return truth
      }
    }
    case "Any": {
      const tests = condition.of.map((one) => evaluate(one, readOf))
      return () => {
        let truth: Truth = false
        for (const test of tests) {
          const one = test()
          if (one === true) return true
          if (one === null) truth = null
        }
        return truth
      }
    }
    case "Not": {
      const test = evaluate(condition.of, readOf)
      return () => {
        const truth = test()
        return truth === null ? null : !truth
      }
    }
    case "Compare": {
      const left = operandOf(condition.left, readOf)
      const right = operandOf(condition.right, readOf)
      const holds = isSo[condition.comparison]
      return () => {
        const one = left()
        if (one === null) return null
        const other = right()
        return other === null ? null : holds(compare(one, other))
      }
    }
    case "In":
      return known(operandOf(condition.operand, readOf), equalsAny(condition.values))
    case "Between": {
      const { high, low } = condition
      return known(operandOf(condition.operand, readOf), (value) => isSo[">="](compare(value, low)) && isSo["<="](compare(value, high)))
    }
    case "Like": {
      const matches = likeMatcher(condition.pattern)
      return known(operandOf(condition.operand, readOf), (value) => typeof value === "string" && matches(value))
    }
    case "StartsWith": {
      const { text } = condition
      return known(operandOf(condition.operand, readOf), (value) => typeof value === "string" && value.startsWith(text))
    }
    case "IsNull": {
      const read = operandOf(condition.operand, readOf)
      return () => read() === null
    }
  }
}
