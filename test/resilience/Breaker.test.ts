import { describe, it } from "@effect/vitest"
import { Cause, Clock, Deferred, Effect, Exit, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { agencyDetails } from "../../src/domain/AgencyDetails.ts"
import { AgencyTimeout, CircuitOpen, NotFoundAtAgency } from "../../src/domain/GatewayError.ts"
import { Breaker } from "../../src/resilience/Breaker.ts"
import { CallEnd } from "../../src/resilience/CallEnd.ts"
import { makeAgency } from "../upstream/calling.ts"
import { makeJumpingClock } from "./JumpingClock.ts"

const agency = makeAgency("http://10.1.2.3:9101", { slug: "dinkes" })

const timeout = new AgencyTimeout({
  detail: agencyDetails.answerTimeout,
  attempts: 1,
  agencyStatus: null,
  proxyError: "http_response_timeout"
})
const notFound = new NotFoundAtAgency({ detail: agencyDetails.absent, attempts: 1, agencyStatus: 404 })
const counts = (error: AgencyTimeout | NotFoundAtAgency) => error._tag === "AgencyTimeout"

const call = Effect.fnUntraced(function*(outcome: Effect.Effect<string, AgencyTimeout | NotFoundAtAgency>, to = agency) {
  const breaker = yield* Breaker
  return yield* breaker.execute(to)(outcome, counts)
})

const trip = Effect.repeat(Effect.exit(call(Effect.fail(timeout))), { times: 4 })
/** Longer than an opening of 30 s can be by chance. */
const openTime = "33 seconds"

const provided = Effect.provide(Breaker.layer)

const isCircuitOpen = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) && exit.cause.reasons.some((reason) => Cause.isFailReason(reason) && reason.error instanceof CircuitOpen)

describe("Breaker", () => {
  it.effect("fault-53 answers CircuitOpen with the seconds to wait and calls the agency not once more", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      yield* trip
      assert.strictEqual(breaker.state("dinkes"), "open")
      let calls = 0
      for (const wait of ["0 seconds", "10 seconds"] as const) {
        yield* TestClock.adjust(wait)
        const refusal = yield* Effect.flip(call(Effect.sync(() => `${++calls}`)))
        assert.instanceOf(refusal, CircuitOpen)
        if (refusal._tag !== "CircuitOpen") return
        const gone = wait === "10 seconds" ? 10 : 0
        assert.isTrue(Number.isInteger(refusal.retryAfterSeconds))
        assert.isAtLeast(refusal.retryAfterSeconds, 27 - gone)
        assert.isAtMost(refusal.retryAfterSeconds, 33 - gone)
        assert.notInclude(JSON.stringify(refusal.detail), "10.1.2.3")
      }
      assert.strictEqual(calls, 0)
    }).pipe(provided))

  it.effect("fault-53 probes not a moment before the seconds it told are over", () =>
    Effect.gen(function*() {
      yield* trip
      const refusal = yield* Effect.flip(call(Effect.succeed("")))
      if (refusal._tag !== "CircuitOpen") return assert.fail("the circuit should be open")
      yield* TestClock.adjust((refusal.retryAfterSeconds - 1) * 1_000)
      assert.isTrue(isCircuitOpen(yield* Effect.exit(call(Effect.succeed("")))))
      yield* TestClock.adjust(1_000)
      assert.strictEqual(yield* call(Effect.succeed("well")), "well")
    }).pipe(provided))

  it.effect("fault-54 lets exactly one of 1,000 concurrent callers probe a half-open circuit", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      yield* trip
      yield* TestClock.adjust(openTime)
      let calls = 0
      const answer = yield* Deferred.make<string>()
      const agencyCall = Effect.andThen(Effect.sync(() => calls++), Deferred.await(answer))
      const callers = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 1_000 }), () => Effect.exit(call(agencyCall)), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 second")
      assert.strictEqual(breaker.state("dinkes"), "half-open")
      yield* Deferred.succeed(answer, "well")
      const exits = yield* Fiber.join(callers)
      assert.strictEqual(calls, 1)
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      assert.strictEqual(exits.filter(isCircuitOpen).length, 999)
      assert.strictEqual(breaker.state("dinkes"), "closed")
    }).pipe(provided))

  it.effect("fault-55 opens again, for longer, when the probe fails, and closes when it succeeds", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      yield* trip
      yield* TestClock.adjust(openTime)
      assert.strictEqual(yield* Effect.flip(call(Effect.fail(timeout))), timeout)
      assert.strictEqual(breaker.state("dinkes"), "open")
      yield* TestClock.adjust(openTime)
      assert.isTrue(isCircuitOpen(yield* Effect.exit(call(Effect.succeed("")))))
      yield* TestClock.adjust(openTime)
      assert.strictEqual(yield* call(Effect.succeed("well")), "well")
      assert.strictEqual(breaker.state("dinkes"), "closed")
    }).pipe(provided))

  it.effect("fault-56 counts neither an agency's 4xx, nor a caller who leaves, nor a defect of our own", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      for (let time = 0; time < 20; time++) {
        yield* Effect.exit(call(Effect.fail(notFound)))
        const caller = yield* Effect.forkChild(call(Effect.never), { startImmediately: true })
        yield* Fiber.interrupt(caller)
        yield* Effect.exit(call(Effect.die("defect")))
      }
      assert.strictEqual(breaker.state("dinkes"), "closed")
      assert.deepInclude(breaker.states().get("dinkes"), { failures: 0, calls: 10 })
    }).pipe(provided))

  it.effect("fault-56 frees the slot of a probe whose caller leaves, so that the next call probes", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      yield* trip
      yield* TestClock.adjust(openTime)
      const probe = yield* Effect.forkChild(call(Effect.never), { startImmediately: true })
      assert.isTrue(isCircuitOpen(yield* Effect.exit(call(Effect.succeed("")))))
      yield* Fiber.interrupt(probe)
      assert.strictEqual(breaker.state("dinkes"), "half-open")
      assert.strictEqual(yield* call(Effect.succeed("well")), "well")
      assert.strictEqual(breaker.state("dinkes"), "closed")
    }).pipe(provided))

  it.effect("takes a call that the agency never saw neither for it nor against it", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      const turnedAway = Effect.flip(breaker.execute(agency)(Effect.fail("turned away"), () => "ignored"))
      // Successes would thin the four failures out.
      yield* Effect.repeat(turnedAway, { times: 20 })
      yield* Effect.repeat(Effect.exit(call(Effect.fail(timeout))), { times: 3 })
      yield* Effect.repeat(turnedAway, { times: 20 })
      assert.deepInclude(breaker.states().get("dinkes"), { state: "closed", failures: 4, calls: 4 })
      yield* Effect.exit(call(Effect.fail(timeout)))
      yield* TestClock.adjust(openTime)
      yield* turnedAway
      assert.strictEqual(breaker.state("dinkes"), "half-open")
      assert.strictEqual(yield* call(Effect.succeed("data")), "data")
      assert.strictEqual(breaker.state("dinkes"), "closed")
    }).pipe(provided))

  it.effect("closes on a probe that the agency answers with 404", () =>
    Effect.gen(function*() {
      yield* trip
      yield* TestClock.adjust(openTime)
      assert.strictEqual(yield* Effect.flip(call(Effect.fail(notFound))), notFound)
      assert.strictEqual((yield* Breaker).state("dinkes"), "closed")
    }).pipe(provided))

  it.effect("keeps one circuit per agency, and an agency's failures to itself", () =>
    Effect.gen(function*() {
      yield* trip
      assert.strictEqual(yield* call(Effect.succeed("well"), { ...agency, slug: "disdik" }), "well")
      assert.deepStrictEqual([...(yield* Breaker).states()].map(([slug, { state }]) => [slug, state]), [["dinkes", "open"], [
        "disdik",
        "closed"
      ]])
    }).pipe(provided))

  it.effect("follows the policy of a swapped registry at the next call", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      const patient = { ...agency, breaker: { ...agency.breaker, minimum: 10 } }
      yield* Effect.repeat(Effect.exit(call(Effect.fail(timeout), patient)), { times: 7 })
      assert.strictEqual(breaker.state("dinkes"), "closed")
      yield* Effect.exit(call(Effect.fail(timeout)))
      assert.strictEqual(breaker.state("dinkes"), "open")
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* call(Effect.succeed("well"), { ...agency, breaker: { ...agency.breaker, openMillis: 1_000 } }), "well")
    }).pipe(provided))

  it.effect("fault-59 changes no state when the wall clock jumps", () =>
    Effect.gen(function*() {
      const time = yield* makeJumpingClock
      yield* Effect.gen(function*() {
        const breaker = yield* Breaker
        yield* trip
        for (const jump of [3_600_000, -7_200_000]) {
          time.jump(jump)
          assert.isTrue(isCircuitOpen(yield* Effect.exit(call(Effect.succeed("")))))
          assert.approximately(breaker.states().get("dinkes")?.openUntilMillis ?? 0, time.clock.currentTimeMillisUnsafe() + 30_000, 3_000)
        }
        time.pass(33_000)
        assert.strictEqual(yield* call(Effect.succeed("well")), "well")
      }).pipe(provided, Effect.provideService(Clock.Clock, time.clock))
    }))

  it.effect("tells every transition with its time, and ends the stream with the service", () =>
    Effect.gen(function*() {
      const transitions = yield* Effect.gen(function*() {
        const breaker = yield* Breaker
        const seen = yield* Effect.forkDetach(Stream.runCollect(breaker.transitions), { startImmediately: true })
        yield* trip
        yield* TestClock.adjust(openTime)
        yield* Effect.exit(call(Effect.fail(timeout)))
        yield* TestClock.adjust("66 seconds")
        yield* call(Effect.succeed("well"))
        return seen
      }).pipe(provided)
      assert.deepStrictEqual(yield* Fiber.join(transitions), [
        { agency: "dinkes", from: "closed", to: "open", at: 0, forced: false },
        { agency: "dinkes", from: "open", to: "half-open", at: 33_000, forced: false },
        { agency: "dinkes", from: "half-open", to: "open", at: 33_000, forced: false },
        { agency: "dinkes", from: "open", to: "half-open", at: 99_000, forced: false },
        { agency: "dinkes", from: "half-open", to: "closed", at: 99_000, forced: false }
      ])
    }))

  it.effect("a call that goes on is counted by its end, and a probe by having got that far", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      const stream = Effect.suspend(() => breaker.execute(agency)(Effect.succeed(new CallEnd()), () => false, (end) => end))
      const overtaken = yield* stream
      for (let n = 0; n < 5; n++) {
        const end = yield* stream
        assert.strictEqual(breaker.states().get("dinkes")?.calls, n)
        yield* end.tell("failure")
      }
      assert.strictEqual(breaker.state("dinkes"), "open")
      yield* TestClock.adjust(openTime)
      const probe = yield* stream
      assert.strictEqual(breaker.state("dinkes"), "closed")
      yield* overtaken.tell("failure")
      assert.strictEqual(breaker.states().get("dinkes")?.failures, 0)
      yield* probe.tell("ignored")
      assert.strictEqual(breaker.states().get("dinkes")?.calls, 0)
      yield* probe.tell("failure")
      assert.strictEqual(breaker.states().get("dinkes")?.failures, 1)
    }).pipe(provided))

  it.effect("an agency held open is not called, whatever time passes, and its first call after the release is a probe", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      yield* breaker.force("dinkes", "open")
      assert.deepStrictEqual(breaker.states().get("dinkes"), {
        state: "open",
        forced: "open",
        openUntilMillis: null,
        failures: 0,
        calls: 0
      })
      for (const wait of ["0 seconds", "1 hour"] as const) {
        yield* TestClock.adjust(wait)
        const refusal = yield* Effect.flip(call(Effect.succeed("called")))
        assert.instanceOf(refusal, CircuitOpen)
        assert.include(refusal.detail.en, "operators")
      }
      yield* breaker.force("dinkes", undefined)
      assert.strictEqual(breaker.state("dinkes"), "half-open")
      assert.strictEqual(yield* call(Effect.succeed("well")), "well")
      assert.strictEqual(breaker.state("dinkes"), "closed")
    }).pipe(provided))

  it.effect("an agency held closed is called however often it fails, and what was counted before is forgotten", () =>
    Effect.gen(function*() {
      const breaker = yield* Breaker
      yield* trip
      yield* breaker.force("dinkes", "closed")
      for (let n = 0; n < 20; n++) assert.strictEqual((yield* Effect.flip(call(Effect.fail(timeout))))._tag, "AgencyTimeout")
      assert.deepStrictEqual(breaker.states().get("dinkes"), {
        state: "closed",
        forced: "closed",
        openUntilMillis: null,
        failures: 0,
        calls: 0
      })
      yield* breaker.force("dinkes", undefined)
      yield* trip
      assert.strictEqual(breaker.state("dinkes"), "open")
    }).pipe(provided))

  it.effect("tells of a hold and of its release like of every transition, and once", () =>
    Effect.gen(function*() {
      const transitions = yield* Effect.gen(function*() {
        const breaker = yield* Breaker
        const seen = yield* Effect.forkDetach(Stream.runCollect(breaker.transitions), { startImmediately: true })
        yield* breaker.force("dinkes", "closed")
        yield* breaker.force("dinkes", "open")
        yield* breaker.force("dinkes", "open")
        yield* breaker.force("dinkes", undefined)
        return seen
      }).pipe(provided)
      assert.deepStrictEqual(yield* Fiber.join(transitions), [
        { agency: "dinkes", from: "closed", to: "open", at: 0, forced: true },
        { agency: "dinkes", from: "open", to: "closed", at: 0, forced: true }
      ])
    }))
})
