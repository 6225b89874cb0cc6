/** The grammar of questions, read straight from the contract: a tree of one parameter, or `Wrong` with the character at fault. */
export type Literal = string | number | boolean
export type Column = { readonly type: "column"; readonly steps: ReadonlyArray<string>; readonly position: number }
export type FunctionName = "count" | "sum" | "avg" | "min" | "max"
export type Call = { readonly type: "call"; readonly name: FunctionName; readonly column: Column | undefined; readonly position: number }
export type Constant = { readonly type: "literal"; readonly value: Literal }
export type Operand = Column | Call | Constant
export type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">="
export type Condition =
  | { readonly type: "or" | "and"; readonly parts: ReadonlyArray<Condition> }
  | { readonly type: "not"; readonly part: Condition }
  | { readonly type: "compare"; readonly comparison: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly type: "in"; readonly operand: Operand; readonly values: ReadonlyArray<Literal> }
  | { readonly type: "between"; readonly operand: Operand; readonly low: Literal; readonly high: Literal }
  | { readonly type: "like" | "starts_with"; readonly operand: Operand; readonly text: string }
  | { readonly type: "null"; readonly operand: Operand }
export type Item = { readonly operand: Column | Call; readonly name: string; readonly position: number }
export type Sorting = { readonly operand: Column | Call; readonly down: boolean }

/** What is wrong with a question: which parameter, and at which character from 1 where one can be named. */
export class Wrong extends Error {
  readonly code: "bad-request" | "masked-field"
  readonly parameter: string
  readonly position: number | undefined
  constructor(code: "bad-request" | "masked-field", parameter: string, position?: number) {
    super(`${code} in ${parameter} at ${String(position)}`)
    this.code = code
    this.parameter = parameter
    this.position = position
  }
}

type TokenKind = "name" | "quoted" | "text" | "number" | "sign" | "bad" | "end"
type Token = { readonly kind: TokenKind; readonly text: string; readonly position: number }

const words = new Set(
  ["or", "and", "not", "in", "between", "like", "is", "null", "true", "false", "as", "asc", "desc"]
)

/** Reads a quoted run that begins at `start`; the quote stands twice for one. Gives nothing where it is never closed. */
const quoted = (source: string, start: number): { readonly text: string; readonly end: number } | undefined => {
  const quote = source.charAt(start)
  let text = ""
  let at = start + 1
  while (at < source.length) {
    if (source.charAt(at) !== quote) text += source.charAt(at++)
    else if (source.charAt(at + 1) === quote) {
      text += quote
      at += 2
    } else return { text, end: at + 1 }
  }
  return undefined
}

const tokensOf = (source: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let at = 0
  while (at < source.length) {
    const rest = source.slice(at)
    const position = Array.from(source.slice(0, at)).length + 1
    const push = (kind: Token["kind"], text: string, length: number): void => {
      tokens.push({ kind, text, position })
      at += length
    }
    const space = /^[ \t\r\n]+/.exec(rest)?.[0]
    const afterDot = tokens.at(-1)?.text === "." && tokens.at(-1)?.kind === "sign"
    const name = (afterDot ? /^[\p{L}\p{M}\p{Nd}_]+/u : /^[\p{L}_][\p{L}\p{M}\p{Nd}_]*/u).exec(rest)?.[0]
    const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\p{L}\p{Nd}_.])/u.exec(rest)?.[0]
    const sign = /^(?:!=|<>|<=|>=|[=<>(),.*])/.exec(rest)?.[0]
    if (space !== undefined) at += space.length
    else if (rest.startsWith("'") || rest.startsWith("`")) {
      const run = quoted(source, at)
      if (run === undefined) push("bad", rest, rest.length)
      else push(rest.startsWith("'") ? "text" : "quoted", run.text, run.end - at)
    } else if (name !== undefined) push("name", name, name.length)
    else if (number !== undefined) push("number", number, number.length)
    else if (sign !== undefined) push("sign", sign, sign.length)
    else push("bad", rest, rest.length)
  }
  tokens.push({ kind: "end", text: "", position: [...source].length + 1 })
  return tokens
}

/** How many columns and literals all parameters of a question have named together. */
export type Tally = { columns: number; literals: number }

export class Reader {
  readonly #tokens: ReadonlyArray<Token>
  readonly #parameter: string
  readonly #calls: boolean
  readonly #tally: Tally
  #next = 0

  constructor(parameter: string, source: string, calls: boolean, tally: Tally) {
    this.#parameter = parameter
    this.#calls = calls
    this.#tally = tally
    this.#tokens = tokensOf(source)
  }

  #peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)] ?? { kind: "end", text: "", position: 1 }
  }
  #fail(position = this.#peek().position): never {
    throw new Wrong("bad-request", this.#parameter, position)
  }
  #isWord(word: string): boolean {
    return this.#peek().kind === "name" && this.#peek().text.toLowerCase() === word
  }
  #takeWord(word: string): boolean {
    const isIt = this.#isWord(word)
    this.#next += isIt ? 1 : 0
    return isIt
  }
  #takeSign(sign: string): boolean {
    if (this.#peek().kind !== "sign" || this.#peek().text !== sign) return false
    this.#next += 1
    return true
  }
  #needWord(word: string): void {
    if (!this.#takeWord(word)) this.#fail()
  }
  #needSign(sign: string): void {
    if (!this.#takeSign(sign)) this.#fail()
  }
  #end(): void {
    if (this.#peek().kind !== "end") this.#fail()
  }
  #isCall(word: string): boolean {
    return this.#isWord(word) && this.#peek(1).kind === "sign" && this.#peek(1).text === "("
  }
  #step(isFirst: boolean): string {
    const token = this.#peek()
    const isName = token.kind === "name" && !(isFirst && (words.has(token.text.toLowerCase()) || this.#peek(1).text === "("))
    if (token.kind !== "quoted" && !isName) this.#fail()
    this.#next += 1
    return token.text
  }
  #column(): Column {
    const position = this.#peek().position
    const steps = [this.#step(true)]
    while (this.#takeSign(".")) steps.push(this.#step(false))
    this.#tally.columns += 1
    if (this.#tally.columns > 64) this.#fail(position)
    return { type: "column", steps, position }
  }
  #call(): Call | undefined {
    const { position } = this.#peek()
    for (const name of ["count", "sum", "avg", "min", "max"] as const) {
      if (!this.#isCall(name)) continue
      if (!this.#calls) this.#fail()
      this.#next += 1
      this.#needSign("(")
      const all = name === "count" && this.#takeSign("*")
      const column = all ? undefined : this.#column()
      this.#needSign(")")
      return { type: "call", name, column, position }
    }
    return undefined
  }
  #literal(): Literal | undefined {
    const token = this.#peek()
    const value = token.kind === "text" ? token.text : token.kind === "number" ?
      Number(token.text)
      : this.#isWord("true")
      ? true
      : this.#isWord("false")
      ? false
      : undefined
    if (value === undefined) return undefined
    this.#next += 1
    this.#tally.literals += 1
    if (this.#tally.literals > 500) this.#fail(token.position)
    return value
  }
  #needLiteral(): Literal {
    return this.#literal() ?? this.#fail()
  }
  #needText(): string {
    if (this.#peek().kind !== "text") this.#fail()
    return String(this.#needLiteral())
  }
  #operand(): Operand {
    const value = this.#literal()
    if (value !== undefined) return { type: "literal", value }
    return this.#call() ?? this.#column()
  }

  #test(): Condition {
    if (this.#isCall("starts_with")) {
      this.#next += 1
      this.#needSign("(")
      const operand = this.#column()
      this.#needSign(",")
      const text = this.#needText()
      this.#needSign(")")
      return { type: "starts_with", operand, text }
    }
    const position = this.#peek().position
    const left = this.#operand()
    for (const sign of ["=", "!=", "<>", "<", "<=", ">", ">="] as const) {
      if (!this.#takeSign(sign)) continue
      const right = this.#operand()
      if (left.type === "literal" && right.type === "literal") this.#fail(position)
      return { type: "compare", comparison: sign === "<>" ? "!=" : sign, left, right }
    }
    const found = this.#afterOperand(left)
    if (left.type === "literal") this.#fail(position)
    return found
  }
  #afterOperand(operand: Operand): Condition {
    if (this.#takeWord("is")) {
      const not = this.#takeWord("not")
      this.#needWord("null")
      return not ? { type: "not", part: { type: "null", operand } } : { type: "null", operand }
    }
    const not = this.#takeWord("not")
    const part = this.#inBetweenLike(operand)
    return not ? { type: "not", part } : part
  }
  #inBetweenLike(operand: Operand): Condition {
    if (this.#takeWord("in")) {
      this.#needSign("(")
      const values = [this.#needLiteral()]
      while (this.#takeSign(",")) values.push(this.#needLiteral())
      this.#needSign(")")
      return { type: "in", operand, values }
    }
    if (this.#takeWord("between")) {
      const low = this.#needLiteral()
      this.#needWord("and")
      return { type: "between", operand, low, high: this.#needLiteral() }
    }
    this.#needWord("like")
    return { type: "like", operand, text: this.#needText() }
  }
  #term(depth: number): Condition {
    const position = this.#peek().position
    if (this.#takeWord("not")) {
      if (depth === 32) this.#fail(position)
      return { type: "not", part: this.#term(depth + 1) }
    }
    if (this.#takeSign("(")) {
      if (depth === 32) this.#fail(position)
      const inner = this.#condition(depth + 1)
      this.#needSign(")")
      return inner
    }
    return this.#test()
  }
  #all(depth: number): Condition {
    const parts = [this.#term(depth)]
    while (this.#takeWord("and")) parts.push(this.#term(depth))
    return { type: "and", parts }
  }
  #condition(depth: number): Condition {
    const parts = [this.#all(depth)]
    while (this.#takeWord("or")) parts.push(this.#all(depth))
    return { type: "or", parts }
  }

  condition(): Condition {
    const found = this.#condition(0)
    this.#end()
    return found
  }
  /** The list of `$select`, or nothing for `*`. */
  select(): ReadonlyArray<Item> | undefined {
    if (this.#takeSign("*")) return void this.#end()
    const items: Array<Item> = []
    do {
      const position = this.#peek().position
      const operand = this.#call() ?? this.#column()
      const own = (operand.type === "call" ? operand.column : operand)?.steps.join(".")
      const called = operand.type === "column" ? String(own) : own === undefined ? operand.name : `${operand.name}_${own}`
      items.push({ operand, name: this.#takeWord("as") ? this.#step(false) : called, position })
    } while (this.#takeSign(","))
    this.#end()
    return items
  }
  columns(): ReadonlyArray<Column> {
    const found = [this.#column()]
    while (this.#takeSign(",")) found.push(this.#column())
    this.#end()
    return found
  }
  order(): ReadonlyArray<Sorting> {
    const found: Array<Sorting> = []
    do {
      const operand = this.#call() ?? this.#column()
      const down = this.#takeWord("desc")
      if (!down) this.#takeWord("asc")
      found.push({ operand, down })
    } while (this.#takeSign(","))
    this.#end()
    return found
  }
}
