/** The public pages over HTTP: HTML for people, JSON for programs, chosen by `Accept`. */
import { Clock, Effect, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { CatalogueApi, Summary } from "../api/CatalogueApi.ts"
import { splitTarget } from "../domain/Address.ts"
import { NotRegistered } from "../domain/GatewayError.ts"
import type { Limits } from "../domain/Limits.ts"
import { isProblemCode } from "../domain/Problem.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import type { Reply } from "../gateway/Reply.ts"
import { handler } from "../http/NodeRequest.ts"
import { problemReply } from "../http/ProblemReply.ts"
import { openToAll } from "../http/SharedHeaders.ts"
import { assetAddress } from "../pages/Assets.ts"
import { otherLanguageOf, tongueOf } from "../pages/Language.ts"
import { icon, pageHeaders, pageText, scriptedPageHeaders } from "../pages/Page.ts"
import { Registry } from "../registry/Registry.ts"
import { EndpointHealth } from "../watch/EndpointHealth.ts"
import { makeCatalogueAnswer } from "./catalogue/CatalogueAnswer.ts"
import { summaryView } from "./catalogue/CatalogueView.ts"
import { docsPage } from "./docs/DocsPage.ts"
import { docsWords } from "./docs/DocsWords.ts"
import { openApiDocument } from "./OpenApiDocument.ts"
import { problemPage, problemsPage, problemWords } from "./ProblemPage.ts"
import { textReply } from "./TextReply.ts"
import { apiCatalog, authorizationServer, protectedResource } from "./WellKnown.ts"

const encodeSummary = Schema.encodeSync(Schema.fromJsonString(Summary))

const json = (text: string, contentType = "application/json; charset=utf-8") =>
  HttpServerResponse.text(text, {
    contentType,
    headers: { "cache-control": "no-cache", ...openToAll, "x-content-type-options": "nosniff", vary: "Accept" }
  })

const htmlHeaders = { ...pageHeaders, "content-type": "text/html; charset=utf-8" }

export const CatalogueRoutes = (options: Limits & { readonly publicUrl: string; readonly timeZone: string }) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const registry = yield* Registry
      const health = yield* EndpointHealth
      const { publicUrl } = options
      const document = openApiDocument(options)

      const problem = (source: IncomingMessage): Reply => {
        const { path, query } = splitTarget(source.url ?? "")
        const [, code] = path.split("/").filter((segment) => segment !== "")
        const { isChosen, language } = tongueOf(new URLSearchParams(query).get("lang"), source.headers["accept-language"])
        const carry = isChosen ? `?lang=${language}` : ""
        if (code !== undefined && !isProblemCode(code)) {
          const unknown = new NotRegistered({ detail: siteDetails.noProblemCode })
          return problemReply(unknown, randomUUID(), publicUrl, source.headers["accept-language"])
        }
        const main = code === undefined ? problemsPage(language, carry) : problemPage(code, options, language, carry)
        const otherLanguage = otherLanguageOf(path, query, language)
        const title = code ?? problemWords[language].title
        return textReply(pageText({ title, main, language, carry, otherLanguage, part: "problems" }), htmlHeaders)
      }
      const problemPages = handler((source) => Effect.sync(() => problem(source)))

      const summary = Effect.map(Clock.currentTimeMillis, (nowMillis) =>
        json(encodeSummary(summaryView({ snapshot: registry.current(), health, nowMillis }))))

      const docs = (source: IncomingMessage) =>
        Effect.map(Clock.currentTimeMillis, (nowMillis) => {
          const tongue = tongueOf(new URLSearchParams(splitTarget(source.url ?? "").query).get("lang"), source.headers["accept-language"])
          const { language } = tongue
          const text = pageText({
            title: docsWords[language].title,
            main: docsPage(document, options, { publicUrl, nowMillis, ...registry.current() }, tongue),
            language,
            carry: tongue.isChosen ? `?lang=${language}` : "",
            otherLanguage: `${endpoints.docs.path}?lang=${language === "id" ? "en" : "id"}`,
            part: "docs",
            modules: [assetAddress("copy")]
          })
          return textReply(text, { ...scriptedPageHeaders, "content-type": "text/html; charset=utf-8" })
        })

      const { endpoints } = CatalogueApi
      const catalogue = handler(yield* makeCatalogueAnswer(options))
      for (const { path } of [endpoints.catalogue, endpoints.agency, endpoints.dataset]) {
        yield* router.add("GET", path, catalogue)
      }
      yield* router.add("GET", endpoints.summary.path, summary)
      for (const { path } of [endpoints.problems, endpoints.problem]) {
        yield* router.add("GET", path, problemPages)
      }
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
        Effect.sync(() => json(JSON.stringify(protectedResource(publicUrl, registry.current().scopes))))
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
      yield* router.add("GET", endpoints.docs.path, handler(docs))
      yield* router.add("GET", "/favicon.ico", icon)
      yield* router.add("GET", "/", HttpServerResponse.redirect("/v4/gateway", { status: 302 }))
    })
  )
