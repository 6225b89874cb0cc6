/** Those that are shut; all of them, a minute and more: `npm run proofs -- Rounds`. */
import { describe, it } from "@effect/vitest"
import { expectToHold } from "./ExpectToHold.ts"
import { rounds } from "./Rounds.ts"

describe("documents that nobody of the project wrote", () => {
  it.each(rounds.filter(({ use }) => use === "shut"))(
    "of round $round: masking finds no less than it did, and masks no more by mistake",
    expectToHold
  )
})
