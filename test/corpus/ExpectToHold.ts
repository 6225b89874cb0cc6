import { assert } from "@effect/vitest"
import { measureRound, type rounds } from "./Rounds.ts"

/** Masking finds no less in a round than it did, and masks no more by mistake. */
export const expectToHold = ({ holds, round }: (typeof rounds)[number]): void => {
  const { falseAlarms, found, open, personal } = measureRound(round)
  assert.isAtLeast(found, holds.found)
  assert.isAtMost(falseAlarms, holds.falseAlarms)
  assert.isAbove(personal + open, 300)
}
