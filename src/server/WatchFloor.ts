/** Who looks on beside requests: circuits, incidents, credentials that are missing, a desk's trial call, and gauges. */
import { Layer } from "effect"
import { AccessNews } from "../access/AccessNews.ts"
import { UsageNews } from "../audit/UsageNews.ts"
import type { Settings } from "../settings/Settings.ts"
import { AddressGuard } from "../upstream/AddressGuard.ts"
import { AgencyTrial } from "../watch/AgencyTrial.ts"
import { AnswerWatches } from "../watch/AnswerWatches.ts"
import { CircuitProbe } from "../watch/CircuitProbe.ts"
import { CircuitWatch } from "../watch/CircuitWatch.ts"
import { ClockWatch } from "../watch/ClockWatch.ts"
import { FieldReport } from "../watch/FieldReport.ts"
import { IncidentWatch } from "../watch/IncidentWatch.ts"
import { MissingCredentials } from "../watch/MissingCredentials.ts"
import { NoticeWatch } from "../watch/NoticeWatch.ts"
import { Readiness } from "../watch/Readiness.ts"
import { ServedRegistry } from "../watch/ServedRegistry.ts"
import { VerdictReport } from "../watch/VerdictReport.ts"
import { Gauges } from "./Gauges.ts"

export const WatchFloor = (settings: typeof Settings.Service) =>
  Layer.mergeAll(
    AnswerWatches.layer,
    CircuitProbe,
    CircuitWatch,
    IncidentWatch,
    FieldReport.layer,
    VerdictReport.layer,
    AgencyTrial.layer({ guard: new AddressGuard(settings.deskAddresses) }),
    MissingCredentials,
    Gauges(settings).pipe(Layer.provideMerge(ClockWatch.layer)),
    NoticeWatch.pipe(Layer.provide(Layer.mergeAll(AccessNews.layer, UsageNews.layer))),
    ServedRegistry,
    Readiness.layer
  )
