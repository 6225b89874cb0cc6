import { assert, describe, it } from "@effect/vitest"
import { timeTokens } from "./Timing.ts"

/** Looks for the longest known beginning, as a tree of letters would: the nearer a guess, the longer it takes. */
const letterByLetter = (known: ReadonlyArray<string>) => {
  const beginnings = new Set(known.flatMap((text) => Array.from(text, (_, end) => text.slice(0, end + 1))))
  return (text: string): boolean => {
    for (let end = 1; end <= text.length; end++) if (!beginnings.has(text.slice(0, end))) return false
    return true
  }
}

describe("the time that a token's look-up takes", () => {
  it("fault-14 tells nothing of how near to a known token a guess is, where a look-up letter by letter would tell all", () => {
    const told = Math.abs(timeTokens(20_000, letterByLetter).t)
    // Of three runs one: another process may have been at work in the others.
    const least = Math.min(...Array.from({ length: 3 }, () => Math.abs(timeTokens(60_000).t)))
    assert.isBelow(least, 4.5)
    assert.isAbove(told, 45)
  })
})
