/** One agency's status for people: now, day by day, each of its endpoints, and its incidents. */
import type { AgencyReport, EndpointStatus } from "../../api/StatusApi.ts"
import { shortDayOf } from "../../pages/CityTime.ts"
import { isTold } from "../../pages/HealthWords.ts"
import { type Html, html, type HtmlValue } from "../../pages/Html.ts"
import { millisOf, numberOf } from "../../pages/Language.ts"
import { latencyChart, type LatencyPoint } from "../../pages/LatencyChart.ts"
import { recordTable } from "../../pages/RecordTable.ts"
import { sinceNote } from "../../pages/SinceNote.ts"
import { barKey, dayBars, dayKind } from "./DayBars.ts"
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

const crumbs = (name: Html, { carry, words }: StatusSpeech): Html =>
  html`<nav class="crumbs" aria-label="${words.where}"><ol><li><a href="/portal/status${carry}">${words.crumb}</a></li>
    <li aria-current="page">${name}</li></ol></nav>`

const measures = ({ agency }: AgencyReport, speech: StatusSpeech): Html => {
  const { tongue: { language }, words } = speech
  const row = (name: string, cell: (measured: typeof agency.windows["24h"]) => string): Html =>
    html`<tr><th scope="row">${name}</th>${windows.map((window) => html`<td class="n">${cell(agency.windows[window])}</td>`)}</tr>`
  return html`<table><thead><tr><th scope="col">${words.measure}</th>${
    windows.map((window) => html`<th scope="col" class="n">${words.windows[window]}</th>`)
  }</tr></thead><tbody>${row(words.availability, (measured) => availability(measured, speech))}${
    row(words.calls, ({ answers }) => numberOf(answers, language))
  }${row(words.failures, ({ failures }) => numberOf(failures, language))}${row(words.stale, ({ stale }) => numberOf(stale, language))}${
    row("p50", ({ p50 }) => millisOf(p50, language))
  }${row("p95", ({ p95 }) => millisOf(p95, language))}</tbody></table>${
    sinceNote("30d", agency.windows["30d"].since, speech.nowMillis, { language, timeZone: speech.timeZone })
  }`
}

const dayTable = ({ agency }: AgencyReport, speech: StatusSpeech): Html => {
  const { tongue: { language }, words } = speech
  const rows = agency.days.toReversed().map((day) =>
    [
      shortDayOf(day.day, language),
      stateTag(dayKind(day), day.answers, speech),
      availability(day, speech),
      numberOf(day.answers, language),
      millisOf(day.p95, language)
    ] as const
  )
  const numbers = [words.availability, words.calls, "p95"]
  return html`<details><summary>${words.daysTable}</summary>${
    recordTable(
      [{ name: words.day }, { name: words.state }, ...numbers.map((name) => ({ name, isNumber: true }))],
      rows,
      { label: words.daysTable, headed: true }
    )
  }</details>`
}

const endpointTable = ({ agency, endpoints }: AgencyReport, speech: StatusSpeech): Html => {
  const { carry, tongue: { language }, words } = speech
  const chosen = carry.replace("?", "&")
  const row = ({ dataset, path, private: isPrivate, state, title, windows: measured }: EndpointStatus): ReadonlyArray<HtmlValue> => [
    html`<a href="/v4/gateway/${agency.slug}/${dataset}?path=${encodeURIComponent(path)}${chosen}">${named(title, speech)}</a>${
      isPrivate ? html` <span class="tag private">${words.private}</span>` : ""
    }<br><code>${dataset}${path === "" ? "" : `/${path}`}</code>`,
    isTold(state, measured["30d"].answers) ? stateTag(state, 0, speech) : "–",
    ...windows.map((window) => availability(measured[window], speech)),
    millisOf(measured["24h"].p50, language),
    millisOf(measured["24h"].p95, language)
  ]
  const numbers = [...windows.map((window) => words.windows[window]), words.p50, words.p95]
  return html`<section><h2 id="titik">${words.endpoints}</h2>${
    recordTable(
      [{ name: words.endpoint }, { name: words.state }, ...numbers.map((name) => ({ name, isNumber: true }))],
      endpoints.map(row),
      { labelledBy: "titik", headed: true, kind: "wide" }
    )
  }</section>`
}

/** @param quarters of the whole agency */
export const agencyStatusPage = (report: AgencyReport, quarters: ReadonlyArray<LatencyPoint>, speech: StatusSpeech): Html => {
  const { carry, timeZone, tongue: { language }, words } = speech
  const { agency } = report
  // Whoever stopped it says so in place of the sentence that blames the agency.
  const lasting = report.incidents.flatMap(({ cause, endedAt }) => endedAt === null ? [cause] : [])
  const stop = lasting.every((cause) => cause === "operator" || cause === "maintenance") ? lasting[0] : undefined
  const { current, past } = incidentSections(report.incidents, () => undefined, speech)
  return html`${crumbs(named(agency.name, speech), speech)}<h1>${named(agency.name, speech)}</h1>${
    banner(agency.state, stop === "operator" || stop === "maintenance" ? words.stopped[stop] : words.agencyNow[agency.state], speech)
  }${incompleteNote(report.meta.complete, speech)}${current}${
    maintenanceSection(report.maintenance, () => undefined, speech)
  }<section aria-labelledby="hari"><h2 id="hari">${words.bars}</h2>${barKey(speech)}${dayBars(agency, speech)}${
    dayTable(report, speech)
  }</section><div class="columns"><section aria-labelledby="ukuran"><h2 id="ukuran">${words.overview}</h2>${
    measures(report, speech)
  }</section><section aria-labelledby="waktu"><h2 id="waktu">${words.response}</h2>${
    latencyChart(quarters, { language, timeZone })
  }</section></div>${endpointTable(report, speech)}${past}<p><a href="/v4/gateway/${agency.slug}${carry}">${words.catalogue}</a></p>${
    meaning(speech)
  }`
}
