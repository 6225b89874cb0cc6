/** The shared memory in Redis, with a connection of its own. The log tells once when it is away, and once when it is back. */
import { Clock, Context, Effect, Layer, type Redacted } from "effect"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { makeOutage } from "../domain/Outage.ts"
import { SharedMemory } from "../domain/SharedMemory.ts"
import { windowMillis } from "./Limiter.ts"
import { connectRedis, RedisAway, type Told } from "./RedisConnection.ts"
import { SharedBatches } from "./SharedBatches.ts"

export interface SharedRedisOptions {
  readonly url: Redacted.Redacted<string>
  readonly gateways: () => number
  readonly salt: string
  readonly told?: Told
}

/**
 * How long anybody waits for its answer, and for gateways to tell one that has forgotten, and how long a flight of a gateway that
 * died is waited for; otherwise in tests of other things.
 */
export const SharedPatience = Context.Reference("gapura/resilience/SharedPatience", {
  defaultValue: () => ({ deadlineMillis: 30, settleMillis: 2000, leaseMillis: 2000 })
})
const lookEvery = "250 millis"
/** How long a start waits for it. */
const patience = "1 second"

export const SharedRedis = ({ gateways, salt, told, url }: SharedRedisOptions): Layer.Layer<never> =>
  Layer.effect(
    SharedMemory,
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const wire = yield* connectRedis(url, told)
      const times = yield* SharedPatience
      const memory = new SharedBatches({
        wire,
        windowMillis,
        nowMonotonic: () => monotonicMillis(clock),
        ...times,
        gateways,
        salt,
        isMessageDear: false
      })
      const outage = makeOutage({
        failing: "Redis is away: each gateway gives its own share of each limit until it is back",
        working: "Redis is back: the gateways share their limits again"
      })
      const looked = Effect.flatMap(
        Effect.promise(() => memory.look()),
        () => memory.isUp() ? Effect.void : Effect.fail(new RedisAway(memory.reason()))
      )
      yield* looked.pipe(Effect.delay("5 millis"), Effect.eventually, Effect.timeoutOption(patience))
      // One that is reached may wait for what the other gateways have to tell it: at a start that is nothing to warn of.
      const settled = looked.pipe(
        Effect.delay(lookEvery),
        Effect.retry({ while: () => wire.isReady() }),
        Effect.timeout(times.settleMillis),
        Effect.ignore
      )
      const looking = outage.outlasted(looked).pipe(Effect.delay(lookEvery), Effect.forever)
      yield* Effect.forkScoped(Effect.andThen(settled, looking))
      return memory
    })
  )
