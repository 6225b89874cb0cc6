import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import { RoomLine } from "../../src/gateway/RoomLine.ts"
import { fakePerformance } from "../support/FakePerformance.ts"

const calls: Array<string> = []
const pause = { least: 20, most: 35 }
const makeLine = (refuses = () => true) => new RoomLine(pause, refuses)
const entrant = (name: string) => ({ proceed: () => calls.push(`${name} in`), refuse: () => calls.push(`${name} refused`) })

describe("RoomLine", () => {
  beforeEach(() => {
    calls.length = 0
    fakePerformance("setTimeout", "clearTimeout")
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("gives whoever came first or last, and each of them once", () => {
    const line = makeLine()
    for (const name of ["satu", "dua", "tiga"]) line.join(entrant(name))
    assert.strictEqual(line.length, 3)
    line.latest()?.proceed()
    line.earliest()?.proceed()
    for (const _ of [1, 2]) line.latest()?.proceed()
    assert.deepStrictEqual(calls, ["tiga in", "satu in", "dua in"])
    vi.advanceTimersByTime(1_000)
    assert.strictEqual(calls.length, 3)
  })

  it("refuses each when its own time is over, to the millisecond, and nobody who has left or was called", () => {
    const line = makeLine()
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
    const line = makeLine()
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

  it("refuses nobody while nobody is refused, and whose time is over soon after that", () => {
    let refuses = false
    const line = makeLine(() => refuses)
    line.join(entrant("satu"))
    vi.advanceTimersByTime(990)
    line.join(entrant("dua"))
    assert.deepStrictEqual([line.length, calls], [2, []])
    refuses = true
    vi.advanceTimersByTime(19)
    assert.deepStrictEqual([line.length, calls], [1, ["satu refused"]])
    vi.advanceTimersByTime(1)
    assert.deepStrictEqual([line.length, calls], [0, ["satu refused", "dua refused"]])
  })

  it("knows since when those wait who have waited longest and shortest", () => {
    const line = makeLine()
    assert.deepStrictEqual([line.since, line.lastSince], [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
    const from = performance.now()
    const leave = line.join(entrant("satu"))
    vi.advanceTimersByTime(5)
    line.join(entrant("dua"))
    assert.deepStrictEqual([line.since, line.lastSince], [from, from + 5])
    leave()
    assert.strictEqual(line.since, from + 5)
  })

  it("has one timer however many wait, and none while nobody does", () => {
    const line = makeLine()
    for (let n = 0; n < 1_000; n++) {
      line.join(entrant("seseorang"))
      if (n % 2 === 0) line.latest()
    }
    assert.strictEqual(vi.getTimerCount(), 1)
    vi.advanceTimersByTime(35)
    assert.deepStrictEqual([vi.getTimerCount(), calls.length], [0, 500])
  })
})
