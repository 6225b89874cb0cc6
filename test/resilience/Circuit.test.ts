import { describe, it } from "@effect/vitest"
import { assert } from "vitest"
import type { BreakerPolicy } from "../../src/domain/Agency.ts"
import type { CircuitOutcome } from "../../src/domain/CallOutcome.ts"
import { admit, type Circuit, force, makeCircuit, probeIn, refused, settle } from "../../src/resilience/Circuit.ts"
import fc from "../support/Property.ts"

const policy: BreakerPolicy = { threshold: 0.5, size: 10, minimum: 5, openMillis: 30_000, openMaxMillis: 300_000 }
/** Leaves an opening as long as the policy says. */
const evenly = 0.5

const run = (circuit: Circuit, outcome: CircuitOutcome, now = 0, chance = evenly, rules = policy): void => {
  const permit = admit(circuit, rules, now)
  assert.notStrictEqual(permit, refused)
  settle(circuit, rules, permit, outcome, now, chance)
}

const opened = (now = 0, chance = evenly): Circuit => {
  const circuit = makeCircuit(policy)
  for (let call = 0; call < 5; call++) run(circuit, "failure", now, chance)
  assert.strictEqual(circuit.state, "open")
  return circuit
}

describe("Circuit", () => {
  it("opens at the fifth failure in a row and not at the fourth", () => {
    const circuit = makeCircuit(policy)
    for (let call = 0; call < 4; call++) run(circuit, "failure")
    assert.strictEqual(circuit.state, "closed")
    run(circuit, "failure")
    assert.strictEqual(circuit.state, "open")
  })

  it("opens exactly when the share of failures among the last calls says so", () => {
    const outcomes = fc.array(fc.constantFrom<CircuitOutcome>("success", "success", "failure", "ignored"), { maxLength: 200 })
    const policies = fc.record({
      threshold: fc.double({ min: 0.1, max: 1, noNaN: true }),
      size: fc.integer({ min: 1, max: 40 }),
      minimum: fc.integer({ min: 1, max: 40 })
    })
      .map((rules): BreakerPolicy => ({ ...policy, ...rules, minimum: Math.min(rules.minimum, rules.size) }))
    fc.assert(fc.property(outcomes, policies, (calls, rules) => {
      const circuit = makeCircuit(rules)
      let window: Array<CircuitOutcome> = []
      for (const outcome of calls) {
        run(circuit, outcome, 0, evenly, rules)
        if (outcome !== "ignored") window = [...window, outcome].slice(-rules.size)
        const failures = window.filter((each) => each === "failure").length
        const trips = window.length >= rules.minimum && failures > 0 && failures >= rules.threshold * window.length
        assert.strictEqual(circuit.state, trips ? "open" : "closed")
        if (trips) return
      }
    }))
  })

  it("refuses until the open time ends, then lets one probe through", () => {
    const circuit = opened(1_000)
    assert.strictEqual(admit(circuit, policy, 30_999), refused)
    assert.strictEqual(probeIn(circuit, policy, 21_000), 10_000)
    assert.notStrictEqual(admit(circuit, policy, 31_000), refused)
    assert.strictEqual(circuit.state, "half-open")
    for (let call = 0; call < 1_000; call++) assert.strictEqual(admit(circuit, policy, 40_000), refused)
  })

  it("closes with an empty window when the probe succeeds", () => {
    const circuit = opened()
    run(circuit, "success", 30_000)
    assert.strictEqual(circuit.state, "closed")
    for (let call = 0; call < 4; call++) run(circuit, "failure", 30_001)
    assert.strictEqual(circuit.state, "closed")
  })

  it("doubles the open time with each failed probe up to its maximum", () => {
    const circuit = opened()
    let now = 0
    for (const expected of [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
      assert.strictEqual(probeIn(circuit, policy, now), expected)
      now += expected
      run(circuit, "failure", now)
      assert.strictEqual(circuit.state, "open")
    }
  })

  it("goes on doubling for an agency that flaps, and starts over once it has stayed closed as long as it was open", () => {
    const flapping = opened()
    run(flapping, "success", 30_000)
    for (let call = 0; call < 5; call++) run(flapping, "failure", 59_999)
    assert.strictEqual(probeIn(flapping, policy, 59_999), 60_000)

    const recovered = opened()
    run(recovered, "success", 30_000)
    for (let call = 0; call < 5; call++) run(recovered, "failure", 60_000)
    assert.strictEqual(probeIn(recovered, policy, 60_000), 30_000)
  })

  it("spreads openings by chance within a tenth", () => {
    assert.strictEqual(probeIn(opened(0, 0), policy, 0), 27_000)
    assert.approximately(probeIn(opened(0, 0.999_999), policy, 0), 33_000, 1)
  })

  it("frees the slot when the probe is ignored", () => {
    const circuit = opened()
    run(circuit, "ignored", 30_000)
    assert.strictEqual(circuit.state, "half-open")
    run(circuit, "success", 30_000)
    assert.strictEqual(circuit.state, "closed")
  })

  it("takes no notice of a call that was admitted before the circuit opened", () => {
    const circuit = makeCircuit(policy)
    const early = admit(circuit, policy, 0)
    for (let call = 0; call < 5; call++) run(circuit, "failure")
    settle(circuit, policy, early, "success", 1, evenly)
    assert.strictEqual(circuit.state, "open")
    const probe = admit(circuit, policy, 30_000)
    settle(circuit, policy, early, "failure", 30_000, evenly)
    assert.strictEqual(circuit.state, "half-open")
    settle(circuit, policy, probe, "success", 30_000, evenly)
    settle(circuit, policy, early, "failure", 30_001, evenly)
    assert.strictEqual(circuit.count, 0)
  })

  it("takes no notice of a probe that was given up when another one runs", () => {
    const circuit = opened()
    const first = admit(circuit, policy, 30_000)
    settle(circuit, policy, first, "ignored", 30_000, evenly)
    const second = admit(circuit, policy, 30_000)
    settle(circuit, policy, first, "failure", 30_000, evenly)
    assert.strictEqual(circuit.state, "half-open")
    settle(circuit, policy, second, "success", 30_000, evenly)
    assert.strictEqual(circuit.state, "closed")
  })

  it("follows a changed policy at once: window, threshold and the opening under way", () => {
    const circuit = makeCircuit(policy)
    for (let call = 0; call < 4; call++) run(circuit, "failure")
    run(circuit, "success", 0, evenly, { ...policy, size: 3, minimum: 3 })
    assert.strictEqual(circuit.state, "open")
    assert.strictEqual(probeIn(circuit, { ...policy, openMillis: 5_000 }, 1_000), 4_000)
  })

  it("held at a state, it stays there through any calls at any time", () => {
    const calls = fc.array(
      fc.record({
        outcome: fc.constantFrom<CircuitOutcome>("success", "failure", "ignored"),
        wait: fc.integer({ min: 0, max: 1_000_000 }),
        before: fc.boolean()
      }),
      { maxLength: 100 }
    )
    fc.assert(fc.property(calls, fc.constantFrom("open" as const, "closed" as const), (all, held) => {
      const circuit = makeCircuit(policy)
      let now = 0
      const earlier = admit(circuit, policy, now)
      force(circuit, held)
      for (const { before, outcome, wait } of all) {
        now += wait
        const permit = admit(circuit, policy, now)
        assert.strictEqual(permit === refused, held === "open")
        settle(circuit, policy, before ? earlier : permit, outcome, now, evenly)
        assert.strictEqual(circuit.state, held)
      }
      assert.deepInclude(circuit, { failures: 0, count: 0, forced: held })
    }))
  })
})
