/** The portal's own addresses: its first page, its modules, and what nothing else answers. */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { portalAssets } from "../pages/Assets.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import { Registry } from "../registry/Registry.ts"
import { homePage } from "./HomePage.ts"
import { portalElse, portalPage } from "./PortalRouter.ts"

const assetHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff"
}

const assetRoutes = Effect.fn("PortalRoutes.assetRoutes")(function*(router: HttpRouter.HttpRouter) {
  const site = yield* PortalAddresses
  for (const { address, contentType, text } of portalAssets().values()) {
    site.declare("GET", address)
    yield* router.add("GET", `/${address.slice(1)}`, HttpServerResponse.text(text, { contentType, headers: assetHeaders }))
  }
})

export const PortalRoutes = HttpRouter.use((router) =>
  Effect.gen(function*() {
    const site = yield* PortalAddresses
    const registry = yield* Registry
    const agencyName = (slug: string) => registry.current().agencies.find((agency) => agency.slug === slug)?.name ?? slug
    yield* portalPage(router, "/portal", "anyone", (visit) => Effect.succeed(homePage(site, visit, agencyName)))
    yield* assetRoutes(router)
    yield* portalElse(router)
  })
)
