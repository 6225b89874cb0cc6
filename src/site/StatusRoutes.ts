/** The public status over HTTP: a page, or JSON by `Accept`, of the city or of one agency; incidents as a feed, and states as badges. */
import { Clock, Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { AgencyReport, CityStatus, StatusApi } from "../api/StatusApi.ts"
import { splitTarget } from "../domain/Address.ts"
import type { Detail } from "../domain/Detail.ts"
import { NotRegistered } from "../domain/GatewayError.ts"
import { prefersHtml } from "../domain/Negotiation.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import type { Reply } from "../gateway/Reply.ts"
import { handler } from "../http/NodeRequest.ts"
import { problemReply } from "../http/ProblemReply.ts"
import { openToAll } from "../http/SharedHeaders.ts"
import type { Html } from "../pages/Html.ts"
import { otherLanguageOf, tongueOf } from "../pages/Language.ts"
import { pageHeaders, pageText } from "../pages/Page.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import { Registry } from "../registry/Registry.ts"
import { Announcements } from "../telemetry/Announcements.ts"
import { Incidents } from "../telemetry/Incidents.ts"
import { StatusHistory } from "../telemetry/StatusHistory.ts"
import { EndpointHealth } from "../watch/EndpointHealth.ts"
import { agencyStatusPage } from "./status/AgencyStatusPage.ts"
import { badge } from "./status/Badge.ts"
import { incidentFeed } from "./status/IncidentFeed.ts"
import { statusPage } from "./status/StatusPage.ts"
import { type StatusSpeech, statusSpeech } from "./status/StatusParts.ts"
import { agencyReport, cityStatus, endpointsOf, maintenanceView, stateNow, stateOf, type StatusSources } from "./status/StatusView.ts"
import { textReply } from "./TextReply.ts"

const encodeCity = Schema.encodeSync(Schema.fromJsonString(CityStatus))
const encodeAgency = Schema.encodeSync(Schema.fromJsonString(AgencyReport))
/** Anybody may keep it for a moment, so that a crowd after an outage is no load. */
const caching = { "cache-control": "public, max-age=10" }
const dataHeaders = {
  ...caching,
  "content-type": "application/json; charset=utf-8",
  ...openToAll,
  "x-content-type-options": "nosniff",
  vary: "Accept, Accept-Encoding"
}
/** Neither is made by what is wanted but by its address alone. */
const fixedHeaders = { ...caching, ...openToAll, "x-content-type-options": "nosniff", vary: "Accept-Encoding" }
const feedHeaders = { ...fixedHeaders, "content-type": "application/atom+xml; charset=utf-8" }
const badgeHeaders = { ...fixedHeaders, "content-type": "image/svg+xml; charset=utf-8", "content-security-policy": "default-src 'none'" }
const htmlHeaders = { ...pageHeaders, ...caching, "content-type": "text/html; charset=utf-8" }

/** A path as it is written; what cannot be decoded names nothing. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return ""
  }
}

export const StatusRoutes = ({ publicUrl, timeZone }: { readonly publicUrl: string; readonly timeZone: string }) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const registry = yield* Registry
      const health = yield* EndpointHealth
      const history = yield* StatusHistory
      const incidents = yield* Incidents
      const announcements = yield* Announcements

      const unknown = (detail: Detail, { headers }: IncomingMessage): Reply =>
        problemReply(new NotRegistered({ detail }), randomUUID(), publicUrl, headers["accept-language"])

      const sourcesNow = Effect.gen(function*() {
        const snapshot = registry.current()
        const past = yield* history.agencies(snapshot.agencies.map(({ slug }) => slug))
        const found = yield* Effect.option(incidents.recent)
        const sources: StatusSources = {
          snapshot,
          health,
          histories: past.value,
          announcements,
          outages: found._tag === "Some" ? found.value : [],
          isComplete: past.isComplete && found._tag === "Some",
          publicUrl,
          timeZone,
          nowMillis: yield* Clock.currentTimeMillis
        }
        return sources
      })

      const reply = (source: IncomingMessage, path: string, nowMillis: number, shown: {
        readonly title: (speech: StatusSpeech) => string
        readonly main: (speech: StatusSpeech) => Html
        readonly json: () => string
      }): Reply => {
        if (!prefersHtml(source.headers.accept)) return textReply(shown.json(), dataHeaders)
        const search = new URLSearchParams(splitTarget(source.url ?? "").query)
        const tongue = tongueOf(search.get("lang"), source.headers["accept-language"])
        const speech = statusSpeech(tongue, timeZone, nowMillis)
        const text = pageText({
          title: shown.title(speech),
          main: shown.main(speech),
          language: tongue.language,
          otherLanguage: otherLanguageOf(path, search, tongue.language),
          carry: speech.carry,
          part: "status",
          feed: { address: `/portal/status.atom${tongue.language === "en" ? "?lang=en" : ""}`, title: speech.words.feed }
        })
        return textReply(text, htmlHeaders)
      }

      const city = (source: IncomingMessage) =>
        Effect.map(sourcesNow, (sources) => {
          const status = cityStatus(sources)
          return reply(source, "/portal/status", sources.nowMillis, {
            title: ({ words }) => words.title,
            main: (speech) => statusPage(status, speech),
            json: () => encodeCity(status)
          })
        })

      const agency = Effect.fn("StatusRoutes.agency")(function*(source: IncomingMessage) {
        const slug = splitTarget(source.url ?? "").path.split("/").filter((segment) => segment !== "").at(2) ?? ""
        const sources = yield* sourcesNow
        const found = sources.snapshot.agencies.find((one) => one.slug === slug)
        if (found === undefined) {
          return unknown(siteDetails.noAgencyStatus, source)
        }
        const routes = endpointsOf(slug, sources).map(({ route }) => route)
        const windows = yield* history.endpoints(routes)
        const report = agencyReport(found, windows.value, { ...sources, isComplete: sources.isComplete && windows.isComplete })
        return reply(source, `/portal/status/${slug}`, sources.nowMillis, {
          title: ({ words }) => `${words.crumb}: ${found.name}`,
          main: (speech) => agencyStatusPage(report, sources.histories.get(slug)?.quarters ?? [], speech),
          json: () => encodeAgency(report)
        })
      })

      const chosenOf = ({ url }: IncomingMessage) =>
        new URLSearchParams(splitTarget(url ?? "").query).get("lang") === "en"
          ? { language: "en", isChosen: true } as const
          : { language: "id", isChosen: false } as const

      const feed = (source: IncomingMessage) =>
        Effect.map(sourcesNow, (sources) =>
          textReply(
            incidentFeed(
              cityStatus(sources),
              announcements.maintenance().map(maintenanceView),
              sources.snapshot.endpoints,
              publicUrl,
              statusSpeech(chosenOf(source), timeZone, sources.nowMillis)
            ),
            feedHeaders
          ))

      /** The states that the pages show, of nothing else. */
      const badgeOf = Effect.fn("StatusRoutes.badge")(function*(source: IncomingMessage) {
        const names = /^\/+portal\/+status\/+badge\/+(.+)\.svg$/i.exec(decoded(splitTarget(source.url ?? "").path))?.[1]
        const [slug = "", dataset, ...path] = (names ?? "").split("/").filter((name) => name !== "")
        const snapshot = registry.current()
        const nowMillis = yield* Clock.currentTimeMillis
        const found = snapshot.agencies.find((one) => one.slug === slug)
        const endpoints = endpointsOf(slug, { snapshot, nowMillis })
        const endpoint = endpoints.find((one) => one.dataset.slug === dataset && one.path === path.join("/"))
        if (found === undefined || dataset !== undefined && endpoint === undefined) {
          return unknown(siteDetails.noBadge, source)
        }
        const { language } = chosenOf(source)
        if (endpoint !== undefined) return textReply(badge(endpoint.title, stateNow(endpoint, { health }), language), badgeHeaders)
        const outages = yield* Effect.orElseSucceed(incidents.recent, () => [])
        return textReply(badge(found.name, stateOf(found, endpoints, { health, outages }), language), badgeHeaders)
      })

      const site = yield* PortalAddresses
      const { agencyStatus, badge: badges, feed: feeds, status } = StatusApi.endpoints
      for (const [{ path }, answer] of [[feeds, feed], [badges, badgeOf], [status, city], [agencyStatus, agency]] as const) {
        site.leave(path)
        yield* router.add("GET", path, handler(answer))
      }
    })
  )
