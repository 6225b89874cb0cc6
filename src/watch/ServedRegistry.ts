/**
 * Tells the other gateways and whoever reads the metrics which registry this gateway serves, once it is another. The
 * others hear of it with their next heartbeat, so that any change makes gateways differ for some seconds. With the first
 * one it has begun to serve, which is kept.
 */
import { Effect, Layer, type Metric, Schedule } from "effect"
import { Registry } from "../registry/Registry.ts"
import { registryHash } from "../registry/RegistryHash.ts"
import type { RegistrySnapshot } from "../registry/RegistrySnapshot.ts"
import { GatewayStarts } from "../storage/GatewayStarts.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"
import { metricNames } from "../telemetry/MetricNames.ts"
import { MetricSeries } from "../telemetry/MetricSeries.ts"

const lookEvery = "500 millis"

export const ServedRegistry = Layer.effectDiscard(Effect.gen(function*() {
  const registry = yield* Registry
  const gateways = yield* LiveGateways
  const { gauge } = yield* MetricSeries
  let shown: Metric.Registration | undefined
  let told: RegistrySnapshot | undefined
  const look = Effect.suspend(() => {
    const current = registry.current()
    if (current === told) return Effect.void
    told = current
    const hash = registryHash(current)
    shown?.remove()
    shown = gauge(metricNames.registryInfo, { hash }, () => 1)
    return gateways.serve(hash)
  })
  yield* look
  yield* Effect.forkScoped((yield* GatewayStarts).begun)
  yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(lookEvery)))
}))
