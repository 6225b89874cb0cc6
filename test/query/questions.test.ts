/**
 * Questions as their contract has them: examples that were made of its sentences alone, and a naive reference that agrees with the
 * engine on whatever rows and questions.
 */
import { assert, describe, it } from "@effect/vitest"
import fc from "../support/Property.ts"
import { askRows } from "./AskRows.ts"
import { examples } from "./Examples.ts"
import { ask, type Classes } from "./NaiveQuestion.ts"
import { brokenQuestion, maskedColumns, maskedQuestion, type Question, question, type Table, table } from "./Tables.ts"

describe("questions", () => {
  for (const { ask: parameters, columns, expect, meta = {}, name, rows } of examples) {
    it(`${name}: ${JSON.stringify(parameters).slice(0, 120)}`, () => {
      const answer = askRows(rows, parameters, columns)
      if ("code" in expect) {
        assert.deepInclude(answer, { status: 400, code: expect.code })
        if (expect.parameter !== undefined) assert.strictEqual(answer.parameter, expect.parameter)
        if (expect.position !== undefined) assert.strictEqual(answer.position, expect.position)
      } else if (answer.status !== 200) assert.fail(JSON.stringify(answer))
      else {
        assert.strictEqual(JSON.stringify(answer.rows), JSON.stringify(expect))
        assert.deepInclude(answer.meta, meta)
      }
    })
  }

  /** Places of faults apart, which the examples have. */
  const isAlike = (rows: Table, parameters: Question, classes?: Classes): void => {
    const known = ({ code, meta, rows: shown, status }: Readonly<Record<string, unknown>>) => JSON.stringify([status, code, shown, meta])
    assert.strictEqual(known({ ...askRows(rows, parameters, classes) }), known({ ...ask(rows, parameters, classes) }))
  }
  const numRuns = 4_000
  it("give the rows that a naive reference gives, whatever the rows and the question", () => {
    fc.assert(fc.property(table(), question, (rows, asked) => isAlike(rows, asked)), { numRuns })
  })
  it("are refused where the reference refuses them, one character being wrong", () => {
    fc.assert(fc.property(table(), brokenQuestion, (rows, asked) => isAlike(rows, asked)), { numRuns })
  })
  it("are refused where they compare, sort or group by what is masked", () => {
    fc.assert(fc.property(table(), maskedQuestion, maskedColumns, isAlike), { numRuns })
  })
})
