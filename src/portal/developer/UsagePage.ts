/** The use of an application by endpoint and by outcome, over a day or a week. */
import type { HourOfUse, Use } from "../../audit/ApplicationUsage.ts"
import { headingOf, isProblemCode, problems } from "../../domain/Problem.ts"
import { lateTimeOf, timeOf } from "../../pages/CityTime.ts"
import { type Html, html, type HtmlValue } from "../../pages/Html.ts"
import { numberOf, shareOf } from "../../pages/Language.ts"
import { recordTable } from "../../pages/RecordTable.ts"
import type { PortalPage } from "../PortalPage.ts"
import type { SignedVisit } from "../Visit.ts"
import { crumbs } from "./Crumbs.ts"
import { type DeveloperWords, developerWords } from "./DeveloperWords.ts"
import { addressOf } from "./OwnApplication.ts"
import { everyHour, usageHours } from "./UsageHours.ts"
import { totalFacts, totalsOf } from "./UsageTotals.ts"

export const spans = { "24j": 24, "7h": 168 } as const
export type Span = keyof typeof spans
const isSpan = (text: string | null): text is Span => text !== null && Object.hasOwn(spans, text)
export const spanOf = (query: URLSearchParams): Span => {
  const wanted = query.get("rentang")
  return isSpan(wanted) ? wanted : "24j"
}

export interface UsageFacts {
  readonly application: string
  readonly span: Span
  readonly sinceMillis: number
  readonly uses: ReadonlyArray<Use>
}

/** With the hours of all endpoints, or of the one that was asked for. */
export interface UsageShown extends UsageFacts {
  readonly route: string
  /** Likewise of all tokens, or of one. */
  readonly token: string
  readonly tokens: ReadonlyArray<string>
  readonly hours: ReadonlyArray<HourOfUse>
}

const endpointCells = (visit: SignedVisit, route: string, uses: ReadonlyArray<Use>): ReadonlyArray<HtmlValue> => {
  const { calls, entries, errors, failedEntries, lastAt, limited } = totalsOf(uses)
  const failed = errors + failedEntries
  const number = (value: number): string => numberOf(value, visit.language)
  return [
    html`<code>${route}</code>`,
    number(calls),
    number(entries),
    html`${number(failed)}${failed === 0 ? "" : html` (${shareOf(failed / (calls + entries), visit.language)})`}`,
    number(limited),
    lateTimeOf(lastAt, visit)
  ]
}

const endpointTable = (visit: SignedVisit, words: DeveloperWords, uses: ReadonlyArray<Use>): Html => {
  const routes = [...Map.groupBy(uses, ({ route }) => route)].sort(([, one], [, other]) => totalsOf(other).calls - totalsOf(one).calls)
  const columns = [words.endpoint, words.calls, words.entries, words.errors, words.limited, words.lastUse].map((name, index) => ({
    name,
    isNumber: index !== 0 && index !== 5
  }))
  const rows = routes.map(([route, mine]) => endpointCells(visit, route === "" ? words.noRoute : route, mine))
  return html`<div><h2 id="titik">${words.byEndpoint}</h2>${
    recordTable(columns, rows, { labelledBy: "titik", caption: words.byEndpointLead, headed: true, kind: "wide" })
  }</div>`
}

const codeTable = (visit: SignedVisit, words: DeveloperWords, uses: ReadonlyArray<Use>): Html => {
  const failed = [...Map.groupBy(uses.filter(({ code }) => code !== ""), ({ code }) => code)]
  if (failed.length === 0) return html``
  const row = ([code, mine]: readonly [string, ReadonlyArray<Use>]): ReadonlyArray<HtmlValue> => {
    const count = mine.reduce((sum, { calls, entries }) => sum + calls + entries, 0)
    const meaning = isProblemCode(code) ? (visit.language === "id" ? headingOf(code) : problems[code].title) : ""
    return [html`<a href="/problems/${code}"><code>${code}</code></a>`, numberOf(count, visit.language), meaning]
  }
  const columns = [{ name: words.code }, { name: words.count, isNumber: true }, { name: words.meaning }]
  return html`<div><h2 id="kode">${words.byCode}</h2>${
    recordTable(columns, failed.map(row), { labelledBy: "kode", caption: words.byCodeLead, headed: true })
  }<p><a href="${visit.at("/portal/aplikasi/jelaskan")}">${words.explainLink}</a></p></div>`
}

export const usagePage = (
  visit: SignedVisit,
  { application, hours, route, sinceMillis, span, token, tokens, uses }: UsageShown
): PortalPage => {
  const words = developerWords[visit.language]
  const chosen = { ...(route === "" ? {} : { titik: route }), ...(token === "" ? {} : { token }) }
  const tab = (one: Span): Html =>
    html`<li><a href="${visit.at(addressOf(application, "/penggunaan"), { rentang: one, ...chosen })}"${
      one === span ? html` aria-current="page"` : ""
    }>${words.spans[one]}</a></li>`
  return {
    title: `${words.usage}: ${application}`,
    main: html`${crumbs(visit, [application])}<h1>${words.usage}</h1><ul class="links">${
      (["24j", "7h"] as const).map(tab)
    }</ul><p>${words.since} ${timeOf(sinceMillis, visit)}. ${words.usageLead}</p>${totalFacts(visit, words, totalsOf(uses))}${
      uses.length === 0
        ? html`<p>${words.unused} <a href="${visit.at(addressOf(application, "/coba"))}">${words.tryOut}</a></p>`
        : html`${
          usageHours(visit, {
            address: addressOf(application, "/penggunaan"),
            span,
            route,
            token,
            tokens,
            routes: [
              ...new Set(
                uses.filter((use) => use.calls > 0 && use.route !== "").map((use) =>
                  use.route
                )
              )
            ],
            hours: everyHour(hours, sinceMillis, visit.nowMillis)
          })
        }${endpointTable(visit, words, uses)}${codeTable(visit, words, uses)}<p><a class="button secondary" href="${
          visit.at(addressOf(application, "/penggunaan.csv"), { rentang: span })
        }">${words.asCsv}</a></p>`
    }`
  }
}
