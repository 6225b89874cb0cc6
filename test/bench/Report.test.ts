import { assert, describe, it } from "@effect/vitest"
import {
  maskingMissed,
  maskingRow,
  overloadLines,
  overloadMissed,
  ratios,
  type Round,
  type Rounds,
  timingMissed,
  timingRow,
  verdict,
  workloadRows
} from "./Report.ts"
import { spreadOf } from "./Spread.ts"
import { workloads } from "./Workloads.ts"

const round = (throughput: number): Round => ({ throughput, p50: 1, p99: 2, cpuMicros: 10, cpuShare: 1, othersShare: 0 })
const hit = workloads.find(({ name }) => name === "hit")!
const target = hit.targets[0]!

describe("the benchmark's report", () => {
  it("takes the middle of an odd and the mean of the middle two of an even number of values", () => {
    assert.deepStrictEqual(spreadOf([3, 1, 2]), { median: 2, min: 1, max: 3 })
    assert.deepStrictEqual(spreadOf([4, 1, 2, 3]), { median: 2.5, min: 1, max: 4 })
  })

  it("compares rounds that ran side by side", () => {
    // Medians alone would say 100 to 100.
    const rounds: Rounds = new Map([["gapura", [round(50), round(100), round(300)]], ["fastify", [round(25), round(100), round(200)]]])
    assert.deepStrictEqual(ratios(rounds, "gapura", "fastify", "throughput"), { median: 1.5, min: 1, max: 2 })
  })

  it("calls a target reached only when every goal of it is", () => {
    const rounds = (fastify: number, bare: number): Rounds =>
      new Map([["gapura", [round(100)]], ["fastify", [round(fastify)]], ["bare", [round(bare)]]])
    assert.strictEqual(verdict(target, rounds(80, 150)), "aim")
    assert.strictEqual(verdict(target, rounds(95, 150)), "yes")
    assert.strictEqual(verdict(target, rounds(80, 200)), "NO")
    assert.strictEqual(verdict(target, rounds(101, 150)), "NO")
  })

  it("leaves out who was not measured, and judges nothing without gapura", () => {
    const rounds: Rounds = new Map([["fastify", [round(100)]]])
    assert.strictEqual(verdict(target, rounds), "–")
    assert.deepStrictEqual(workloadRows(hit, rounds), [
      "| hit, 1.5 KB | – | 100/s (100–100) | – | – | – | ≥ 1× Fastify, ≥ 0.55× bare node | – |"
    ])
  })

  it("judges masking by the rounds' ratio to parsing", () => {
    const even = (value: number) => ({ median: value, min: value, max: value })
    const result = (ratio: number) => ({
      title: "masking",
      bytes: 1,
      mask: even(300),
      parse: even(300 / ratio),
      copy: even(9_000),
      ratio: even(ratio)
    })
    assert.deepStrictEqual([0.9, 1, 1.5].map((ratio) => maskingMissed(result(ratio))), [true, false, false])
    assert.deepStrictEqual([0.9, 1, 1.5].map((ratio) => maskingRow(result(ratio)).endsWith("| NO |")), [true, false, false])
    assert.isTrue(maskingRow(result(1.5)).endsWith("| aim |"))
  })

  it("calls overload mastered only when goodput, latency and the time until shed ones are told are all within their bounds", () => {
    const even = (value: number) => ({ median: value, min: value, max: value })
    const overloaded = (goodput: number, latency: number, told: number) => ({
      perSecond: even(1),
      p99: even(1),
      shedPerSecond: even(1),
      goodput: even(goodput),
      latency: even(latency),
      told: even(told)
    })
    const good = overloaded(0.8, 2, 50)
    const result = (insist = good, obey = good) => ({ callers: 64, peak: even(1), peakP99: even(1), insist, obey })
    assert.isFalse(overloadMissed(result()))
    for (const bad of [overloaded(0.79, 2, 50), overloaded(0.8, 2.1, 50), overloaded(0.8, 2, 51)]) {
      for (const one of [result(bad), result(good, bad)]) {
        assert.isTrue(overloadMissed(one))
        assert.strictEqual(overloadLines(one).filter((line) => line.endsWith("| NO |")).length, 1)
      }
    }
  })

  it("calls a difference in time one that can be seen, or not, on either side", () => {
    const timing = (t: number) => ({ title: "x", first: 10, second: 11, t })
    assert.deepStrictEqual([0, 4.4, -4.4, 4.6, -4.6, Number.NaN].map((t) => timingMissed(timing(t))), [
      false,
      false,
      false,
      true,
      true,
      true
    ])
    assert.strictEqual(timingRow(timing(-5)), "| x | 10 ns | 11 ns | -5.00 | below ±4.5 | NO |")
  })
})
