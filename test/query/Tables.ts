/**
 * Arbitraries of random tables and of random questions over their columns.
 * Columns have few distinct values so that conditions hit. Questions are well-formed, or slightly broken by one character.
 * Well-formed questions keep away from what AMBIGUITIES.md says can be read in two ways, so that a difference is a finding.
 */
import fc from "../support/Property.ts"

export type Table = ReadonlyArray<unknown>
export type Question = Readonly<Record<string, string>>
export type MaskedColumns = { readonly masked: ReadonlyArray<string>; readonly pseudonym: ReadonlyArray<string> }

type Arbitrary<T> = fc.Arbitrary<T>

const dates = [
  "2026-11-21",
  "2026-11-22",
  "2026-11-21T00:00:00",
  "2026-11-21 08:00:00",
  "2026-11-21T08:00:00+07:00",
  "2026-11-21T01:00:00Z",
  "2026-11-21T01:00:00+00:00",
  "2026-11-20T20:30:00-04:30",
  "2026-11-21 08:00:00+07:00",
  "2026-11-21 08:00:00+07",
  "2026-11-21T08:00:00.000000001+07:00",
  "2026-11-21T01:00:00.000000002Z",
  "2026-11-21T24:00:00",
  "2026-11-21T24:00:01",
  "no date",
  ""
]
const numberTexts = ["1", "9", "10", "1.0", "-0.5", "1e1", "01", "+1", " 1", "1.", "x"]
const texts = ["a", "b", "B", "ab", "a%b", "a_b", "it's", "''", "", "\uFFFF", "😀", "😀b", "é", "e\u0301", "a\nb", "Đà Nẵng", "true", "\\%"]
const numbers = [0, 1, -1, 0.25, 9, 10, 100, -2.5]
const inner: ReadonlyArray<unknown> = [
  { x: 1, y: { z: "a" } },
  { x: "1", y: { z: "b" } },
  { x: 2, y: [] },
  { y: null, 0: "zero" },
  { x: null, "p q": 9 },
  {},
  [],
  [1, [2, 3]],
  null,
  "flat"
]
const lists: ReadonlyArray<unknown> = [[], [1], ["a", "b"], [{ k: 1 }, { k: 2 }], [[1, 10], [2]], { 0: "a", k: 3 }, null, "text"]
const mixed: ReadonlyArray<unknown> = [true, false, 1, 10, "1", "10", "a", "2026-11-21", {}, [], null, { x: 1 }]

/** A column: how it is written in a question, the key of its row, its path below the key, and what it may hold. */
type Source = { readonly key: string; readonly values: ReadonlyArray<unknown> }
type Written = { readonly text: string; readonly called: string; readonly plain: boolean }

const sources: ReadonlyArray<Source> = [
  { key: "n", values: [...numbers, null] },
  { key: "s", values: [...numberTexts, null] },
  { key: "t", values: [...texts, null] },
  { key: "d", values: [...dates, null] },
  { key: "f", values: [true, false, null] },
  { key: "m", values: mixed },
  { key: "o", values: inner },
  { key: "l", values: lists },
  { key: "a key", values: ["a", "b", 1, null] },
  { key: "a`key", values: ["a", null, 2] },
  { key: "count", values: [1, 2, null] },
  { key: "Not", values: [1, "x"] },
  { key: "giờ", values: ["1", 2, null] },
  { key: "n.x", values: [7, 8, null] },
  { key: "7", values: [1, 2] },
  { key: "N", values: [3, 4] }
]

const written = (text: string, called: string, plain: boolean): Written => ({ text, called, plain })

/**
 * Rows are grouped by `plain` columns only: they hold no objects, no lists and no two kinds of equal look,
 * and none is called as a function is.
 */
const columns: ReadonlyArray<Written> = [
  written("n", "n", true),
  written("s", "s", true),
  written("t", "t", true),
  written("d", "d", true),
  written("f", "f", true),
  written("`n`", "n", true),
  written("N", "N", true),
  written("m", "m", false),
  written("o", "o", false),
  written("o.x", "o.x", false),
  written("o.y.z", "o.y.z", true),
  written("o.`p q`", "o.p q", true),
  written("o.0", "o.0", false),
  written("o.1.1", "o.1.1", true),
  written("l", "l", false),
  written("l.0", "l.0", false),
  written("l.1.k", "l.1.k", true),
  written("l.0.1", "l.0.1", true),
  written("l.01", "l.01", true),
  written("l.length", "l.length", true),
  written("`a key`", "a key", true),
  written("`a``key`", "a`key", true),
  written("`count`", "count", false),
  written("`Not`", "Not", true),
  written("`giờ`", "giờ", false),
  written("`n.x`", "n.x", true),
  written("`7`", "7", true),
  written("none", "none", true),
  written("n.deeper", "n.deeper", true),
  written("constructor", "constructor", true)
]

const pick = <T>(values: ReadonlyArray<T>): Arbitrary<T> => fc.constantFrom(...values)

/** A row: some of the keys in any order, each with one of its few values. */
const row: Arbitrary<unknown> = fc.shuffledSubarray([...sources], { minLength: 8 }).chain((chosen) =>
  fc.tuple(...chosen.map(({ key, values }) => pick(values).map((value): readonly [string, unknown] => [key, value])))
    .map((entries): unknown => Object.fromEntries(entries))
)

/** Up to `most` rows; now and then one that is no object. */
export const table = (most = 30): Arbitrary<Table> =>
  fc.array(
    fc.oneof({ weight: 40, arbitrary: row }, { weight: 1, arbitrary: pick<unknown>([null, 5, "text", true, [1]]) }),
    { maxLength: most, size: "max" }
  )

export const maskedColumns: Arbitrary<MaskedColumns> = fc.record({
  masked: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray(["t", "d", "N"]) }),
  pseudonym: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray(["s", "f"]) })
})

const anyCase = (word: string): Arbitrary<string> => pick([word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)])
const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
const textValue: Arbitrary<string> = pick([...texts, ...dates, ...numberTexts])
const numberLiteral: Arbitrary<string> = pick(["0", "1", "-1", "0.25", "9", "10", "1e1", "1E+2", "-2.5", "1.0", "25e-2", "100"])
const literal: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: textValue.map(textLiteral) },
  { weight: 4, arbitrary: numberLiteral },
  { weight: 1, arbitrary: pick(["true", "false"]).chain(anyCase) }
)
const pattern: Arbitrary<string> = fc.oneof(
  textValue,
  fc.array(pick(["%", "_", "a", "b", "😀", "'", "1", "-", "\\"]), { maxLength: 5 }).map((parts) => parts.join(""))
).map(textLiteral)
const sign: Arbitrary<string> = pick(["=", "!=", "<>", "<", "<=", ">", ">="])
const gap: Arbitrary<string> = pick([" ", " ", " ", "  ", "\t", "\n"])
const perhapsGap: Arbitrary<string> = pick(["", " "])

const join = (...parts: ReadonlyArray<Arbitrary<string>>): Arbitrary<string> => fc.tuple(...parts).map((texts_) => texts_.join(""))
const text = (value: string): Arbitrary<string> => fc.constant(value)
const perhaps = (part: Arbitrary<string>): Arbitrary<string> => fc.oneof(text(""), part)
const listed = (part: Arbitrary<string>, most: number): Arbitrary<string> =>
  fc.array(part, { minLength: 1, maxLength: most }).map((parts) => parts.join(", "))

/** A condition whose operands are the given ones; `starts_with` takes a column only. */
const condition = (operand: Arbitrary<string>, column: Arbitrary<string> | undefined, depth: number): Arbitrary<string> => {
  const not = perhaps(join(anyCase("not"), gap))
  const tests: ReadonlyArray<Arbitrary<string>> = [
    join(operand, perhapsGap, sign, perhapsGap, literal),
    join(literal, perhapsGap, sign, perhapsGap, operand),
    join(operand, perhapsGap, sign, perhapsGap, operand),
    join(operand, gap, not, anyCase("in"), perhapsGap, text("("), listed(literal, 5), text(")")),
    join(operand, gap, not, anyCase("between"), gap, literal, gap, anyCase("and"), gap, literal),
    join(operand, gap, not, anyCase("like"), gap, pattern),
    join(operand, gap, anyCase("is"), gap, not, anyCase("null")),
    ...(column === undefined ? [] : [join(anyCase("starts_with"), text("("), column, text(", "), pattern, text(")"))])
  ]
  const test = fc.oneof(...tests)
  if (depth === 0) return test
  const smaller = condition(operand, column, depth - 1)
  return fc.oneof(
    { weight: 3, arbitrary: test },
    { weight: 1, arbitrary: join(anyCase("not"), gap, smaller) },
    { weight: 1, arbitrary: join(text("("), perhapsGap, smaller, perhapsGap, text(")")) },
    { weight: 2, arbitrary: join(smaller, gap, pick(["and", "or"]).chain(anyCase), gap, smaller) }
  )
}

/** Most of the columns that conditions speak of are ones that rows have. */
const often = ["n", "s", "t", "d", "f", "m", "o.x", "`a key`"]
const columnText = fc.oneof({ weight: 2, arbitrary: pick(often) }, { weight: 1, arbitrary: pick(columns.map((column) => column.text)) })
const where = condition(columnText, columnText, 2)
const words = listed(pick(["a", "B", "1", "AB", "2026", "no", "it's", ":00", "0.25", "x"]), 2)
  .map((found) => found.replaceAll(", ", " "))
const callOf = (column: Written, name: string): Written =>
  written(`${name}(${column.text})`, `${name.toLowerCase()}_${column.called}`, true)
const call: Arbitrary<Written> = fc.oneof(
  { weight: 1, arbitrary: anyCase("count").map((name) => written(`${name}(*)`, "count", true)) },
  {
    weight: 5,
    arbitrary: fc.tuple(pick(columns), pick(["count", "sum", "avg", "min", "max"]).chain(anyCase))
      .map(([column, name]) => callOf(column, name))
  }
)

/** A selection with names that differ, and the names by which it can be spoken of. */
const selection = (part: Arbitrary<Written>): Arbitrary<{ readonly text: string; readonly names: ReadonlyArray<string> }> =>
  fc.uniqueArray(fc.tuple(part, perhaps(pick(["first", "`second one`", "third_3", "`sum`", "_"]))), {
    minLength: 1,
    maxLength: 5,
    selector: ([column, name]) => name === "" ? column.called : name.replaceAll("`", "")
  }).map((items) => ({
    text: items.map(([column, name]) => name === "" ? column.text : `${column.text} as ${name}`).join(", "),
    names: items.flatMap(([, name]) => name === "" ? [] : [name])
  }))

const sortings = (part: Arbitrary<string>): Arbitrary<string> =>
  listed(join(part, perhaps(join(gap, pick(["asc", "desc"]).chain(anyCase)))), 3)
const cut = {
  $limit: pick(["0", "1", "2", "5", "5", "20", "20", "1000", "50000", "50000"]),
  $offset: pick(["0", "0", "0", "0", "1", "1", "2", "3", "7", "1000000000"]),
  $count: pick(["true", "false"])
}

type Parts = { readonly [name: string]: string | undefined }
const asQuestion = (parts: Parts): Question =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]): ReadonlyArray<readonly [string, string]> => value === undefined ? [] : [[name, value]])
  )
const common = { $where: fc.oneof(where, join(text("not ("), where, text(")"))), $q: words, ...cut }
/** Three questions of four have no `$q`, for it leaves few rows. */
const fewWords = (ask: Question, seldom: number): Question =>
  seldom === 0 ? ask : Object.fromEntries(Object.entries(ask).filter(([name]) => name !== "$q"))
const keys = { requiredKeys: [] }

/** A question about rows. */
export const rowQuestion: Arbitrary<Question> = fc.option(selection(pick(columns)), { nil: undefined }).chain((chosen) =>
  fc.record({
    ...common,
    $order: sortings(chosen === undefined || chosen.names.length === 0 ? columnText : fc.oneof(columnText, pick(chosen.names)))
  }, keys).map((rest) => asQuestion({ $select: chosen?.text, ...rest }))
)

/** A question about groups, or about all rows as one group where there are no columns to group by. */
export const groupQuestion: Arbitrary<Question> = fc.uniqueArray(pick(columns.filter(({ plain }) => plain)), {
  maxLength: 2,
  selector: (column) => column.called
}).chain((by) => {
  const parts = by.length === 0 ? call : fc.oneof(call, pick(by))
  const chosen = by.length === 0
    ? selection(call)
    : fc.oneof(selection(parts), fc.constant({ text: "", names: by.map((column) => column.text) }))
  return chosen.chain(({ text: select, names }) => {
    const operands = [...by.map((column) => column.text), ...names]
    const operand = operands.length === 0
      ? call.map((found) => found.text)
      : fc.oneof(call.map((found) => found.text), pick(operands))
    const column = by.length === 0 ? undefined : pick(by.map((found) => found.text))
    return fc.record({ ...common, $having: condition(operand, column, 1), $order: sortings(operand) }, keys).map((rest) =>
      asQuestion({
        $select: select === "" ? undefined : select,
        $group: by.length === 0 ? undefined : by.map((found) => found.text).join(", "),
        ...rest
      })
    )
  })
})

/** A well-formed question. Masked columns may still make it a `masked-field`. */
export const question: Arbitrary<Question> = fc.tuple(fc.oneof(rowQuestion, groupQuestion), fc.nat({ max: 3 }))
  .map(([found, seldom]) => fewWords(found, seldom))

/** A well-formed question for tables of which columns are masked: without `$q`, as it is open whether `$q` reads a pseudonym. */
export const maskedQuestion: Arbitrary<Question> = question.map((found) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => name !== "$q"))
)

/** A question of which one parameter has a character dropped, doubled, or swapped with the next. It may still be right by luck. */
export const brokenQuestion: Arbitrary<Question> = fc.tuple(question, fc.nat(), fc.nat(), pick(["drop", "double", "swap"])).map(
  ([found, which, where_, how]) => {
    const names = Object.keys(found).filter((name) => (found[name] ?? "") !== "")
    const name = names[which % Math.max(names.length, 1)]
    if (name === undefined) return found
    const characters = [...(found[name] ?? "")]
    const at = where_ % characters.length
    const one = characters[at] ?? ""
    const next = characters[at + 1] ?? ""
    const put = how === "drop" ? [] : how === "double" ? [one, one] : [next, one]
    characters.splice(at, how === "swap" ? 2 : 1, ...put)
    return { ...found, [name]: characters.join("") }
  }
)
