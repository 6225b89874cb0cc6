/** A connection that was made again, before it is known to which server. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { connectRedis } from "../../src/resilience/RedisConnection.ts"
import { SharedBatches } from "../../src/resilience/SharedBatches.ts"
import { makeCable } from "../support/Cable.ts"
import { makeRedisServer } from "../support/RedisServer.ts"
import { eventually, pause } from "../support/Suite.ts"

describe("a shared memory whose connection was made again", () => {
  it.live("forgets nothing for all gateways because this one asks before it knows the server's name", () =>
    Effect.gen(function*() {
      const redis = yield* makeRedisServer
      let delayMillis = 0
      const cable = yield* makeCable({ port: redis.port, delay: () => delayMillis })
      const make = (wire: ConstructorParameters<typeof SharedBatches>[0]["wire"]) =>
        new SharedBatches({
          wire,
          windowMillis: 60_000,
          nowMonotonic: () => performance.now(),
          gateways: () => 2,
          deadlineMillis: 3_000,
          settleMillis: 0,
          salt: "garam",
          isMessageDear: false
        })
      const wire = yield* connectRedis(Redacted.make(`redis://127.0.0.1:${cable.port}`))
      const [memory, other] = [make(wire), make(yield* connectRedis(Redacted.make(redis.url)))]
      const up = (one: SharedBatches) => eventually("it is up", async () => (await one.look(), one.isUp()))
      yield* Effect.promise(() => up(memory))
      yield* Effect.promise(() => up(other))
      yield* Effect.promise(() => other.look())
      assert.isTrue(other.isUp())
      delayMillis = 100
      cable.cut()
      cable.mend()
      yield* Effect.promise(() => eventually("it is connected again", () => wire.server() === ""))
      let told = "nothing"
      memory.ask({
        write: (asked) => void asked.push("c", memory.nameOf("uji", "satu"), 1, 60_000),
        read: (found, at) => {
          told = `counted ${found[at]}`
          return at + 2
        },
        failed: () => void (told = "failed")
      })
      yield* Effect.promise(() => eventually("it has heard", () => told !== "nothing"))
      yield* Effect.promise(() => pause(300))
      yield* Effect.promise(() => other.look())
      assert.isTrue(other.isUp(), other.reason())
    }))
})
