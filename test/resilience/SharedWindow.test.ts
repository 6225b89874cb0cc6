/** What strangers and failures come to at several gateways on one real Redis. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { FailureThrottle } from "../../src/access/FailureThrottle.ts"
import { SharedMemory } from "../../src/domain/SharedMemory.ts"
import { StrangerLimit } from "../../src/gateway/StrangerLimit.ts"
import { SharedRedis } from "../../src/resilience/SharedRedis.ts"
import { patiently } from "../support/Patiently.ts"
import { makeRedisServer, type RedisServer } from "../support/RedisServer.ts"
import { eventually } from "../support/Suite.ts"

const memoryOn = (redis: RedisServer) => SharedRedis({ url: Redacted.make(redis.url), gateways: () => 2, salt: "garam" })
const minute = 60_000
const policy = { kind: "pair", limit: 10, windowMillis: 5 * minute, maxKeys: 100, looksPerSecond: 500 }

const throttleOn = (redis: RedisServer) =>
  Effect.map(Layer.build(Layer.fresh(memoryOn(redis))), (services) => new FailureThrottle(policy, Context.get(services, SharedMemory)))
const strangersOn = (redis: RedisServer) =>
  Effect.map(
    Layer.build(Layer.fresh(StrangerLimit.layer({ limit: 30 }).pipe(Layer.provide(memoryOn(redis))))),
    (services) => Context.get(services, StrangerLimit)
  )
const heard = (what: string, condition: () => boolean) => Effect.promise(() => eventually(what, condition, 2_000))

describe("several gateways on one Redis", () => {
  it.live("a client that fails at two of them waits at both, and is forgiven at both", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const [one, other] = yield* Effect.all([throttleOn(redis), throttleOn(redis)])
      for (let index = 0; index < 9; index++) one.fail("10.0.0.1 klien", 0)
      assert.strictEqual(one.waitSeconds("10.0.0.1 klien", 0), 0)
      yield* Effect.sleep("50 millis")
      other.fail("10.0.0.1 klien", 0)
      yield* heard("the other knows of all ten", () => other.waitSeconds("10.0.0.1 klien", 0) > 290)
      assert.strictEqual(other.waitSeconds("10.0.0.1 lain", 0), 0)
      other.forgive("10.0.0.1 klien")
      other.fail("10.0.0.1 klien", 0)
      yield* Effect.sleep("50 millis")
      assert.strictEqual(other.waitSeconds("10.0.0.1 klien", 0), 0)
      assert.notInclude(yield* Effect.promise(() => redis.ask("KEYS", "*")), "10.0.0.1")
    }).pipe(patiently))

  it.live("a stranger has one limit, however the calls are spread", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const [one, other] = yield* Effect.all([strangersOn(redis), strangersOn(redis)])
      for (let index = 0; index < 30; index++) assert.strictEqual(one.refuse("10.0.0.1", 0), 0)
      yield* Effect.sleep("50 millis")
      other.refuse("10.0.0.1", 0)
      yield* heard("the other knows of all", () => other.isBeyond("10.0.0.1", 0))
      assert.isAtLeast(other.refuse("10.0.0.1", 0), 58)
      assert.strictEqual(other.refuse("10.0.0.2", 0), 0)
    }).pipe(patiently))

  it.live("without Redis each counts by itself", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      const throttle = yield* throttleOn(redis)
      yield* Effect.promise(redis.kill)
      for (let index = 0; index < 10; index++) throttle.fail("10.0.0.1 klien", 0)
      assert.strictEqual(throttle.waitSeconds("10.0.0.1 klien", 0), 300)
    }))
})
