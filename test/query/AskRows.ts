/** What the gateway's engine answers to a question about rows, in the words of the naive reference. */
import { Result } from "effect"
import { Ask } from "../../src/query/Ask.ts"
import { parseQuestion } from "../../src/query/ParseQuestion.ts"
import { usesOf } from "../../src/query/Uses.ts"
import type { Classes, PlacedAnswer } from "./NaiveQuestion.ts"

const isUnder = (path: ReadonlyArray<string>, columns: ReadonlyArray<string> = []): boolean => {
  const plain = path.filter((step, depth) => depth === 0 || !/^[0-9]+$/.test(step)).join(".")
  return columns.some((column) => plain === column || plain.startsWith(`${column}.`) || column.startsWith(`${plain}.`))
}

export const askRows = (
  rows: ReadonlyArray<unknown>,
  parameters: Readonly<Record<string, string>>,
  classes: Classes = {}
): PlacedAnswer => {
  const parsed = parseQuestion(Object.entries(parameters).filter(([name]) => name.startsWith("$")))
  if (Result.isFailure(parsed)) {
    const { at, parameter } = parsed.failure
    return { status: 400, code: "bad-request", parameter, position: at === 0 ? undefined : at }
  }
  const question = parsed.success
  const refused = usesOf(question).find(({ column, use }) => {
    const path = question.columns[column] ?? []
    return isUnder(path, classes.masked) || isUnder(path, classes.pseudonym) && use !== "equals" && use !== "groups"
  })
  if (refused !== undefined) return { status: 400, code: "masked-field", parameter: refused.parameter }
  const found: Array<string> = []
  const ask = new Ask(
    question,
    (path) => isUnder(path, classes.masked) || isUnder(path, classes.pseudonym),
    (bytes, start, end) => found.push(bytes.toString("utf8", start, end))
  )
  const bytes = Buffer.from(JSON.stringify(rows, null, 1))
  const space = (at: number): number => bytes[at]! <= 0x20 ? space(at + 1) : at
  let at = space(1)
  while (bytes[at] !== 0x5d) {
    at = space(ask.row(bytes, at))
    if (bytes[at] === 0x2c) at = space(at + 1)
  }
  for (const _ of ask.end());
  const { isCounted, limit, offset } = question
  const shown: ReadonlyArray<unknown> = JSON.parse(`[${found.join("")}]`)
  return { status: 200, rows: shown, meta: { limit, offset, more: ask.isMore, ...(isCounted ? { count: ask.count } : {}) } }
}
