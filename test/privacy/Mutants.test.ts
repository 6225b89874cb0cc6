import { expect, it } from "vitest"
import { drawn, faultIn, mutant } from "./Mutants.ts"

it("documents changed at random are masked as they are whole and in pieces, or refused, and break nothing", () => {
  const draw = drawn(20_260_801)
  for (let i = 0; i < 1_500; i++) {
    const body = mutant(draw)
    expect(faultIn(body, draw), body.toString()).toBeUndefined()
  }
})
