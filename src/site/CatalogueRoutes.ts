/** The public pages over HTTP: HTML for people, JSON for programs, chosen by `Accept`. */
import { Clock, Effect, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { CatalogueApi, Summary } from "../api/CatalogueApi.ts"
import { NotRegistered } from "../domain/GatewayError.ts"
import type { Limits } from "../domain/Limits.ts"
import { isProblemCode } from "../domain/Problem.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import { handler } from "../http/NodeRequest.ts"
import { problemReply } from "../http/ProblemReply.ts"
import { openToAll } from "../http/SharedHeaders.ts"
import { icon, page } from "../pages/Page.ts"
import { Registry } from "../registry/Registry.ts"
import { EndpointHealth } from "../watch/EndpointHealth.ts"
import { makeCatalogueAnswer } from "./catalogue/CatalogueAnswer.ts"
import { summaryView } from "./catalogue/CatalogueView.ts"
import { docsPage } from "./DocsPage.ts"
import { openApiDocument } from "./OpenApiDocument.ts"
import { problemPage, problemsPage } from "./ProblemPage.ts"
import { apiCatalog, authorizationServer, protectedResource } from "./WellKnown.ts"

const encodeSummary = Schema.encodeSync(Schema.fromJsonString(Summary))

const json = (text: string, contentType = "application/json; charset=utf-8") =>
  HttpServerResponse.text(text, {
    contentType,
    headers: { "cache-control": "no-cache", ...openToAll, "x-content-type-options": "nosniff", vary: "Accept" }
  })

export const CatalogueRoutes = (options: Limits & { readonly publicUrl: string; readonly timeZone: string }) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const registry = yield* Registry
      const health = yield* EndpointHealth
      const { publicUrl } = options
      const document = openApiDocument(options)

      const unknownCode = handler(({ headers }) =>
        Effect.sync(() =>
          problemReply(
            new NotRegistered({ detail: siteDetails.noProblemCode }),
            randomUUID(),
            publicUrl,
            headers["accept-language"]
          )
        )
      )
      const problemCode = Effect.flatMap(HttpRouter.params, ({ code = "" }) =>
        isProblemCode(code) ? Effect.succeed(page({ title: code, main: problemPage(code, options) })) : unknownCode)

      const summary = Effect.map(Clock.currentTimeMillis, (nowMillis) =>
        json(encodeSummary(summaryView({ snapshot: registry.current(), health, nowMillis }))))

      const { endpoints } = CatalogueApi
      const catalogue = handler(yield* makeCatalogueAnswer(options))
      for (const { path } of [endpoints.catalogue, endpoints.agency, endpoints.dataset]) {
        yield* router.add("GET", path, catalogue)
      }
      yield* router.add("GET", endpoints.summary.path, summary)
      yield* router.add("GET", endpoints.problems.path, page({ title: "Kesalahan", main: problemsPage() }))
      yield* router.add("GET", endpoints.problem.path, problemCode)
      yield* router.add(
        "GET",
        endpoints.authorizationServer.path,
        Effect.sync(() =>
          json(JSON.stringify(authorizationServer(publicUrl, registry.current().scopes)))
        )
      )
      yield* router.add(
        "GET",
        endpoints.protectedResource.path,
        Effect.sync(() =>
          json(JSON.stringify(protectedResource(publicUrl, registry.current().scopes)))
        )
      )
      yield* router.add(
        "GET",
        endpoints.apiCatalog.path,
        Effect.sync(() =>
          HttpServerResponse.setHeader(
            json(
              JSON.stringify(apiCatalog(publicUrl, registry.current().agencies)),
              "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\""
            ),
            "link",
            `<${publicUrl}/.well-known/api-catalog>; rel="api-catalog"`
          )
        )
      )
      yield* router.add("GET", endpoints.openapi.path, json(JSON.stringify(document)))
      yield* router.add("GET", endpoints.docs.path, page({ title: "Dokumentasi", main: docsPage(document, options), language: "en" }))
      yield* router.add("GET", "/favicon.ico", icon)
      yield* router.add("GET", "/", HttpServerResponse.redirect("/v4/gateway", { status: 302 }))
    })
  )
