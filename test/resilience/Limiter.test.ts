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
      const quotas = yield* Effect.all(Array.from({ length: 500 }, () => Effect.andThen(Effect.yieldNow, limiter.spend("one"))), {
        concurrency: "unbounded"
      })
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
      for (let look = 0; look < 3; look++) {
        assert.deepStrictEqual(yield* limiter.peek("one"), { allowed: false, limit: 120, remaining: 0, resetSeconds: 40 })
      }
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

  it.effect("fault-118 admits no more calls of an application over all its tokens than its budget; refused ones spend nothing", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      const call = (bucket: string, now: number, application = "peta") => limiter.spendUnsafe(bucket, now, application, 6)
      for (let time = 0; time < 6; time++) assert.isTrue(call(time < 3 ? "one" : "two", time).allowed)
      const refused = {
        allowed: false,
        limit: 120,
        remaining: 117,
        resetSeconds: 60,
        application: { allowed: false, limit: 6, remaining: 0, resetSeconds: 60 }
      }
      for (let time = 0; time < 3; time++) assert.deepStrictEqual(call("one", 10), refused)
      assert.deepInclude(call("three", 10), { allowed: false, remaining: 120, resetSeconds: 0 })
      assert.isTrue(call("four", 10, "other").allowed)
      // The first comes back to the application 60 s after it was spent, whichever token has it.
      assert.isFalse(call("three", 59_999.999).allowed)
      assert.deepStrictEqual(call("three", 60_000), {
        allowed: true,
        limit: 120,
        remaining: 119,
        resetSeconds: 60,
        application: { allowed: true, limit: 6, remaining: 0, resetSeconds: 1 }
      })
      assert.isFalse(call("three", 60_000.5).allowed)
    }).pipe(provided))

  it.effect("has an application spend nothing when its token is empty, and tells of the application only where that has less left", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      for (let call = 0; call < 5; call++) limiter.spendUnsafe("one", 0, "peta", 4)
      assert.strictEqual((yield* limiter.peek("one")).remaining, 2 - 2)
      assert.deepStrictEqual(yield* limiter.peekApplication("peta", 4), { allowed: true, limit: 4, remaining: 2, resetSeconds: 60 })
      assert.notProperty(limiter.spendUnsafe("two", 0, "peta", 4), "application")
      assert.notProperty(limiter.spendUnsafe("one", 0, "peta", 4), "application")
    }).pipe(Effect.provide(Limiter.layer({ limit: 2 }))))

  it.effect("feels another budget with the next call, and waits for as many to come back as are above it", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      for (let time = 0; time < 5; time++) assert.isTrue(limiter.spendUnsafe("one", time * 1000, "peta", 5).allowed)
      assert.isTrue(limiter.spendUnsafe("one", 5_000, "peta", 6).allowed)
      assert.deepStrictEqual(limiter.spendUnsafe("one", 6_000, "peta", 2).application, {
        allowed: false,
        limit: 2,
        remaining: 0,
        resetSeconds: 58
      })
      assert.isFalse(limiter.spendUnsafe("one", 63_999, "peta", 2).allowed)
      assert.isTrue(limiter.spendUnsafe("one", 64_000, "peta", 2).allowed)
    }).pipe(provided))

  it.effect.each([{ limit: 120, budget: 600 }, { limit: 5, budget: 600 }, { limit: 1_000, budget: 5_000 }])(
    "gives an application $budget calls where a token has $limit and nothing else is said",
    ({ budget, limit }) =>
      Effect.gen(function*() {
        const limiter = yield* Limiter
        assert.strictEqual((yield* limiter.peekApplication("peta")).limit, budget)
      }).pipe(Effect.provide(Limiter.layer({ limit })))
  )

  it.effect("takes a call back as if it had never been made, and no other", () =>
    Effect.gen(function*() {
      const limiter = yield* Limiter
      const call = (now: number) => limiter.spendUnsafe("one", now, "peta", 3)
      call(0)
      call(1_000)
      const undo = limiter.undoUnsafe("one", 1_000, "peta")
      call(2_000)
      assert.isFalse(call(3_000).allowed)
      undo()
      undo()
      assert.strictEqual(call(3_000).remaining, 0)
      assert.isFalse(call(59_999).allowed)
      assert.isTrue(call(60_000).allowed)
      assert.isFalse(call(61_999).allowed)
      assert.isTrue(call(62_000).allowed)
    }).pipe(Effect.provide(Limiter.layer({ limit: 3 }))))

  it.effect("goes on from calls of an earlier process: each comes back a minute after it was made, by whatever clock", () =>
    Effect.gen(function*() {
      const time = yield* makeJumpingClock
      yield* Effect.gen(function*() {
        const limiter = yield* Limiter
        const now = yield* Clock.currentTimeMillis
        const before = Array.from({ length: 130 }, (_, index) => now - 30_000 + index)
        yield* limiter.seed({
          tokens: new Map([["one", before.toReversed()], ["two", [now - 60_000, now - 59_999]], ["later", [now + 3_600_000]]]),
          applications: new Map([["peta", before]])
        })
        assert.deepStrictEqual(yield* limiter.peek("one"), { allowed: false, limit: 120, remaining: 0, resetSeconds: 31 })
        assert.deepStrictEqual(yield* limiter.peek("two"), { allowed: true, limit: 120, remaining: 119, resetSeconds: 1 })
        assert.deepStrictEqual(yield* limiter.peek("later"), { allowed: true, limit: 120, remaining: 119, resetSeconds: 60 })
        assert.strictEqual((yield* limiter.peekApplication("peta")).remaining, 470)
        time.jump(3_600_000)
        time.pass(30_009)
        assert.isFalse((yield* limiter.spend("one")).allowed)
        time.pass(1)
        assert.isTrue((yield* limiter.spend("one")).allowed)
        assert.isFalse((yield* limiter.spend("one")).allowed)
      }).pipe(provided, Effect.provideService(Clock.Clock, time.clock))
    }))
})
