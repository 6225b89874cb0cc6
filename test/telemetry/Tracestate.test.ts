import { assert, describe, it } from "vitest"
import { passedOnTracestate } from "../../src/telemetry/Tracestate.ts"

const members = (count: number, length: number) => Array.from({ length: count }, (_, index) => `k${index}=`.padEnd(length, "x"))

describe("tracestate", () => {
  it("goes on as it came, but for spaces and members that are empty", () => {
    for (
      const [given, sent] of [
        ["rojo=00f067aa0ba902b7", "rojo=00f067aa0ba902b7"],
        ["rojo=1,congo=t61rcWkgMzE", "rojo=1,congo=t61rcWkgMzE"],
        ["  rojo=1 , \t congo=2,,", "rojo=1,congo=2"],
        ["fw529a3039@dt=FfffffffFfff", "fw529a3039@dt=FfffffffFfff"],
        ["1a-2f@kota=x", "1a-2f@kota=x"],
        ["a_-*/=!#$ &~", "a_-*/=!#$ &~"]
      ] as const
    ) assert.strictEqual(passedOnTracestate(given), sent)
  })

  it("is nothing where one member is malformed, a key comes twice or there are more than 32", () => {
    for (
      const given of [
        undefined,
        "",
        " , ",
        "rojo",
        "rojo=",
        "=1",
        "Rojo=1",
        "rojo=1=2",
        "rojo=1,congo",
        "rojo=1,rojo=2",
        "rojo=é",
        "rojo=a\tb",
        "1rojo=1",
        "@kota=1",
        "rojo@=1",
        `${"a".repeat(257)}=1`,
        `a=${"x".repeat(257)}`,
        members(33, 5).join()
      ]
    ) assert.isUndefined(passedOnTracestate(given), given)
  })

  it("has at most 512 characters: long members go first, then the last ones, whole", () => {
    const [short, long] = [members(10, 40), `long=${"x".repeat(200)}`]
    assert.strictEqual(passedOnTracestate([long, ...short].join()), short.join())
    assert.strictEqual(passedOnTracestate(members(30, 40).join()), members(12, 40).join())
    const whole = members(32, 15).join()
    assert.strictEqual(whole.length, 511)
    assert.strictEqual(passedOnTracestate(whole), whole)
  })
})
