import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import { RoomLine } from "../../src/gateway/RoomLine.ts"
import { fakePerformance } from "../support/FakePerformance.ts"

const calls: Array<string> = []
const entrant = (name: string) => ({ proceed: () => calls.push(`${name} in`), refuse: () => calls.push(`${name} refused`) })

describe("RoomLine", () => {
  beforeEach(() => {
    calls.length = 0
    fakePerformance("setTimeout", "clearTimeout")
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("gives whoever came last, and each of them once", () => {
    const line = new RoomLine(() => ({ least: 20, most: 35 }))
    for (const name of ["satu", "dua", "tiga"]) line.join(entrant(name))
    assert.strictEqual(line.length, 3)
    for (const _ of [1, 2, 3, 4]) line.latest()?.proceed()
    assert.deepStrictEqual(calls, ["tiga in", "dua in", "satu in"])
    vi.advanceTimersByTime(1_000)
    assert.strictEqual(calls.length, 3)
  })

  it("refuses each when its own time is over, to the millisecond, and nobody who has left or was called", () => {
    const line = new RoomLine(() => ({ least: 20, most: 35 }))
    line.join(entrant("satu"))
    vi.advanceTimersByTime(10)
    line.join(entrant("dua"))
    const leave = line.join(entrant("tiga"))
    line.join(entrant("empat"))
    leave()
    line.latest()?.proceed()
    assert.deepStrictEqual(calls, ["empat in"])
    vi.advanceTimersByTime(9)
    assert.deepStrictEqual(calls, ["empat in"])
    vi.advanceTimersByTime(1)
    assert.deepStrictEqual(calls, ["empat in", "satu refused"])
    leave()
    vi.advanceTimersByTime(9)
    assert.strictEqual(calls.length, 2)
    vi.advanceTimersByTime(1)
    assert.deepStrictEqual(calls, ["empat in", "satu refused", "dua refused"])
    assert.strictEqual(line.length, 0)
  })

  it("tells those who came together one after the other, and the last of them in time", () => {
    const line = new RoomLine(() => ({ least: 20, most: 35 }))
    const toldAt: Array<number> = []
    for (let n = 0; n < 1_000; n++) line.join({ proceed: () => {}, refuse: () => toldAt.push(performance.now()) })
    const from = performance.now()
    vi.advanceTimersByTime(1_000)
    const within = (millis: number) => toldAt.filter((at) => at - from <= millis).length
    assert.strictEqual(within(19), 0)
    assert.isAtLeast(within(21), 1)
    assert.isAtMost(within(27), 60)
    assert.strictEqual(within(36), 1_000)
  })

  it("refuses nobody before one who came earlier: a pause that becomes shorter holds for who comes after those", () => {
    let pause = { least: 20, most: 35 }
    const line = new RoomLine(() => pause)
    line.join(entrant("satu"))
    pause = { least: 5, most: 10 }
    line.join(entrant("dua"))
    vi.advanceTimersByTime(19)
    assert.deepStrictEqual(calls, [])
    vi.advanceTimersByTime(1)
    assert.deepStrictEqual(calls, ["satu refused", "dua refused"])
    line.join(entrant("tiga"))
    vi.advanceTimersByTime(5)
    assert.strictEqual(calls.at(-1), "tiga refused")
  })

  it("has one timer however many wait, and none while nobody does", () => {
    const line = new RoomLine(() => ({ least: 20, most: 35 }))
    for (let n = 0; n < 1_000; n++) {
      line.join(entrant("seseorang"))
      if (n % 2 === 0) line.latest()
    }
    assert.strictEqual(vi.getTimerCount(), 1)
    vi.advanceTimersByTime(35)
    assert.deepStrictEqual([vi.getTimerCount(), calls.length], [0, 500])
  })
})
