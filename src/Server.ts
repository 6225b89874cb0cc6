/**
 * The one wiring page: which routes there are and which layers they stand on.
 *
 * Closing goes the other way round: readiness turns 503 and the listener drains first, then the audit sink and the
 * stored copies are flushed, then the database closes.
 */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Duration, Effect, Layer } from "effect"
import { HttpMiddleware, HttpServer } from "effect/http"
import { createServer } from "node:http"
import { join } from "node:path"
import { ClientCredentials } from "./access/ClientCredentials.ts"
import { TokenStore } from "./access/TokenStore.ts"
import { CatalogueApi } from "./api/CatalogueApi.ts"
import { GatewayApi } from "./api/GatewayApi.ts"
import { OAuthApi } from "./api/OAuthApi.ts"
import { AuditSink } from "./audit/AuditSink.ts"
import { CircuitWatch } from "./gateway/CircuitWatch.ts"
import { EndpointHealth } from "./gateway/EndpointHealth.ts"
import { Entries } from "./gateway/Entries.ts"
import { FetchCopy } from "./gateway/FetchCopy.ts"
import { Pipeline } from "./gateway/Pipeline.ts"
import { Presets } from "./gateway/Presets.ts"
import { ReadEndpoint } from "./gateway/ReadEndpoint.ts"
import { StrangerLimit } from "./gateway/StrangerLimit.ts"
import { CatalogueRoutes } from "./http/CatalogueRoutes.ts"
import { GatewayRoutes } from "./http/GatewayRoutes.ts"
import { ManagementApp } from "./http/ManagementApp.ts"
import { OAuthRoutes } from "./http/OAuthRoutes.ts"
import { makePublicApp } from "./http/PublicApp.ts"
import { PublicListener } from "./http/PublicListener.ts"
import { ReadHandler } from "./http/ReadHandler.ts"
import { Readiness } from "./http/Readiness.ts"
import { Registry } from "./registry/Registry.ts"
import { Breaker } from "./resilience/Breaker.ts"
import { Limiter } from "./resilience/Limiter.ts"
import { StaleCache } from "./resilience/StaleCache.ts"
import { Settings, toBytes } from "./Settings.ts"
import { Database } from "./storage/Database.ts"
import { SecretKeys } from "./storage/SecretKeys.ts"
import { EndpointStats } from "./telemetry/EndpointStats.ts"
import { OpenTelemetry } from "./telemetry/OpenTelemetry.ts"
import { RequestMeter } from "./telemetry/RequestMeter.ts"
import { Tracing } from "./telemetry/Tracing.ts"
import { AgencyClient } from "./upstream/AgencyClient.ts"
import { version } from "./Version.ts"

/** Requests without a valid token that one address may send in a minute. */
const strangerLimit = 1_200
/** How long the listener stays open after readiness turned 503, so that load balancers and clients turn away first. */
export const DrainTime = Context.Reference("gapura/Server/DrainTime", { defaultValue: () => Duration.seconds(1) })

type SettingsValues = typeof Settings.Service

/** Every route of the public listener. */
const PublicRoutes = (publicUrl: string) => Layer.mergeAll(GatewayRoutes({ publicUrl }), OAuthRoutes, CatalogueRoutes({ publicUrl }))
const knownRoutes = [GatewayApi, OAuthApi, CatalogueApi].flatMap((group) => Object.values(group.endpoints))

/** The doors and the way behind them. */
const GatewayRoom = ({ publicUrl }: SettingsValues) =>
  Layer.mergeAll(ReadHandler.layer({ publicUrl }), Presets.layer({ publicUrl }), CircuitWatch).pipe(
    Layer.provideMerge(Entries.layer),
    Layer.provideMerge(Layer.mergeAll(Pipeline.layer, ReadEndpoint.layer)),
    Layer.provideMerge(Layer.mergeAll(FetchCopy.layer, EndpointHealth.layer, StrangerLimit.layer({ limit: strangerLimit })))
  )

/** The rooms, each on its own; only storage stands below others. */
const Rooms = (settings: SettingsValues, registryFile: string) =>
  Layer.mergeAll(
    Registry.layer({ file: registryFile }).pipe(Layer.provide(NodeFileSystem.layer)),
    ClientCredentials.layer({ lifetimeMillis: Duration.toMillis(settings.tokenLifetime) }).pipe(Layer.provideMerge(TokenStore.layer)),
    AuditSink.layer(),
    SecretKeys.layer({ dataDir: settings.dataDir }),
    Limiter.layer({ limit: settings.rateLimit }),
    Breaker.layer,
    StaleCache.layer({ maxBytes: toBytes(settings.cacheMaxBytes), directory: join(settings.dataDir, "copies") }),
    AgencyClient.layer({ credentials: settings.credential }),
    EndpointStats.layer.pipe(Layer.provideMerge(RequestMeter.layer)),
    Tracing.layer({ sampler: settings.tracesSampler, ratio: settings.tracesSamplerArg }).pipe(
      Layer.provide(OpenTelemetry.layer({ endpoint: settings.otlpEndpoint, version }))
    )
  ).pipe(Layer.provideMerge(Database.layer({ dataDir: settings.dataDir })))

/** Opens the listeners last and, when all of it closes, drains first. */
const Listeners = (settings: SettingsValues) => {
  const app = makePublicApp(PublicRoutes(settings.publicUrl), { publicUrl: settings.publicUrl, known: knownRoutes })
  const Public = PublicListener(app, { host: settings.host, port: settings.port })
  const Management = HttpServer.serve(ManagementApp).pipe(
    Layer.provide(NodeHttpServer.layer(() => createServer(), { host: settings.managementHost, port: settings.managementPort }))
  )
  const Drain = Layer.effectDiscard(Effect.gen(function*() {
    const { drain } = yield* Readiness
    const drainTime = yield* DrainTime
    yield* Effect.addFinalizer(() => Effect.andThen(drain, Effect.sleep(drainTime)))
  }))
  return Drain.pipe(
    Layer.provideMerge(Public),
    Layer.provideMerge(Management),
    Layer.provideMerge(Readiness.layer),
    // Spans are the pipeline's, made only for what is sampled.
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen)(() => true))
  )
}

/** What is read when somebody looks at the metrics. */
const Gauges = Layer.effectDiscard(Effect.gen(function*() {
  const meter = yield* RequestMeter
  const cache = yield* StaleCache
  const sink = yield* AuditSink
  const limiter = yield* Limiter
  meter.gauges({ cache: cache.usage, audit: sink.backlog, limiter: limiter.size })
}))

/** The whole gateway; it is ready once the layer is built. */
export const Server = (registryFile: string) =>
  Layer.unwrap(Effect.map(Settings, (settings) =>
    Layer.mergeAll(Listeners(settings), Gauges).pipe(
      Layer.provideMerge(GatewayRoom(settings)),
      Layer.provideMerge(Rooms(settings, registryFile))
    )))
