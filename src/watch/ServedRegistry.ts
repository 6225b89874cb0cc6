/**
 * Tells the other gateways and whoever reads the metrics which registry this gateway serves, once it is another. The
 * others hear of it with their next heartbeat, so that any change makes gateways differ for some seconds.
 */
import { Effect, Layer, Schedule } from "effect"
import { Registry } from "../registry/Registry.ts"
import { registryHash } from "../registry/RegistryHash.ts"
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"

const lookEvery = "500 millis"

export const ServedRegistry = Layer.effectDiscard(Effect.gen(function*() {
  const registry = yield* Registry
  const gateways = yield* LiveGateways
  const meter = yield* RequestMeter
  let told: RegistrySnapshot | undefined
  const look = Effect.suspend(() => {
    const current = registry.current()
    if (current === told) return Effect.void
    told = current
    const hash = registryHash(current)
    meter.registry(hash)
    return gateways.serve(hash)
  })
  yield* look
  yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(lookEvery)))
}))
