/**
 * The shared memory in Redis, one connection of this gateway's.
 *
 * It starts without Redis too, and connects again for ever. A server that hangs without closing is given up after
 * 2 seconds in which nothing came, and connected to anew.
 *
 * Gotcha: the client tells each failed attempt to connect, and closes only after what it waits for. So its own log is
 * silent, the log here tells once, and at the end it is destroyed rather than closed.
 */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { Clock, Context, Effect, Layer, Redacted, References } from "effect"
import { monotonicMillis } from "../domain/MonotonicTime.ts"
import { makeOutage } from "../domain/Outage.ts"
import { SharedMemory } from "../domain/SharedMemory.ts"
import { windowMillis } from "./Limiter.ts"
import { SharedBatches, type Wire } from "./SharedBatches.ts"

export interface SharedRedisOptions {
  readonly url: Redacted.Redacted<string>
  readonly gateways: () => number
  readonly salt: string
}

/** How long anybody waits for its answer, and for gateways to tell one that has forgotten; otherwise in tests of other things. */
export const SharedPatience = Context.Reference("gapura/resilience/SharedPatience", {
  defaultValue: () => ({ deadlineMillis: 30, settleMillis: 2000 })
})
const lookEvery = "250 millis"
/** How long a start waits for it. */
const patience = "1 second"

class Away extends Error {}

export const SharedRedis = ({ gateways, salt, url }: SharedRedisOptions): Layer.Layer<never> =>
  Layer.effect(
    SharedMemory,
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      let client: NodeRedis.NodeRedis["Service"]["client"] | undefined
      const wire: Wire = {
        isReady: () => client?.isReady === true,
        send: (command) => client === undefined ? Promise.reject(new Away()) : client.sendCommand(command)
      }
      const connected = Layer.build(NodeRedis.layer({
        url: Redacted.value(url),
        disableOfflineQueue: true,
        socket: {
          connectTimeout: 1000,
          socketTimeout: 2000,
          reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 4), 500)
        }
      })).pipe(
        Effect.provideService(References.MinimumLogLevel, "None"),
        Effect.flatMap((services) => {
          client = Context.get(services, NodeRedis.NodeRedis).client
          return Effect.addFinalizer(() => Effect.sync(() => client?.isOpen === true ? client.destroy() : undefined))
        })
      )
      yield* Effect.forkScoped(connected)

      const memory = new SharedBatches({
        wire,
        windowMillis,
        nowMonotonic: () => monotonicMillis(clock),
        ...yield* SharedPatience,
        gateways,
        salt
      })
      const outage = makeOutage({
        failing: "Redis is away: each gateway gives its own share of each limit until it is back",
        working: "Redis is back: the gateways share their limits again"
      })
      const looked = Effect.flatMap(
        Effect.promise(() => memory.look()),
        () => memory.isUp() ? Effect.void : Effect.fail(new Away(memory.reason()))
      )
      yield* looked.pipe(Effect.delay("5 millis"), Effect.eventually, Effect.timeoutOption(patience))
      yield* outage.outlasted(looked).pipe(Effect.delay(lookEvery), Effect.forever, Effect.forkScoped)
      return memory
    })
  )
