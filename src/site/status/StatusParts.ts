/** Pieces that the status pages share. */
import type { Incident, Maintenance, Measured, PublicText } from "../../api/StatusApi.ts"
import type { Health } from "../../domain/Health.ts"
import { availabilityOf, momentOf, rangeOf, spanOf } from "../../pages/CityTime.ts"
import { isTold } from "../../pages/HealthWords.ts"
import { type Html, html } from "../../pages/Html.ts"
import { type Language, numberOf, type Tongue } from "../../pages/Language.ts"
import { type StatusWords, statusWords } from "./StatusWords.ts"

/** How one page speaks: its words, its language, its links and its clock. */
export interface StatusSpeech {
  readonly words: StatusWords
  readonly tongue: Tongue
  /** Query that carries a chosen language on; empty where none was chosen. */
  readonly carry: string
  readonly timeZone: string
  readonly nowMillis: number
}

/** Those that tables and cards have, in their order. */
export const windows = ["24h", "7d", "30d"] as const

export const statusSpeech = (tongue: Tongue, timeZone: string, nowMillis: number): StatusSpeech => ({
  words: statusWords[tongue.language],
  tongue,
  carry: tongue.isChosen ? `?lang=${tongue.language}` : "",
  timeZone,
  nowMillis
})

/** An agency's or endpoint's own name, which is Indonesian whatever the page is. */
export const named = (text: string, { tongue }: StatusSpeech): Html =>
  tongue.language === "id" ? html`${text}` : html`<span lang="id">${text}</span>`

/** @param calls of the longest window that is shown beside it */
export const stateTag = (state: Health, calls: number, { words }: StatusSpeech): Html =>
  isTold(state, calls) ? html`<span class="tag ${state}">${words.stateNames[state]}</span>` : html``

/** The one sentence that everything else on the page explains. */
export const banner = (state: Health, sentence: string, { nowMillis, timeZone, tongue: { language }, words }: StatusSpeech): Html =>
  html`<div class="banner ${state}"><p><b>${sentence}</b></p><p class="soft">${words.asOf} ${
    momentOf(nowMillis, { language, timeZone })
  }.</p></div>`

export const incompleteNote = (isComplete: boolean, { words }: StatusSpeech): Html =>
  isComplete ? html`` : html`<div class="note" role="status"><p>${words.incomplete}</p></div>`

/** What callers got meanwhile; nothing while that is not known yet, since counts are written once a minute. */
export const harm = ({ counted, endedAt, failed, stale }: Incident, { tongue: { language }, words }: StatusSpeech): string => {
  const parts = [
    ...(stale > 0 ? [`${numberOf(stale, language)} ${words.copies}`] : []),
    ...(failed > 0 ? [`${numberOf(failed, language)} ${words.failed}`] : [])
  ]
  if (parts.length === 0) return endedAt === null ? "" : counted ? words.unharmed : words.uncounted
  return counted ? `${parts.join(", ")}.` : `${words.atLeast} ${parts.join(", ")}.`
}

/** What operators wrote, in the page's language where they did. */
export const publicText = (text: PublicText, { language }: { readonly language: Language }): Html => {
  const own = text[language]
  const other = language === "id" ? "en" : "id"
  return own === null ? html`<span lang="${other}">${text[other] ?? ""}</span>` : html`${own}`
}

const maintenanceItem = (
  { agency, from, text, to }: Maintenance,
  nameOf: (agency: string) => Html | undefined,
  { nowMillis, timeZone, tongue: { language }, words }: StatusSpeech
): Html => {
  const name = agency === null ? html`${words.wholeGateway}` : nameOf(agency)
  const begins = Date.parse(from)
  return html`<li>${name === undefined ? "" : html`<b>${name}</b> `}<span>${rangeOf(begins, Date.parse(to), { language, timeZone })}, ${
    begins <= nowMillis ? words.underWay : words.planned
  }.</span> <span>${publicText(text, { language })}</span></li>`
}

/** Announced maintenance; nothing where there is none. `nameOf` gives undefined where the page is about one agency. */
export const maintenanceSection = (
  announced: ReadonlyArray<Maintenance>,
  nameOf: (agency: string) => Html | undefined,
  speech: StatusSpeech
): Html =>
  announced.length === 0
    ? html``
    : html`<section class="incidents" aria-labelledby="pemeliharaan"><h2 id="pemeliharaan">${speech.words.maintenance}</h2><ul>${
      announced.map((one) => maintenanceItem(one, nameOf, speech))
    }</ul></section>`

const incidentItem = (incident: Incident, nameOf: (agency: string) => Html | undefined, speech: StatusSpeech): Html => {
  const { nowMillis, timeZone, tongue: { language }, words } = speech
  const startedAt = Date.parse(incident.startedAt)
  const endedAt = incident.endedAt === null ? undefined : Date.parse(incident.endedAt)
  const name = nameOf(incident.agency)
  const { cause, reason } = incident
  const when = endedAt === undefined
    ? html`${words.since} ${momentOf(startedAt, { language, timeZone })}, ${words.lasted} ${spanOf(nowMillis - startedAt, language)}`
    : html`${rangeOf(startedAt, endedAt, { language, timeZone })}, ${words.lasted} ${spanOf(endedAt - startedAt, language)}`
  return html`<li>${name === undefined ? "" : html`<b>${name}</b> `}<span>${when}.</span>${
    cause === null ? "" : html` <span>${words.causes[cause]}</span>`
  } <span class="soft">${harm(incident, speech)}${incident.unasked ? ` ${words.unasked}` : ""}</span>${
    reason === null ? "" : html`<br><span>${words.reason} ${named(`“${reason}”`, speech)}</span>`
  }${
    incident.notes.map(({ at, text }) =>
      html`<br><span>${momentOf(Date.parse(at), { language, timeZone })}: ${publicText(text, { language })}</span>`
    )
  }</li>`
}

const shownPast = 20

/** What lasts, then what is over; `nameOf` gives undefined where the page is about one agency. */
export const incidentSections = (
  incidents: ReadonlyArray<Incident>,
  nameOf: (agency: string) => Html | undefined,
  speech: StatusSpeech
) => {
  const { words } = speech
  const item = (incident: Incident): Html => incidentItem(incident, nameOf, speech)
  const open = incidents.filter(({ endedAt }) => endedAt === null)
  const past = incidents.filter(({ endedAt }) => endedAt !== null).slice(0, shownPast)
  return {
    current: open.length === 0
      ? html``
      : html`<section class="incidents open" aria-labelledby="berlangsung"><h2 id="berlangsung">${words.current}</h2><ul>${
        open.map(item)
      }</ul></section>`,
    past: html`<section class="incidents" aria-labelledby="sebelumnya"><h2 id="sebelumnya">${words.past}</h2>${
      past.length === 0 ? html`<p class="soft">${words.noPast}</p>` : html`<ul>${past.map(item)}</ul>`
    }</section>`
  }
}

export const availability = ({ availability: share }: Measured, { tongue: { language } }: StatusSpeech): string =>
  availabilityOf(share, language)

export const meaning = ({ words }: StatusSpeech): Html =>
  html`<section aria-labelledby="arti"><h2 id="arti">${words.meaning}</h2><ul class="prose">${
    words.meanings.map((text) => html`<li>${text}</li>`)
  }</ul><p class="soft">${words.machine}</p></section>`
