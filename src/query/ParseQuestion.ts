/**
 * Reads a question off the parameters that begin with `$`.
 *
 * @example
 * parseQuestion([["$where", "kelas >= 3"], ["$order", "nama desc"]])
 */
import { Result } from "effect"
import { charactersIn } from "../domain/CharactersIn.ts"
import { columnText, type Format, formats, limits, type Operand, type Order, type Question, type Shown, type Source } from "./Question.ts"
import { type Expected, QuestionFault } from "./QuestionFault.ts"
import { QuestionParts } from "./QuestionParts.ts"
import { readCondition } from "./ReadCondition.ts"
import { type Token, Tokens } from "./Tokens.ts"
import { folded } from "./WordFinder.ts"

export type Parameters = ReadonlyArray<readonly [name: string, value: string]>

const names = ["$select", "$where", "$group", "$having", "$order", "$limit", "$offset", "$q", "$count", "$format"] as const
type Name = typeof names[number]
const isName = (name: string): name is Name => names.some((one) => one === name)

const whole = (name: Name, expected: Expected): QuestionFault => new QuestionFault({ parameter: name, at: 0, found: "", expected })

/** The value of each parameter that is given. */
const given = (parameters: Parameters): ReadonlyMap<Name, string> => {
  const found = new Map<Name, string>()
  for (const [name, value] of parameters) {
    if (!isName(name)) throw new QuestionFault({ parameter: name, at: 0, found: "", expected: "parameter" })
    if (found.has(name)) throw whole(name, "once")
    found.set(name, value)
  }
  return found
}

const wholeNumber = (name: "$limit" | "$offset", text: string | undefined, unlessGiven: number): number => {
  if (text === undefined) return unlessGiven
  const [most, expected] = name === "$limit" ? [limits.limit, "limit" as const] : [limits.offset, "offset" as const]
  if (!/^[0-9]+$/.test(text) || Number(text) > most) throw whole(name, expected)
  return Number(text)
}

const truth = (text: string | undefined): boolean => {
  if (text !== undefined && text !== "true" && text !== "false") throw whole("$count", "truth")
  return text === "true"
}

const formatOf = (text: string | undefined): Format | undefined => {
  const found = formats.find((one) => one === text)
  if (text !== undefined && found === undefined) throw whole("$format", "format")
  return found
}

const wordsOf = (text: string | undefined): ReadonlyArray<string> => {
  if (text !== undefined && charactersIn(text) > limits.characters) throw whole("$q", "shorter")
  const words = new Set(folded(text ?? "").split(/\s+/u).filter((word) => word !== ""))
  if (words.size > limits.words) throw whole("$q", "fewerWords")
  return [...words]
}

/** Items with commas between, to the end. */
const items = <A>(tokens: Tokens, read: () => A): ReadonlyArray<A> => {
  if (tokens.isEnd()) throw tokens.fault("something")
  const found = [read()]
  while (tokens.takeSign(",")) found.push(read())
  if (!tokens.isEnd()) throw tokens.fault("itemEnd")
  return found
}

const nameOf = (parts: QuestionParts, source: Source): string => {
  const column = (at: number): string => columnText(parts.columns[at] ?? [])
  if (source._tag === "Column") return column(source.column)
  const { column: of, name } = parts.functions[source.of] ?? { name: "count", column: undefined }
  return of === undefined ? name : `${name}_${column(of)}`
}

/** What may stand where groups are: their columns, and functions. */
const checked = (tokens: Tokens, begins: Token, operand: Operand, group: ReadonlyArray<number> | undefined): void => {
  if (group !== undefined && operand._tag === "Column" && !group.includes(operand.column)) throw tokens.fault("groupColumn", begins)
  if (group === undefined && operand._tag === "Function") throw tokens.fault("groups", begins)
}

const readSelect = (
  tokens: Tokens,
  parts: QuestionParts
): ReadonlyArray<Shown & { readonly begins: Token }> | undefined => {
  if (tokens.isSign("*")) {
    tokens.take()
    if (!tokens.isEnd()) throw tokens.fault("allEnd")
    return undefined
  }
  const taken = new Set<string>()
  return items(tokens, () => {
    const begins = tokens.token
    const source: Source = parts.isFunction(tokens) ? parts.function(tokens) : { _tag: "Column", column: parts.column(tokens) }
    let name = nameOf(parts, source)
    if (tokens.takeWord("as")) {
      if (tokens.token.kind !== "quoted" && tokens.token.kind !== "word") throw tokens.fault("name")
      name = tokens.take().text
    }
    if (taken.has(name)) throw tokens.fault("otherName", begins)
    taken.add(name)
    return { name, source, begins }
  })
}

/** What a name of `$select` stands for comes before a column of that name. */
const named = (parts: QuestionParts, select: ReadonlyArray<Shown> | undefined, source: Operand): Operand => {
  if (source._tag !== "Column" || select === undefined) return source
  const name = columnText(parts.columns[source.column] ?? [])
  return select.find((shown) => shown.name === name)?.source ?? source
}

const readGroup = (tokens: Tokens, parts: QuestionParts, isShown: boolean): ReadonlyArray<number> => {
  const found = new Set<number>()
  items(tokens, () => {
    const begins = tokens.token
    const column = parts.column(tokens)
    // Its columns are shown, and no two of one name are.
    if (isShown && found.has(column)) throw tokens.fault("otherName", begins)
    found.add(column)
  })
  return [...found]
}

const isSame = (one: Source, other: Source): boolean =>
  one._tag === "Column" ? other._tag === "Column" && one.column === other.column : other._tag === "Function" && one.of === other.of

/** What is alike by a source stays so when it is sorted by it again. */
const withoutRepeated = (order: ReadonlyArray<Order>): ReadonlyArray<Order> =>
  order.filter(({ source }, place) => order.findIndex((one) => isSame(one.source, source)) === place)

const read = (parameters: Parameters): Question => {
  const values = given(parameters)
  const parts = new QuestionParts()
  const tokensOf = (name: Name): Tokens | undefined => {
    const text = values.get(name)
    return text === undefined ? undefined : new Tokens(name, text)
  }
  const groupTokens = tokensOf("$group")
  const columns = groupTokens && readGroup(groupTokens, parts, !values.has("$select"))
  const selectTokens = tokensOf("$select")
  const select = selectTokens && readSelect(selectTokens, parts)
  const group = columns ?? (parts.functions.length > 0 ? [] : undefined)
  if (selectTokens !== undefined && group !== undefined) {
    // All of a row is no value of a group.
    if (select === undefined) throw whole("$select", "groupColumn")
    for (const { begins, source } of select) checked(selectTokens, begins, source, group)
  }
  const whereTokens = tokensOf("$where")
  const where = whereTokens && readCondition(whereTokens, parts, () => parts.operand(whereTokens, false))
  const havingTokens = tokensOf("$having")
  if (havingTokens !== undefined && group === undefined) throw whole("$having", "groups")
  const having = havingTokens && readCondition(havingTokens, parts, () => {
    const begins = havingTokens.token
    const operand = named(parts, select, parts.operand(havingTokens, true))
    checked(havingTokens, begins, operand, group)
    return operand
  })
  const orderTokens = tokensOf("$order")
  const order = orderTokens && items(orderTokens, (): Order => {
    const begins = orderTokens.token
    if (!parts.isFunction(orderTokens) && !parts.isColumn(orderTokens)) throw orderTokens.fault("column")
    const source = named(parts, select, parts.operand(orderTokens, true))
    checked(orderTokens, begins, source, group)
    if (source._tag === "Literal") throw orderTokens.fault("column", begins)
    const isDescending = orderTokens.takeWord("desc")
    if (!isDescending) orderTokens.takeWord("asc")
    return { source, isDescending }
  })
  return {
    columns: parts.columns,
    functions: parts.functions,
    select: select?.map(({ name, source }) => ({ name, source }))
      ?? group?.map((column) => ({ name: nameOf(parts, { _tag: "Column", column }), source: { _tag: "Column", column } })),
    where,
    group,
    having,
    order: withoutRepeated(order ?? []),
    limit: wholeNumber("$limit", values.get("$limit"), limits.defaultLimit),
    offset: wholeNumber("$offset", values.get("$offset"), 0),
    words: wordsOf(values.get("$q")),
    isCounted: truth(values.get("$count")),
    format: formatOf(values.get("$format"))
  }
}

export const parseQuestion = (parameters: Parameters): Result.Result<Question, QuestionFault> => {
  try {
    return Result.succeed(read(parameters))
  } catch (fault) {
    if (fault instanceof QuestionFault) return Result.fail(fault)
    throw fault
  }
}
