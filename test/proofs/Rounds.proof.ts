/** Every round of outsiders' documents, those that are open too: for whoever changes masking. */
import { describe, it } from "@effect/vitest"
import { expectToHold } from "../corpus/ExpectToHold.ts"
import { rounds } from "../corpus/Rounds.ts"

describe("documents that nobody of the project wrote", () => {
  it.each(rounds)("of round $round: masking finds no less than it did, and masks no more by mistake", expectToHold)
})
