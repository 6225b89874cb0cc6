/** What a question holds until its last row has come: it is counted, whatever it is held for. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { Ask, type TooMuch } from "../../src/query/Ask.ts"
import { parseQuestion } from "../../src/query/ParseQuestion.ts"
import { limits, type Question } from "../../src/query/Question.ts"

const questionOf = (parameters: Readonly<Record<string, string>>): Question => Result.getOrThrow(parseQuestion(Object.entries(parameters)))

const text = "laporan warga tentang jalan rusak ".repeat(300)
const rows = Math.ceil(limits.heldBytes / text.length)

/** What is too much of so many rows, each with a text of its own. */
const tooMuchOf = (question: Question, count: number): TooMuch | undefined => {
  const ask = new Ask(question, () => false, () => undefined)
  for (let n = 0; n < count; n++) ask.row(Buffer.from(JSON.stringify({ n, t: `${n} ${text}`, o: { t: `${n} ${text}` } })), 0)
  return ask.tooMuch
}

describe("a question that waits for the last row", () => {
  for (
    const [$order, tooMuch, question] of [
      ["t", "$order", { $select: "n" }],
      ["o", "$order", { $select: "n" }],
      ["n", "$group", { $group: "n", $select: "n, max(t)" }],
      ["n", "$group", { $group: "n", $select: "n, min(o)" }]
    ] as const
  ) {
    it(`counts what it holds to sort by ${$order} and to show ${question.$select} (fault-147)`, () => {
      const asked = questionOf({ ...question, $order, $limit: "1" })
      assert.strictEqual(tooMuchOf(asked, rows), tooMuch)
      assert.isUndefined(tooMuchOf(asked, Math.floor(rows / 4)))
    })
  }

  it("counts the longest text of a group alone, not those before it", () => {
    assert.isUndefined(tooMuchOf(questionOf({ $select: "max(t)" }), rows))
  })

  it("sorts and groups by what is named again and again once (fault-147)", () => {
    const again = Array.from({ length: 2_048 }, () => "a")
    assert.lengthOf(questionOf({ $order: again.join() }).order, 1)
    assert.lengthOf(
      questionOf({ $select: "a as x, a as y, count(*) as z", $group: again.join(), $order: "x,y desc,a,z,count(*)" }).order,
      2
    )
    assert.lengthOf(questionOf({ $select: "count(*)", $group: again.join() }).group ?? [], 1)
  })
})
