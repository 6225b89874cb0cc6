/**
 * What gateways on one database share beside it: nothing, unless there is a Redis. The workers of one gateway share the
 * memory of their parent without one.
 */
import { Effect, Layer } from "effect"
import { type RedisCall, RedisUse } from "../domain/RedisUse.ts"
import { SharedJoin, SharedMemory } from "../domain/SharedMemory.ts"
import { Worker } from "../domain/Worker.ts"
import { CityCopiesInRedis } from "../resilience/CityCopies.ts"
import { SharedRedis } from "../resilience/SharedRedis.ts"
import { SharedWorkers } from "../resilience/SharedWorkers.ts"
import { type Settings, toBytes } from "../settings/Settings.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"

export const SharedFloor = ({ redisMaxBytes, redisPrivate, redisUrl: url }: typeof Settings.Service) =>
  Layer.unwrap(Effect.gen(function*() {
    const worker = yield* Worker
    if (url === undefined) return worker === undefined ? Layer.empty : SharedWorkers(worker)
    const { count, salt } = yield* LiveGateways
    // On PostgreSQL each worker has a heartbeat of its own; on SQLite there is none.
    const gateways = () => Math.max(count(), worker?.workers ?? 1)
    const listeners: Array<(call: RedisCall) => void> = []
    const telling = (purpose: RedisCall["purpose"]) => (call: Omit<RedisCall, "purpose">): void => {
      for (const told of listeners) told({ purpose, ...call })
    }
    return Layer.mergeAll(
      Layer.succeed(RedisUse, { onCall: (told) => void listeners.push(told) }),
      SharedRedis({ url, gateways, salt, told: telling("limits") }),
      CityCopiesInRedis({ url, salt, withPrivate: redisPrivate, maxBytes: toBytes(redisMaxBytes), told: telling("copies") })
    )
  }))

/**
 * Nothing is given before it is known what was spent. At the end the others have the whole at once, unless they may not know
 * of what was given here.
 */
export const JoinShared = Layer.effectDiscard(Effect.gen(function*() {
  yield* Effect.flatten(SharedJoin)
  const [memory, { leave }] = [yield* SharedMemory, yield* LiveGateways]
  yield* Effect.addFinalizer(() => memory?.isUp() === false ? Effect.void : leave)
}))
