/**
 * What parts of a question share: its columns and functions, each once, and how many values it
 * has. Reads operands, which every parameter has.
 */
import type { Aggregation, Column, FunctionName, Literal, Operand, Source } from "./Question.ts"
import { functionNames, limits } from "./Question.ts"
import type { Tokens } from "./Tokens.ts"

/** Words that name nothing unless they stand in backquotes; those of functions are names where no bracket follows. */
export const reserved: ReadonlySet<string> = new Set([
  "and",
  "or",
  "not",
  "in",
  "between",
  "like",
  "is",
  "null",
  "true",
  "false",
  "as",
  "asc",
  "desc"
])

export class QuestionParts {
  readonly columns: Array<Column> = []
  readonly functions: Array<Aggregation> = []
  #literals = 0

  isColumn(tokens: Tokens): boolean {
    const { kind, text } = tokens.token
    return kind === "quoted" || kind === "word" && !reserved.has(text.toLowerCase()) && !this.isFunction(tokens)
  }

  column(tokens: Tokens): number {
    const begins = tokens.token
    if (this.isFunction(tokens)) throw tokens.fault("noFunction")
    const steps = [this.#step(tokens, "column")]
    while (tokens.takeSign(".")) steps.push(this.#step(tokens, "step"))
    const at = this.columns.findIndex((one) => one.length === steps.length && one.every((part, index) => part === steps[index]))
    if (at >= 0) return at
    if (this.columns.length === limits.columns) throw tokens.fault("fewerColumns", begins)
    return this.columns.push(steps) - 1
  }

  #step(tokens: Tokens, expected: "column" | "step"): string {
    const { kind, text } = tokens.token
    if (kind !== "quoted" && (kind !== "word" || expected === "column" && reserved.has(text.toLowerCase()))) throw tokens.fault(expected)
    return tokens.take().text
  }

  isFunction(tokens: Tokens): boolean {
    return functionOf(tokens) !== undefined
  }

  function(tokens: Tokens): Source {
    const name = functionOf(tokens)
    if (name === undefined) throw tokens.fault("operand")
    tokens.take()
    expectSign(tokens, "(", "open")
    const isAll = name === "count" && tokens.takeSign("*")
    if (!isAll && !this.isColumn(tokens)) throw tokens.fault("functionColumn")
    const column = isAll ? undefined : this.column(tokens)
    expectSign(tokens, ")", "close")
    const at = this.functions.findIndex((one) => one.name === name && one.column === column)
    return { _tag: "Function", of: at >= 0 ? at : this.functions.push({ name, column, parameter: tokens.parameter }) - 1 }
  }

  literal(tokens: Tokens): Literal {
    const value = literalOf(tokens)
    if (value === undefined) throw tokens.fault(tokens.isWord("null") ? "isNull" : "literal")
    if (++this.#literals > limits.literals) throw tokens.fault("fewerLiterals")
    tokens.take()
    return value
  }

  operand(tokens: Tokens, allowsFunctions: boolean): Operand {
    if (literalOf(tokens) !== undefined) return { _tag: "Literal", value: this.literal(tokens) }
    if (this.isFunction(tokens)) {
      if (!allowsFunctions) throw tokens.fault("noFunction")
      return this.function(tokens)
    }
    if (!this.isColumn(tokens)) throw tokens.fault("operand")
    return { _tag: "Column", column: this.column(tokens) }
  }
}

export const expectSign = (tokens: Tokens, sign: "(" | ")", expected: "open" | "close"): void => {
  if (!tokens.takeSign(sign)) throw tokens.fault(expected)
}

const functionOf = (tokens: Tokens): FunctionName | undefined => {
  const { kind, text } = tokens.token
  return kind === "word" && tokens.isCall ? functionNames.find((name) => name === text.toLowerCase()) : undefined
}

const literalOf = (tokens: Tokens): Literal | undefined => {
  const { kind, text } = tokens.token
  if (kind === "text") return text
  if (kind === "number") return Number(text)
  return tokens.isWord("true") ? true : tokens.isWord("false") ? false : undefined
}
