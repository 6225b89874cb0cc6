import { describe, expect, it } from "vitest"
import { HeldRevocations } from "../../src/access/HeldRevocations.ts"

describe("a revocation that was felt", () => {
  it("holds against another database that calls the token alive, until that one has it too", () => {
    const held = new HeldRevocations()
    expect(held.mayLive("a", "id-a", false, false)).toBe(false)
    expect(held.mayLive("b", "id-b", true, true)).toBe(true)
    expect(held.mayLive("a", "id-a", true, true)).toBe(false)
    expect(held.revived()).toEqual(["id-a"])
    // Once all of the other one is read, it is the database that memory is of.
    expect(held.mayLive("a", "id-a", true, false)).toBe(false)
    expect(held.mayLive("a", "id-a", false, false)).toBe(false)
    expect(held.revived()).toEqual([])
  })

  it("ends where the same database says that the token lives again", () => {
    const held = new HeldRevocations()
    held.mayLive("a", "id-a", false, false)
    expect(held.mayLive("a", "id-a", true, false)).toBe(true)
    expect(held.mayLive("a", "id-a", true, true)).toBe(true)
    expect(held.revived()).toEqual([])
  })

  it("is forgotten after a hundred thousand later ones, not before", () => {
    const held = new HeldRevocations()
    for (let index = 0; index < 100_001; index++) held.mayLive(`d${index}`, `id-${index}`, false, false)
    expect(held.mayLive("d0", "id-0", true, true)).toBe(true)
    expect(held.mayLive("d1", "id-1", true, true)).toBe(false)
  })
})
