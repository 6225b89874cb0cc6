import { assert } from "@effect/vitest"
import { measureRound, type rounds } from "./Rounds.ts"

/** Masking finds no less in a round than it did, and masks no more by mistake. */
export const expectToHold = ({ holds, personal, public: open, round }: (typeof rounds)[number]): void => {
  const measured = measureRound(round)
  assert.deepStrictEqual([measured.personal, measured.open], [personal, open])
  assert.isAtLeast(measured.found, holds.found)
  assert.isAtMost(measured.falseAlarms, holds.falseAlarms)
  assert.isAbove(personal + open, 200)
}
