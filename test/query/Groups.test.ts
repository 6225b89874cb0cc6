/** What functions make of numbers that an agency writes and double precision does not hold. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { Ask } from "../../src/query/Ask.ts"
import { parseQuestion } from "../../src/query/ParseQuestion.ts"

const answerTo = (lines: ReadonlyArray<string>, $select: string): unknown => {
  const found: Array<string> = []
  const question = Result.getOrThrow(parseQuestion([["$select", $select]]))
  const ask = new Ask(question, () => false, (bytes, start, end) => found.push(bytes.toString("utf8", start, end)))
  for (const line of lines) ask.row(Buffer.from(line), 0)
  for (const _ of ask.end());
  return JSON.parse(found.join(""))
}

describe("the functions of a group", () => {
  it("pass over numbers beyond double precision, which are counted all the same", () => {
    const lines = [`{"n":1}`, `{"n":1e400}`, `{"n":2}`, `{"n":-1e400}`]
    assert.deepStrictEqual(
      answerTo(lines, "max(n), min(n), sum(n), avg(n), count(n)"),
      { max_n: 2, min_n: 1, sum_n: 3, avg_n: 1.5, count_n: 4 }
    )
  })
})
