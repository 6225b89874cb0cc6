/** What the log tells of Redis when a gateway starts on a real one. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { SharedMemory } from "../../src/domain/SharedMemory.ts"
import { SharedPatience, SharedRedis } from "../../src/resilience/SharedRedis.ts"
import { makeRedisServer } from "../support/RedisServer.ts"
import { eventually } from "../support/Suite.ts"

/** One of two gateways, the other of which is not there yet, and what it logs. */
const startOn = Effect.fnUntraced(function*(url: string) {
  const lines: Array<string> = []
  const memory = SharedRedis({ url: Redacted.make(url), gateways: () => 2, salt: "garam" }).pipe(
    Layer.provideMerge(Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))]))
  )
  const services = yield* Layer.build(Layer.fresh(memory))
  return { lines, memory: Context.get(services, SharedMemory) }
}, Effect.provideService(SharedPatience, { deadlineMillis: 300, settleMillis: 2_000, leaseMillis: 2_000 }))

describe("a start", () => {
  it.live("warns of no Redis that is there and waits for the other gateway", () =>
    Effect.gen(function*() {
      const { lines, memory } = yield* startOn((yield* makeRedisServer).url)
      yield* Effect.promise(() => eventually("it is up", () => memory?.isUp() === true, 5_000))
      assert.deepStrictEqual(lines, [])
    }))

  it.live("warns of one that is not there, and says when it is", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      yield* Effect.promise(redis.kill)
      const { lines } = yield* startOn(redis.url)
      yield* Effect.promise(() => eventually("it is told", () => lines.length > 0, 2_000))
      assert.match(String(lines[0]), /^Redis is away: .*it was not reached yet/)
      yield* Effect.promise(redis.start)
      yield* Effect.promise(() => eventually("its return is told", () => lines.length > 1, 8_000))
      assert.match(String(lines[1]), /^Redis is back/)
    }), 20_000)
})
