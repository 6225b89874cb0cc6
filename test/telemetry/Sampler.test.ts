import { assert, describe, it } from "@effect/vitest"
import { callersPerSecond, makeSampler } from "../../src/telemetry/Sampler.ts"
import { makeTraceIds } from "../../src/telemetry/TraceIds.ts"

const caller = (sampled: boolean) => ({ traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7", sampled })
const ids = makeTraceIds()

describe("Sampler", () => {
  it("keeps about the share of traces that it was given", () => {
    const sample = makeSampler("traceidratio", 0.25)
    let kept = 0
    for (let i = 0; i < 20_000; i++) if (sample(ids.traceId(), undefined, 0)) kept++
    // Six standard deviations to either side.
    assert.isAbove(kept, 5_000 - 370)
    assert.isBelow(kept, 5_000 + 370)
  })

  it("keeps at a higher ratio every trace that it keeps at a lower one", () => {
    const low = makeSampler("traceidratio", 0.1)
    const high = makeSampler("traceidratio", 0.5)
    for (let i = 0; i < 5_000; i++) {
      const traceId = ids.traceId()
      if (low(traceId, undefined, 0)) assert.isTrue(high(traceId, undefined, 0))
    }
  })

  it("keeps everything at 1 and nothing at 0", () => {
    assert.isTrue(makeSampler("traceidratio", 1)("0".repeat(32), undefined, 0))
    assert.isFalse(makeSampler("traceidratio", 0)("f".repeat(32), undefined, 0))
    assert.isTrue(makeSampler("always_on", 0)("0".repeat(32), caller(false), 0))
    assert.isFalse(makeSampler("always_off", 1)("f".repeat(32), caller(true), 0))
  })

  it("follows the caller where it is parent based, and itself where there is no caller", () => {
    for (
      const [name, alone] of [["parentbased_always_on", true], ["parentbased_always_off", false], [
        "parentbased_traceidratio",
        true
      ]] as const
    ) {
      const sample = makeSampler(name, 1)
      assert.isTrue(sample("0".repeat(32), caller(true), 0))
      assert.isFalse(sample("f".repeat(32), caller(false), 0))
      assert.strictEqual(sample("f".repeat(32), undefined, 0), alone)
    }
  })

  it("believes only so many callers in a second", () => {
    const sample = makeSampler("parentbased_traceidratio", 0.1)
    const kept = (nowMillis: number) =>
      Array.from({ length: 1_000 }, () => sample("0".repeat(32), caller(true), nowMillis)).filter(Boolean).length
    assert.strictEqual(kept(5_000), callersPerSecond)
    assert.strictEqual(kept(5_999), 0)
    assert.strictEqual(kept(6_000), callersPerSecond)
  })
})
