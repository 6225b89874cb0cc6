/** The scorecards of a month for people: of all agencies side by side, or of one. */
import type { AgencyScorecard, Scorecards } from "../../api/ScorecardApi.ts"
import { availabilityOf, momentOf } from "../../pages/CityTime.ts"
import { type Html, html } from "../../pages/Html.ts"
import { millisOf, numberOf } from "../../pages/Language.ts"
import { recordTable } from "../../pages/RecordTable.ts"
import { scorecardWords } from "./ScorecardWords.ts"
import { named, type StatusSpeech } from "./StatusParts.ts"

/** `November 2026`. */
export const monthName = (month: string, { tongue: { language } }: StatusSpeech): string =>
  new Date(`${month}-01`).toLocaleDateString(language === "id" ? "id-ID" : "en-GB", { month: "long", year: "numeric", timeZone: "UTC" })

type Cell = readonly [name: string, value: (card: AgencyScorecard) => Html | string]

const cells = ({ tongue: { language } }: StatusSpeech): ReadonlyArray<Cell> => {
  const words = scorecardWords[language]
  const lacking = html`<span class="soft">${words.lacking}</span>`
  const share = (value: number | null): Html | string => value === null ? lacking : availabilityOf(value, language)
  const millis = (value: number | null): Html | string => value === null ? lacking : millisOf(value, language)
  return [
    [words.availability, (card) => share(card.availability)],
    ["p50", (card) => millis(card.p50)],
    ["p95", (card) => millis(card.p95)],
    [words.freshness, (card) => share(card.freshness)],
    [words.documentation, (card) => share(card.documentation)],
    [
      words.schema,
      ({ newFields, schemaStability }) =>
        schemaStability === null ? lacking : html`${share(schemaStability)} (${numberOf(newFields, language)} ${words.newFields})`
    ],
    [
      words.decisions,
      ({ decisionHours, decisions }) =>
        decisionHours === null ? lacking : `${numberOf(decisionHours, language)} ${words.hours} (${numberOf(decisions, language)})`
    ],
    [words.answers, (card) => numberOf(card.answers, language)]
  ]
}

const whole = ({ agencies, month }: Scorecards, speech: StatusSpeech): Html => {
  const { carry, tongue: { language } } = speech
  const words = scorecardWords[language]
  const shown = cells(speech)
  return recordTable(
    [{ name: words.agency }, ...shown.map(([name]) => ({ name, isNumber: true }))],
    agencies.map((card) => [
      html`<a href="/portal/rapor/${month}/${card.slug}${carry}">${named(card.name, speech)}</a>`,
      ...shown.map(([, value]) => value(card))
    ]),
    { label: words.title, headed: true, kind: "wide" }
  )
}

const single = (card: AgencyScorecard, speech: StatusSpeech): Html =>
  html`<table><thead><tr><th scope="col">${scorecardWords[speech.tongue.language].measure}</th><th scope="col" class="n">${
    scorecardWords[speech.tongue.language].value
  }</th></tr></thead><tbody>${
    cells(speech).map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="n">${value(card)}</td></tr>`)
  }</tbody></table>`

/** @param months that can be looked at, `2026-11`, the latest first */
export const scorecardPage = (cards: Scorecards, months: ReadonlyArray<string>, one: boolean, speech: StatusSpeech): Html => {
  const { carry, timeZone, tongue: { language }, words: status } = speech
  const words = scorecardWords[language]
  const [card] = cards.agencies
  const name = one && card !== undefined ? named(card.name, speech) : undefined
  const tail = one && card !== undefined ? `/${card.slug}` : ""
  const since = Date.parse(cards.meta.since)
  return html`<nav class="crumbs" aria-label="${status.where}"><ol><li><a href="/portal/status${carry}">${status.crumb}</a></li>${
    name === undefined
      ? html`<li aria-current="page">${words.title}</li>`
      : html`<li><a href="/portal/rapor/${cards.month}${carry}">${words.title}</a></li><li aria-current="page">${name}</li>`
  }</ol></nav><h1>${words.title} ${monthName(cards.month, speech)}${
    name === undefined ? "" : html`: ${name}`
  }</h1><p class="lead">${words.lead}</p>${
    cards.complete ? "" : html`<div class="note"><p>${words.running}</p></div>`
  }<p class="soft">${words.since} ${momentOf(since, { language, timeZone })}.</p>${
    name === undefined || card === undefined ? whole(cards, speech) : single(card, speech)
  }<p><a href="${
    new URL(cards.links["csv"] ?? "").pathname
  }">CSV</a></p><section aria-labelledby="bulan"><h2 id="bulan">${words.months}</h2><ul>${
    months.map((month) =>
      html`<li>${
        month === cards.month
          ? html`<span aria-current="page">${monthName(month, speech)}</span>`
          : html`<a href="/portal/rapor/${month}${tail}${carry}">${monthName(month, speech)}</a>`
      }</li>`
    )
  }</ul></section><section aria-labelledby="arti"><h2 id="arti">${status.meaning}</h2><ul class="prose">${
    words.meanings.map((text) => html`<li>${text}</li>`)
  }</ul></section>`
}
