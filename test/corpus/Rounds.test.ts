import { assert, describe, it } from "@effect/vitest"
import { measureRound, rounds } from "./Rounds.ts"

describe("documents that nobody of the project wrote", () => {
  it.each(rounds)("of round $round: masking finds no less than at the first run, and masks no more by mistake", ({ firstRun, round }) => {
    const { falseAlarms, found, open, personal } = measureRound(round)
    assert.isAtLeast(found, firstRun.found)
    assert.isAtMost(falseAlarms, firstRun.falseAlarms)
    assert.isAbove(personal, 1_000)
    assert.isAbove(open, 2_000)
  })
})
