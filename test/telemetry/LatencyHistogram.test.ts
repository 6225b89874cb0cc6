import { assert, describe, it } from "@effect/vitest"
import { boundaries, LatencyHistogram, quantile } from "../../src/telemetry/LatencyHistogram.ts"
import fc from "../support/Property.ts"

const durations = fc.array(fc.double({ min: 0, max: 32_000, noNaN: true }), { minLength: 1, maxLength: 300 })
const filled = (values: ReadonlyArray<number>): LatencyHistogram => {
  const histogram = new LatencyHistogram()
  for (const value of values) histogram.record(value)
  return histogram
}
const exact = (values: ReadonlyArray<number>, q: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0
}

describe("LatencyHistogram", () => {
  it("finds a percentile in the bucket in which it truly lies", () => {
    fc.assert(fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (values, q) => {
      const truth = exact(values, q)
      const upper = boundaries.findIndex((boundary) => truth <= boundary)
      const found = quantile(filled(values).buckets, q) ?? -1
      assert.isAtLeast(found, upper === 0 ? 0 : boundaries[upper - 1] ?? 0)
      assert.isAtMost(found, boundaries[upper] ?? 0)
    }))
  })

  it("is within a tenth for latencies as they come", () => {
    // Log-normal around 40 ms, as answers of a server are.
    const values = Array.from({ length: 5_000 }, (_, i) => {
      const u = (i + 0.5) / 5_000
      return 40 * Math.exp(0.6 * Math.log(u / (1 - u)) / 1.7)
    })
    for (const q of [0.5, 0.95, 0.99]) {
      const found = quantile(filled(values).buckets, q) ?? 0
      assert.isBelow(Math.abs(found / exact(values, q) - 1), 0.1)
    }
  })

  it("never has a lower percentile above a higher one", () => {
    fc.assert(fc.property(durations, (values) => {
      const { buckets } = filled(values)
      const found = [0.5, 0.95, 0.99].map((q) => quantile(buckets, q) ?? -1)
      assert.deepStrictEqual(found, [...found].sort((a, b) => a - b))
    }))
  })

  it("shows exporters cumulative counts that end at the total, in seconds", () => {
    fc.assert(fc.property(durations, (values) => {
      const { buckets, count, max, sum } = filled(values).state()
      for (const [i, [boundary, cumulated]] of buckets.entries()) {
        assert.strictEqual(cumulated, values.filter((value) => value <= boundary * 1000).length)
        if (i > 0) assert.isAbove(boundary, buckets[i - 1]?.[0] ?? 0)
      }
      assert.strictEqual(count, values.length)
      assert.closeTo(sum, values.reduce((a, b) => a + b, 0) / 1000, 1e-6)
      assert.closeTo(max, Math.max(...values) / 1000, 1e-9)
    }))
  })

  it("takes a duration that is no number for zero, and one beyond the last boundary for the last", () => {
    const odd = filled([Number.NaN, -5, Number.POSITIVE_INFINITY])
    assert.strictEqual(odd.state().sum, 0)
    assert.strictEqual(odd.count, 3)
    assert.strictEqual(quantile(filled([60_000]).buckets, 0.5), 32_768)
  })

  it("knows no percentile without calls", () => {
    assert.isNull(quantile(new LatencyHistogram().buckets, 0.95))
  })
})
