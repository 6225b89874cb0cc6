import { assert, describe, it } from "@effect/vitest"
import { measureRound, rounds } from "./Rounds.ts"

describe("documents that nobody of the project wrote", () => {
  it.each(rounds)("of round $round: masking finds no less than it did, and masks no more by mistake", (round) => {
    const held = round.isOpen ? round.holds : round.firstRun
    const { falseAlarms, found, open, personal } = measureRound(round.round)
    assert.isAtLeast(found, held.found)
    assert.isAtMost(falseAlarms, held.falseAlarms)
    assert.isAbove(personal, 1_000)
    assert.isAbove(open, 2_000)
  })
})
