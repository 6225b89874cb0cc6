/** The public pages over HTTP: HTML for people, JSON for programs, chosen by `Accept`. */
import { Clock, Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { Catalogue, CatalogueApi, Summary } from "../api/CatalogueApi.ts"
import { type GatewayError, NotRegistered } from "../domain/GatewayError.ts"
import { prefersHtml } from "../domain/Negotiation.ts"
import { isProblemCode } from "../domain/Problem.ts"
import { EndpointHealth } from "../gateway/EndpointHealth.ts"
import { Registry } from "../registry/Registry.ts"
import { cataloguePage } from "./CataloguePage.ts"
import { type CatalogueFilter, catalogueView, summaryView } from "./CatalogueView.ts"
import { docsPage } from "./DocsPage.ts"
import { toResponse } from "./NodeRequest.ts"
import { openApiDocument } from "./OpenApiDocument.ts"
import { page } from "./Page.ts"
import { problemPage, problemsPage } from "./ProblemPage.ts"
import { problemReply } from "./ProblemReply.ts"
import { apiCatalog, authorizationServer, protectedResource } from "./WellKnown.ts"

const encodeCatalogue = Schema.encodeSync(Schema.fromJsonString(Catalogue))
const encodeSummary = Schema.encodeSync(Schema.fromJsonString(Summary))

const json = (text: string, contentType = "application/json; charset=utf-8") =>
  HttpServerResponse.text(text, {
    contentType,
    headers: { "cache-control": "no-cache", "access-control-allow-origin": "*", "x-content-type-options": "nosniff", vary: "Accept" }
  })

export const CatalogueRoutes = (options: { readonly publicUrl: string }) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const registry = yield* Registry
      const health = yield* EndpointHealth
      const { publicUrl } = options
      const document = openApiDocument(publicUrl)
      const problem = (error: GatewayError) => toResponse(problemReply(error, randomUUID(), publicUrl))

      const catalogue = (filterOf: (params: Readonly<Record<string, string | undefined>>) => CatalogueFilter) =>
        Effect.gen(function*() {
          const request = yield* HttpServerRequest.HttpServerRequest
          const filter = filterOf(yield* HttpRouter.params)
          const sources = { snapshot: registry.current(), health, publicUrl, nowMillis: yield* Clock.currentTimeMillis }
          const view = catalogueView(sources, filter)
          if (view === undefined) return problem(new NotRegistered({ detail: "The catalogue has no such agency or dataset. It begins at /v4/gateway." }))
          if (!prefersHtml(request.headers["accept"])) return json(encodeCatalogue(view))
          return page({ title: "Katalog", main: cataloguePage(view, summaryView(sources)) })
        })

      const problemCode = Effect.map(HttpRouter.params, ({ code = "" }) =>
        isProblemCode(code)
          ? page({ title: code, main: problemPage(code) })
          : problem(new NotRegistered({ detail: "There is no such problem code. All of them are at /problems." })))

      const summary = Effect.map(Clock.currentTimeMillis, (nowMillis) =>
        json(encodeSummary(summaryView({ snapshot: registry.current(), health, publicUrl, nowMillis }))))

      const { endpoints } = CatalogueApi
      yield* router.add("GET", endpoints.catalogue.path, catalogue(() => ({})))
      yield* router.add("GET", endpoints.agency.path, catalogue(({ opd = "" }) => ({ opd })))
      yield* router.add("GET", endpoints.dataset.path, catalogue(({ dataset = "", opd = "" }) => ({ opd, dataset })))
      yield* router.add("GET", endpoints.summary.path, summary)
      yield* router.add("GET", endpoints.problems.path, page({ title: "Kesalahan", main: problemsPage() }))
      yield* router.add("GET", endpoints.problem.path, problemCode)
      yield* router.add("GET", endpoints.authorizationServer.path, Effect.sync(() => json(JSON.stringify(authorizationServer(publicUrl, registry.current().scopes)))))
      yield* router.add("GET", endpoints.protectedResource.path, Effect.sync(() => json(JSON.stringify(protectedResource(publicUrl, registry.current().scopes)))))
      yield* router.add("GET", endpoints.apiCatalog.path, json(
        JSON.stringify(apiCatalog(publicUrl)),
        "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\""
      ))
      yield* router.add("GET", endpoints.openapi.path, json(JSON.stringify(document)))
      yield* router.add("GET", endpoints.docs.path, page({ title: "Dokumentasi", main: docsPage(document, publicUrl), language: "en" }))
      yield* router.add("GET", "/", HttpServerResponse.redirect("/v4/gateway", { status: 302 }))
    })
  )
