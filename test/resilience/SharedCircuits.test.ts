/** Circuits of several gateways on one real Redis. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { agencyDetails } from "../../src/domain/AgencyDetails.ts"
import { AgencyTimeout } from "../../src/domain/GatewayError.ts"
import { Breaker } from "../../src/resilience/Breaker.ts"
import { SharedRedis } from "../../src/resilience/SharedRedis.ts"
import { patiently } from "../support/Patiently.ts"
import { makeRedisServer, type RedisServer } from "../support/RedisServer.ts"
import { eventually } from "../support/Suite.ts"
import { makeAgency } from "../upstream/calling.ts"

const agency = makeAgency("http://10.1.2.3:9101", {
  slug: "dinkes",
  breaker: { threshold: 0.5, size: 10, minimum: 5, openMillis: 600, openMaxMillis: 5_000 }
})

const timeout = new AgencyTimeout({
  detail: agencyDetails.answerTimeout,
  attempts: 1,
  agencyStatus: null,
  proxyError: "http_response_timeout"
})
const fails = Effect.fail(timeout)

const breakerOn = (redis: RedisServer) =>
  Effect.map(
    Layer.build(
      Layer.fresh(
        Breaker.layer.pipe(Layer.provide(SharedRedis({ url: Redacted.make(redis.url), gateways: () => 3, salt: "garam" })))
      )
    ),
    (services) => Context.get(services, Breaker)
  )
type Gateway = Breaker["Service"]
const breakersOn = (redis: RedisServer) => Effect.all([breakerOn(redis), breakerOn(redis), breakerOn(redis)], { concurrency: 3 })
const call = <A>(breaker: Gateway, effect: Effect.Effect<A, AgencyTimeout>) => Effect.exit(breaker.execute(agency)(effect, () => true))
const trip = (breaker: Gateway) => Effect.repeat(call(breaker, fails), { times: 4 })
/** Longer than two of the readings by which the others hear. */
const heard = Effect.sleep("600 millis")

describe("circuits of several gateways", () => {
  it.live("open after one failure where the agency fails elsewhere, and after its own window where it does not", () =>
    Effect.gen(function*() {
      const [one, two, three] = yield* breakersOn(yield* makeRedisServer)
      const slow = { ...agency, breaker: { ...agency.breaker, openMillis: 5_000 } }
      const fail = (breaker: Gateway) => Effect.exit(breaker.execute(slow)(fails, () => true))
      yield* fail(two)
      assert.strictEqual(two.state("dinkes"), "closed")
      yield* Effect.repeat(fail(one), { times: 4 })
      yield* heard
      assert.strictEqual(two.state("dinkes"), "closed")
      yield* fail(two)
      assert.strictEqual(two.state("dinkes"), "open")
      // One that has called nobody yet hears of it once it has.
      yield* Effect.exit(three.execute(slow)(Effect.succeed(""), () => true))
      assert.strictEqual(three.state("dinkes"), "closed")
    }).pipe(patiently))

  it.live("fault-138 an agency that comes back gets one probe, and is called by all of them after it", () =>
    Effect.gen(function*() {
      const breakers = yield* breakersOn(yield* makeRedisServer)
      yield* Effect.all(breakers.map(trip), { concurrency: 3 })
      yield* Effect.sleep("700 millis")
      let probes = 0
      const answers = Effect.sync(() => probes++).pipe(Effect.andThen(Effect.sleep("200 millis")))
      const exits = yield* Effect.all(breakers.flatMap((breaker) => [call(breaker, answers), call(breaker, answers)]), { concurrency: 6 })
      assert.strictEqual(probes, 1)
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      yield* Effect.promise(() => eventually("all are closed", () => breakers.every(({ state }) => state("dinkes") === "closed"), 2_000))
      assert.strictEqual(probes, 1)
    }).pipe(patiently))

  it.live("an agency that does not gets one probe an opening, of whichever gateway", () =>
    Effect.gen(function*() {
      const breakers = yield* breakersOn(yield* makeRedisServer)
      yield* Effect.all(breakers.map(trip), { concurrency: 3 })
      yield* Effect.sleep("700 millis")
      let probes = 0
      const silent = Effect.suspend(() => {
        probes++
        return fails
      })
      for (let attempt = 0; attempt < 8; attempt++) {
        yield* Effect.all(breakers.map((breaker) => call(breaker, silent)), { concurrency: 3 })
        yield* Effect.sleep("50 millis")
      }
      assert.strictEqual(probes, 1)
    }).pipe(patiently))

  it.live("a probe whose caller leaves tells nothing, and another gateway may try; without Redis each does", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const [one, two, three] = yield* breakersOn(redis)
      yield* Effect.all([one, two, three].map(trip), { concurrency: 3 })
      yield* Effect.sleep("700 millis")
      yield* Effect.timeoutOption(call(one, Effect.never), "50 millis")
      yield* Effect.sleep("50 millis")
      assert.isTrue(Exit.isSuccess(yield* call(two, Effect.succeed(""))))
      yield* Effect.promise(redis.kill)
      assert.isTrue(Exit.isSuccess(yield* call(three, Effect.succeed(""))))
    }).pipe(patiently))

  it.live("a call from before the opening that ends during the probe lets no other gateway probe beside it", () =>
    Effect.gen(function*() {
      const [one, two] = yield* breakersOn(yield* makeRedisServer)
      const old = yield* Effect.forkChild(call(one, Effect.sleep("1100 millis")))
      yield* Effect.all([one, two].map(trip), { concurrency: 2 })
      yield* Effect.sleep("800 millis")
      let probes = 0
      const probe = Effect.sync(() => probes++).pipe(Effect.andThen(Effect.sleep("1 second")))
      const probing = yield* Effect.forkChild(call(one, probe))
      yield* Fiber.join(old)
      yield* Effect.sleep("50 millis")
      assert.strictEqual(probes, 1)
      yield* call(two, Effect.sync(() => probes++))
      assert.strictEqual(probes, 1)
      yield* Fiber.join(probing)
    }).pipe(patiently))
})
