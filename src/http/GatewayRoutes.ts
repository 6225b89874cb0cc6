/**
 * The data routes over HTTP. The order of checks is the pipeline's; methods and paths are those of `GatewayApi`.
 *
 * They are plain router handlers over ready bytes: decoding and encoding by `HttpApi` costs more than all of the
 * gateway's own checks together, and the contract's schemas have nothing to add to an agency's masked bytes.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { GatewayApi } from "../api/GatewayApi.ts"
import { Pipeline } from "../gateway/Pipeline.ts"
import { AggregateHandler } from "./AggregateHandler.ts"
import { handler, incomingOf } from "./NodeRequest.ts"
import { makePresetDoor } from "./PresetDoor.ts"
import { ReadHandler } from "./ReadHandler.ts"

export const GatewayRoutes =
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const pipeline = yield* Pipeline
      const reads = yield* ReadHandler
      const aggregates = yield* AggregateHandler
      const { aggregate, preset, read } = GatewayApi.endpoints

      const presetDoor = yield* makePresetDoor(preset.path)

      yield* router.add(read.method, read.path, handler(reads.serve))
      yield* router.add(preset.method, preset.path, handler((source) => pipeline.serve(incomingOf(source), presetDoor(source))))
      yield* router.add(aggregate.method, aggregate.path, handler(aggregates.serve))
    })
  )
