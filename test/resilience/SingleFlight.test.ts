import { describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { assert } from "vitest"
import { makeSingleFlight } from "../../src/resilience/SingleFlight.ts"

/** An agency whose calls are counted, and which answers when it is told to. */
const makeAgency = Effect.gen(function*() {
  const answer = yield* Deferred.make<string, string>()
  const agency = { calls: 0, interrupted: 0, answer }
  const call = Effect.suspend(() => {
    agency.calls++
    return Effect.onInterrupt(Deferred.await(answer), () => Effect.sync(() => agency.interrupted++))
  })
  return Object.assign(agency, { call })
})

const fork = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

describe("SingleFlight", () => {
  it.effect("fault-60 makes one agency call for 1,000 cold callers, and gives all of them its answer", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const agency = yield* makeAgency
      const callers = yield* fork(
        Effect.forEach(Array.from({ length: 1_000 }), () => flights.fly("key", "policy", agency.call), { concurrency: "unbounded" })
      )
      yield* Deferred.succeed(agency.answer, "data")
      const answers = yield* Fiber.join(callers)
      assert.strictEqual(agency.calls, 1)
      assert.deepStrictEqual(new Set(answers), new Set(["data"]))
      assert.strictEqual(answers.length, 1_000)
      assert.strictEqual(flights.size(), 0)
    }))

  it.effect("fault-65 lets nobody join a flight that left under another policy", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const [old, anew] = [yield* makeAgency, yield* makeAgency]
      const first = yield* fork(flights.fly("key", "old", old.call))
      const others = yield* Effect.forEach([1, 2], () => fork(flights.fly("key", "new", anew.call)))
      yield* Deferred.succeed(old.answer, "made under the old policy")
      assert.strictEqual(yield* Fiber.join(first), "made under the old policy")
      yield* Deferred.succeed(anew.answer, "made under the new one")
      assert.deepStrictEqual(yield* Effect.forEach(others, Fiber.join), ["made under the new one", "made under the new one"])
      assert.deepStrictEqual([old.calls, anew.calls, flights.size()], [1, 1, 0])
    }))

  it.effect("fault-63 shares a failure with those who waited for it, and forgets it", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const agency = yield* makeAgency
      const callers = yield* Effect.forEach([1, 2, 3], () => fork(Effect.exit(flights.fly("key", "policy", agency.call))))
      yield* Deferred.fail(agency.answer, "broken")
      for (const caller of callers) assert.deepStrictEqual(yield* Fiber.join(caller), Exit.fail("broken"))
      assert.strictEqual(agency.calls, 1)
      assert.strictEqual(yield* flights.fly("key", "policy", Effect.succeed("data")), "data")
    }))

  it.effect("shares a defect with those who waited", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const go = yield* Deferred.make<void>()
      const call = Effect.andThen(Deferred.await(go), Effect.die("defect"))
      const callers = yield* Effect.forEach([1, 2], () => fork(Effect.exit(flights.fly("key", "policy", call))))
      yield* Deferred.succeed(go, undefined)
      for (const caller of callers) assert.deepStrictEqual(yield* Fiber.join(caller), Exit.die("defect"))
    }))

  it.effect("flies other keys on their own", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const agency = yield* makeAgency
      const waiting = yield* fork(flights.fly("slow", "policy", agency.call))
      assert.strictEqual(yield* flights.fly("fast", "policy", Effect.succeed("data")), "data")
      yield* Fiber.interrupt(waiting)
    }))

  it.effect("goes on for those who stay when the caller leaves whom it began for", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const [first, second, third] = [yield* makeAgency, yield* makeAgency, yield* makeAgency]
      const leader = yield* fork(flights.fly("key", "policy", first.call))
      const followers = yield* Effect.forEach([second, third], ({ call }) => fork(flights.fly("key", "policy", call)))
      yield* Fiber.interrupt(leader)
      assert.deepStrictEqual([first.interrupted, flights.size()], [0, 1])
      yield* Deferred.succeed(first.answer, "data")
      assert.deepStrictEqual(yield* Effect.forEach(followers, Fiber.join), ["data", "data"])
      assert.deepStrictEqual([first.calls, second.calls, third.calls, flights.size()], [1, 0, 0, 0])
    }))

  it.effect("interrupts the call with the last who leaves, and lets nobody join it any more", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const [first, next] = [yield* makeAgency, yield* makeAgency]
      const callers = yield* Effect.forEach([1, 2, 3], () => fork(flights.fly("key", "policy", first.call)))
      for (const caller of callers) {
        assert.strictEqual(first.interrupted, 0)
        yield* Fiber.interrupt(caller)
      }
      assert.deepStrictEqual([first.interrupted, flights.size()], [1, 0])
      const later = yield* fork(flights.fly("key", "policy", next.call))
      yield* Deferred.succeed(next.answer, "anew")
      assert.strictEqual(yield* Fiber.join(later), "anew")
    }))

  it.effect("tells of a landing once, after all who waited have heard of it", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const agency = yield* makeAgency
      const heard: Array<string> = []
      const fly = (name: string) =>
        Effect.catch(flights.fly("key", "policy", agency.call, { landed: () => heard.push("landed") }), () =>
          Effect.sync(() => heard.push(name)))
      const callers = yield* Effect.forEach(["a", "b", "c"], (name) =>
        fork(fly(name)))
      yield* Deferred.fail(agency.answer, "broken")
      yield* Effect.forEach(callers, Fiber.join)
      assert.deepStrictEqual(heard, ["a", "b", "c", "landed"])
    }))

  it.effect("lets a follower leave without a trace", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const [first, second] = [yield* makeAgency, yield* makeAgency]
      const leader = yield* fork(flights.fly("key", "policy", first.call))
      const follower = yield* fork(flights.fly("key", "policy", second.call))
      yield* Fiber.interrupt(follower)
      yield* Deferred.succeed(first.answer, "data")
      assert.strictEqual(yield* Fiber.join(leader), "data")
      assert.deepStrictEqual([first.interrupted, second.calls], [0, 0])
    }))

  it.effect("interrupts the agency call once everybody has left, and starts anew for the next", () =>
    Effect.gen(function*() {
      const flights = makeSingleFlight<string>()
      const agency = yield* makeAgency
      const callers = yield* Effect.forEach(Array.from({ length: 10 }), () => fork(flights.fly("key", "policy", agency.call)))
      yield* Fiber.interruptAll(callers)
      assert.strictEqual(agency.interrupted, agency.calls)
      assert.strictEqual(flights.size(), 0)
      assert.strictEqual(yield* flights.fly("key", "policy", Effect.succeed("data")), "data")
    }))

  it.effect("lands every caller who stays, whoever leaves and when", () =>
    Effect.gen(function*() {
      for (let round = 0; round < 50; round++) {
        const flights = makeSingleFlight<string>()
        const agency = yield* makeAgency
        const callers = yield* Effect.forEach(
          Array.from({ length: 20 }),
          () => fork(Effect.andThen(Effect.yieldNow, flights.fly("key", "policy", Effect.andThen(Effect.yieldNow, agency.call))))
        )
        const leaving = callers.filter((_, index) => (index * 7 + round) % 5 < 3)
        const staying = callers.filter((caller) => !leaving.includes(caller))
        for (const caller of leaving) {
          yield* fork(Fiber.interrupt(caller))
          if (round % 3 === 0) yield* Effect.yieldNow
        }
        yield* Effect.yieldNow
        yield* Deferred.succeed(agency.answer, "data")
        for (const caller of staying) assert.strictEqual(yield* Fiber.join(caller), "data")
        assert.strictEqual(flights.size(), 0)
      }
    }))
})
