/** What is counted: metrics, health of endpoints, history of status, incidents, traces. Stands on storage. */
import { Layer } from "effect"
import { productVersion } from "../domain/Version.ts"
import type { Settings } from "../settings/Settings.ts"
import { EndpointStats } from "../telemetry/EndpointStats.ts"
import { Incidents } from "../telemetry/Incidents.ts"
import { OpenTelemetry } from "../telemetry/OpenTelemetry.ts"
import { RequestMeter } from "../telemetry/RequestMeter.ts"
import { StatusHistory } from "../telemetry/StatusHistory.ts"
import { Tracing } from "../telemetry/Tracing.ts"

export const TelemetryFloor = ({ otlpEndpoint, timeZone, tracesSampler, tracesSamplerArg }: typeof Settings.Service) =>
  Layer.mergeAll(
    Layer.mergeAll(EndpointStats.layer, StatusHistory.layer({ timeZone })).pipe(Layer.provideMerge(RequestMeter.layer)),
    Incidents.layer,
    Tracing.layer({ sampler: tracesSampler, ratio: tracesSamplerArg }).pipe(
      Layer.provide(OpenTelemetry.layer({ endpoint: otlpEndpoint, version: productVersion }))
    )
  )
