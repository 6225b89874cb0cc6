/** What gateways on one database share beside it: nothing, unless there is a Redis. */
import { Effect, Layer } from "effect"
import { SharedRedis } from "../resilience/SharedRedis.ts"
import type { Settings } from "../Settings.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"

export const SharedFloor = ({ redisUrl }: typeof Settings.Service) =>
  redisUrl === undefined
    ? Layer.empty
    : Layer.unwrap(Effect.map(LiveGateways, ({ count, salt }) => SharedRedis({ url: redisUrl, gateways: count, salt }))).pipe(
      Layer.provide(LiveGateways.layer)
    )
