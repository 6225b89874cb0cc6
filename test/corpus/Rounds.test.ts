import { assert, describe, it } from "@effect/vitest"
import { measureRound, rounds } from "./Rounds.ts"

describe("documents that nobody of the project wrote", () => {
  it.each(rounds)("of round $round: masking finds no less than it did, and masks no more by mistake", ({ holds, round }) => {
    const { falseAlarms, found, open, personal } = measureRound(round)
    assert.isAtLeast(found, holds.found)
    assert.isAtMost(falseAlarms, holds.falseAlarms)
    assert.isAbove(personal, 400)
    assert.isAbove(open, 500)
  })
})
