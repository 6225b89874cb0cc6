/** What gateways on one database share beside it: nothing, unless there is a Redis. */
import { Effect, Layer } from "effect"
import { CityCopiesInRedis } from "../resilience/CityCopies.ts"
import { SharedRedis } from "../resilience/SharedRedis.ts"
import { type Settings, toBytes } from "../Settings.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"

export const SharedFloor = ({ redisMaxBytes, redisPrivate, redisUrl: url }: typeof Settings.Service) =>
  url === undefined
    ? Layer.empty
    : Layer.unwrap(Effect.map(LiveGateways, ({ count, salt }) =>
      Layer.mergeAll(
        SharedRedis({ url, gateways: count, salt }),
        CityCopiesInRedis({ url, salt, withPrivate: redisPrivate, maxBytes: toBytes(redisMaxBytes) })
      )))
