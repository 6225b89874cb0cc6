/** What is written is read again as it was meant. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { parseQuestion } from "../../src/query/ParseQuestion.ts"
import { questionParameters } from "../../src/query/QuestionParameters.ts"
import { columnWritten, questionQuery, textWritten } from "../../src/query/WriteQuestion.ts"

const names = ["nama", "luas m2", "and", "NULL", "count", "2024", "a`b", "ç", "", "x.y", "_", "é́", "a-b", "from"]

describe("a question that is written", () => {
  it.each(names)("names the column %j, alone, inside another and with another inside", (name) => {
    for (const column of [[name], ["lokasi", name], [name, "0"], [name, name]]) {
      const parsed = Result.getOrThrow(parseQuestion([["$where", `${columnWritten(column)} is null`]]))
      assert.deepStrictEqual(parsed.columns, [column])
    }
  })

  it.each(["O'Brien", "''", "", "100% & +1=2#?/ä\u{1F600}", "a\\b", "' or 1=1 --"])("has the text %j whole, through an address", (text) => {
    const query = questionQuery([["$where", `nama = ${textWritten(text)}`], ["$limit", "5"]])
    assert.notMatch(query, /['\s"]/)
    const found = Result.getOrThrow(questionParameters(query))
    const { limit, where } = Result.getOrThrow(parseQuestion(found))
    assert.strictEqual(limit, 5)
    assert.deepInclude(where, { right: { _tag: "Literal", value: text } })
  })
})
