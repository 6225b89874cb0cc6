/**
 * Makes functions of conditions. A condition is true, false, or null where it cannot be told, as in SQL.
 *
 * @param source reads an operand of the row, or group, that is looked at
 */
import { likeMatcher } from "./LikeMatcher.ts"
import type { Comparison, Condition, Literal, Operand, Source } from "./Question.ts"
import { compare, comparedWith, type Value } from "./Values.ts"

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
  const others = values.map(comparedWith)
  // What is written otherwise may mean the same: a number as a text, a time with another offset.
  return (value) => same.has(value) || others.some((compared) => compared(value) === 0)
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
      const holds = isSo[condition.comparison]
      if (condition.right._tag === "Literal") {
        const compared = comparedWith(condition.right.value)
        return known(left, (value) => holds(compared(value)))
      }
      const right = operandOf(condition.right, readOf)
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
      const [low, high] = [comparedWith(condition.low), comparedWith(condition.high)]
      return known(operandOf(condition.operand, readOf), (value) => isSo[">="](low(value)) && isSo["<="](high(value)))
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
