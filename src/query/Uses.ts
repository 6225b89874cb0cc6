/** What a question does with the values of its columns beside showing and counting them: what is masked allows none of it. */
import type { Condition, Operand, Question } from "./Question.ts"

/** `equals` is asked of pseudonyms too, and they may be grouped. */
export type Use = "equals" | "compares" | "groups" | "sorts" | "computes"

export interface ColumnUse {
  readonly column: number
  readonly use: Use
  /** The parameter in which it stands. */
  readonly parameter: string
}

const ofOperand = (operand: Operand, use: Use, parameter: string): ReadonlyArray<ColumnUse> =>
  operand._tag === "Column" ? [{ column: operand.column, use, parameter }] : []

const ofCondition = (condition: Condition | undefined, parameter: string): ReadonlyArray<ColumnUse> => {
  switch (condition?._tag) {
    case undefined:
    case "IsNull":
      return []
    case "All":
    case "Any":
      return condition.of.flatMap((one) => ofCondition(one, parameter))
    case "Not":
      return ofCondition(condition.of, parameter)
    case "Compare": {
      const use = condition.comparison === "=" || condition.comparison === "!=" ? "equals" : "compares"
      return [...ofOperand(condition.left, use, parameter), ...ofOperand(condition.right, use, parameter)]
    }
    case "In":
      return ofOperand(condition.operand, "equals", parameter)
    case "Between":
    case "Like":
    case "StartsWith":
      return ofOperand(condition.operand, "compares", parameter)
  }
}

export const usesOf = ({ functions, group = [], having, order, where }: Question): ReadonlyArray<ColumnUse> => [
  ...ofCondition(where, "$where"),
  ...group.map((column): ColumnUse => ({ column, use: "groups", parameter: "$group" })),
  ...functions.flatMap(({ column, name, parameter }): ReadonlyArray<ColumnUse> =>
    column === undefined || name === "count" ? [] : [{ column, use: "computes", parameter }]
  ),
  ...ofCondition(having, "$having"),
  ...order.flatMap(({ source }) => ofOperand(source, "sorts", "$order"))
]
