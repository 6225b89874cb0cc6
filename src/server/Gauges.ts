/** What is read when somebody looks at the metrics: how the parts of this gateway are, by whichever of its services knows. */
import { Effect, Layer } from "effect"
import { statfsSync } from "node:fs"
import { TokenStore } from "../access/TokenStore.ts"
import { AuditSink } from "../audit/AuditSink.ts"
import { DatabaseUse } from "../domain/DatabaseUse.ts"
import { RedisUse } from "../domain/RedisUse.ts"
import { SharedMemory } from "../domain/SharedMemory.ts"
import { heapShare } from "../gateway/HeapShare.ts"
import { LiveFeeds } from "../gateway/LiveFeeds.ts"
import { LoadShedding, shedReasons } from "../gateway/LoadShedding.ts"
import { Limiter } from "../resilience/Limiter.ts"
import { StaleCache } from "../resilience/StaleCache.ts"
import type { Settings } from "../settings/Settings.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"
import { BoundedDurations } from "../telemetry/BoundedDurations.ts"
import { metricNames } from "../telemetry/MetricNames.ts"
import { MetricSeries } from "../telemetry/MetricSeries.ts"
import { processMetricNames } from "../telemetry/ProcessMetricNames.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { AgencyClient } from "../upstream/AgencyClient.ts"
import type { PoolUse } from "../upstream/ConnectionPool.ts"
import { ClockWatch } from "../watch/ClockWatch.ts"

const flag = (read: () => boolean) => (): number => read() ? 1 : 0

const audit = Effect.fnUntraced(function*(settings: typeof Settings.Service) {
  const { counter, gauge } = yield* MetricSeries
  const sink = yield* AuditSink
  gauge(metricNames.auditBacklog, {}, sink.backlog)
  gauge(metricNames.auditFailing, {}, flag(() => !sink.recording()))
  counter(metricNames.auditLost, {}, sink.lost)
  gauge(metricNames.journalSize, {}, () => sink.upkeep().journalBytes)
  gauge(metricNames.journalLimit, {}, () => settings.audit.maxBytes)
  gauge(metricNames.journalAge, {}, () => sink.upkeep().journalMillis / 1000)
  gauge(metricNames.auditSigning, {}, flag(() => sink.upkeep().isSigning))
  gauge(metricNames.checkpointAge, {}, () => sink.upkeep().unprovenMillis / 1000)
  if (sink.upkeep().unprunedMillis !== undefined) gauge(metricNames.retentionAge, {}, () => (sink.upkeep().unprunedMillis ?? 0) / 1000)
})

/**
 * Of the file system that DATA_DIR is on; what is reserved for others counts neither as free nor as there. One that is gone
 * counts as full: nothing can be written there either, and the metrics go on to tell of all else.
 */
const disk = Effect.fnUntraced(function*({ dataDir }: typeof Settings.Service) {
  const { gauge } = yield* MetricSeries
  let limit = 0
  const look = () => {
    try {
      const { bavail, bfree, blocks, bsize } = statfsSync(dataDir)
      const used = (blocks - bfree) * bsize
      limit = used + bavail * bsize
      return { used, free: bavail * bsize }
    } catch {
      return { used: limit, free: 0 }
    }
  }
  look()
  for (const state of ["used", "free"] as const) {
    gauge(processMetricNames.diskUsage, { "system.filesystem.state": state }, () => look()[state])
  }
  gauge(processMetricNames.diskLimit, {}, () => limit)
})

const load = Effect.gen(function*() {
  const { counter, gauge } = yield* MetricSeries
  const shedding = yield* LoadShedding
  const live = yield* LiveFeeds
  gauge(metricNames.activeRequests, {}, shedding.inProgress)
  gauge(metricNames.liveStreams, {}, live.size)
  counter(metricNames.liveEvents, {}, live.told)
  gauge(processMetricNames.heapShare, {}, heapShare)
  gauge(metricNames.overloaded, {}, flag(() => shedding.state() !== "calm"))
  for (const reason of shedReasons) counter(metricNames.shed, { reason }, () => shedding.refused(reason))
})

const copies = Effect.gen(function*() {
  const { counter, gauge } = yield* MetricSeries
  const cache = yield* StaleCache
  gauge(metricNames.cacheEntries, {}, () => cache.usage().entries)
  gauge(metricNames.cacheSize, {}, () => cache.usage().bytes)
  gauge(metricNames.cacheLimit, {}, () => cache.maxBytes)
  counter(metricNames.cacheEvictions, {}, cache.evicted)
})

const shared = Effect.fnUntraced(function*({ redisUrl }: typeof Settings.Service) {
  const { gauge } = yield* MetricSeries
  const limiter = yield* Limiter
  const gateways = yield* LiveGateways
  const { offsetSeconds } = yield* ClockWatch
  const memory = yield* SharedMemory
  gauge(metricNames.limiterTokens, {}, limiter.size)
  gauge(metricNames.gateways, {}, gateways.count)
  gauge(metricNames.registries, {}, gateways.registries)
  if (offsetSeconds() !== undefined) gauge(metricNames.clockOffset, {}, () => offsetSeconds() ?? 0)
  if (redisUrl !== undefined && memory !== undefined) gauge(metricNames.redisUp, {}, flag(memory.isUp))
})

const database = Effect.gen(function*() {
  const { gauge } = yield* MetricSeries
  const tokens = yield* TokenStore
  const use = yield* DatabaseUse
  gauge(metricNames.databaseUp, {}, flag(tokens.isRead))
  gauge(metricNames.graceLeft, {}, () => tokens.graceMillis() / 1000)
  gauge(metricNames.accessTokens, {}, tokens.size)
  if (use === undefined) return
  const pool = { "db.client.connection.pool.name": "gapura" }
  gauge(metricNames.databaseConnections, { ...pool, "db.client.connection.state": "used" }, use.used)
  gauge(metricNames.databaseConnectionsMax, pool, () => use.most)
  gauge(metricNames.databaseWaiting, pool, use.waiting)
  gauge(metricNames.databaseListening, {}, flag(use.isListening))
})

/** What Redis takes for its answers. */
const redis = Effect.gen(function*() {
  const { histogram } = yield* MetricSeries
  const use = yield* RedisUse
  const durations = new BoundedDurations()
  use?.onCall(({ command, durationMs, error, purpose }) =>
    durations.record(`${purpose} ${command} ${error ?? ""}`, durationMs, (opened, isOther) =>
      histogram(metricNames.redisDuration, {
        "db.system.name": "redis",
        ...isOther ? { "error.type": "_OTHER" } : {
          "db.operation.name": command,
          purpose,
          ...error === undefined ? {} : { "error.type": error }
        }
      }, () => opened.state()))
  )
})

/** Of each agency from its first call on. */
const agencies = Effect.gen(function*() {
  const { gauge } = yield* MetricSeries
  const meter = yield* RequestMeter
  const client = yield* AgencyClient
  const seen = new Set<string>()
  const open = (agency: string): void => {
    seen.add(agency)
    const of = (part: keyof PoolUse) => () => client.useOf(agency)?.[part] ?? 0
    gauge(metricNames.agencyConnections, { "http.connection.state": "active", agency }, of("used"))
    gauge(metricNames.agencyConnections, { "http.connection.state": "idle", agency }, of("idle"))
    gauge(metricNames.agencyConnectionsLimit, { agency }, of("most"))
    gauge(metricNames.agencyWaiting, { agency }, of("waiting"))
  }
  /** The registry may name a certificate later, and none after that. */
  const certified = new Set<string>()
  const openCertificate = (agency: string): void => {
    certified.add(agency)
    gauge(metricNames.agencyTlsExpiry, { agency }, () => (client.certificateEndOf(agency) ?? 0) / 1000)
  }
  client.onAttempt((attempt) => {
    meter.attempt(attempt)
    if (!seen.has(attempt.agency)) open(attempt.agency)
    if (!certified.has(attempt.agency) && client.certificateEndOf(attempt.agency) !== undefined) openCertificate(attempt.agency)
  })
})

export const Gauges = (settings: typeof Settings.Service) =>
  Layer.effectDiscard(Effect.all([audit(settings), disk(settings), load, copies, shared(settings), database, redis, agencies]))
