/** What requests make is young, however long much of it lived once: see `docs/decisions/0021-requests-are-young.md`. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { root } from "../support/CommandLine.ts"

/** Four places that make objects: of each much lives for long first, then nothing does. Prints how often the young were collected then. */
const program = `
const { PerformanceObserver, constants } = require("node:perf_hooks")
let young = 0
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MINOR) young++
}).observe({ entryTypes: ["gc"] })
const turn = () => new Promise((resolve) => setImmediate(resolve))
const found = async (place) => {
  const make = new Function("n", "return { place" + place + ": n, inner: { n, list: [n, n] } }")
  const many = new Function("make", "kept", "for (let n = 0, place" + place + "; n < 10000; n++) { const one = make(n); kept?.push(one) }")
  for (let round = 0; round < 4; round++) {
    const kept = []
    for (let time = 0; time < 100; time++) {
      many(make, kept)
      await turn()
    }
  }
  await turn()
  const before = young
  for (let time = 0; time < 400; time++) {
    many(make)
    if (time % 10 === 0) await turn()
  }
  await turn()
  return young - before
}
;(async () => {
  for (let place = 0; place < 4; place++) console.log(await found(place))
})()`

const run = (...flags: ReadonlyArray<string>): ReadonlyArray<number> =>
  spawnSync(process.execPath, [...flags, "-e", program], { encoding: "utf8" }).stdout.trim().split("\n").map(Number)

describe("garbage of a gateway", () => {
  it("is collected among the young although what was made in the same place lived for long before", () => {
    const counts = run("-r", `${root}src/boot.cjs`)
    assert.lengthOf(counts, 4)
    for (const count of counts) assert.isAbove(count, 5)
  })

  it("would not be everywhere as Node has it", () => {
    assert.include(run(), 0)
  })
})
