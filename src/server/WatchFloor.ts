/** Who looks on beside requests: circuits, incidents, credentials that are missing, a desk's trial call, and gauges. */
import { Effect, Layer } from "effect"
import { AuditSink } from "../audit/AuditSink.ts"
import { SharedMemory } from "../domain/SharedMemory.ts"
import { LoadShedding, shedReasons } from "../gateway/LoadShedding.ts"
import { Limiter } from "../resilience/Limiter.ts"
import { StaleCache } from "../resilience/StaleCache.ts"
import type { Settings } from "../settings/Settings.ts"
import { LiveGateways } from "../storage/LiveGateways.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { AddressGuard } from "../upstream/AddressGuard.ts"
import { AgencyTrial } from "../watch/AgencyTrial.ts"
import { CircuitWatch } from "../watch/CircuitWatch.ts"
import { ClockWatch } from "../watch/ClockWatch.ts"
import { FieldReport } from "../watch/FieldReport.ts"
import { IncidentWatch } from "../watch/IncidentWatch.ts"
import { MissingCredentials } from "../watch/MissingCredentials.ts"
import { Readiness } from "../watch/Readiness.ts"
import { ServedRegistry } from "../watch/ServedRegistry.ts"
import { VerdictReport } from "../watch/VerdictReport.ts"

/** What is read when somebody looks at the metrics. */
const Gauges = ({ redisUrl }: typeof Settings.Service) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const meter = yield* RequestMeter
    const cache = yield* StaleCache
    const sink = yield* AuditSink
    const limiter = yield* Limiter
    const shedding = yield* LoadShedding
    const gateways = yield* LiveGateways
    const overload = {
      isShedding: () => shedding.state() !== "calm",
      shed: shedReasons.map((reason) => [reason, () => shedding.refused(reason)] as const)
    }
    meter.gauges({
      cache: cache.usage,
      audit: { backlog: sink.backlog, isFailing: () => !sink.recording(), lost: sink.lost },
      limiter: limiter.size,
      registries: gateways.registries,
      clockOffset: (yield* ClockWatch).offsetSeconds,
      isRedisUp: redisUrl === undefined ? undefined : (yield* SharedMemory)?.isUp,
      overload
    })
  }))

export const WatchFloor = (settings: typeof Settings.Service) =>
  Layer.mergeAll(
    CircuitWatch,
    IncidentWatch,
    FieldReport.layer,
    VerdictReport.layer,
    AgencyTrial.layer({ guard: new AddressGuard(settings.deskAddresses) }),
    MissingCredentials,
    Gauges(settings).pipe(Layer.provideMerge(ClockWatch.layer)),
    ServedRegistry,
    Readiness.layer
  )
