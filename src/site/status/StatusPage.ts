/** The city's status for people: one sentence, what is wrong now, every agency's last 30 days, and what went wrong before. */
import type { AgencyStatus, CityStatus } from "../../api/StatusApi.ts"
import type { Health } from "../../domain/Health.ts"
import { type Html, html, type HtmlValue } from "../../pages/Html.ts"
import { millisOf, numberOf } from "../../pages/Language.ts"
import { recordTable } from "../../pages/RecordTable.ts"
import { sinceNote } from "../../pages/SinceNote.ts"
import { barKey, dayBars } from "./DayBars.ts"
import {
  availability,
  banner,
  incidentSections,
  incompleteNote,
  maintenanceSection,
  meaning,
  named,
  stateTag,
  type StatusSpeech,
  windows
} from "./StatusParts.ts"

const sentenceOf = ({ agencies, state }: CityStatus, { tongue: { language }, words: { now } }: StatusSpeech): readonly [Health, string] => {
  const count = (wanted: Health): number => agencies.filter((agency) => agency.state === wanted).length
  const [down, degraded] = [count("down"), count("degraded")]
  if (down + degraded === 0) return [state, state === "up" ? now.up : now.unknown]
  const number = (value: number): string => numberOf(value, language)
  const [first, name] = down > 0 ? [down, now.down] : [degraded, now.degraded]
  const rest = down > 0 && degraded > 0 ? ` ${now.and} ${number(degraded)} ${now.degraded}` : ""
  return [down > 0 ? "down" : "degraded", `${number(first)} ${now.of} ${number(agencies.length)} ${now.agencies} ${name}${rest}.`]
}

const agencyCard = (agency: AgencyStatus, speech: StatusSpeech): Html => {
  const { carry, words } = speech
  const shares = windows.map((window) =>
    html`<div><dt>${words.windows[window]}</dt><dd>${availability(agency.windows[window], speech)}</dd></div>`
  )
  return html`<li class="service"><div class="head"><h3><a href="/portal/status/${agency.slug}${carry}">${
    named(agency.name, speech)
  }</a></h3>${stateTag(agency.state, agency.windows["30d"].answers, speech)}</div>${
    dayBars(agency, speech)
  }<dl class="shares">${shares}</dl></li>`
}

const table = ({ agencies }: CityStatus, speech: StatusSpeech): Html => {
  const { carry, tongue: { language }, words } = speech
  const row = ({ name, slug, windows: measured }: AgencyStatus): ReadonlyArray<HtmlValue> => [
    html`<a href="/portal/status/${slug}${carry}">${named(name, speech)}</a>`,
    ...windows.map((window) => availability(measured[window], speech)),
    millisOf(measured["24h"].p50, language),
    millisOf(measured["24h"].p95, language),
    numberOf(measured["30d"].stale, language)
  ]
  const numbers = [
    ...windows.map((window) => words.windows[window]),
    words.p50,
    words.p95,
    `${words.stale}, ${words.windows["30d"]}`
  ]
  return html`<section><h2 id="tabel">${words.overview}</h2>${
    recordTable(
      [{ name: words.agency }, ...numbers.map((name) => ({ name, isNumber: true }))],
      agencies.map(row),
      { labelledBy: "tabel", headed: true, kind: "wide" }
    )
  }${
    agencies.slice(0, 1).map(({ windows: { "30d": { since } } }) =>
      sinceNote("30d", since, speech.nowMillis, { language, timeZone: speech.timeZone })
    )
  }</section>`
}

export const statusPage = (status: CityStatus, speech: StatusSpeech): Html => {
  const { words } = speech
  const names = new Map(status.agencies.map(({ name, slug }) => [slug, named(name, speech)]))
  const { current, past } = incidentSections(status.incidents, (slug) => names.get(slug), speech)
  const [state, sentence] = sentenceOf(status, speech)
  return html`<h1>${words.title}</h1><p class="lead">${words.lead}</p>${banner(state, sentence, speech)}${
    incompleteNote(status.meta.complete, speech)
  }${current}${
    maintenanceSection(status.maintenance, (slug) => names.get(slug), speech)
  }<section aria-labelledby="opd"><h2 id="opd">${words.agencies}</h2>${barKey(speech)}<ul class="services">${
    status.agencies.map((agency) => agencyCard(agency, speech))
  }</ul></section>${past}${table(status, speech)}<p><a href="/portal/rapor${speech.carry}">${words.scorecard}</a></p>${meaning(speech)}`
}
