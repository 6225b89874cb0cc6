import { describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { Limiter } from "../../src/resilience/Limiter.ts"
import { makeJumpingClock } from "./JumpingClock.ts"

const provided = Effect.provide(Limiter.layer())

describe("Limiter", () => {
  it.effect("fault-67 admits exactly 120 of 500 concurrent calls with one token", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      const quotas = yield* Effect.all(Array.from({ length: 500 }, () => Effect.andThen(Effect.yieldNow, limiter.spend("one"))), { concurrency: "unbounded" })
      assert.strictEqual(quotas.filter((quota) => quota.allowed).length, 120)
      assert.isTrue((yield* limiter.spend("another")).allowed)
    }).pipe(provided))

  it.effect("fault-69 stays within 120 in any 60 seconds across the turn of the generations", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      const admitted: Array<number> = []
      for (let time = 0; time < 300_000; time += 250) {
        if ((yield* limiter.spend("one")).allowed) admitted.push(time)
        yield* TestClock.adjust(250)
      }
      assert.strictEqual(admitted.length, 600)
      admitted.forEach((start, index) => assert.isTrue((admitted[index + 120] ?? Number.POSITIVE_INFINITY) - start >= 60_000))
    }).pipe(provided))

  it.effect("fault-70 neither gives nor takes quota when the wall clock jumps by an hour", () =>
    Effect.gen(function*() {
      const time = yield* makeJumpingClock
      yield* Effect.gen(function*() {
        const limiter = yield* Limiter
        for (let call = 0; call < 120; call++) yield* limiter.spend("one")
        for (const jump of [3_600_000, -7_200_000, 3_600_000]) {
          time.jump(jump)
          assert.deepStrictEqual(yield* limiter.spend("one"), { allowed: false, limit: 120, remaining: 0, resetSeconds: 60 })
        }
        time.jump(-3_600_000)
        time.pass(60_000)
        assert.isTrue((yield* limiter.spend("one")).allowed)
      }).pipe(provided, Effect.provideService(Clock.Clock, time.clock))
    }))

  it.effect("tells what is left without spending any of it, and without remembering who was asked about", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      assert.deepStrictEqual(yield* limiter.peek("one"), { allowed: true, limit: 120, remaining: 120, resetSeconds: 0 })
      assert.strictEqual(limiter.size(), 0)
      for (let call = 0; call < 120; call++) yield* limiter.spend("one")
      yield* TestClock.adjust("20 seconds")
      for (let look = 0; look < 3; look++) assert.deepStrictEqual(yield* limiter.peek("one"), { allowed: false, limit: 120, remaining: 0, resetSeconds: 40 })
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual((yield* limiter.peek("one")).remaining, 120)
      assert.strictEqual((yield* limiter.spend("one")).remaining, 119)
    }).pipe(provided))

  it.effect("forgets no token that is still away when a generation goes", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      yield* limiter.spend("first")
      yield* TestClock.adjust(59_999)
      for (let call = 0; call < 120; call++) yield* limiter.spend("one")
      yield* TestClock.adjust(59_999)
      assert.isFalse((yield* limiter.spend("one")).allowed)
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* limiter.spend("one")).remaining, 119)
      assert.strictEqual(limiter.size(), 2)
    }).pipe(provided))

  it.effect("keeps memory for the callers of two windows when a million tokens come and go", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      let largest = 0
      let refusals = 0
      // A thousand new tokens a second for a thousand seconds.
      for (let token = 0; token < 1_000_000; token++) {
        if (!limiter.spendUnsafe(`token-${token}`, token).allowed) refusals++
        if (token % 1_000 === 0) largest = Math.max(largest, limiter.size())
      }
      assert.strictEqual(refusals, 0)
      assert.isAtMost(largest, 120_001)
      assert.isAtLeast(largest, 60_000)
    }).pipe(provided))

  it.effect("lets memory go although nobody calls any more", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      for (let token = 0; token < 1_000; token++) yield* limiter.spend(`token-${token}`)
      assert.strictEqual(limiter.size(), 1_000)
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual(limiter.size(), 0)
    }).pipe(provided))

  it.effect("keeps to another limit and window where it is told so", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      assert.deepStrictEqual(yield* limiter.spend("one"), { allowed: true, limit: 1, remaining: 0, resetSeconds: 2 })
      assert.isFalse((yield* limiter.spend("one")).allowed)
      yield* TestClock.adjust(1_500)
      assert.isTrue((yield* limiter.spend("one")).allowed)
    }).pipe(Effect.provide(Limiter.layer({ limit: 1, windowMillis: 1_500 }))))
})
