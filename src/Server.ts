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
import { AccessRequests } from "./access/AccessRequests.ts"
import { Applications } from "./access/Applications.ts"
import { CitySignOn } from "./access/CitySignOn.ts"
import { ClientCredentials } from "./access/ClientCredentials.ts"
import { ClientTokens } from "./access/ClientTokens.ts"
import { Developers } from "./access/Developers.ts"
import { TokenGrace } from "./access/TokenMirror.ts"
import { TokenStore } from "./access/TokenStore.ts"
import { CatalogueApi } from "./api/CatalogueApi.ts"
import { GatewayApi } from "./api/GatewayApi.ts"
import { OAuthApi } from "./api/OAuthApi.ts"
import { StatusApi } from "./api/StatusApi.ts"
import { loadAuditKey } from "./audit/AuditKey.ts"
import { ActionLog } from "./audit/ActionLog.ts"
import { ActionRetention } from "./audit/ActionRetention.ts"
import { AgencyUsage } from "./audit/AgencyUsage.ts"
import { AuditSearch } from "./audit/AuditSearch.ts"
import { AuditSink } from "./audit/AuditSink.ts"
import { AgencyCredentials } from "./gateway/AgencyCredentials.ts"
import { AgencyTrial } from "./gateway/AgencyTrial.ts"
import { CircuitWatch } from "./gateway/CircuitWatch.ts"
import { EndpointHealth } from "./gateway/EndpointHealth.ts"
import { Entries } from "./gateway/Entries.ts"
import { FieldDrift } from "./gateway/FieldDrift.ts"
import { FieldReport } from "./gateway/FieldReport.ts"
import { FetchCopy } from "./gateway/FetchCopy.ts"
import { IncidentWatch } from "./gateway/IncidentWatch.ts"
import { LinkageCheck } from "./gateway/LinkageCheck.ts"
import { MissingCredentials } from "./gateway/MissingCredentials.ts"
import { Pipeline } from "./gateway/Pipeline.ts"
import { Presets } from "./gateway/Presets.ts"
import { Readiness } from "./gateway/Readiness.ts"
import { ReadEndpoint } from "./gateway/ReadEndpoint.ts"
import { Samples } from "./gateway/Samples.ts"
import { StrangerLimit } from "./gateway/StrangerLimit.ts"
import { CatalogueRoutes } from "./http/CatalogueRoutes.ts"
import { AggregateHandler } from "./http/AggregateHandler.ts"
import { ExportRoutes } from "./http/ExportRoutes.ts"
import { GatewayRoutes } from "./http/GatewayRoutes.ts"
import { ManagementApp } from "./http/ManagementApp.ts"
import { OAuthRoutes } from "./http/OAuthRoutes.ts"
import { makePublicApp } from "./http/PublicApp.ts"
import { PublicListener } from "./http/PublicListener.ts"
import { ReadHandler } from "./http/ReadHandler.ts"
import { StatusRoutes } from "./http/StatusRoutes.ts"
import { TriedCalls } from "./http/TriedCalls.ts"
import { DeskPages } from "./portal/desk/DeskPages.ts"
import { OperationsPages } from "./portal/operations/OperationsPages.ts"
import { PortalAddresses } from "./portal/PortalAddresses.ts"
import { PortalRoutes } from "./portal/PortalRoutes.ts"
import { Sessions } from "./portal/Sessions.ts"
import { DeveloperPages } from "./portal/developer/DeveloperPages.ts"
import { leavePath, returnPath, SignInRoutes } from "./portal/SignInRoutes.ts"
import { Registry } from "./registry/Registry.ts"
import { RegistryStore } from "./registry/RegistryStore.ts"
import { RegistryDesk } from "./registry/RegistryDesk.ts"
import { Breaker } from "./resilience/Breaker.ts"
import { ForcedCircuits } from "./resilience/ForcedCircuits.ts"
import { Limiter } from "./resilience/Limiter.ts"
import { StaleCache } from "./resilience/StaleCache.ts"
import { Settings, toBytes } from "./Settings.ts"
import { Database } from "./storage/Database.ts"
import { SeenFields } from "./storage/SeenFields.ts"
import { KeyAgreement } from "./storage/KeyAgreement.ts"
import { SecretKeys } from "./storage/SecretKeys.ts"
import { EndpointStats } from "./telemetry/EndpointStats.ts"
import { Incidents } from "./telemetry/Incidents.ts"
import { OpenTelemetry } from "./telemetry/OpenTelemetry.ts"
import { RequestMeter } from "./telemetry/RequestMeter.ts"
import { StatusHistory } from "./telemetry/StatusHistory.ts"
import { Tracing } from "./telemetry/Tracing.ts"
import { AddressGuard } from "./upstream/AddressGuard.ts"
import { AgencyClient } from "./upstream/AgencyClient.ts"
import { version } from "./Version.ts"

/** Requests without a valid token that one address may send in a minute. */
const strangerLimit = 1_200
/** How long the listener stays open after readiness turned 503, so that load balancers and clients turn away first. */
export const DrainTime = Context.Reference("gapura/Server/DrainTime", { defaultValue: () => Duration.seconds(1) })

/** Stands in for the audit in benchmarks, which measure what it costs. */
export const AuditInstead = Context.Reference<Layer.Layer<AuditSink> | undefined>("gapura/Server/AuditInstead", { defaultValue: () => undefined })

type SettingsValues = typeof Settings.Service

/** Every route of the public listener. */
const PublicRoutes = ({ audit, publicUrl, rateLimit, timeZone, tokenLifetime }: SettingsValues) =>
  Layer.mergeAll(
    GatewayRoutes,
    OAuthRoutes({ publicUrl }),
    CatalogueRoutes({ publicUrl, rateLimit, timeZone }),
    ExportRoutes({ publicUrl, rateLimit }),
    StatusRoutes({ publicUrl, timeZone }),
    PortalRoutes,
    OperationsPages,
    SignInRoutes,
    DeskPages,
    DeveloperPages({ publicUrl, lifetimeMillis: Duration.toMillis(tokenLifetime), journal: audit.directory }).pipe(Layer.provide(TriedCalls))
  ).pipe(Layer.provide(PortalAddresses.layer({ publicUrl, timeZone })))
const knownRoutes = [GatewayApi, OAuthApi, CatalogueApi, StatusApi].flatMap((group) => Object.values(group.endpoints))

/** The doors and the way behind them. */
const GatewayRoom = ({ deskAddresses, publicUrl }: SettingsValues) =>
  Layer.mergeAll(
    AggregateHandler.layer({ publicUrl }),
    Presets.layer({ publicUrl }),
    CircuitWatch,
    IncidentWatch,
    FieldReport.layer,
    AgencyTrial.layer({ guard: new AddressGuard(deskAddresses) })
  ).pipe(
    Layer.provideMerge(ReadHandler.layer({ publicUrl })),
    Layer.provideMerge(Entries.layer),
    Layer.provideMerge(LinkageCheck.layer),
    Layer.provideMerge(Layer.mergeAll(Pipeline.layer, ReadEndpoint.layer)),
    Layer.provideMerge(Layer.mergeAll(FetchCopy.layer.pipe(Layer.provide(FieldDrift.layer)), EndpointHealth.layer, Samples.layer, StrangerLimit.layer({ limit: strangerLimit })))
  )

/** The journal and its loader, or what a benchmark measures instead. */
const AuditRoom = ({ audit }: SettingsValues) =>
  Layer.unwrap(Effect.map(Effect.all([AuditInstead, loadAuditKey(audit.keyFile)]), ([instead, key]) => instead ?? AuditSink.layer({ ...audit, key })))

/** What people changed, as long as it is kept. */
const ActionRoom = ({ actionRetention, audit }: SettingsValues) =>
  Layer.unwrap(Effect.map(loadAuditKey(audit.keyFile), (key) => ActionRetention({ key, retentionMillis: Duration.toMillis(actionRetention) }))).pipe(Layer.provideMerge(ActionLog.layer))

const Client = ({ deskAddresses }: SettingsValues) =>
  Layer.unwrap(Effect.map(AgencyCredentials, ({ of }) => AgencyClient.layer({ credentials: of, guard: new AddressGuard(deskAddresses) })))

/** Where the city's sign-on sends people back to. */
export const signOnReturnUrl = ({ publicUrl }: SettingsValues): string => `${publicUrl}${returnPath}`

/** Signing in; without the settings it is there and says so. */
const SignOnRoom = (settings: SettingsValues) =>
  Layer.effectDiscard(Effect.forEach(settings.signOnFaults, (fault) => Effect.logWarning(`nobody can sign in at the portal: ${fault}`))).pipe(Layer.provideMerge(CitySignOn.layer(settings.signOn === undefined ? undefined : {
    ...settings.signOn,
    scope: settings.oidcScope,
    kindClaim: settings.oidcKindClaim,
    developerKind: settings.oidcDeveloperKind,
    civilServantKind: settings.oidcCivilServantKind,
    agenciesClaim: settings.oidcAgenciesClaim,
    operatorClaim: settings.oidcOperatorClaim,
    returnUrl: signOnReturnUrl(settings),
    leaveUrl: `${settings.publicUrl}${leavePath}`
  })), Layer.provide(Developers.layer))

/** The rooms, each on its own; only storage stands below others. */
const Rooms = (settings: SettingsValues, registryFile: string | undefined) => {
  const keys = SecretKeys.layer({ dataDir: settings.dataDir })
  const registry = RegistryDesk.layer.pipe(Layer.provideMerge(Registry.layer({ file: registryFile })), Layer.provide(RegistryStore.layer), Layer.provide(NodeFileSystem.layer))
  return Layer.mergeAll(
    registry,
    Layer.mergeAll(ClientCredentials.layer({ lifetimeMillis: Duration.toMillis(settings.tokenLifetime) }), ClientTokens.layer).pipe(
      Layer.provideMerge(Layer.provide(TokenStore.layer, Layer.succeed(TokenGrace, settings.databaseGrace)))
    ),
    // A registry that is refused leaves the audit log as it was.
    AuditRoom(settings).pipe(Layer.provide(registry)),
    ActionRoom(settings),
    Layer.mergeAll(AgencyUsage.layer, AuditSearch.layer),
    AccessRequests.layer.pipe(Layer.provideMerge(Layer.mergeAll(Applications.layer, Developers.layer))),
    Sessions.layer,
    SignOnRoom(settings),
    SeenFields.layer({ dataDir: settings.dataDir }),
    KeyAgreement.pipe(Layer.provideMerge(keys)),
    Limiter.layer({ limit: settings.rateLimit }),
    ForcedCircuits.layer.pipe(Layer.provideMerge(Breaker.layer)),
    StaleCache.layer({ maxBytes: toBytes(settings.cacheMaxBytes), directory: join(settings.dataDir, "copies") }),
    Client(settings).pipe(Layer.provideMerge(AgencyCredentials.layer({ environment: settings.credential })), Layer.provide(keys)),
    Layer.mergeAll(EndpointStats.layer, StatusHistory.layer({ timeZone: settings.timeZone })).pipe(Layer.provideMerge(RequestMeter.layer)),
    Incidents.layer,
    Tracing.layer({ sampler: settings.tracesSampler, ratio: settings.tracesSamplerArg }).pipe(
      Layer.provide(OpenTelemetry.layer({ endpoint: settings.otlpEndpoint, version }))
    )
  ).pipe(Layer.provideMerge(Database.layer(settings.database)))
}

/** Opens the listeners last and, when all of it closes, drains first. */
const Listeners = (settings: SettingsValues) => {
  const app = makePublicApp(PublicRoutes(settings), { publicUrl: settings.publicUrl, known: knownRoutes })
  const Public = PublicListener(app, { host: settings.host, port: settings.port }, settings.publicUrl)
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
  meter.gauges({ cache: cache.usage, audit: { backlog: sink.backlog, isFailing: () => !sink.recording(), lost: sink.lost }, limiter: limiter.size })
}))

/** The whole gateway; it is ready once the layer is built. */
export const Server = (registryFile: string | undefined) =>
  Layer.unwrap(Effect.map(Settings, (settings) =>
    Layer.mergeAll(Listeners(settings), Gauges, MissingCredentials).pipe(
      Layer.provideMerge(GatewayRoom(settings)),
      Layer.provideMerge(Rooms(settings, registryFile))
    )))
