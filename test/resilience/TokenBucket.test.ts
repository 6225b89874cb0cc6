import { describe, it } from "@effect/vitest"
import { assert } from "vitest"
import { makeTokenBucket, spendToken } from "../../src/resilience/TokenBucket.ts"
import fc from "../support/Property.ts"

const windowMillis = 60_000

/** Call times in order, crowded enough to meet the limit. */
const callTimes = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.double({ min: 0, max: 2_000, noNaN: true }) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 70_000, noNaN: true }) }
  ),
  { maxLength: 600 }
).map((gaps) => {
  let time = 1_000
  return gaps.map((gap) => time += gap)
})

describe("TokenBucket", () => {
  it("gives exactly the limit at once, and refuses the next call", () => {
    const bucket = makeTokenBucket()
    const quotas = Array.from({ length: 121 }, () => spendToken(bucket, 120, windowMillis, 5))
    assert.deepStrictEqual(quotas.map((quota) => quota.allowed), [...Array.from({ length: 120 }, () => true), false])
    assert.deepStrictEqual(quotas[0], { allowed: true, limit: 120, remaining: 119, resetSeconds: 60 })
    assert.deepStrictEqual(quotas[120], { allowed: false, limit: 120, remaining: 0, resetSeconds: 60 })
  })

  it("gives each token back exactly one window after it was spent, and not a moment earlier", () => {
    const bucket = makeTokenBucket()
    spendToken(bucket, 2, windowMillis, 0)
    spendToken(bucket, 2, windowMillis, 10_000)
    assert.isFalse(spendToken(bucket, 2, windowMillis, 59_999.999).allowed)
    assert.deepStrictEqual(spendToken(bucket, 2, windowMillis, 60_000), { allowed: true, limit: 2, remaining: 0, resetSeconds: 10 })
    assert.isFalse(spendToken(bucket, 2, windowMillis, 69_999).allowed)
    assert.isTrue(spendToken(bucket, 2, windowMillis, 70_000).allowed)
  })

  it("tells of the window at most, whatever fraction of a millisecond a call comes at", () => {
    for (let time = 0.1; time < 100_000; time += 97.123456) {
      const bucket = makeTokenBucket()
      assert.strictEqual(spendToken(bucket, 1, windowMillis, time).resetSeconds, 60)
      assert.strictEqual(spendToken(bucket, 1, windowMillis, time).resetSeconds, 60)
    }
  })

  it("fault-69 admits at most the limit in any window, wherever it starts", () => {
    fc.assert(fc.property(callTimes, fc.integer({ min: 1, max: 120 }), (times, limit) => {
      const bucket = makeTokenBucket()
      const admitted = times.filter((time) => spendToken(bucket, limit, windowMillis, time).allowed)
      admitted.forEach((start, index) => {
        const beyond = admitted[index + limit]
        assert.isTrue(beyond === undefined || beyond - start >= windowMillis)
      })
    }))
  })

  it("answers as a plain list of the admissions of the last window would", () => {
    fc.assert(fc.property(callTimes, fc.integer({ min: 1, max: 120 }), (times, limit) => {
      const bucket = makeTokenBucket()
      let away: Array<number> = []
      for (const now of times) {
        away = away.filter((time) => now - time < windowMillis)
        const allowed = away.length < limit
        if (allowed) away.push(now)
        assert.deepStrictEqual(spendToken(bucket, limit, windowMillis, now), {
          allowed,
          limit,
          remaining: limit - away.length,
          resetSeconds: Math.ceil(((away[0] ?? 0) + windowMillis - now) / 1000)
        })
      }
    }))
  })

  it("spends nothing for a refused call, however many there are", () => {
    const bucket = makeTokenBucket()
    for (let call = 0; call < 120; call++) spendToken(bucket, 120, windowMillis, 0)
    for (let time = 1; time < 60_000; time += 100) assert.isFalse(spendToken(bucket, 120, windowMillis, time).allowed)
    assert.strictEqual(spendToken(bucket, 120, windowMillis, 60_000).remaining, 119)
  })

  it("takes a call that read the time earlier as one at the time of the latest spend", () => {
    const bucket = makeTokenBucket()
    spendToken(bucket, 2, windowMillis, 100)
    spendToken(bucket, 2, windowMillis, 40)
    assert.isFalse(spendToken(bucket, 2, windowMillis, 60_099).allowed)
    assert.strictEqual(spendToken(bucket, 2, windowMillis, 60_100).remaining, 1)
  })

  it("keeps the order of its tokens when it grows after some came back", () => {
    const bucket = makeTokenBucket()
    for (const time of [0, 10_000, 60_000, 65_000]) spendToken(bucket, 3, windowMillis, time)
    assert.deepStrictEqual(spendToken(bucket, 3, windowMillis, 70_000), { allowed: true, limit: 3, remaining: 0, resetSeconds: 50 })
    assert.strictEqual(spendToken(bucket, 3, windowMillis, 120_000).resetSeconds, 5)
  })

  it("keeps a bucket that was used once small", () => {
    const bucket = makeTokenBucket()
    for (let minute = 0; minute < 1_000; minute++) spendToken(bucket, 120, windowMillis, minute * windowMillis)
    assert.strictEqual(bucket.times.length, 1)
  })
})
