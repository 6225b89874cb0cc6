/**
 * Other methods of the public status than reading. The status is JSON as well as a page of the portal, so programs of any
 * origin hear a problem, or what a pre-flight request asks, and people the portal's own page.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { randomUUID } from "node:crypto"
import { StatusApi } from "../api/StatusApi.ts"
import { MethodNotAllowed } from "../domain/GatewayError.ts"
import { prefersHtml } from "../domain/Negotiation.ts"
import { toResponse } from "../http/NodeRequest.ts"
import { problemReply } from "../http/ProblemReply.ts"
import { preflightHeaders } from "../http/SharedHeaders.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import { methodPage } from "./PortalFaultPages.ts"
import { portalResponse } from "./PortalFrame.ts"
import { targetOf, visitOf } from "./PortalRequest.ts"

const allow = "GET, HEAD, OPTIONS"

export const StatusMethods = HttpRouter.use((router) =>
  Effect.gen(function*() {
    const site = yield* PortalAddresses
    const answer = Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (request.method === "OPTIONS") {
        return toResponse({ status: 204, code: null, headers: { ...preflightHeaders(allow), allow }, body: undefined })
      }
      if (!prefersHtml(request.headers["accept"])) {
        return toResponse(
          problemReply(new MethodNotAllowed({ detail: `This address answers ${allow}.`, allow }), randomUUID(), site.publicUrl)
        )
      }
      const url = targetOf(request)
      const visit = yield* visitOf(request, url, site.timeZone)
      return portalResponse(site, visit, methodPage(visit, request.method, allow), { path: url.pathname, otherLanguage: undefined })
    })
    for (const { path } of Object.values(StatusApi.endpoints)) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) yield* router.add(method, path, answer)
    }
  })
)
