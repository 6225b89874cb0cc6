/**
 * The listeners, public and management, with every route there is. They open last, on all floors; when everything
 * closes, readiness turns 503 and they drain first.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Duration, Effect, Layer } from "effect"
import { HttpMiddleware, HttpServer } from "effect/http"
import { CatalogueApi } from "../api/CatalogueApi.ts"
import { GatewayApi } from "../api/GatewayApi.ts"
import { OAuthApi } from "../api/OAuthApi.ts"
import { StatusApi } from "../api/StatusApi.ts"
import { makeManagementServer, ManagementApp } from "../http/ManagementApp.ts"
import { OAuthRoutes } from "../http/OAuthRoutes.ts"
import { makePublicApp } from "../http/PublicApp.ts"
import { PublicListener } from "../http/PublicListener.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import type { Settings } from "../Settings.ts"
import { CatalogueRoutes } from "../site/CatalogueRoutes.ts"
import { ExportRoutes } from "../site/ExportRoutes.ts"
import { publicAddresses } from "../site/PublicAddresses.ts"
import { StatusRoutes } from "../site/StatusRoutes.ts"
import { Readiness } from "../watch/Readiness.ts"
import { PortalPages } from "./PortalFloor.ts"

/** How long the listener stays open after readiness turned 503, so that load balancers and clients turn away first. */
export const DrainTime = Context.Reference("gapura/server/Doors/DrainTime", { defaultValue: () => Duration.seconds(1) })

/** Every route of the public listener. */
const PublicRoutes = (settings: typeof Settings.Service) => {
  const { publicUrl, rateLimit, timeZone } = settings
  const tokenLifetimeMillis = Duration.toMillis(settings.tokenLifetime)
  return Layer.mergeAll(
    OAuthRoutes({ publicUrl }),
    CatalogueRoutes({ publicUrl, rateLimit, timeZone, tokenLifetimeMillis }),
    ExportRoutes({ publicUrl, rateLimit, tokenLifetimeMillis }),
    StatusRoutes({ publicUrl, timeZone }),
    PortalPages(settings)
  ).pipe(Layer.provide(PortalAddresses.layer({ publicUrl, timeZone })))
}
const knownRoutes = [GatewayApi, OAuthApi, CatalogueApi, StatusApi].flatMap((group) => Object.values(group.endpoints))

const Drain = Layer.effectDiscard(Effect.gen(function*() {
  const { drain } = yield* Readiness
  const drainTime = yield* DrainTime
  yield* Effect.addFinalizer(() => Effect.andThen(drain, Effect.sleep(drainTime)))
}))

export const Doors = (settings: typeof Settings.Service) => {
  const { host, managementHost, managementPort, port, publicUrl } = settings
  const app = makePublicApp(PublicRoutes(settings), { publicUrl, known: knownRoutes, pages: publicAddresses })
  const Management = HttpServer.serve(ManagementApp(publicUrl)).pipe(
    Layer.provide(NodeHttpServer.layer(() => makeManagementServer(publicUrl), { host: managementHost, port: managementPort }))
  )
  return Drain.pipe(
    Layer.provideMerge(PublicListener(app, { host, port }, publicUrl)),
    Layer.provideMerge(Management),
    // Spans are the pipeline's, made only for what is sampled.
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen)(() => true))
  )
}
