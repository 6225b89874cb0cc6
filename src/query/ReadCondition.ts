/** Reads `$where` and `$having`: conditions with `and`, `or`, `not` and brackets. */
import { isBounded } from "./LikeMatcher.ts"
import type { Comparison, Condition, Operand } from "./Question.ts"
import { limits } from "./Question.ts"
import { expectSign, type QuestionParts } from "./QuestionParts.ts"
import type { Tokens } from "./Tokens.ts"

const comparisons: Readonly<Record<string, Comparison>> = {
  "=": "=",
  "!=": "!=",
  "<>": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">="
}

/** @param operandOf reads what may stand in a test: of a row, or of a group */
export const readCondition = (tokens: Tokens, parts: QuestionParts, operandOf: () => Operand): Condition => {
  let depth = 0
  const deeper = <A>(read: () => A): A => {
    if (++depth > limits.depth) throw tokens.fault("shallower")
    const made = read()
    depth--
    return made
  }
  const several = (tag: "All" | "Any", word: "and" | "or", one: () => Condition): Condition => {
    const first = one()
    if (!tokens.isWord(word)) return first
    const of = [first]
    while (tokens.takeWord(word)) of.push(one())
    return { _tag: tag, of }
  }
  const any = (): Condition => several("Any", "or", () => several("All", "and", term))
  const not = (of: Condition): Condition => ({ _tag: "Not", of })
  const term = (): Condition => {
    if (tokens.takeWord("not")) return deeper(() => not(term()))
    if (!tokens.takeSign("(")) return test()
    return deeper(() => {
      const inner = any()
      expectSign(tokens, ")", "close")
      return inner
    })
  }
  const text = (): string => {
    if (tokens.token.kind !== "text") throw tokens.fault("text")
    return String(parts.literal(tokens))
  }
  /** What may stand behind `not`. */
  const ranged = (operand: Operand): Condition | undefined => {
    if (tokens.takeWord("in")) {
      expectSign(tokens, "(", "open")
      const values = [parts.literal(tokens)]
      while (tokens.takeSign(",")) values.push(parts.literal(tokens))
      if (!tokens.takeSign(")")) throw tokens.fault("listEnd")
      return { _tag: "In", operand, values }
    }
    if (tokens.takeWord("between")) {
      const low = parts.literal(tokens)
      if (!tokens.takeWord("and")) throw tokens.fault("and")
      return { _tag: "Between", operand, low, high: parts.literal(tokens) }
    }
    if (!tokens.takeWord("like")) return undefined
    const begins = tokens.token
    const pattern = text()
    if (!isBounded(pattern)) throw tokens.fault("shorterLoose", begins)
    return { _tag: "Like", operand, pattern }
  }
  const isNull = (operand: Operand): Condition => {
    const isNot = tokens.takeWord("not")
    if (!tokens.takeWord("null")) throw tokens.fault("nullWord")
    return isNot ? not({ _tag: "IsNull", operand }) : { _tag: "IsNull", operand }
  }
  const startsWith = (): Condition => {
    tokens.take()
    expectSign(tokens, "(", "open")
    if (!parts.isColumn(tokens)) throw tokens.fault("column")
    const operand = operandOf()
    if (!tokens.takeSign(",")) throw tokens.fault("comma")
    const begun: Condition = { _tag: "StartsWith", operand, text: text() }
    expectSign(tokens, ")", "close")
    return begun
  }
  const test = (): Condition => {
    if (tokens.isWord("starts_with") && tokens.isCall) return startsWith()
    const left = operandOf()
    const comparison = tokens.token.kind === "sign" ? comparisons[tokens.token.lexeme] : undefined
    if (comparison !== undefined) {
      tokens.take()
      const beforeRight = tokens.token
      const right = operandOf()
      if (left._tag === "Literal" && right._tag === "Literal") throw tokens.fault("columnSide", beforeRight)
      return { _tag: "Compare", left, comparison, right }
    }
    // A value alone is tested for nothing.
    if (left._tag === "Literal") throw tokens.fault("comparison")
    if (tokens.takeWord("is")) return isNull(left)
    if (tokens.takeWord("not")) {
      const inner = ranged(left)
      if (inner === undefined) throw tokens.fault("inBetweenLike")
      return not(inner)
    }
    const found = ranged(left)
    if (found === undefined) throw tokens.fault("comparison")
    return found
  }
  const read = any()
  if (!tokens.isEnd()) throw tokens.fault("conditionEnd")
  return read
}
