import { assert, describe, it } from "@effect/vitest"
import { lifetimeWords, withLimits } from "../../src/domain/Limits.ts"

const hour = 3_600_000

describe("limits in words", () => {
  it("name a token's life in the largest unit without a rest, hours up to two days", () => {
    const cases: ReadonlyArray<readonly [millis: number, id: string, en: string]> = [
      [24 * hour, "24 jam", "24 hours"],
      [48 * hour, "48 jam", "48 hours"],
      [72 * hour, "3 hari", "3 days"],
      [hour, "1 jam", "1 hour"],
      [1.5 * hour, "90 menit", "90 minutes"],
      [60_000, "1 menit", "1 minute"],
      [90_500, "90500 milidetik", "90500 milliseconds"],
      [45_000, "45 detik", "45 seconds"],
      [100 * hour, "100 jam", "100 hours"]
    ]
    for (const [tokenLifetimeMillis, id, en] of cases) assert.deepStrictEqual(lifetimeWords({ tokenLifetimeMillis }), { id, en })
  })

  it("stand where a text has gaps for them", () => {
    const text = withLimits({ id: "{rateLimit} per {tokenLifetime}", en: "{rateLimit} in {tokenLifetime}, {rateLimit}" }, {
      rateLimit: 7,
      tokenLifetimeMillis: 2 * hour
    })
    assert.deepStrictEqual(text, { id: "7 per 2 jam", en: "7 in 2 hours, 7" })
  })
})
