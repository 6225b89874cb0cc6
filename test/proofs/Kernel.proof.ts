/** Ten million documents changed at random (`MUTANTS` of them), each from a seed of its own that a failure tells. */
import { expect, it } from "vitest"
import { drawn, faultIn, mutant } from "../privacy/Mutants.ts"

const count = Number(process.env["MUTANTS"] ?? 10_000_000)

it(`masks ${count} documents changed at random, whole and in pieces alike`, { timeout: 86_400_000 }, () => {
  for (let seed = 1; seed <= count; seed++) {
    const draw = drawn(seed * 2_654_435)
    const body = mutant(draw)
    const fault = faultIn(body, draw)
    if (fault !== undefined) expect.fail(`seed ${seed}: ${fault}\n${body.toString()}`)
  }
})
