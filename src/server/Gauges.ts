/** What is read when somebody looks at the metrics: how the parts of this gateway are, by whichever of its services knows. */
import { Effect, Layer } from "effect"
import { AuditSink } from "../audit/AuditSink.ts"
import { SharedMemory } from "../domain/SharedMemory.ts"
import { LoadShedding, shedReasons } from "../gateway/LoadShedding.ts"
import { Limiter } from "../resilience/Limiter.ts"
import { StaleCache } from "../resilience/StaleCache.ts"
import type { Settings } from "../settings/Settings.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"
import { metricNames } from "../telemetry/MetricNames.ts"
import { MetricSeries } from "../telemetry/MetricSeries.ts"
import { ClockWatch } from "../watch/ClockWatch.ts"

const flag = (read: () => boolean) => (): number => read() ? 1 : 0

const audit = Effect.gen(function*() {
  const { counter, gauge } = yield* MetricSeries
  const sink = yield* AuditSink
  gauge(metricNames.auditBacklog, {}, sink.backlog)
  gauge(metricNames.auditFailing, {}, flag(() => !sink.recording()))
  counter(metricNames.auditLost, {}, sink.lost)
})

const load = Effect.gen(function*() {
  const { counter, gauge } = yield* MetricSeries
  const shedding = yield* LoadShedding
  gauge(metricNames.overloaded, {}, flag(() => shedding.state() !== "calm"))
  for (const reason of shedReasons) counter(metricNames.shed, { reason }, () => shedding.refused(reason))
})

const copies = Effect.gen(function*() {
  const { gauge } = yield* MetricSeries
  const cache = yield* StaleCache
  gauge(metricNames.cacheEntries, {}, () => cache.usage().entries)
  gauge(metricNames.cacheSize, {}, () => cache.usage().bytes)
})

const shared = Effect.fnUntraced(function*({ redisUrl }: typeof Settings.Service) {
  const { gauge } = yield* MetricSeries
  const limiter = yield* Limiter
  const gateways = yield* LiveGateways
  const { offsetSeconds } = yield* ClockWatch
  const memory = yield* SharedMemory
  gauge(metricNames.limiterTokens, {}, limiter.size)
  gauge(metricNames.registries, {}, gateways.registries)
  if (offsetSeconds() !== undefined) gauge(metricNames.clockOffset, {}, () => offsetSeconds() ?? 0)
  if (redisUrl !== undefined && memory !== undefined) gauge(metricNames.redisUp, {}, flag(memory.isUp))
})

export const Gauges = (settings: typeof Settings.Service) => Layer.effectDiscard(Effect.all([audit, load, copies, shared(settings)]))
