/** When the collector of garbage is asked to come, told by what it did. */
import { assert, describe, it } from "@effect/vitest"
import { constants, PerformanceObserver } from "node:perf_hooks"
import { bytesPassed } from "../../src/upstream/BufferPressure.ts"
import { pause } from "../support/Suite.ts"

const mebibyte = 1024 * 1024

/** How often the young were collected meanwhile. */
const asked = async (pass: () => void): Promise<number> => {
  let times = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const told: unknown = Reflect.get(entry, "detail")
      if (typeof told === "object" && told !== null && Reflect.get(told, "kind") === constants.NODE_PERFORMANCE_GC_MINOR) times++
    }
  })
  observer.observe({ entryTypes: ["gc"] })
  await pause(50)
  times = 0
  pass()
  await pause(50)
  observer.disconnect()
  return times
}

describe("bytes of bodies", () => {
  it("call in the collector where a body is long, and not for many that are short", async () => {
    const short = await asked(() => {
      for (let body = 0; body < 200; body++) for (let before = 0; before < mebibyte; before += 65_536) bytesPassed(65_536, before)
    })
    const long = await asked(() => {
      for (let before = 0; before < 200 * mebibyte; before += 65_536) bytesPassed(65_536, before)
    })
    assert.isAtLeast(long, 40)
    assert.isAtMost(short, 2)
  })
})
