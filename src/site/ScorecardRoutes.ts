/** The scorecards over HTTP: a page, JSON by `Accept`, or a table by its address; of a month, of all agencies or of one. */
import { Clock, Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { ScorecardApi, Scorecards } from "../api/ScorecardApi.ts"
import { splitTarget } from "../domain/Address.ts"
import { cityDayOf } from "../domain/CityDays.ts"
import { NotRegistered } from "../domain/GatewayError.ts"
import { prefersHtml } from "../domain/Negotiation.ts"
import { siteDetails } from "../domain/SiteDetails.ts"
import { handler } from "../http/NodeRequest.ts"
import { problemReply } from "../http/ProblemReply.ts"
import { openToAll } from "../http/SharedHeaders.ts"
import { tongueOf } from "../pages/Language.ts"
import { pageHeaders, pageText } from "../pages/Page.ts"
import { PortalAddresses } from "../pages/PortalAddresses.ts"
import { Registry } from "../registry/Registry.ts"
import { type AgencyMonth, MonthlyFigures } from "../telemetry/MonthlyFigures.ts"
import { StatusHistory } from "../telemetry/StatusHistory.ts"
import { monthName, scorecardPage } from "./status/ScorecardPage.ts"
import { monthAfter, monthSpan, scorecardCsv, scorecards } from "./status/ScorecardView.ts"
import { scorecardWords } from "./status/ScorecardWords.ts"
import { statusSpeech } from "./status/StatusParts.ts"
import { textReply } from "./TextReply.ts"

const encode = Schema.encodeSync(Schema.fromJsonString(Scorecards))
const caching = { "cache-control": "public, max-age=60", ...openToAll, "x-content-type-options": "nosniff" }
const dataHeaders = { ...caching, "content-type": "application/json; charset=utf-8", vary: "Accept, Accept-Encoding" }
const htmlHeaders = { ...pageHeaders, "cache-control": "public, max-age=60", "content-type": "text/html; charset=utf-8" }
/** This month and those before that are kept. */
const monthsShown = 13
const nothing: ReadonlyMap<string, AgencyMonth> = new Map()

export const ScorecardRoutes = ({ publicUrl, timeZone }: { readonly publicUrl: string; readonly timeZone: string }) =>
  HttpRouter.use((router) =>
    Effect.gen(function*() {
      const registry = yield* Registry
      const figures = yield* MonthlyFigures
      const history = yield* StatusHistory
      const unknown = ({ headers }: IncomingMessage) =>
        problemReply(new NotRegistered({ detail: siteDetails.noScorecard }), randomUUID(), publicUrl, headers["accept-language"])

      const answer = Effect.fnUntraced(function*(source: IncomingMessage) {
        const { path, query } = splitTarget(source.url ?? "")
        const isTable = path.endsWith(".csv")
        const nowMillis = yield* Clock.currentTimeMillis
        const current = cityDayOf(nowMillis, timeZone).slice(0, 7)
        const [, , asked, slug] = path.replace(/\.csv$/, "").split("/").filter((segment) => segment !== "")
        const month = asked ?? current
        const span = monthSpan(month, timeZone)
        const snapshot = registry.current()
        const isKept = month <= current && month > monthAfter(current, -monthsShown)
        if (
          span === undefined || !isKept || slug !== undefined && !snapshot.agencies.some((agency) => agency.slug === slug)
        ) return unknown(source)
        const found = yield* Effect.orElseSucceed(figures.of(span), () => nothing)
        const cards = scorecards(
          { snapshot, figures: found, month, span, since: history.begun(), publicUrl, timeZone, nowMillis },
          slug
        )
        if (isTable) {
          const name = `gapura-${month}${slug === undefined ? "" : `-${slug}`}.csv`
          return textReply(scorecardCsv(cards), {
            ...caching,
            "content-type": "text/csv; charset=utf-8; header=present",
            "content-disposition": `attachment; filename="${name}"`,
            vary: "Accept-Encoding"
          })
        }
        if (!prefersHtml(source.headers.accept)) return textReply(encode(cards), dataHeaders)
        const tongue = tongueOf(new URLSearchParams(query).get("lang"), source.headers["accept-language"])
        const speech = statusSpeech(tongue, timeZone, nowMillis)
        const months = Array.from({ length: monthsShown }, (_, back) => monthAfter(current, -back))
          .filter((one) => (monthSpan(one, timeZone)?.ends ?? 0) > history.begun())
        const text = pageText({
          title: `${slug === undefined ? "" : `${cards.agencies[0]?.name ?? slug}: `}${scorecardWords[tongue.language].title} ${
            monthName(month, speech)
          }`,
          main: scorecardPage(cards, months, slug !== undefined, speech),
          language: tongue.language,
          otherLanguage: `/portal/rapor/${month}${slug === undefined ? "" : `/${slug}`}?lang=${tongue.language === "id" ? "en" : "id"}`,
          carry: speech.carry,
          part: "status"
        })
        return textReply(text, htmlHeaders)
      })

      const site = yield* PortalAddresses
      for (const { path } of Object.values(ScorecardApi.endpoints)) {
        site.leave(path)
        yield* router.add("GET", path, handler(answer))
      }
    })
  )
