/**
 * Calls of an application by the hour, as bars and as a table. An hour in which some were refused for too many has a mark above its
 * bar, so that colour is not needed.
 */
import type { HourOfUse } from "../../audit/ApplicationUsage.ts"
import { hourMillis } from "../../audit/UsageRows.ts"
import { lateTimeOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { numberOf } from "../../pages/Language.ts"
import type { SignedVisit } from "../Visit.ts"
import { usageWords } from "./UsageWords.ts"

const height = 30
/** Room for the marks above. */
const room = 6

/** Every hour from the first to that of now, those without calls too. */
export const everyHour = (hours: ReadonlyArray<HourOfUse>, sinceMillis: number, nowMillis: number): ReadonlyArray<HourOfUse> => {
  const known = new Map(hours.map((one) => [one.hour, one]))
  const count = Math.floor((nowMillis - sinceMillis) / hourMillis) + 1
  return Array.from({ length: count }, (_, index) => {
    const hour = sinceMillis + index * hourMillis
    return known.get(hour) ?? { hour, calls: 0, limited: 0 }
  })
}

export interface HoursShown {
  /** Where the form for another endpoint leads. */
  readonly address: string
  readonly span: string
  /** The route that is looked at; empty for all. */
  readonly route: string
  readonly routes: ReadonlyArray<string>
  /** The token that is looked at; empty for all. */
  readonly token: string
  readonly tokens: ReadonlyArray<string>
  readonly hours: ReadonlyArray<HourOfUse>
}

const endpointForm = ({ language, query }: SignedVisit, { address, route, routes, span, token, tokens }: HoursShown): Html => {
  const words = usageWords[language]
  const choice = (name: string, label: string, chosen: string, all: string, values: ReadonlyArray<string>): Html =>
    html`<label>${label}<select name="${name}">${
      ["", ...values].map((value) =>
        html`<option value="${value}"${value === chosen ? html` selected` : ""}>${value === "" ? all : value}</option>`
      )
    }</select></label>`
  return html`<form class="find" method="get" action="${address}">${
    query.has("lang") ? html`<input type="hidden" name="lang" value="${language}">` : ""
  }<input type="hidden" name="rentang" value="${span}">${choice("titik", words.ofEndpoint, route, words.allEndpoints, routes)}${
    choice("token", words.ofToken, token, words.allTokens, tokens)
  }<button class="button secondary">${words.show}</button></form>`
}

export const usageHours = (visit: SignedVisit, shown: HoursShown): Html => {
  const { language } = visit
  const words = usageWords[language]
  const { hours } = shown
  const most = hours.reduce((sum, { calls }) => Math.max(sum, calls), 0)
  const used = hours.filter(({ calls }) => calls > 0)
  const limited = hours.filter((one) => one.limited > 0)
  const told = ({ calls, hour, limited: refused }: HourOfUse): string =>
    `${lateTimeOf(hour, visit)}: ${numberOf(calls, language)} ${words.calls}${
      refused === 0 ? "" : `, ${numberOf(refused, language)} ${words.refused}`
    }`
  const bar = (one: HourOfUse, index: number): Html => {
    const tall = one.calls === 0 ? 0 : Math.max(2, Math.round(one.calls / most * height))
    const top = room + height - tall
    return one.calls === 0
      ? html`<rect class="unknown" x="${index * 10 + 1}" y="${room + height - 1}" width="8" height="1"></rect>`
      : html`<rect class="up" x="${index * 10 + 1}" y="${top}" width="8" height="${tall}"><title>${told(one)}</title></rect>${
        one.limited === 0 ? "" : html`<rect class="down" x="${index * 10 + 1}" y="${top - room}" width="8" height="4"></rect>`
      }`
  }
  const spoken = `${words.title}: ${words.most} ${numberOf(most, language)} ${words.calls}; ${
    numberOf(limited.length, language)
  } ${words.hoursLimited}.`
  const row = ({ calls, hour, limited: refused }: HourOfUse): Html =>
    html`<tr><th scope="row">${lateTimeOf(hour, visit)}</th><td class="n">${numberOf(calls, language)}</td><td class="n">${
      numberOf(refused, language)
    }</td></tr>`
  const number = (name: string): Html => html`<th scope="col" class="n">${name}</th>`
  const heads = html`<th scope="col">${words.hour}</th>${number(words.callsHead)}${number(words.refusedHead)}`
  return html`<div><h2 id="jam">${words.title}</h2><p>${words.lead}</p>${endpointForm(visit, shown)}${
    used.length === 0
      ? html`<p>${words.unused}</p>`
      : html`<svg class="bars" viewBox="0 0 ${hours.length * 10} ${
        height + room
      }" preserveAspectRatio="none" role="img" aria-label="${spoken}">${hours.map(bar)}</svg><p class="span" aria-hidden="true">
    <span>${
        lateTimeOf(hours[0]?.hour ?? visit.nowMillis, visit)
      }</span><span>${words.now}</span></p><details><summary>${words.table}</summary>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="jam"><table><thead><tr>${heads}</tr></thead><tbody>${
        used.map(row)
      }</tbody></table></div></details>`
  }</div>`
}
