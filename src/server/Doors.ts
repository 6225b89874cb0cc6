/**
 * The listeners, public and management, with every route there is. They open last, on all floors; when everything
 * closes, readiness turns 503 and they drain first.
 */
import { Duration, Effect, Layer } from "effect"
import { HttpMiddleware } from "effect/http"
import { CatalogueApi } from "../api/CatalogueApi.ts"
import { GatewayApi } from "../api/GatewayApi.ts"
import { HelpApi } from "../api/HelpApi.ts"
import { OAuthApi } from "../api/OAuthApi.ts"
import { ScorecardApi } from "../api/ScorecardApi.ts"
import { StatusApi } from "../api/StatusApi.ts"
import { Worker } from "../domain/Worker.ts"
import { LiveFeeds } from "../gateway/LiveFeeds.ts"
import { managed } from "../http/ManagementApp.ts"
import { OAuthRoutes } from "../http/OAuthRoutes.ts"
import { makePublicApp } from "../http/PublicApp.ts"
import { PublicListener } from "../http/PublicListener.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import { ReaderMenu } from "../portal/ReaderMenu.ts"
import type { Settings } from "../settings/Settings.ts"
import { CatalogueRoutes } from "../site/CatalogueRoutes.ts"
import { CityAreas } from "../site/CityAreas.ts"
import { ExportRoutes } from "../site/ExportRoutes.ts"
import { HelpRoutes } from "../site/HelpRoutes.ts"
import { publicAddresses } from "../site/PublicAddresses.ts"
import { ScorecardRoutes } from "../site/ScorecardRoutes.ts"
import { StatusRoutes } from "../site/StatusRoutes.ts"
import { Readiness } from "../watch/Readiness.ts"
import { AnsweredParent, ManagementDoor } from "./ManagementDoor.ts"
import { PortalPages } from "./PortalFloor.ts"

/** Every route of the public listener. */
const PublicRoutes = (settings: typeof Settings.Service) => {
  const { areasFile, audit, contact, helpDir, publicUrl, rateLimit, timeZone } = settings
  const tokenLifetimeMillis = Duration.toMillis(settings.tokenLifetime)
  return Layer.mergeAll(
    OAuthRoutes({ publicUrl }),
    CatalogueRoutes({ publicUrl, rateLimit, timeZone, tokenLifetimeMillis }).pipe(Layer.provide(CityAreas.layer(areasFile))),
    ExportRoutes({ publicUrl, rateLimit, tokenLifetimeMillis }),
    StatusRoutes({ publicUrl, timeZone }),
    ScorecardRoutes({ publicUrl, timeZone }),
    HelpRoutes({
      publicUrl,
      contact,
      helpDir,
      promised: { retentionMillis: audit.retentionMillis, withAddresses: audit.withAddresses, rateLimit }
    }),
    PortalPages(settings)
  )
}
const knownRoutes = [GatewayApi, OAuthApi, CatalogueApi, StatusApi, HelpApi, ScorecardApi].flatMap((group) =>
  Object.values(group.endpoints)
)

const Drain = (drainTime: Duration.Duration) =>
  Layer.effectDiscard(Effect.gen(function*() {
    const { drain } = yield* Readiness
    const { endAll } = yield* LiveFeeds
    yield* Effect.addFinalizer(() => Effect.andThen(Effect.andThen(drain, endAll), Effect.sleep(drainTime)))
  }))

/** A worker's parent has the port, and asks. */
const Management = (settings: typeof Settings.Service) =>
  Layer.unwrap(Effect.gen(function*() {
    const own = yield* managed
    const worker = yield* Worker
    return worker === undefined ? ManagementDoor(settings, own) : AnsweredParent(worker, own)
  }))

export const Doors = (settings: typeof Settings.Service) => {
  const { host, port, proxyProtocol, publicUrl, shutdownTimeout, timeZone, tls } = settings
  const app = makePublicApp(PublicRoutes(settings), { publicUrl, known: knownRoutes, pages: publicAddresses })
  return Drain(settings.drainTime).pipe(
    Layer.provideMerge(PublicListener(app, { host, port, publicUrl, proxyProtocol, shutdownTimeout, tls })),
    Layer.provide(ReaderMenu.pipe(Layer.provideMerge(PortalAddresses.layer({ publicUrl, timeZone })))),
    Layer.provideMerge(Management(settings)),
    // Spans are the pipeline's, made only for what is sampled.
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen)(() => true))
  )
}
