import { assert, describe, it } from "vitest"
import { type Answer, breachesOf, lossOf, unrecorded } from "./Judgement.ts"

const answerAt = (sent: number, changes: Partial<Answer> = {}): Answer => ({
  round: 0,
  token: "satu",
  sent,
  answered: sent + 5,
  status: 200,
  id: `id-${sent}`,
  reason: "",
  stale: false,
  by: "g1",
  policy: 120,
  ...changes
})

/** One a second. */
const answers = (count: number, changes: Partial<Answer> = {}) =>
  Array.from({ length: count }, (_, index) => answerAt(index * 1_000, changes))

describe("a limit", () => {
  it("holds as long as no 60 seconds have more", () => {
    assert.deepStrictEqual(breachesOf(answers(200), 60, []), [])
  })

  it("is broken by one more within any 60 seconds", () => {
    assert.deepStrictEqual(breachesOf([...answers(200), answerAt(100_500)], 60, []).map(({ count }) => count), [61])
  })

  it("is each token's own, and what was refused does not count", () => {
    const others = answers(200, { token: "dua" })
    const refused = answers(200, { status: 429 })
    assert.deepStrictEqual(breachesOf([...answers(200), ...others, ...refused], 60, []), [])
  })

  it("does not count what may have been counted outside the window", () => {
    assert.deepStrictEqual(breachesOf([...answers(60), answerAt(59_999, { answered: 70_000 })], 60, []), [])
  })

  it("has on top what gateways gave without Redis, as far as twice as much", () => {
    const alone = (count: number) => Array.from({ length: count }, (_, index) => answerAt(100_000 + index, { policy: 20 }))
    assert.deepStrictEqual(breachesOf([...answers(200), ...alone(30)], 60, []), [])
    assert.deepStrictEqual(breachesOf([...answers(200), ...alone(61)], 60, []).map(({ allowed, count }) => [allowed, count]), [[120, 121]])
    assert.strictEqual(breachesOf([...answers(200), answerAt(100_500), ...alone(5)], 60, []).length, 1)
  })

  it("is doubled in windows that touch a disturbance, and in no others", () => {
    const all = answers(200).flatMap((answer) => [answer, answer])
    assert.deepStrictEqual(breachesOf(all, 60, [{ from: 0, to: Infinity }]), [])
    assert.strictEqual(breachesOf(all, 60, [{ from: 0, to: 10_000 }])[0]?.allowed, 60)
  })
})

describe("a request", () => {
  it("is lost unless it is answered with 200, or refused to whoever asks too much", () => {
    const lost = (changes: Partial<Answer>) => lossOf(answerAt(0, changes), "rakus") !== undefined
    assert.deepStrictEqual(
      [
        lost({}),
        lost({ stale: true }),
        lost({ token: "rakus", status: 429 }),
        lost({ status: 429 }),
        lost({ status: 401 }),
        lost({ status: 503 }),
        lost({ status: 0 }),
        lost({ token: "rakus", status: 502 })
      ],
      [false, false, false, true, true, true, true, true]
    )
  })
})

describe("a record", () => {
  it("is there exactly once for each answer of a gateway", () => {
    const [one, two, three, none] = [answerAt(1), answerAt(2), answerAt(3), answerAt(4, { id: undefined, status: 0 })]
    assert.deepStrictEqual(unrecorded([one, two, three, none], ["id-1", "id-2", "id-2", "id-9"]), [two, three])
  })
})
