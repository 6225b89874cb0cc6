/**
 * The form of a hand-made example and short ways to write one down.
 */

export type Rows = ReadonlyArray<unknown>
/** What must come: the rows, or the code of a 400 and, where the text settles it, the parameter and the character that its detail names. */
export type Expectation = Rows | { readonly code: "bad-request" | "masked-field"; readonly parameter?: string; readonly position?: number }
export type Example = {
  readonly name: string
  readonly rows: Rows
  readonly ask: Readonly<Record<string, string>>
  readonly columns?: { readonly masked?: ReadonlyArray<string>; readonly pseudonym?: ReadonlyArray<string> }
  readonly expect: Expectation
  /** The members of `meta` that must be as given. */
  readonly meta?: { readonly limit?: number; readonly offset?: number; readonly more?: boolean; readonly count?: number }
  /** The number in AMBIGUITIES.md of the reading that the expectation rests on, where there is one. */
  readonly doubt?: number
}

type More = Pick<Example, "columns" | "meta" | "doubt">

export const example = (name: string, rows: Rows, ask: Example["ask"], expect: Expectation, more: More = {}): Example => ({
  name,
  rows,
  ask,
  expect,
  ...more
})

/** One row with a member `v` for each value; the condition keeps those with the values listed last. */
export const keeps = (name: string, values: Rows, $where: string, kept: Rows, more: More = {}): Example =>
  example(name, values.map((v) => ({ v })), { $where }, kept.map((v) => ({ v })), more)

/** One row with a member `v` for each value, put in the order of the values listed last. */
export const sorts = (name: string, values: Rows, $order: string, sorted: Rows, more: More = {}): Example =>
  example(name, values.map((v) => ({ v })), { $order }, sorted.map((v) => ({ v })), more)

/** What `$select` makes of one group of rows with a member `v` for each value. */
export const gives = (name: string, values: Rows, $select: string, row: unknown, more: More = {}): Example =>
  example(name, values.map((v) => ({ v })), { $select }, [row], more)

/** A wrong question about one plain row. */
export const wrong = (name: string, ask: Example["ask"], parameter: string, position?: number, more: More = {}): Example =>
  example(name, [{ a: 1, b: "x" }], ask, { code: "bad-request", parameter, ...(position === undefined ? {} : { position }) }, more)

/** A wrong `$where`, with the character it is wrong at. */
export const wrongWhere = (name: string, $where: string, position?: number, more: More = {}): Example =>
  wrong(name, { $where }, "$where", position, more)

export const repeated = (part: string, times: number, between = ""): string => Array.from({ length: times }, () => part).join(between)
